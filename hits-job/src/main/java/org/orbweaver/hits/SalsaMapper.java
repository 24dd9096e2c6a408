package org.orbweaver.hits;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.orbweaver.hits.focused.Salsa;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.Checkpoint;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.Slice;

/** The only task of SALSA; the number of communities follows on the sums of {@link HitsSums}. */
final class SalsaMapper extends Mapper<IntWritable, IntWritable, NullWritable, NullWritable> {

  @Override
  protected void map(IntWritable from, IntWritable to, Context context)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    GraphDir graph = KernelJob.graph(context.getConfiguration());
    Salsa salsa;
    try (GraphLinks links = new GraphLinks(graph)) {
      salsa = Salsa.of(links, graph.nodes());
    }
    List<Slice> slices = new ArrayList<>();
    slices.addAll(KernelJob.writeSlices(context, HitsEngine.AUTHORITY, salsa.authorities()));
    slices.addAll(KernelJob.writeSlices(context, HitsEngine.HUB, salsa.hubs()));
    // The scores are scaled as they are.
    List<ExactSum> sums = new ArrayList<>(HitsSums.start(1, 1).sums());
    ExactSum components = new ExactSum();
    components.add(salsa.components());
    sums.add(components);
    Iteration only = new Iteration(1, (System.nanoTime() - begin) / 1e9, sums);
    KernelJob.report(context, 0, new Checkpoint(slices, List.of(only)));
  }
}
