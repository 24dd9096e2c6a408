package org.orbweaver.pagerank.spam;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.pagerank.job.PageRankEngine;
import org.orbweaver.pagerank.job.PageRankOptions;
import org.orbweaver.pagerank.job.PageRankPhase;
import org.orbweaver.pagerank.job.PageRankPlan;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.VectorReader;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ScoreReader;

/**
 * Collects the best of many pages, with at most k of one host: candidates for trusted seeds, by
 * inverse PageRank, because trust in these pages reaches most others. (Z. Gyöngyi, H.
 * Garcia-Molina, J. Pedersen, <i>Combating Web Spam with TrustRank</i>, VLDB 2004, section 5.1.)
 *
 * <p>The result does not depend on the order of the pages. Memory: the pages kept.
 */
public final class SeedCandidates {
  /**
   * A page for a person to review.
   *
   * @param inverse its PageRank on the transposed graph
   * @param rank its PageRank; NaN if unknown
   */
  public record Candidate(String url, String host, double inverse, double rank) {}

  private static final Comparator<Candidate> BEST =
      Comparator.comparingDouble(Candidate::inverse).reversed().thenComparing(Candidate::url);

  private final int most;
  private final int perHost;
  private final TreeSet<Candidate> best = new TreeSet<>(BEST);
  private final Map<String, TreeSet<Candidate>> byHost = new HashMap<>();

  /**
   * @param most maximum number
   * @param perHost maximum number of one host
   */
  public SeedCandidates(int most, int perHost) {
    this.most = most;
    this.perHost = perHost;
  }

  /** Offers a page. */
  public void add(String url, double inverse, double rank) {
    // Checked before the host is cut out of the URL: nearly all pages end here.
    if (best.size() == most && inverse < best.last().inverse()) {
      return;
    }
    Candidate candidate = new Candidate(url, Suspects.host(url), inverse, rank);
    TreeSet<Candidate> siblings =
        byHost.computeIfAbsent(candidate.host(), host -> new TreeSet<>(BEST));
    siblings.add(candidate);
    best.add(candidate);
    if (siblings.size() > perHost) {
      best.remove(siblings.pollLast());
    }
    if (best.size() > most) {
      Candidate last = best.pollLast();
      TreeSet<Candidate> ofHost = byHost.get(last.host());
      ofHost.remove(last);
      if (ofHost.isEmpty()) {
        byHost.remove(last.host());
      }
    }
  }

  /** The best, best first. */
  public List<Candidate> best() {
    return new ArrayList<>(best);
  }

  /**
   * Ranks a graph against its links and lists the best pages, with their PageRank if there is one
   * of the same build. Publishes nothing; a killed run is resumed by the next one.
   *
   * @param options of the run; its links are followed backwards
   */
  public static List<Candidate> of(
      Session session, GraphDir graph, PageRankOptions options, int most, int perHost)
      throws IOException {
    PageRankPlan plan = PageRankPlan.of(session.conf(), graph, options.inverted());
    Step step = session.steps().resume("trustrank-suggest", graph.folder().getName());
    PageRankPhase.ComputedRanks computed = new PageRankPhase().compute(session, step, plan);
    SeedCandidates candidates = new SeedCandidates(most, perHost);
    Optional<CheckpointFolder> ranks = ranks(session, graph);
    try (NodeNames names = graph.names();
        VectorReader inverse = computed.end().last().reader(PageRankEngine.RANK, 0);
        VectorReader rank = ranks.isPresent() ? ranks.get().reader(PageRankEngine.RANK, 0) : null) {
      NodeNames.Cursor cursor = names.cursor(0);
      while (cursor.next()) {
        double known = rank == null ? Double.NaN : rank.next();
        candidates.add(cursor.name(), inverse.next(), known);
      }
    }
    step.abort();
    return candidates.best();
  }

  private static Optional<CheckpointFolder> ranks(Session session, GraphDir graph)
      throws IOException {
    CrawlDir dir = session.dir();
    Optional<Path> run = RankingRuns.newestPlain(dir, dir.pageRanks());
    if (run.isEmpty()
        || !graph.folder().getName().equals(Rankings.readMeta(dir.fs(), run.get()).get("build"))) {
      return Optional.empty();
    }
    return Optional.of(ScoreReader.ranks(session.conf(), run.get()));
  }
}
