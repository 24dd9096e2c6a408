package org.orbweaver.pagerank;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.webgraph.format.GraphDir;

/** The ranks that a run starts with, page by page in the order of ids. */
interface StartRanks extends Closeable {

  /** The next page's, one a topic. */
  void next(double[] row) throws IOException;

  @Override
  default void close() throws IOException {}

  /** In a task, from page {@code first} on: of an earlier run, or else the teleport vectors. */
  static StartRanks open(Configuration conf, GraphDir graph, List<PageRank> topics, int first)
      throws IOException {
    StartRanks teleport = teleport(topics, first);
    return WarmStart.isSet(conf) ? new WarmStart(conf, graph, topics, teleport, first) : teleport;
  }

  /** The teleport vectors, scaled to the form. */
  private static StartRanks teleport(List<PageRank> topics, int first) {
    Teleport.Cursor[] cursors =
        topics.stream().map(t -> t.teleport().cursor()).toArray(Teleport.Cursor[]::new);
    int[] id = {first};
    return row -> {
      for (int k = 0; k < row.length; k++) {
        row[k] = cursors[k].at(id[0]) * topics.get(k).total();
      }
      id[0]++;
    };
  }
}
