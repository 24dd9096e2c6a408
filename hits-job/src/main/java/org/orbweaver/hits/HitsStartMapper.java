package org.orbweaver.hits;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.orbweaver.webgraph.kernel.Checkpoint;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.SliceWriter;

/** Some rows of the start: all hubs 1, all authorities 0. */
final class HitsStartMapper extends Mapper<IntWritable, IntWritable, NullWritable, NullWritable> {

  @Override
  protected void map(IntWritable from, IntWritable to, Context context)
      throws IOException, InterruptedException {
    int first = from.get();
    try (SliceWriter authorities = KernelJob.slice(context, HitsEngine.AUTHORITY, first, 1);
        SliceWriter hubs = KernelJob.slice(context, HitsEngine.HUB, first, 1)) {
      for (int v = first; v < to.get(); v++) {
        authorities.write(0);
        hubs.write(1);
      }
      KernelJob.report(
          context,
          first,
          new Checkpoint(
              List.of(authorities.finish(), hubs.finish()),
              List.of(HitsSums.start(0, to.get() - first))));
    }
  }
}
