package org.orbweaver.hits;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.orbweaver.hits.focused.ZeroScores;
import org.orbweaver.webgraph.kernel.Checkpoint;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;

/** The only task that looks for pages without scores; reports the figures in place of sums. */
final class ZeroScoresMapper extends Mapper<IntWritable, IntWritable, NullWritable, NullWritable> {

  @Override
  protected void map(IntWritable from, IntWritable to, Context context)
      throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    CheckpointFolder end = KernelJob.from(conf);
    double[] authorities = end.read(HitsEngine.AUTHORITY);
    double scale = HitsSums.authorityScale(end.checkpoint().last());
    for (int v = 0; v < authorities.length; v++) {
      authorities[v] *= scale;
    }
    double[] figures;
    try (GraphLinks links = new GraphLinks(KernelJob.graph(conf))) {
      figures = ZeroScores.of(links, authorities).figures();
    }
    List<ExactSum> sums = Iteration.emptySums(figures.length);
    for (int i = 0; i < figures.length; i++) {
      sums.get(i).add(figures[i]);
    }
    KernelJob.report(context, 0, new Checkpoint(List.of(), List.of(new Iteration(0, 0, sums))));
  }
}
