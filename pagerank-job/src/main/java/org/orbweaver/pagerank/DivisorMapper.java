package org.orbweaver.pagerank;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.Checkpoint;
import org.orbweaver.webgraph.kernel.Direction;
import org.orbweaver.webgraph.kernel.GraphRows;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.SliceWriter;

/**
 * One partition of the lists by which pages give rank: what each page's rank is divided by. Run
 * once, before the first iteration, where the graph's own out-degrees are not it.
 */
final class DivisorMapper extends Mapper<IntWritable, NullWritable, NullWritable, NullWritable> {

  /** The vector it writes. */
  static final String DIVISOR = "divisor";

  @Override
  protected void map(IntWritable partition, NullWritable nothing, Context context)
      throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    int p = partition.get();
    GraphDir graph = KernelJob.graph(conf);
    Direction lists = PageRankSettings.rows(conf).opposite();
    try (GraphRows rows =
            GraphRows.open(graph, lists, PageRankSettings.weighted(conf), p, context::progress);
        SliceWriter divisors = KernelJob.slice(context, DIVISOR, p, rows.first())) {
      for (int v = rows.first(); v < rows.end(); v++) {
        int degree = rows.next();
        float[] weights = rows.weights();
        double sum = weights == null ? degree : 0;
        for (int j = 0; j < degree && weights != null; j++) {
          sum += weights[j];
        }
        divisors.write(sum);
      }
      Iteration none = new Iteration(0, 0, List.of());
      KernelJob.report(context, p, new Checkpoint(List.of(divisors.finish()), List.of(none)));
    }
  }
}
