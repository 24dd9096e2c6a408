package org.orbweaver.pagerank.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.pagerank.core.PageRank;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.Convergence;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelMapper;
import org.orbweaver.webgraph.kernel.Slice;
import org.orbweaver.webgraph.matrix.InMemoryMatrix;

/** The only task of a fused job: the whole graph in memory, up to k iterations. */
final class PageRankFusedMapper extends KernelMapper {
  @Override
  protected void rows(int first, int end) throws IOException, InterruptedException {
    TaskSettings settings = settings(TaskSettings.class);
    CheckpointFolder from = from();
    List<PageRank> topics = settings.topics(conf(), end);
    int width = topics.size();
    FusedPageRank run =
        new FusedPageRank(
            topics,
            InMemoryMatrix.load(graph(), settings.rows(), settings.weighted(), this::progress),
            settings.strengths(conf(), graph(), 0, end),
            from.read(PageRankEngine.RANK),
            from.checkpoint().last());
    Convergence convergence = settings.convergence(width, from.checkpoint().history());
    List<Iteration> done =
        iterate(
            workers -> run.iterate(workers, convergence),
            history -> convergence.verdict().continues());
    List<Slice> slices = new ArrayList<>(write(PageRankEngine.RANK, run.ranks(), width));
    slices.addAll(write(PageRankEngine.SHARE, run.shares(), width));
    report(slices, done);
  }
}
