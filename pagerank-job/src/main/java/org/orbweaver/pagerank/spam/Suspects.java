package org.orbweaver.pagerank.spam;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.orbweaver.common.sorted.TopList;
import org.orbweaver.common.store.ReversedUrl;
import org.orbweaver.pagerank.job.PublishedRun;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.NameKind;
import org.orbweaver.webgraph.runs.ScoreReader;

/**
 * Finds the pages whose rank is most likely made by link spam, and where each has its rank from.
 *
 * <p>Reads the scores twice and the graph once. Memory: what links to the suspects, about 150 bytes
 * for each such page; nothing for all others.
 */
public final class Suspects {
  /**
   * What counts as suspect; the defaults of the commands are those of the paper.
   *
   * @param relative least relative mass
   * @param times least rank, in multiples of the rank of a page that nobody links to
   * @param most maximum number, those of the most mass
   */
  public record Limits(double relative, double times, int most) {}

  /**
   * A host that a suspect has rank from.
   *
   * @param host empty where a page's name is no URL
   * @param pages of the host that link to the suspect
   * @param share of the suspect's rank that they pass on
   * @param relativeMass of the whole host: 1 − (its pages' trust)/(its pages' rank)
   */
  public record Source(String host, int pages, double share, double relativeMass) {}

  /**
   * A suspect.
   *
   * @param times its rank, in multiples of the rank of a page that nobody links to
   * @param links pages that link to it
   * @param withoutTrust share of its rank that comes from hosts without trust, those whose own
   *     relative mass is at or above the limit
   * @param sources the hosts it has rank from, those that pass on most first
   */
  public record Suspect(
      String url,
      SpamMass.Of figures,
      double times,
      int links,
      double withoutTrust,
      List<Source> sources) {}

  private final GraphDir graph;
  private final ScoreReader scores;
  private final SpamMass mass;
  private final Limits limits;
  private final double damping;
  private final boolean weighted;

  /**
   * @param scores the PageRank, then the TrustRank
   * @param ranks the PageRank's run
   */
  public Suspects(
      GraphDir graph, ScoreReader scores, SpamMass mass, PublishedRun ranks, Limits limits) {
    this.graph = graph;
    this.scores = scores;
    this.mass = mass;
    this.damping = ranks.solution().damping();
    this.weighted = ranks.weighted();
    this.limits = limits;
  }

  private record Candidate(int id, SpamMass.Of figures) {}

  /** All pages that are at or above both limits, those of the most mass first. */
  public List<Suspect> find() throws IOException {
    List<Candidate> candidates = candidates();
    List<Incoming> incoming = incoming(candidates);
    int[] linking = union(incoming);
    double[][] found = scores.of(linking);
    String[] hostOf = new String[linking.length];
    for (int i = 0; i < linking.length; i++) {
      hostOf[i] = host(scores.names().name(linking[i]));
    }
    Map<String, double[]> hosts = hostSums(hostOf);
    List<Suspect> suspects = new ArrayList<>();
    for (int i = 0; i < candidates.size(); i++) {
      Incoming links = incoming.get(i);
      Map<String, double[]> byHost = new LinkedHashMap<>(); // pages, rank passed on
      for (int k = 0; k < links.sources.size(); k++) {
        int page = Arrays.binarySearch(linking, links.sources.getInt(k));
        double[] sum = byHost.computeIfAbsent(hostOf[page], name -> new double[2]);
        sum[0]++;
        sum[1] += damping * found[page][0] * links.shares.getDouble(k);
      }
      suspects.add(suspect(candidates.get(i), links.sources.size(), byHost, hosts));
    }
    return suspects;
  }

  private Suspect suspect(
      Candidate candidate, int links, Map<String, double[]> byHost, Map<String, double[]> hosts)
      throws IOException {
    double rank = candidate.figures().rank();
    double withoutTrust = 0;
    List<Source> sources = new ArrayList<>();
    for (Map.Entry<String, double[]> one : byHost.entrySet()) {
      double[] whole = hosts.get(one.getKey());
      double relative = 1 - whole[1] / whole[0];
      double share = one.getValue()[1] / rank;
      if (relative >= limits.relative()) {
        withoutTrust += share;
      }
      sources.add(new Source(one.getKey(), (int) one.getValue()[0], share, relative));
    }
    sources.sort(Comparator.comparingDouble(Source::share).reversed().thenComparing(Source::host));
    return new Suspect(
        scores.names().name(candidate.id()),
        candidate.figures(),
        mass.timesLeast(rank),
        links,
        withoutTrust,
        sources);
  }

  private List<Candidate> candidates() throws IOException {
    TopList<Candidate> best =
        new TopList<>(
            Comparator.comparingDouble((Candidate c) -> c.figures().mass())
                .reversed()
                .thenComparingInt(Candidate::id),
            limits.most());
    scores.forEach(
        (id, pair) -> {
          SpamMass.Of figures = mass.of(pair[0], pair[1]);
          if (figures.relative() >= limits.relative()
              && mass.timesLeast(pair[0]) >= limits.times()) {
            best.add(new Candidate(id, figures));
          }
        });
    return best.list();
  }

  /** The links that lead to a suspect: where they come from, and what share they pass on. */
  private static final class Incoming {
    private final IntArrayList sources = new IntArrayList();
    private final DoubleArrayList shares = new DoubleArrayList();
  }

  private List<Incoming> incoming(List<Candidate> candidates) throws IOException {
    List<Incoming> lists = new ArrayList<>();
    Int2ObjectOpenHashMap<Incoming> byId = new Int2ObjectOpenHashMap<>();
    for (Candidate candidate : candidates) {
      lists.add(new Incoming());
      byId.put(candidate.id(), lists.get(lists.size() - 1));
    }
    if (!lists.isEmpty()) {
      LinkShares.forEach(
          graph,
          weighted,
          page -> {
            for (int i = 0; i < page.degree(); i++) {
              Incoming links = byId.get(page.target(i));
              if (links != null) {
                links.sources.add(page.page());
                links.shares.add(page.share(i));
              }
            }
          });
    }
    return lists;
  }

  private static int[] union(List<Incoming> lists) {
    IntOpenHashSet all = new IntOpenHashSet();
    lists.forEach(list -> all.addAll(list.sources));
    int[] sorted = all.toIntArray();
    Arrays.sort(sorted);
    return sorted;
  }

  /** Rank and trust of all pages of some hosts, which are ranges of ids. */
  private Map<String, double[]> hostSums(String[] hosts) throws IOException {
    Map<String, double[]> sums = new HashMap<>();
    for (String host : new TreeSet<>(Arrays.asList(hosts))) {
      double[] sum = new double[2];
      sums.put(host, sum);
      int from = 0;
      int end = graph.nodes();
      if (graph.meta().names() == NameKind.URLS) {
        // What is no URL stands behind a '~'; ';' follows on the colon.
        String key = host.isEmpty() ? "~" : ReversedUrl.reverse(host);
        from = scores.names().firstFrom(host.isEmpty() ? key : key + ":");
        end = scores.names().firstFrom(host.isEmpty() ? "\u007f" : key + ";");
      }
      scores.forEach(
          from,
          end,
          (id, pair) -> {
            SpamMass.Of figures = mass.of(pair[0], pair[1]);
            sum[0] += figures.rank();
            sum[1] += figures.trust();
          });
    }
    return sums;
  }

  /** The host of a URL; empty where the name is none. */
  public static String host(String url) {
    return ReversedUrl.host(ReversedUrl.key(url));
  }
}
