package org.orbweaver.index.search;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.util.IOUtils;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.index.query.Feedback;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.QueryLanguages;
import org.orbweaver.index.statistics.Statistics;
import org.orbweaver.index.statistics.StatisticsReaders;
import org.orbweaver.index.store.IndexMeta;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One shard of an index, which answers its part of a question. Given the {@link Statistics} of all
 * shards, which are requested first, its scores are those of the whole index. Safe for use by
 * several threads.
 */
public final class ShardIndex implements Closeable {
  /** The kinds of questions, in the order of a search. */
  public enum Step {
    /** Statistics of the query's terms, as {@link ShardStatistics}. */
    STATISTICS,
    /** The {@link BestPages} pages. */
    BEST,
    /** Statistics of words that may have been meant, as {@link ShardStatistics}. */
    SPELLINGS,
    /** {@link Proposals} of other queries. */
    PROPOSALS,
    /** {@link FeedbackPages} of the pages to show. */
    FEEDBACK,
    /** {@link ShownPages} of the pages to show. */
    DETAILS,
    /** {@link SearchService.Completions} of a typed text. */
    SUGGEST,
    /** The page of a URL as an {@link ExamplePage}. */
    PAGE
  }

  /**
   * A question.
   *
   * @param build the build of the shard
   * @param shard its name in the build's metadata
   * @param request the query; for suggestions the typed text, for a page its URL
   * @param like instead of the query, the page that others should resemble
   * @param feedback words to add to the query
   * @param statistics of all shards; when asking for {@link Step#STATISTICS}, none or those whose
   *     words are to be counted
   * @param shown the pages to show, from the request's first place on, or to take words from
   */
  public record ShardRequest(
      String build,
      String shard,
      SearchRequest request,
      Optional<SimilarPages.Example> like,
      Feedback feedback,
      Statistics statistics,
      List<RankedPage> shown) {}

  /**
   * Answers {@link Step#STATISTICS}.
   *
   * @param isCut true if time ran out before the statistics were complete
   */
  public record ShardStatistics(Statistics statistics, boolean isCut) {}

  /** Answers {@link Step#PAGE}. */
  public record ExamplePage(Optional<SimilarPages.Example> page) {}

  /** Answers {@link Step#DETAILS}. */
  public record ShownPages(List<ShownPage> pages) {}

  /** Answers {@link Step#FEEDBACK}; pages of other shards are left out. */
  public record FeedbackPages(List<FeedbackPage> pages) {}

  /**
   * A page to take words from.
   *
   * @param place the index of the requested page
   */
  public record FeedbackPage(int place, List<Feedback.Candidate> words) {}

  /** A candidate for a result. */
  public record RankedPage(float score, String url, String group) {}

  /**
   * Answers {@link Step#BEST}.
   *
   * @param pages best first; those to skip included
   * @param single matching pages that are results of their own, as far as they are counted
   * @param groups groups of near-duplicates that are results, as far as they are counted
   * @param isCut whether time ran out
   * @param isEnough whether the query needs no correction
   */
  public record BestPages(
      List<RankedPage> pages,
      long single,
      List<String> groups,
      boolean isCut,
      String readAs,
      List<String> notes,
      boolean isEnough,
      List<FacetCounts.FacetPart> facets) {}

  /** Answers {@link Step#PROPOSALS}. */
  public record Proposals(List<Correction.Proposal> queries) {}

  /**
   * A page to show.
   *
   * @param place the index of the requested page that it is or replaces
   * @param representative 1 if it is the page of its group to keep
   */
  public record ShownPage(int place, long representative, SearchResult.Hit hit) {}

  private static final Logger LOG = LoggerFactory.getLogger(ShardIndex.class);
  private static final int REMEMBERED_TERMS = 50_000;
  private static final int WARM_UP_QUERIES = 300;
  private static final int WARM_UP_RESULTS = 10;
  private static final long WARM_UP_MILLIS = 5_000;

  private final SearchIndex index;
  private final QueryLanguages languages;

  /** The other shards' statistics by those of all: each query has two steps that need them. */
  private final Cache<Statistics, Statistics> elsewhere =
      Caffeine.newBuilder()
          .maximumWeight(REMEMBERED_TERMS)
          .weigher((Statistics all, Statistics others) -> all.size())
          .build();

