package org.orbweaver.pagerank.job;

import org.orbweaver.pagerank.core.PageRank;
import org.orbweaver.pagerank.core.PageRank.DanglingPolicy;
import org.orbweaver.pagerank.core.PageRank.Form;
import org.orbweaver.pagerank.core.Teleport;
import org.orbweaver.webgraph.format.meta.Direction;
import org.orbweaver.webgraph.kernel.StopRule;

/**
 * The computation that all topics of a run share.
 *
 * @param damping β
 * @param rows the lists that are the matrix's rows: those by which rank arrives
 * @param weighted true if links count by their weights
 * @param rule that stops a topic
 */
public record PageRankModel(
    double damping,
    Form form,
    DanglingPolicy dangling,
    Direction rows,
    boolean weighted,
    StopRule rule) {

  /**
   * PageRank of one topic.
   *
   * @param warm whether the start is another run's ranks
   */
  PageRank topic(int pages, Teleport teleport, boolean warm) {
    return new PageRank(pages, damping, form, dangling, teleport, warm);
  }

  /** True if ranks are divided by the graph's out-degrees. */
  boolean byDegree() {
    return rows == Direction.IN && !weighted;
  }
}
