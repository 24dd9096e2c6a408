package org.orbweaver.hits.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Fields;
import org.orbweaver.hits.focused.ZeroScores;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.KernelMapper;
import org.orbweaver.webgraph.kernel.PowerIteration;
import org.orbweaver.webgraph.kernel.RankMode;
import org.orbweaver.webgraph.kernel.StopRule;
import org.orbweaver.webgraph.runs.RankingRun;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ScoreReader;
import org.orbweaver.webgraph.runs.ScoresJob;

/**
 * Finds hubs and authorities of a graph and publishes {@code hits/RUN}.
 *
 * <p>A killed run is resumed by the next one with the same settings. A run that does not converge
 * within the limit is published too, and says so.
 */
public final class HitsPhase {

  /** A warning for users of the result. */
  public static final String CAUTION =
      "HITS on a whole graph favours its most tightly linked community, whatever the topic: read"
          + " the scores as the centre of that community, not as a ranking of all pages";

  /** Prefix of fields of meta.json that are sentences for people. */
  public static final String NOTE = "note";

  /** The number of iterations after which the lectures call the result fairly stable. */
  public static final int USUAL_ITERATIONS = 20;

  /** For the class of a page. */
  private static final long EXPLAIN_BYTES_A_PAGE = 4;

  /** Folder of the authorities in a run. */
  public static final String AUTHORITIES = "authorities";

  /** Folder of the hubs in a run. */
  public static final String HUBS = "hubs";

  private final Consumer<Iteration> listener;

  /** The phase. */
  public HitsPhase() {
    this(iteration -> {});
  }

  /** The phase with a listener that receives each checkpoint. */
  HitsPhase(Consumer<Iteration> listener) {
    this.listener = listener;
  }

  /**
   * Runs the phase.
   *
   * @param build the graph; the newest if empty
   * @param iterations make exactly as many, whatever the change
   * @throws OrbException if there is no graph, it has no links, or a setting is wrong
   */
  public RankingRun run(Session session, Optional<String> build, OptionalInt iterations)
      throws IOException {
    Configuration conf = session.conf();
    GraphDir graph = Rankings.graph(conf, session.dir(), build);
    requireLinks(graph);
    StopRule rule = StopRule.of(conf, iterations, HitsKeys.TOLERANCE, 1, 0);
    RankMode mode = RankMode.choose(conf, FusedHits.bytes(graph.meta()), graph.meta(), 1);
    Step step = session.steps().resume("hits", graph.folder().getName());
    PowerIteration.FinalState end =
        new PowerIteration(
                session, step, rule, new HitsEngine(session, graph, rule, mode), listener)
            .run("hits", rule.toString());
    Map<String, Object> settings =
        new Fields()
            .with("algorithm", "HITS")
            .with("tolerance", HitsKeys.TOLERANCE.get(conf))
            .with("mode", mode.toString());
    explain(session, graph, end, step.staging("zero-scores"), settings);
    Rankings.HistoryColumns figures =
        new Rankings.HistoryColumns(
            List.of("authorityNorm", "hubNorm"),
            i ->
                List.of(
                    Math.sqrt(i.sum(HitsSums.AUTHORITY_SQUARES)),
                    Math.sqrt(i.sum(HitsSums.HUB_SQUARES))));
    return publish(session, step, graph, end, end.last().checkpoint().history(), settings, figures);
  }

  /** Writes both lists by URL and publishes the run. */
  static RankingRun publish(
      Session session,
      Step step,
      GraphDir graph,
      PowerIteration.FinalState end,
      List<Iteration> history,
      Map<String, Object> settings,
      Rankings.HistoryColumns figures)
      throws IOException {
    Path staged = step.staging("run");
    Files.delete(session.dir().fs(), staged);
    List<ScoresJob.ScoreList> lists = new ArrayList<>();
    for (ScoreReader.Column column : columns(end.last())) {
      boolean authorities = column.vector().equals(HitsEngine.AUTHORITY);
      Path target = new Path(staged, authorities ? AUTHORITIES : HUBS);
      lists.add(new ScoresJob.ScoreList(column.vector(), 0, column.scale(), target));
    }
    ScoresJob.run(session, HitsPhase.class, graph, end.last(), lists, step.staging("scores-job"));
    return RankingRun.publish(
        session,
        step,
        session.dir().hits(),
        staged,
        graph,
        end,
        List.of(HitsEngine.AUTHORITY, HitsEngine.HUB),
        history.get(history.size() - 1),
        history,
        settings,
        figures);
  }

