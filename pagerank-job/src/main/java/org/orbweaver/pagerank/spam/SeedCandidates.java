package org.orbweaver.pagerank.spam;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Collects the best of many pages, with at most k of one host: candidates for trusted seeds, by
 * inverse PageRank, since trust given to them reaches most. (Z. Gyöngyi, H. Garcia-Molina, J.
 * Pedersen, <i>Combating Web Spam with TrustRank</i>, VLDB 2004, section 5.1.)
 *
 * <p>The result does not depend on the order of the pages. Memory: what is kept.
 */
public final class SeedCandidates {
  /**
   * A page to be looked at by a person.
   *
   * @param inverse its PageRank on the transposed graph
   * @param rank its PageRank; NaN where that is not known
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
   * @param perHost how many of one host at most
   */
  public SeedCandidates(int most, int perHost) {
    this.most = most;
    this.perHost = perHost;
  }

  /** Looks at a page. */
  public void add(String url, double inverse, double rank) {
    // Before the host is cut out of the URL: nearly all pages end here.
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
}
