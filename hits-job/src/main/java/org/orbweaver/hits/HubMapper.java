package org.orbweaver.hits;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.orbweaver.webgraph.kernel.Checkpoint;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.SliceWriter;
import org.orbweaver.webgraph.kernel.VectorReader;

/**
 * Second half of an iteration, some rows: h = Ea over the links out of its pages. Now that the new
 * authorities' norm is known, it also measures their change.
 */
final class HubMapper extends Mapper<IntWritable, IntWritable, NullWritable, NullWritable> {

  @Override
  protected void map(IntWritable rows, IntWritable to, Context context)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Configuration conf = context.getConfiguration();
    int first = rows.get();
    CheckpointFolder from = KernelJob.from(conf);
    CheckpointFolder half = KernelJob.operandFolder(conf);
    double oldScale = HitsSums.authorityScale(from.checkpoint().last());
    double scale = HitsSums.authorityScale(half.checkpoint().last());
    ExactSum squares = new ExactSum();
    ExactSum change = new ExactSum();
    double[] sums = KernelJob.sums(context, first, to.get());
    try (VectorReader old = from.reader(HitsEngine.AUTHORITY, first);
        VectorReader now = half.reader(HitsEngine.AUTHORITY, first);
        SliceWriter hubs = KernelJob.slice(context, HitsEngine.HUB, first, 1)) {
      for (double sum : sums) {
        double hub = sum * scale;
        hubs.write(hub);
        squares.add(hub * hub);
        change.add(Math.abs(now.next() * scale - old.next() * oldScale));
      }
      Iteration done =
          new Iteration(
              from.checkpoint().iteration() + 1,
              (System.nanoTime() - begin) / 1e9,
              List.of(change, new ExactSum(), squares));
      KernelJob.report(context, first, new Checkpoint(List.of(hubs.finish()), List.of(done)));
    }
  }
}