  /** The two lists of a published run, authorities first. */
  public static ScoreReader scores(Configuration conf, CrawlDir dir, Path run) throws IOException {
    String build = Rankings.readMeta(dir.fs(), run).get("build");
    GraphDir graph = Rankings.graph(conf, dir, Optional.of(build));
    return new ScoreReader(graph, columns(ScoreReader.ranks(conf, run)));
  }

  /** Authorities and hubs, scaled to length 1. */
  private static List<ScoreReader.Column> columns(CheckpointFolder ranks) {
    Iteration last = ranks.checkpoint().last();
    return List.of(
        new ScoreReader.Column(ranks, HitsEngine.AUTHORITY, 0, HitsSums.authorityScale(last)),
        new ScoreReader.Column(ranks, HitsEngine.HUB, 0, HitsSums.hubScale(last)));
  }

  /** Refuses a graph without links. */
  static void requireLinks(GraphDir graph) {
    if (graph.arcs() == 0) {
      throw OrbException.failed(
          graph.folder()
              + ": the graph has "
              + Count.of(graph.nodes(), "page")
              + " but no links: there are no hubs and authorities to rank");
    }
  }

  /**
   * Adds notes on a result: the change after the usual number of iterations, the pages without
   * scores and the reason, and the share of the total that a few pages have.
   */
  private static void explain(
      Session session,
      GraphDir graph,
      PowerIteration.FinalState end,
      Path staging,
      Map<String, Object> settings)
      throws IOException {
    List<String> notes = new ArrayList<>();
    for (Iteration i : end.last().checkpoint().history()) {
      if (i.number() == USUAL_ITERATIONS) {
        settings.put("changeAfter" + USUAL_ITERATIONS, i.change());
        notes.add(
            String.format(
                Locale.ROOT, "L1 change after %d iterations: %.2e", USUAL_ITERATIONS, i.change()));
      }
    }
    if (EXPLAIN_BYTES_A_PAGE * graph.nodes() > RankMode.taskHeap(session.conf()) / 2) {
      notes.add("zero scores were not analysed: a task has too little memory");
    } else {
      Files.delete(session.dir().fs(), staging);
      KernelJob job =
          new KernelJob(session, "hits, zero scores", ZeroScoresTask.class, graph, staging)
              .from(end.last());
      Iteration found = job.run().last();
      Files.delete(session.dir().fs(), staging);
      ZeroScores zeros = ZeroScores.of(i -> found.sum(i));
      settings.put("pagesWithoutInlinks", zeros.withoutInlinks());
      settings.put("pagesWithoutLinks", zeros.withoutLinks());
      settings.put("otherCommunities", zeros.others());
      settings.put("otherAuthorities", zeros.otherAuthorities());
      settings.put("otherHubs", zeros.otherHubs());
      settings.put("largestOtherAuthority", zeros.largestOther());
      settings.put("authoritiesOverLargest", zeros.concentration());
      notes.addAll(zeros.explain(""));
    }
    notes.add(CAUTION);
    for (int i = 0; i < notes.size(); i++) {
      settings.put(NOTE + (i + 1), notes.get(i));
    }
  }

  /** The only task that finds pages without scores; reports the figures in place of sums. */
  static final class ZeroScoresTask extends KernelMapper {
    @Override
    protected void rows(int first, int end) throws IOException, InterruptedException {
      double[] figures;
      try (GraphLinks links = new GraphLinks(graph());
          ScoreReader scores = new ScoreReader(graph(), columns(from()).subList(0, 1))) {
        figures =
            ZeroScores.of(
                    links,
                    visitor -> scores.forEach((v, authority) -> visitor.page(v, authority[0])))
                .figures();
      }
      report(0, List.of(), HitsSums.of(figures));
    }
  }
}
