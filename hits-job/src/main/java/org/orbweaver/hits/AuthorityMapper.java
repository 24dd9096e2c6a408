package org.orbweaver.hits;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.orbweaver.webgraph.kernel.Checkpoint;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.SliceWriter;

/** First half of an iteration, some rows: a = Eᵀh over the links into its pages. */
final class AuthorityMapper extends Mapper<IntWritable, IntWritable, NullWritable, NullWritable> {

  @Override
  protected void map(IntWritable from, IntWritable to, Context context)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Configuration conf = context.getConfiguration();
    int first = from.get();
    Iteration last = KernelJob.from(conf).checkpoint().last();
    double hubScale = HitsSums.hubScale(last);
    ExactSum squares = new ExactSum();
    double[] sums = KernelJob.sums(context, first, to.get());
    try (SliceWriter authorities = KernelJob.slice(context, HitsEngine.AUTHORITY, first, 1)) {
      for (double sum : sums) {
        double authority = sum * hubScale;
        authorities.write(authority);
        squares.add(authority * authority);
      }
      Iteration half =
          new Iteration(
              last.number() + 1,
              (System.nanoTime() - begin) / 1e9,
              List.of(new ExactSum(), squares, new ExactSum()));
      KernelJob.report(
          context, first, new Checkpoint(List.of(authorities.finish()), List.of(half)));
    }
  }
}
