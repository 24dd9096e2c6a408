package org.orbweaver.index.meta;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.search.FacetCounts;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.index.search.SearchResult.Hit;

/**
 * Searches several indexes and peers at once and merges their results by reciprocal rank fusion
 * (Cormack, Clarke and Büttcher 2009): a page scores the sum of 1/(60 + its rank) over the sources
 * that found it, because their scores are not comparable. A page that several found is shown once,
 * in the form of the source that ranks it best. A source that fails or is late is named in a note.
 * Counts of facets add up, so that a page that several sources count is counted in each.
 */
public final class MetaSearch {
  private static final int K = 60;

  /** Longer than an index takes by default to stop by itself. */
  private static final int TIMEOUT_SECONDS = 15;

  /** An index must not be closed while it is searched. */
  private static final int MAX_STOP_SECONDS = 60;

  private final Map<String, SearchSource> sources;

  /** A source of results. */
  public interface SearchSource {
    /**
     * Answers a query.
     *
     * @throws OrbException if it cannot
     */
    SearchResult search(SearchRequest request) throws IOException;
  }

  /**
   * @param sources by the name that notes and explanations use; for pages of equal score, earlier
   *     sources come first
   */
  public MetaSearch(Map<String, SearchSource> sources) {
    this.sources = new LinkedHashMap<>(sources);
  }

  /** The merged results of the sources. */
  private static final class Fusion {
    final Map<String, Hit> best = new LinkedHashMap<>();
    final Map<String, Double> scores = new LinkedHashMap<>();
    final Map<String, String> places = new HashMap<>();
    final List<SearchResult> results = new ArrayList<>();
    final List<String> notes = new ArrayList<>();

    void add(String source, SearchResult result) {
      results.add(result);
      result.notes().stream().filter(note -> !notes.contains(note)).forEach(notes::add);
      Set<String> own = new HashSet<>();
      for (Hit hit : result.hits()) {
        String url = hit.url().replaceFirst("#.*", "");
        if (!own.add(url)) {
          continue;
        }
        best.merge(url, hit, (old, now) -> now.rank() < old.rank() ? now : old);
        scores.merge(url, 1.0 / (K + hit.rank()), Double::sum);
        places.merge(url, hit.rank() + " in " + source, (old, now) -> old + ", " + now);
      }
    }
  }

  /**
   * Searches all sources and merges. The number of results is at least that of the source with
   * most. If no source finds anything, all are asked for the correction that the first proposes.
   *
   * @throws OrbException (usage) if the query is malformed; (failed) if no source answers
   */
  public SearchResult search(SearchRequest request) throws IOException {
    SearchResult typed = asTyped(request);
    if (typed.total() > 0 || typed.correction().isEmpty() || !request.respell()) {
      return typed;
    }
    String query = typed.correction().get();
    return asTyped(request.withQuery(query)).insteadOf(typed, query);
  }

  /** Sources must not answer different queries. */
  private SearchResult asTyped(SearchRequest request) throws IOException {
    long start = System.nanoTime();
    int most = request.from() + request.size();
    SearchRequest each = request.asTyped().page(0, most);
    Fusion fusion = ask(each);
    List<Map.Entry<String, Double>> order = new ArrayList<>(fusion.scores.entrySet());
    order.sort(Map.Entry.<String, Double>comparingByValue().reversed());
    List<Hit> hits = new ArrayList<>();
    for (int i = request.from(); i < Math.min(most, order.size()); i++) {
      String url = order.get(i).getKey();
      hits.add(fused(i + 1, fusion.best.get(url), order.get(i).getValue(), fusion.places.get(url)));
    }
    List<SearchResult> results = fusion.results;
    return new SearchResult(
        results.stream().map(SearchResult::build).collect(Collectors.joining(" ")),
        results.stream().flatMap(result -> result.curated().stream()).distinct().toList(),
        hits,
        Math.max(order.size(), results.stream().mapToLong(SearchResult::total).max().orElse(0)),
        results.stream().allMatch(result -> isExact(result, results.size() > 1)),
        results.stream().allMatch(SearchResult::isComplete),
        results.get(0).readAs(),
        fusion.notes,
        results.stream().map(SearchResult::correction).flatMap(Optional::stream).findFirst(),
        Optional.empty(),
        FacetCounts.sum(results.stream().map(SearchResult::facets).toList()),
        (System.nanoTime() - start) / 1_000_000);
  }

  /** Of the results that several sources found, only the listed ones can be counted once. */
  private static boolean isExact(SearchResult result, boolean isMerged) {
    return result.totalIsExact() && (!isMerged || result.hits().size() == result.total());
  }

  private Fusion ask(SearchRequest request) throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(sources.size());
    try {
      List<Future<SearchResult>> answers =
          threads.invokeAll(
              sources.values().stream().map(s -> asking(s, request)).toList(),
              TIMEOUT_SECONDS,
              TimeUnit.SECONDS);
      Fusion fusion = new Fusion();
      int i = 0;
      for (String source : sources.keySet()) {
        try {
          fusion.add(source, answers.get(i++).get());
        } catch (CancellationException e) {
          fusion.notes.add(source + " did not answer within " + TIMEOUT_SECONDS + " s");
        } catch (ExecutionException e) {
          if (e.getCause() instanceof OrbException wrong && wrong.exitCode() == ExitCode.USAGE) {
            throw wrong;
          }
          fusion.notes.add(source + " failed: " + Failure.reason(e.getCause()));
        }
      }
      if (fusion.results.isEmpty()) {
        throw OrbException.failed("no answer: " + String.join("; ", fusion.notes));
      }
      return fusion;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      threads.shutdownNow();
      try {
        threads.awaitTermination(MAX_STOP_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static Callable<SearchResult> asking(SearchSource source, SearchRequest request) {
    return () -> source.search(request);
  }

  private static Hit fused(int rank, Hit hit, double score, String places) {
    return new Hit(
        rank,
        hit.url(),
        hit.title(),
        hit.titleMatches(),
        hit.snippet(),
        (float) score,
        (float) score,
        0,
        hit.pageRank(),
        hit.lang(),
        hit.type(),
        hit.date(),
        hit.isDated(),
        hit.group(),
        hit.similar(),
        (places + "\n" + hit.explanation()).strip(),
        hit.named());
  }
}
