package org.orbweaver.hits;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.orbweaver.webgraph.kernel.Checkpoint;
import org.orbweaver.webgraph.kernel.Direction;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.GraphRows;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.SliceWriter;

/** First half of an iteration, one partition: a = Eᵀh over the links into its pages. */
final class AuthorityMapper extends Mapper<IntWritable, NullWritable, NullWritable, NullWritable> {

  @Override
  protected void map(IntWritable partition, NullWritable nothing, Context context)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Configuration conf = context.getConfiguration();
    int p = partition.get();
    Iteration last = KernelJob.from(conf).checkpoint().last();
    double hubScale = HitsSums.hubScale(last);
    ExactSum squares = new ExactSum();
    try (GraphRows rows =
            GraphRows.open(KernelJob.graph(conf), Direction.IN, p, context::progress);
        SliceWriter authorities = KernelJob.slice(context, HitsEngine.AUTHORITY, p, rows.first())) {
      KernelJob.operand(conf)
          .multiply(
              rows,
              (v, sum) -> {
                double authority = sum * hubScale;
                authorities.write(authority);
                squares.add(authority * authority);
              });
      Iteration half =
          new Iteration(
              last.number() + 1,
              (System.nanoTime() - begin) / 1e9,
              List.of(new ExactSum(), squares, new ExactSum()));
      KernelJob.report(context, p, new Checkpoint(List.of(authorities.finish()), List.of(half)));
    }
  }
}
