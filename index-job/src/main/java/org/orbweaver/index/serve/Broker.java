package org.orbweaver.index.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.query.Feedback;
import org.orbweaver.index.search.Correction;
import org.orbweaver.index.search.CuratedAnswers;
import org.orbweaver.index.search.FacetCounts;
import org.orbweaver.index.search.RelevanceModel;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.index.search.SearchService;
import org.orbweaver.index.search.ShardIndex;
import org.orbweaver.index.search.ShardIndex.RankedPage;
import org.orbweaver.index.search.ShardIndex.ShardRequest;
import org.orbweaver.index.search.ShardIndex.ShownPage;
import org.orbweaver.index.search.ShardIndex.Step;
import org.orbweaver.index.search.SimilarPages;
import org.orbweaver.index.search.Suggestions;
import org.orbweaver.index.statistics.Statistics;

/**
 * Answers from the shards of one build on several servers, with the same pages, scores, totals and
 * facets as one index of all of them. A question goes to all shards three times: for the statistics
 * of its terms (twice, if a pattern matches many words), for the best pages by these, and for the
 * details of the best of all. If it finds little and a word may be misspelled, it goes to them
 * three times more, for the statistics of similar words and for the queries made of them. With
 * feedback, it is searched twice, and between the two the best pages are asked for their words. A
 * shard without an answering server is missing from the result, which says so.
 */
final class Broker implements SearchService {
  private static final Comparator<RankedPage> BEST_FIRST =
      Comparator.comparing(RankedPage::score).reversed().thenComparing(RankedPage::url);

  /** The page of a group of near-duplicates to keep, else the newest. */
  private static final Comparator<ShownPage> FRONT_FIRST =
      Comparator.comparing(ShownPage::representative)
          .thenComparing(detail -> detail.hit().date())
          .reversed()
          .thenComparing(detail -> detail.hit().url());

  private final ShardClient servers;
  private final ShardServer.Build build;
  private final CuratedAnswers curated;
  private final RelevanceModel feedback;

  /** Statistics by query; they do not change within a build. */
  private final Map<Object, Statistics> statistics;

  Broker(Configuration conf, ShardClient servers, ShardServer.Build build) {
    this.servers = servers;
    this.build = build;
    curated = CuratedAnswers.read(conf);
    feedback = RelevanceModel.of(conf);
    int entries = IndexKeys.SERVE_CACHE_ENTRIES.get(conf);
    statistics = LiveIndex.cache(entries);
  }

  @Override
  public SearchResult search(SearchRequest request) throws IOException {
    Answer typed = answer(request, Optional.empty());
    return Correction.applied(
        request,
        typed.result(),
        () -> typed.isEnough() ? Optional.empty() : correction(request),
        other -> answer(other, Optional.empty()).result());
  }

  private Optional<Correction.Proposal> correction(SearchRequest request) throws IOException {
    Round round = new Round(request, Optional.empty());
    // A shard looks up words by those that it has: the second time, each counts those of all.
    boolean isKnown = round.count(Step.SPELLINGS);
    isKnown &= round.count(Step.SPELLINGS);
    if (!isKnown) {
      return Optional.empty();
    }
    List<ShardIndex.Proposals> proposals =
        round.ask(Step.PROPOSALS, List.of(), ShardIndex.Proposals.class);
    return round.missing.isEmpty()
        ? Correction.best(proposals.stream().map(ShardIndex.Proposals::queries).toList())
        : Optional.empty();
  }

  @Override
  public SearchResult similar(String url, int top) throws IOException {
    Optional<SimilarPages.Example> page = page(url);
    if (page.isEmpty()) {
      throw OrbException.failed(url + " is not in the index " + build.build());
    }
    return answer(SearchRequest.of(url, top).folded(), page).result();
  }

  @Override
  public boolean contains(String url) throws IOException {
    return page(url).isPresent();
  }

  private Optional<SimilarPages.Example> page(String url) throws IOException {
    Round round = new Round(SearchRequest.of(url, 1), Optional.empty());
    Optional<SimilarPages.Example> page =
        round.ask(Step.PAGE, List.of(), ShardIndex.ExamplePage.class).stream()
            .flatMap(answer -> answer.page().stream())
            .findFirst();
    if (page.isEmpty() && !round.missing.isEmpty()) {
      throw new IOException(
          "cannot tell whether " + url + " is in the index: no answer for " + round.missing);
    }
    return page;
  }