  private ShardIndex(SearchIndex index) throws IOException {
    this.index = index;
    languages = QueryLanguages.ofPart(index.reader());
  }

  /**
   * Opens a shard and verifies it, which reads all of it once. Also builds the structures for which
   * the first questions would wait.
   *
   * @throws OrbException (failed) if it is damaged
   */
  public static ShardIndex open(
      Configuration conf, CrawlDir dir, Path build, IndexMeta meta, String shard)
      throws IOException {
    SearchIndex index = SearchIndex.openShard(conf, dir, build, meta, shard);
    try {
      index.engine().facets().prepare();
      index.suggest("a", 1);
      return new ShardIndex(index);
    } catch (Throwable e) {
      IOUtils.closeWhileHandlingException(index);
      throw e;
    }
  }

  /**
   * Runs queries for {@value #WARM_UP_MILLIS} ms at most: the first hundreds in a JVM take several
   * times as long.
   */
  public void warmUp() {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WARM_UP_MILLIS);
    try {
      QueryLoad load = new QueryLoad(index.reader(), 0);
      for (int i = 0; i < WARM_UP_QUERIES && System.nanoTime() < end; i++) {
        index.search(SearchRequest.of(load.get(), WARM_UP_RESULTS).folded());
      }
    } catch (IOException | RuntimeException e) {
      LOG.info("warmed up in part: {}", e.toString()); // such as no page with enough words
    }
  }

  /**
   * Answers.
   *
   * @throws OrbException (usage) if the query is malformed
   */
  public Record answer(Step part, ShardRequest question) throws IOException {
    SearchRequest request = question.request();
    return switch (part) {
      case STATISTICS -> statistics(question);
      case BEST -> best(question);
      case SPELLINGS -> spellings(question);
      case PROPOSALS -> proposals(question);
      case FEEDBACK -> new FeedbackPages(feedback(question));
      case DETAILS -> new ShownPages(details(question));
      case SUGGEST -> index.suggest(request.query(), request.size());
      case PAGE -> new ExamplePage(index.example(request.query()));
    };
  }

  private static Search.Compiled compiled(Search asked, ShardRequest question) throws IOException {
    return question.like().isPresent()
        ? asked.compiled(question.like().get())
        : asked.compiled(question.request(), question.feedback());
  }

  private ShardStatistics statistics(ShardRequest question) throws IOException {
    if (question.statistics().hasUncounted()) {
      return new ShardStatistics(question.statistics().countedIn(index.reader()), false);
    }
    Map<String, Set<String>> words = new HashMap<>();
    Map<String, Set<String>> patterns = new HashMap<>();
    boolean isCut;
    try (IndexReader watched = StatisticsReaders.watched(index.reader(), words, patterns)) {
      Search asked = new Search(index.engine(), watched, languages.counting(words));
      Search.Compiled query = compiled(asked, question);
      isCut = asked.isCut(query);
      var searcher = asked.searcher();
      searcher.createWeight(searcher.rewrite(query.ranked()), ScoreMode.TOP_SCORES, 1);
    }
    return new ShardStatistics(Statistics.of(index.reader(), words).with(patterns), isCut);
  }

  private ShardStatistics spellings(ShardRequest question) throws IOException {
    if (question.statistics().maxDoc() > 0) {
      return new ShardStatistics(question.statistics().countedIn(index.reader()), false);
    }
    Map<String, Set<String>> words = new HashMap<>();
    try (IndexReader watched = StatisticsReaders.watched(index.reader(), words, new HashMap<>())) {
      new Search(index.engine(), watched, languages.counting(words))
          .proposals(question.request().query());
    }
    return new ShardStatistics(Statistics.of(index.reader(), words), false);
  }

  private Proposals proposals(ShardRequest question) throws IOException {
    try (IndexReader whole = whole(question)) {
      return new Proposals(asWhole(question, whole).proposals(question.request().query()));
    }
  }

  private IndexReader whole(ShardRequest question) throws IOException {
    Statistics all = question.statistics();
    Statistics others = elsewhere.getIfPresent(all);
    if (others == null) {
      others = all.without(index.reader());
      elsewhere.put(all, others);
    }
    return StatisticsReaders.within(index.reader(), others);
  }

  /** A search with the languages and stems of the whole index. */
  private Search asWhole(ShardRequest question, IndexReader whole) throws IOException {
    return new Search(index.engine(), whole, QueryLanguages.within(question.statistics()::docFreq));
  }

  private BestPages best(ShardRequest question) throws IOException {
    SearchRequest request = question.request();
    try (IndexReader whole = whole(question)) {
      Search asked = asWhole(question, whole);
      Search.Compiled query = compiled(asked, question);
      List<FacetCounts.FacetPart> facets = new ArrayList<>();
      Search.Found found =
          asked.find(
              request,
              query,
              () ->
                  facets.addAll(
                      index
                          .engine()
                          .facets()
                          .parts(asked.searcher(), query.text(), request.fold())));
      List<RankedPage> pages = new ArrayList<>();
      for (ScoreDoc hit : found.best()) {
        DuplicateGroups groups = asked.groups();
        pages.add(
            new RankedPage(
                Search.score(hit), groups.url(hit.doc).utf8ToString(), groups.of(hit.doc)));
      }
      return new BestPages(
          pages,
          found.results().single(),
          List.copyOf(found.results().groups()),
          found.isCut(),
          query.parsed().query().toString(),
          found.notes(),
          asked.isEnough(
              request,
              query.parsed().query(),
              found.results().single() + found.results().groups().size()),
          facets);
    }
  }

  private List<FeedbackPage> feedback(ShardRequest question) throws IOException {
    Search asked = new Search(index.engine());
    List<FeedbackPage> pages = new ArrayList<>();
    for (int i = 0; i < question.shown().size(); i++) {
      Optional<Integer> doc = index.doc(question.shown().get(i).url());
      if (doc.isPresent()) {
        pages.add(new FeedbackPage(i, asked.words(doc.get())));
      }
    }
    return pages;
  }

  private List<ShownPage> details(ShardRequest question) throws IOException {
    try (IndexReader whole = whole(question)) {
      Search asked = asWhole(question, whole);
      Search.Compiled query = compiled(asked, question);
      boolean fold = question.request().fold();
      List<Term> terms = question.shown().stream().map(page -> term(page, fold)).toList();
      Map<Term, DuplicateGroups.Front> found =
          asked.inTime(
              query, () -> asked.groups().fronts(Set.copyOf(terms), query.text(), query.ranked()));
      Map<Term, DuplicateGroups.Front> alone =
          asked.isCut(query)
              ? asked.groups().fronts(urls(question, terms, found), query.text(), query.ranked())
              : Map.of();
      List<Integer> places = new ArrayList<>();
      List<DuplicateGroups.Front> fronts = new ArrayList<>();
      for (int i = 0; i < terms.size(); i++) {
        DuplicateGroups.Front front =
            found.getOrDefault(terms.get(i), alone.get(urlTerm(question.shown().get(i))));
        if (front != null) {
          places.add(i);
          boolean isGroup = terms.get(i).field().equals(IndexField.GROUP.fieldName());
          fronts.add(isGroup ? front : front.withScore(question.shown().get(i).score()));
        }
      }
      List<SearchResult.Hit> hits = asked.hits(question.request(), query, fronts);
      List<ShownPage> details = new ArrayList<>();
      for (int i = 0; i < hits.size(); i++) {
        details.add(new ShownPage(places.get(i), fronts.get(i).representative(), hits.get(i)));
      }
      return details;
    }
  }

  /** A term of the page alone, or, if folded, of all members of its group. */
  private static Term term(RankedPage page, boolean fold) {
    return fold && !page.group().isEmpty() ? DuplicateGroups.term(page.group()) : urlTerm(page);
  }

  private static Term urlTerm(RankedPage page) {
    return new Term(IndexField.URL.fieldName(), page.url());
  }

  /** The pages themselves if time ran out before their groups were searched. */
  private static Set<Term> urls(
      ShardRequest question, List<Term> terms, Map<Term, DuplicateGroups.Front> found) {
    Set<Term> urls = new HashSet<>();
    for (int i = 0; i < terms.size(); i++) {
      if (!found.containsKey(terms.get(i))) {
        urls.add(urlTerm(question.shown().get(i)));
      }
    }
    return urls;
  }

  @Override
  public void close() throws IOException {
    index.close();
  }
}
