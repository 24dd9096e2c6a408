package org.orbweaver.webgraph.kernel;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphMeta;
import org.orbweaver.webgraph.format.NodeNames;

/** Names and scores of one partition's pages. */
final class ScoreMapper extends Mapper<IntWritable, NullWritable, Text, TaggedScore> {

  private static final int BEAT_ROWS = 1 << 14;

  @Override
  protected void map(IntWritable partition, NullWritable nothing, Context context)
      throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    GraphDir graph = KernelJob.graph(conf);
    CheckpointFolder state = KernelJob.from(conf);
    GraphMeta.Part part = graph.meta().in().get(partition.get());
    String[] lists = conf.getStrings(ScoresJob.LISTS);
    VectorReader[] vectors = new VectorReader[lists.length];
    double[] scales = new double[lists.length];
    for (int j = 0; j < lists.length; j++) {
      int equals = lists[j].indexOf('=');
      vectors[j] = state.reader(lists[j].substring(0, equals), part.first());
      scales[j] = Double.parseDouble(lists[j].substring(equals + 1));
    }
    Text url = new Text();
    try (NodeNames names = graph.names()) {
      NodeNames.Cursor cursor = names.cursor(part.first());
      for (int id = part.first(); id < part.end() && cursor.next(); id++) {
        url.set(cursor.name());
        for (int j = 0; j < lists.length; j++) {
          context.write(url, new TaggedScore(j, vectors[j].next() * scales[j]));
        }
        if (id % BEAT_ROWS == 0) {
          context.progress();
        }
      }
    } finally {
      for (VectorReader vector : vectors) {
        vector.close();
      }
    }
  }
}
