package org.orbweaver.hits;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.orbweaver.webgraph.format.Direction;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.Checkpoint;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.FusedLoop;
import org.orbweaver.webgraph.kernel.InMemoryMatrix;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.Slice;

/** The only task of a fused job: the whole graph in memory, up to k iterations. */
final class HitsFusedMapper extends Mapper<IntWritable, IntWritable, NullWritable, NullWritable> {

  @Override
  protected void map(IntWritable first, IntWritable end, Context context)
      throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    GraphDir graph = KernelJob.graph(conf);
    CheckpointFolder from = KernelJob.from(conf);
    FusedHits run =
        FusedHits.resume(
            InMemoryMatrix.load(graph, Direction.IN, false, context::progress),
            InMemoryMatrix.load(graph, Direction.OUT, false, context::progress),
            from.read(HitsEngine.AUTHORITY),
            from.read(HitsEngine.HUB),
            from.checkpoint().last());
    List<Iteration> done =
        FusedLoop.run(conf, from.checkpoint().history(), context::progress, run::iterate);
    List<Slice> slices = new ArrayList<>();
    slices.addAll(KernelJob.writeSlices(context, HitsEngine.AUTHORITY, run.authorities()));
    slices.addAll(KernelJob.writeSlices(context, HitsEngine.HUB, run.hubs()));
    KernelJob.report(context, 0, new Checkpoint(slices, done));
  }
}
