package org.orbweaver.pagerank.job;

import java.io.IOException;
import java.util.List;
import org.orbweaver.pagerank.core.PageRank;
import org.orbweaver.pagerank.core.TopicSteps;
import org.orbweaver.webgraph.kernel.KernelMapper;

/** Some rows of the vectors that a run starts with. */
final class PageRankStartMapper extends KernelMapper {
  /** Pages of a task. */
  static final int PAGES = 1 << 24;

  private static final int REPORTED_PAGES = 1 << 16;

  @Override
  protected void rows(int first, int end) throws IOException, InterruptedException {
    TaskSettings settings = settings(TaskSettings.class);
    List<PageRank> topics = settings.topics(conf(), graph().nodes());
    int width = topics.size();
    TopicSteps steps = TopicSteps.start(topics);
    try (WarmStart warm =
            settings.warm().isPresent()
                ? new WarmStart(conf(), settings.warm().get(), graph(), topics, first)
                : null;
        RankWriter ranks =
            new RankWriter(
                slice(PageRankEngine.RANK, width),
                slice(PageRankEngine.SHARE, width),
                (from, to) -> settings.strengths(conf(), graph(), from, to))) {
      double[] row = new double[width];
      for (int v = first; v < end; v++) {
        steps.start(v, row);
        if (warm != null) {
          warm.replace(row);
        }
        double strength = ranks.strength(v, end);
        steps.count(row, 0, strength);
        ranks.write(row, strength);
        if (v % REPORTED_PAGES == 0) {
          progress();
        }
      }
      report(0, ranks.finish(), steps.sums());
    }
  }
}