  /** The best of all shards; a text that several suggest, once. */
  @Override
  public Completions suggest(String typed, int top) throws IOException {
    Map<String, Suggestion> best = new LinkedHashMap<>();
    Round round = new Round(SearchRequest.of(typed, top), Optional.empty());
    Suggestions.fitting(
            round.ask(Step.SUGGEST, List.of(), Completions.class).stream()
                .flatMap(answer -> answer.suggestions().stream())
                .toList())
        .stream()
        .sorted(
            Comparator.comparingDouble(Suggestion::weight)
                .reversed()
                .thenComparing(suggestion -> suggestion.text().length())
                .thenComparing(Suggestion::text))
        .forEach(suggestion -> best.putIfAbsent(suggestion.text(), suggestion));
    return new Completions(best.values().stream().limit(top).toList(), round.missing.isEmpty());
  }

  @Override
  public IndexStatus status() {
    return new IndexStatus(build.build(), build.created(), build.docs(), build.shards().size());
  }

  /** The state of one question on its way through the shards. */
  private final class Round {
    final Optional<SimilarPages.Example> like;
    final Set<String> missing = new HashSet<>();
    SearchRequest request;
    Feedback feedback = Feedback.NONE;
    Statistics all = Statistics.NONE;

    /** False if statistics of a shard are missing. */
    boolean isKnown = true;

    Round(SearchRequest request, Optional<SimilarPages.Example> like) {
      this.request = request;
      this.like = like;
    }

    /** Requests statistics of the words that a step looks up; returns whether they are complete. */
    boolean count(Step words) throws IOException {
      List<ShardIndex.ShardStatistics> counts =
          ask(words, List.of(), ShardIndex.ShardStatistics.class);
      all = Statistics.sum(counts.stream().map(ShardIndex.ShardStatistics::statistics).toList());
      return missing.isEmpty() && counts.stream().noneMatch(ShardIndex.ShardStatistics::isCut);
    }

    /** Asks all shards but those already missing. */
    <R extends Record> List<R> ask(Step part, List<RankedPage> shown, Class<R> type)
        throws IOException {
      Map<String, CompletableFuture<R>> asked = new TreeMap<>();
      for (String shard : build.shards()) {
        if (!missing.contains(shard)) {
          ShardRequest question =
              new ShardRequest(build.build(), shard, request, like, feedback, all, shown);
          asked.put(shard, servers.ask(part, question, type));
        }
      }
      List<R> answers = new ArrayList<>();
      Throwable last = null;
      for (Map.Entry<String, CompletableFuture<R>> one : asked.entrySet()) {
        try {
          answers.add(one.getValue().join());
        } catch (CompletionException e) {
          if (e.getCause() instanceof OrbException unreadable) {
            throw unreadable;
          }
          missing.add(one.getKey());
          last = e.getCause();
        }
      }
      if (answers.isEmpty()) {
        throw new IOException("no shard of the index " + build.build() + " answers", last);
      }
      return answers;
    }
  }

  /**
   * An answer to a query as typed.
   *
   * @param isEnough whether it needs no correction
   */
  private record Answer(SearchResult result, boolean isEnough) {}

  private Answer answer(SearchRequest request, Optional<SimilarPages.Example> like)
      throws IOException {
    long start = System.nanoTime();
    Round round = new Round(request, like);
    boolean isFirstCut = request.feedback() && takesFeedback(round);
    List<ShardIndex.BestPages> found = best(round);
    List<RankedPage> shown = shown(request, found);
    List<SearchResult.Hit> hits = shown.isEmpty() ? List.of() : hits(round, shown);
    Set<String> notes = new LinkedHashSet<>();
    found.forEach(part -> notes.addAll(part.notes()));
    if (!round.missing.isEmpty()) {
      notes.add(
          round.missing.size()
              + " of "
              + build.shards().size()
              + " shards did not answer; pages of theirs are missing");
    }
    boolean isComplete =
        !isFirstCut
            && round.isKnown
            && round.missing.isEmpty()
            && found.stream().noneMatch(ShardIndex.BestPages::isCut);
    long total = total(found);
    SearchResult result =
        new SearchResult(
            build.build(),
            request.from() == 0 && like.isEmpty() ? curated.of(request.query()) : List.of(),
            hits,
            Math.min(total, request.counted()),
            isComplete && total <= request.counted(),
            isComplete,
            found.get(0).readAs(),
            List.copyOf(notes),
            Optional.empty(),
            Optional.empty(),
            request.facets()
                ? FacetCounts.merged(found.stream().map(ShardIndex.BestPages::facets).toList())
                : List.of(),
            (System.nanoTime() - start) / 1_000_000);
    return new Answer(result, found.stream().anyMatch(ShardIndex.BestPages::isEnough));
  }

