package org.orbweaver.pagerank.spam;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
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
import org.orbweaver.webgraph.format.meta.NameKind;
import org.orbweaver.webgraph.runs.ScoreReader;

/**
 * Finds the pages whose rank is most likely made by link spam, and the sources of each one's rank.
 *
 * <p>Reads the scores twice and the graph once. Memory: about 150 bytes for each page that links to
 * a suspect; nothing for all others.
 */
public final class Suspects {
  /**
   * The thresholds for suspects; the defaults of the commands are those of the paper.
   *
   * @param relative least relative mass
   * @param times least rank, in multiples of the rank of a page without links in
   * @param most maximum number, those of the most mass
   */
  public record Limits(double relative, double times, int most) {}

  /**
   * A host that passes rank on to a suspect.
   *
   * @param host empty if a page's name is no URL
   * @param pages of the host that link to the suspect
   * @param share of the suspect's rank that they pass on
   * @param relativeMass of the whole host: 1 − (its pages' trust)/(its pages' rank)
   */
  public record Source(String host, int pages, double share, double relativeMass) {}

  /**
   * A suspect.
   *
   * @param times its rank, in multiples of the rank of a page without links in
   * @param links pages that link to it
   * @param withoutTrust share of its rank from hosts without trust, those whose own relative mass
   *     is at or above the limit
   * @param sources the hosts of its rank, those that pass on most first
   */
  public record Suspect(
      String url,
      SpamMass.PageMass figures,
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

  private record RankedPage(int id, SpamMass.PageMass figures) {}

  /** All pages at or above both limits, those of the most mass first. */
  public List<Suspect> find() throws IOException {
    List<RankedPage> candidates = candidates();
    Int2ObjectOpenHashMap<List<Link>> incoming = incoming(candidates);
    int[] linking =
        incoming.values().stream()
            .flatMapToInt(links -> links.stream().mapToInt(Link::from))
            .sorted()
            .distinct()
            .toArray();
    double[][] found = scores.of(linking);
    String[] hostOf = new String[linking.length];
    for (int i = 0; i < linking.length; i++) {
      hostOf[i] = host(scores.names().name(linking[i]));
    }
    Map<String, double[]> hosts = hostSums(hostOf);
    List<Suspect> suspects = new ArrayList<>();
    for (RankedPage candidate : candidates) {
      List<Link> links = incoming.get(candidate.id());
      Map<String, double[]> byHost = new LinkedHashMap<>(); // pages, rank passed on
      for (Link link : links) {
        int page = Arrays.binarySearch(linking, link.from());
        double[] sum = byHost.computeIfAbsent(hostOf[page], name -> new double[2]);
        sum[0]++;
        sum[1] += damping * found[page][0] * link.share();
      }
      suspects.add(suspect(candidate, links.size(), byHost, hosts));
    }
    return suspects;
  }

  private Suspect suspect(
      RankedPage candidate, int links, Map<String, double[]> byHost, Map<String, double[]> hosts)
      throws IOException {
    double rank = candidate.figures().rank();
    List<Source> sources = new ArrayList<>();
    byHost.forEach(
        (host, sum) -> {
          double[] whole = hosts.get(host);
          sources.add(new Source(host, (int) sum[0], sum[1] / rank, 1 - whole[1] / whole[0]));
        });
    sources.sort(Comparator.comparingDouble(Source::share).reversed().thenComparing(Source::host));
    double withoutTrust =
        sources.stream()
            .filter(source -> source.relativeMass() >= limits.relative())
            .mapToDouble(Source::share)
            .sum();
    return new Suspect(
        scores.names().name(candidate.id()),
        candidate.figures(),
        mass.timesLeast(rank),
        links,
        withoutTrust,
        sources);
  }

  private List<RankedPage> candidates() throws IOException {
    TopList<RankedPage> best =
        new TopList<>(
            Comparator.comparingDouble((RankedPage c) -> c.figures().mass())
                .reversed()
                .thenComparingInt(RankedPage::id),
            limits.most());
    scores.forEach(
        (id, pair) -> {
          SpamMass.PageMass figures = mass.of(pair[0], pair[1]);
          if (figures.relative() >= limits.relative()
              && mass.timesLeast(pair[0]) >= limits.times()) {
            best.add(new RankedPage(id, figures));
          }
        });
    return best.list();
  }

  /** A link to a suspect: its source, and the share of the source's rank that it passes on. */
  private record Link(int from, double share) {}

  private Int2ObjectOpenHashMap<List<Link>> incoming(List<RankedPage> candidates)
      throws IOException {
    Int2ObjectOpenHashMap<List<Link>> incoming = new Int2ObjectOpenHashMap<>();
    candidates.forEach(candidate -> incoming.put(candidate.id(), new ArrayList<>()));
    if (!candidates.isEmpty()) {
      LinkShares.forEach(
          graph,
          weighted,
          page -> {
            for (int i = 0; i < page.degree(); i++) {
              List<Link> links = incoming.get(page.target(i));
              if (links != null) {
                links.add(new Link(page.page(), page.share(i)));
              }
            }
          });
    }
    return incoming;
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
        // Names that are no URL sort after a '~'; ';' is the character after the colon.
        String key = host.isEmpty() ? "~" : ReversedUrl.reverse(host);
        from = scores.names().firstFrom(host.isEmpty() ? key : key + ":");
        end = scores.names().firstFrom(host.isEmpty() ? "\u007f" : key + ";");
      }
      scores.forEach(
          from,
          end,
          (id, pair) -> {
            SpamMass.PageMass figures = mass.of(pair[0], pair[1]);
            sum[0] += figures.rank();
            sum[1] += figures.trust();
          });
    }
    return sums;
  }

  /** The host of a URL; empty if the name is no URL. */
  public static String host(String url) {
    return ReversedUrl.host(ReversedUrl.key(url));
  }
}
