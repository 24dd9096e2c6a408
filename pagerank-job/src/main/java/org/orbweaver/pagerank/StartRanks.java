package org.orbweaver.pagerank;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.orbweaver.common.store.Session;

/** The ranks that a run starts with, page by page in the order of ids. */
interface StartRanks extends Closeable {

  /** The next page's, one a topic. */
  void next(double[] row) throws IOException;

  @Override
  default void close() throws IOException {}

  /** Those of {@code plan}: of an earlier run where it says so, else the teleport vectors. */
  static StartRanks open(Session session, PageRankPlan plan) throws IOException {
    return plan.options().warm().isPresent()
        ? WarmStart.open(session, plan)
        : teleport(plan.topics());
  }

  /** The teleport vectors, scaled to the form. */
  static StartRanks teleport(List<PageRank> topics) {
    Teleport.Cursor[] cursors =
        topics.stream().map(t -> t.teleport().cursor()).toArray(Teleport.Cursor[]::new);
    int[] id = {0};
    return row -> {
      for (int k = 0; k < row.length; k++) {
        row[k] = cursors[k].at(id[0]) * topics.get(k).total();
      }
      id[0]++;
    };
  }
}