  /** Searches for the words to add to the query; returns whether time ran out for a shard. */
  private boolean takesFeedback(Round round) throws IOException {
    SearchRequest request = round.request;
    round.request = request.first(feedback.pages());
    List<ShardIndex.BestPages> found = best(round);
    List<RankedPage> pages = shown(round.request, found);
    Map<Integer, RelevanceModel.PageWords> words = new TreeMap<>();
    if (!pages.isEmpty()) {
      for (ShardIndex.FeedbackPages answer :
          round.ask(Step.FEEDBACK, pages, ShardIndex.FeedbackPages.class)) {
        answer
            .pages()
            .forEach(
                page ->
                    words.put(
                        page.place(),
                        new RelevanceModel.PageWords(
                            pages.get(page.place()).score(), page.words())));
      }
    }
    round.request = request;
    round.feedback = feedback.feedback(List.copyOf(words.values()));
    return found.stream().anyMatch(ShardIndex.BestPages::isCut);
  }

  /** The best pages of each shard by the statistics of all. */
  private List<ShardIndex.BestPages> best(Round round) throws IOException {
    SearchRequest request = round.request;
    Object key =
        List.of(request.query(), request.from() == 0, round.like.isPresent(), round.feedback);
    Statistics known = statistics.get(key);
    round.all = known == null ? Statistics.NONE : known;
    if (known == null) {
      boolean isKnown = round.count(Step.STATISTICS);
      // The candidates of the other shards for the words of a pattern.
      if (round.all.hasUncounted()) {
        isKnown &= round.count(Step.STATISTICS);
      }
      round.isKnown &= isKnown;
      if (isKnown) {
        statistics.put(key, round.all);
      }
    }
    return round.ask(Step.BEST, List.of(), ShardIndex.BestPages.class);
  }

  /** The number of results; a group with pages in several shards is one. */
  private static long total(List<ShardIndex.BestPages> found) {
    Set<String> groups = new HashSet<>();
    long single = 0;
    for (ShardIndex.BestPages part : found) {
      single += part.single();
      groups.addAll(part.groups());
    }
    return single + groups.size();
  }

  /** The pages from the request's first rank on, the best of each group. */
  private static List<RankedPage> shown(SearchRequest request, List<ShardIndex.BestPages> found) {
    Set<String> groups = new HashSet<>();
    return found.stream()
        .flatMap(part -> part.pages().stream())
        .sorted(BEST_FIRST)
        .filter(page -> !request.fold() || page.group().isEmpty() || groups.add(page.group()))
        .skip(request.from())
        .limit(request.size())
        .toList();
  }

  /** Without pages whose shard has failed since it returned its best. */
  private static List<SearchResult.Hit> hits(Round round, List<RankedPage> shown)
      throws IOException {
    Map<Integer, List<ShownPage>> byPlace = new TreeMap<>();
    for (ShardIndex.ShownPages answer :
        round.ask(Step.DETAILS, shown, ShardIndex.ShownPages.class)) {
      for (ShownPage detail : answer.pages()) {
        byPlace.computeIfAbsent(detail.place(), place -> new ArrayList<>()).add(detail);
      }
    }
    List<SearchResult.Hit> hits = new ArrayList<>();
    for (List<ShownPage> members : byPlace.values()) {
      int matching = members.stream().mapToInt(member -> member.hit().similar() + 1).sum();
      hits.add(
          Collections.min(members, FRONT_FIRST)
              .hit()
              .at(round.request.from() + hits.size() + 1, matching - 1));
    }
    return hits;
  }

  @Override
  public void close() {
    // The servers are needed for the next build, too.
  }
}
