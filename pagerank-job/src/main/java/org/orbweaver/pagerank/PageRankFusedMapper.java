package org.orbweaver.pagerank;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.Checkpoint;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.Columns;
import org.orbweaver.webgraph.kernel.FusedLoop;
import org.orbweaver.webgraph.kernel.InMemoryMatrix;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.Slice;
import org.orbweaver.webgraph.kernel.StopRule;
import org.orbweaver.webgraph.kernel.Workers;

/** The only task of a fused job: the whole graph in memory, up to k iterations. */
final class PageRankFusedMapper
    extends Mapper<IntWritable, IntWritable, NullWritable, NullWritable> {

  /** Keeps account of which topics have stopped. */
  private record Body(FusedPageRank run, Columns columns, Extrapolation extrapolation, int width)
      implements FusedLoop.Body {
    @Override
    public Iteration iterate(Workers workers) throws IOException {
      run.keepOn(columns.active());
      run.take(extrapolation.turns(columns, width));
      Iteration done = run.iterate(workers);
      columns.add(done);
      return done;
    }

    @Override
    public StopRule.Verdict after(StopRule rule, List<Iteration> history) {
      return columns.verdict();
    }
  }

  @Override
  protected void map(IntWritable first, IntWritable end, Context context)
      throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    GraphDir graph = KernelJob.graph(conf);
    CheckpointFolder from = KernelJob.from(conf);
    List<PageRank> topics = PageRankSettings.topics(conf, graph.nodes());
    List<Iteration> before = from.checkpoint().history();
    FusedPageRank run =
        FusedPageRank.resume(
            topics,
            InMemoryMatrix.load(
                graph,
                PageRankSettings.rows(conf),
                PageRankSettings.weighted(conf),
                context::progress),
            PageRankSettings.divisors(conf, graph, 0, graph.nodes()),
            from.read(PageRankEngine.RANK),
            from.checkpoint().last());
    int width = topics.size();
    StopRule rule = FusedLoop.rule(conf);
    Extrapolation extrapolation = PageRankSettings.extrapolation(conf, rule);
    Columns columns = new Columns(extrapolation.judge(rule), width, Sweep.SUMS, before);
    List<Slice> slices = new ArrayList<>();
    if (extrapolation.isOn()) {
      run.keep(from.read(PageRankEngine.KEPT));
    }
    Body body = new Body(run, columns, extrapolation, width);
    List<Iteration> done = FusedLoop.run(conf, before, context::progress, body);
    if (extrapolation.isOn()) {
      slices.addAll(KernelJob.writeSlices(context, PageRankEngine.KEPT, run.kept(), width));
    }
    slices.addAll(KernelJob.writeSlices(context, PageRankEngine.RANK, run.ranks(), width));
    slices.addAll(KernelJob.writeSlices(context, PageRankEngine.SHARE, run.shares(), width));
    KernelJob.report(context, 0, new Checkpoint(slices, done));
  }
}
