package org.orbweaver.pagerank.core;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.Iteration;

/** A {@link PageRank.Step} of each topic; topics that have stopped have none. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TopicSteps(int[] active, PageRank.Step[] steps) {
  /** The start of all topics. */
  public static TopicSteps start(List<PageRank> topics) {
    return new TopicSteps(
        IntStream.range(0, topics.size()).toArray(),
        topics.stream().map(PageRank::start).toArray(PageRank.Step[]::new));
  }

  /**
   * The iteration after {@code last}, which has the sums of all topics.
   *
   * @param active the topics that continue, ascending
   */
  public static TopicSteps after(List<PageRank> topics, int[] active, Iteration last) {
    PageRank.Step[] steps = new PageRank.Step[topics.size()];
    for (int k : active) {
      steps[k] = topics.get(k).after(last.column(k, PageRank.SUMS));
    }
    return new TopicSteps(active, steps);
  }

  /** Writes the start ranks of page {@code v} into {@code row}. */
  public void start(int v, double[] row) {
    for (int k : active) {
      row[k] = steps[k].start(v);
    }
  }

  /** Adds a page's ranks, which begin at {@code at}, to the sums. */
  public void count(double[] ranks, int at, double strength) {
    for (int k : active) {
      steps[k].count(ranks[at + k], strength);
    }
  }

  /**
   * Replaces the ranks of page {@code v}, which begin at {@code at}, for the topics that continue.
   *
   * @param sums from {@code sumsAt} on
   */
  public void rank(int v, double[] sums, int sumsAt, double[] ranks, int at, double strength) {
    for (int k : active) {
      ranks[at + k] = steps[k].rank(v, sums[sumsAt + k], ranks[at + k], strength);
    }
  }

  /** The sums of the pages so far, topic by topic; zeros for those that have stopped. */
  public List<ExactSum> sums() {
    List<ExactSum> sums = new ArrayList<>();
    for (PageRank.Step step : steps) {
      sums.addAll(step == null ? Iteration.emptySums(PageRank.SUMS) : step.sums());
    }
    return sums;
  }
}
