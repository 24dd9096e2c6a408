package org.orbweaver.pagerank;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.orbweaver.webgraph.format.AdjacencyReader;
import org.orbweaver.webgraph.format.Direction;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.Checkpoint;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.SliceWriter;

/**
 * Some of the lists by which pages give rank: what each page's rank is divided by. Run once, before
 * the first iteration, where the graph's own out-degrees are not it.
 */
final class DivisorMapper extends Mapper<IntWritable, IntWritable, NullWritable, NullWritable> {

  /** Pages of a task. */
  static final int PAGES = 1 << 24;

  private static final int BEAT_PAGES = 1 << 16;

  /** The vector it writes. */
  static final String DIVISOR = "divisor";

  @Override
  protected void map(IntWritable from, IntWritable to, Context context)
      throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    int first = from.get();
    GraphDir graph = KernelJob.graph(conf);
    Direction lists = PageRankSettings.rows(conf).opposite();
    boolean weighted = PageRankSettings.weighted(conf);
    try (AdjacencyReader reader = graph.read(lists, weighted, first, to.get());
        SliceWriter divisors = KernelJob.slice(context, DIVISOR, first, 1)) {
      for (int v = reader.next(); v >= 0; v = reader.next()) {
        float[] weights = reader.weights();
        double sum = weights == null ? reader.degree() : 0;
        for (int j = 0; j < reader.degree() && weights != null; j++) {
          sum += weights[reader.weightsFrom() + j];
        }
        divisors.write(sum);
        if (v % BEAT_PAGES == 0) {
          context.progress();
        }
      }
      Iteration none = new Iteration(0, 0, List.of());
      KernelJob.report(context, first, new Checkpoint(List.of(divisors.finish()), List.of(none)));
    }
  }
}
