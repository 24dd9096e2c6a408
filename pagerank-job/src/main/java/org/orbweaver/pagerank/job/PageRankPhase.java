package org.orbweaver.pagerank.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.text.Fields;
import org.orbweaver.pagerank.core.PageRank;
import org.orbweaver.pagerank.core.Teleport;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.Convergence;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.PowerIteration;
import org.orbweaver.webgraph.runs.RankingRun;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ScoresJob;

/**
 * Ranks the pages of a graph and publishes {@code pagerank/RUN}.
 *
 * <p>A killed run is resumed by the next one with the same settings. A run that does not converge
 * (a damping of 1 on a graph with a cycle, or the limit of iterations) is published too: its ranks
 * sum to 1 and order pages; {@code meta.json} and the command say so.
 */
public final class PageRankPhase {

  /** Folder of the scores by URL, in a plain run or a topic's folder. */
  static final String SCORES = "scores";

  private static final String PAGERANK = "pagerank";

  private final String name;
  private final Function<CrawlDir, Path> store;
  private final Consumer<Iteration> listener;

  /** The phase. */
  public PageRankPhase() {
    this(iteration -> {});
  }

  /** The phase with a listener that receives each checkpoint. */
  PageRankPhase(Consumer<Iteration> listener) {
    this(PAGERANK, CrawlDir::pageRanks, listener);
  }

  private PageRankPhase(String name, Function<CrawlDir, Path> store, Consumer<Iteration> listener) {
    this.name = name;
    this.store = store;
    this.listener = listener;
  }

  /** The same for {@code trustrank/RUN}, separate from PageRank's runs. */
  public static PageRankPhase trustRank() {
    return new PageRankPhase("trustrank", CrawlDir::trustRanks, iteration -> {});
  }

  /**
   * Ranks that were computed but not published yet.
   *
   * @param end the last checkpoint, with the vectors {@value PageRankEngine#RANK} of all topics
   *     side by side
   * @param topics the history of each topic
   */
  public record ComputedRanks(
      PageRankPlan plan, PowerIteration.FinalState end, Convergence topics) {

    /** The last iteration of a topic. */
    Iteration last(int topic) {
      List<Iteration> history = topics.history(topic);
      return history.get(history.size() - 1);
    }
  }

  /**
   * Computes and publishes.
   *
   * @throws OrbException if there is no graph, a setting is wrong, or the mass is not conserved
   */
  public RankingRun run(Session session, PageRankOptions options) throws IOException {
    GraphDir graph = Rankings.graph(session.conf(), session.dir(), options.build());
    PageRankPlan plan = PageRankPlan.of(session.conf(), graph, options);
    // "When were the pages last ranked?" does not refer to a run by topics or with a teleport set.
    String ranking = plan.plain() || !name.equals(PAGERANK) ? name : name + "-topics";
    Step step = session.steps().resume(ranking, graph.folder().getName());
    return publish(session, step, compute(session, step, plan));
  }

  /** Computes the ranks of a plan, or continues those of a killed run. */
  public ComputedRanks compute(Session session, Step step, PageRankPlan plan) throws IOException {
    Path own = step.staging("input");
    PageRankEngine engine = new PageRankEngine(session, plan, own);
    PowerIteration.FinalState end =
        new PowerIteration(session, step, plan.model().rule(), engine, listener)
            .run(name, plan.parameters());
    return new ComputedRanks(plan, end, engine.convergence(end.last().checkpoint().history()));
  }

