package org.orbweaver.pagerank.job;

import java.io.IOException;
import java.util.List;
import org.orbweaver.pagerank.core.PageRank;
import org.orbweaver.pagerank.core.TopicSteps;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.Convergence;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelMapper;
import org.orbweaver.webgraph.kernel.VectorReader;

/**
 * Some rows of one iteration: adds up the shares of the pages that link to them, and writes slices
 * of the new ranks and shares.
 */
final class PageRankDistributedMapper extends KernelMapper {
  @Override
  protected void rows(int first, int end) throws IOException, InterruptedException {
    TaskSettings settings = settings(TaskSettings.class);
    CheckpointFolder before = from();
    Iteration last = before.checkpoint().last();
    List<PageRank> topics = settings.topics(conf(), graph().nodes());
    int width = topics.size();
    Convergence convergence = settings.convergence(width, before.checkpoint().history());
    TopicSteps steps = TopicSteps.after(topics, convergence.active(), last);
    double[] sums = sums();
    try (VectorReader old = before.reader(PageRankEngine.RANK, first);
        RankWriter ranks =
            new RankWriter(
                slice(PageRankEngine.RANK, width),
                slice(PageRankEngine.SHARE, width),
                (from, to) -> settings.strengths(conf(), graph(), from, to))) {
      double[] row = new double[width];
      for (int v = first; v < end; v++) {
        old.next(row);
        double strength = ranks.strength(v, end);
        steps.rank(v, sums, (v - first) * width, row, 0, strength);
        ranks.write(row, strength);
      }
      report(last.number() + 1, ranks.finish(), steps.sums());
    }
  }
}
