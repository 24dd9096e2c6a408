package org.orbweaver.webgraph.kernel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphMeta;
import org.orbweaver.webgraph.format.NodeNames;

/** Names and scores of one partition's pages. */
final class ScoreMapper extends Mapper<IntWritable, NullWritable, Text, Scores> {

  private static final int BEAT_ROWS = 1 << 14;

  /** A list: an element of each row of a vector, times a factor. */
  private record Column(Source source, int number, double scale) {
    double value() {
      return source.row[number] * scale;
    }
  }

  private static final class Source {
    final VectorReader reader;
    final double[] row;

    Source(CheckpointFolder state, String vector, int first) {
      reader = state.reader(vector, first);
      row = new double[state.checkpoint().vector(vector).get(0).width()];
    }
  }

  @Override
  protected void map(IntWritable partition, NullWritable nothing, Context context)
      throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    GraphDir graph = KernelJob.graph(conf);
    CheckpointFolder state = KernelJob.from(conf);
    GraphMeta.Part part = graph.meta().in().get(partition.get());
    // Vectors that lie side by side are read once.
    Map<String, Source> sources = new LinkedHashMap<>();
    List<Column> columns = new ArrayList<>();
    for (String list : conf.getStrings(ScoresJob.LISTS)) {
      String[] field = list.split("=", -1);
      Source source =
          sources.computeIfAbsent(field[0], vector -> new Source(state, vector, part.first()));
      columns.add(new Column(source, Integer.parseInt(field[1]), Double.parseDouble(field[2])));
    }
    Text url = new Text();
    Scores scores = new Scores(columns.size());
    try (NodeNames names = graph.names()) {
      NodeNames.Cursor cursor = names.cursor(part.first());
      for (int id = part.first(); id < part.end() && cursor.next(); id++) {
        url.set(cursor.name());
        for (Source source : sources.values()) {
          source.reader.next(source.row);
        }
        for (int j = 0; j < scores.values().length; j++) {
          scores.values()[j] = columns.get(j).value();
        }
        context.write(url, scores);
        if (id % BEAT_ROWS == 0) {
          context.progress();
        }
      }
    } finally {
      for (Source source : sources.values()) {
        source.reader.close();
      }
    }
  }
}