  private RankingRun publish(Session session, Step step, ComputedRanks computed)
      throws IOException {
    PageRankPlan plan = computed.plan();
    Configuration conf = session.conf();
    Path staged = step.staging("run");
    Files.delete(session.dir().fs(), staged);
    boolean alone = plan.usable();
    List<ExactSum> sums = new ArrayList<>();
    List<ScoresJob.ScoreList> scores = new ArrayList<>();
    for (int k = 0; k < plan.width(); k++) {
      sums.addAll(computed.last(k).sums());
      if (!alone) {
        Path folder = PublishedRun.topicFolder(staged, plan.name(k));
        Rankings.writeMeta(conf, folder, topicMeta(computed, k));
        Rankings.writeHistory(conf, folder, computed.topics().history(k), figures());
      }
      if (plan.indexed() && name.equals(PAGERANK)) {
        Path folder = alone ? staged : PublishedRun.topicFolder(staged, plan.name(k));
        scores.add(new ScoresJob.ScoreList(PageRankEngine.RANK, k, 1, new Path(folder, SCORES)));
      }
    }
    if (!scores.isEmpty()) {
      ScoresJob.run(
          session,
          PageRankPhase.class,
          plan.graph(),
          computed.end().last(),
          scores,
          step.staging("scores-job"));
    }
    Map<String, Object> settings = settings(conf, plan);
    if (alone) {
      settings.putAll(topicSettings(computed, 0));
    }
    Iteration last = computed.end().last().checkpoint().last();
    return RankingRun.publish(
        session,
        step,
        store.apply(session.dir()),
        staged,
        plan.graph(),
        computed.end(),
        List.of(PageRankEngine.RANK),
        new Iteration(last.number(), last.seconds(), sums),
        alone ? computed.topics().history(0) : combinedHistory(computed),
        settings,
        alone ? figures() : new Rankings.HistoryColumns(List.of("topics"), i -> List.of(i.sum(1))));
  }

  private static Rankings.HistoryColumns figures() {
    return new Rankings.HistoryColumns(
        List.of("mass", "dangling"), i -> List.of(i.sum(PageRank.MASS), i.sum(PageRank.DANGLING)));
  }

  /** For each iteration the largest change of a topic, and the number of topics that it changed. */
  private static List<Iteration> combinedHistory(ComputedRanks computed) {
    List<Iteration> combined = new ArrayList<>();
    for (Iteration all : computed.end().last().checkpoint().history()) {
      double change = 0;
      ExactSum topics = new ExactSum();
      for (int k = 0; k < computed.plan().width(); k++) {
        if (computed.topics().history(k).size() > combined.size()) {
          change = Math.max(change, all.column(k, PageRank.SUMS).sum(Iteration.CHANGE));
          topics.add(1);
        }
      }
      ExactSum largest = new ExactSum();
      largest.add(change);
      combined.add(new Iteration(all.number(), all.seconds(), List.of(largest, topics)));
    }
    return combined;
  }

  private static Fields settings(Configuration conf, PageRankPlan plan) {
    return new Fields()
        .with("damping", plan.model().damping())
        .with("form", plan.model().form().toString())
        .with("danglingPolicy", plan.model().dangling().toString())
        .with("tolerance", PageRankKeys.TOLERANCE.get(conf))
        .with("mode", plan.mode().toString())
        .with("direction", plan.options().inverse() ? "against the links" : "along the links")
        .with("weights", plan.model().weighted() ? "of the graph" : "none")
        .withKnown("warmStart", plan.options().warm().orElse(null))
        .withKnown("topics", plan.usable() ? null : String.join(" ", plan.names()));
  }

  private static Fields topicSettings(ComputedRanks computed, int k) {
    Teleport teleport = computed.plan().topics().get(k).teleport();
    return new Fields()
        .with("mass", computed.last(k).sum(PageRank.MASS))
        .with("danglingMass", computed.last(k).sum(PageRank.DANGLING))
        .with("teleport", teleport.pages() == 0 ? "uniform" : teleport.pages() + " pages");
  }

  private static Fields topicMeta(ComputedRanks computed, int k) {
    Iteration last = computed.last(k);
    Fields meta =
        new Fields()
            .with("topic", computed.plan().name(k))
            .with("iterations", last.number())
            .with("change", last.change())
            .with("converged", computed.topics().verdict(k).reached())
            .with("outcome", computed.topics().verdict(k).words());
    meta.putAll(topicSettings(computed, k));
    return meta;
  }
}
