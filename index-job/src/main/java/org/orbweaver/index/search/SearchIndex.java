package org.orbweaver.index.search;

import static org.apache.lucene.search.BooleanClause.Occur.MUST_NOT;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.queries.mlt.MoreLikeThis;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopFieldDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.IOUtils;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.crawler.topic.TopicModel.Topic;
import org.orbweaver.index.IndexKeys;
import org.orbweaver.index.build.Deletions;
import org.orbweaver.index.build.IndexMeta;
import org.orbweaver.index.build.TopicPageRank;
import org.orbweaver.index.query.Phrases;
import org.orbweaver.index.query.QueryCompiler;
import org.orbweaver.index.query.QueryNode;
import org.orbweaver.index.query.QueryParser;
import org.orbweaver.index.query.QueryTopics;
import org.orbweaver.index.query.Ranking;
import org.orbweaver.index.query.StaticRanks;
import org.orbweaver.index.query.Weights;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Scoring;
import org.orbweaver.index.shard.LocalShards;
import org.orbweaver.index.shard.StatisticsReaders;

/**
 * The shards of a build as one index to search; safe for use by several threads.
 *
 * <p>Memory: the shards are mapped; besides, some megabytes of dictionaries.
 */
public final class SearchIndex implements SearchService {
  /** Shorter words say little of what a page is about. */
  private static final int SHORTEST_WORD = 3;

  /** Nor do words that are in more pages than this and in more than a fifth of all. */
  private static final int COMMON_PAGES = 20;

  private static final int COMMON_SHARE = 5;

  private static final Sort BY_SCORE_THEN_URL =
      new Sort(
          SortField.FIELD_SCORE, new SortField(IndexField.URL.fieldName(), SortField.Type.STRING));

  private final Configuration conf;
  private final IndexMeta meta;
  private final IndexReader reader;
  private final IndexSearcher searcher;
  private final Snippets snippets = new Snippets();
  private final Ranking ranking;
  private final Phrases phrases;
  private final CuratedAnswers curated;
  private final StaticRanks staticRanks;
  private final QueryTopics topics;
  private final DuplicateGroups groups;
  private final Made<FacetCounts> facetsMade;
  private final Made<Path> suggestionsFolder;
  private final long timeoutMillis;

  /** When the search of this thread is to stop, by {@link System#nanoTime}. */
  private final ThreadLocal<Long> deadline = new ThreadLocal<>();

  private FacetCounts facets;
  private Suggestions suggestions;

  /** Further pages looked for, among which those end that are as good as the last. */
  private static final int SPARE = 5;

  /** Makes it where it is not there yet. */
  private interface Made<T> {
    T get() throws IOException;
  }

  private SearchIndex(
      IndexMeta meta,
      IndexReader reader,
      Configuration conf,
      Ranking ranking,
      CuratedAnswers curated,
      QueryTopics topics,
      Made<FacetCounts> facetsMade,
      Made<Path> suggestionsFolder)
      throws IOException {
    this.facetsMade = facetsMade;
    this.suggestionsFolder = suggestionsFolder;
    this.meta = meta;
    this.reader = reader;
    this.conf = conf;
    this.ranking = ranking;
    this.curated = curated;
    this.topics = topics;
    boolean hasPairs = meta.fields().contains(IndexField.PAIRS.fieldName());
    Phrases wanted = IndexKeys.PHRASES.get(conf);
    phrases = wanted == Phrases.PAIRS && !hasPairs ? Phrases.POSITIONS : wanted;
    searcher =
        new IndexSearcher(reader) {
          @Override
          protected void searchLeaf(LeafReaderContext leaf, Weight weight, Collector collector)
              throws IOException {
            if (!StatisticsReaders.isElsewhere(leaf)) {
              super.searchLeaf(leaf, weight, collector);
            }
          }
        };
    searcher.setSimilarity(new Scoring());
    timeoutMillis = IndexKeys.TIMEOUT_MILLIS.get(conf);
    searcher.setTimeout(() -> deadline.get() != null && System.nanoTime() - deadline.get() > 0);
    staticRanks = new StaticRanks(reader);
    groups = new DuplicateGroups(searcher);
  }

  /** The same index as a part of a larger one, or watched, for one question. */
  SearchIndex as(IndexReader other) throws IOException {
    return new SearchIndex(
        meta, other, conf, ranking, curated, topics, this::facets, suggestionsFolder);
  }

  /**
   * Opens the newest index of a crawl.
   *
   * @throws OrbException (failed) where there is none or it is damaged
   */
  public static SearchIndex openLatest(Configuration conf, CrawlDir dir) throws IOException {
    return open(
        conf,
        dir,
        dir.latest(dir.indexes())
            .orElseThrow(
                () ->
                    OrbException.failed(
                        "no index in " + dir + " ('orb index " + dir + "' creates one)")));
  }

  /**
   * Opens one build.
   *
   * @throws OrbException (failed) where it is no index or is damaged
   */
  public static SearchIndex open(Configuration conf, CrawlDir dir, org.apache.hadoop.fs.Path build)
      throws IOException {
    IndexMeta meta = IndexMeta.read(dir.fs(), build);
    return open(conf, dir, build, meta, meta.shards().keySet(), "");
  }

  /**
   * Opens one shard of a build and reads it once to verify its checksums.
   *
   * @param shard its name in the build's meta data
   * @throws OrbException (failed) where it is damaged
   */
  static SearchIndex openShard(
      Configuration conf,
      CrawlDir dir,
      org.apache.hadoop.fs.Path build,
      IndexMeta meta,
      String shard)
      throws IOException {
    return open(conf, dir, build, meta, Set.of(shard), "." + meta.nameOf(shard).replace('/', '.'));
  }

  /**
   * @param part names the shards, where they are not all; they are verified
   */
  private static SearchIndex open(
      Configuration conf,
      CrawlDir dir,
      org.apache.hadoop.fs.Path build,
      IndexMeta meta,
      Set<String> names,
      String part)
      throws IOException {
    List<IndexReader> shards = new ArrayList<>();
    try {
      for (String name : names) {
        Path folder = LocalShards.of(conf, dir.fs(), build, meta, name);
        DirectoryReader shard = DirectoryReader.open(new MMapDirectory(folder));
        shards.add(shard);
        if (!part.isEmpty()) {
          for (LeafReaderContext leaf : shard.leaves()) {
            leaf.reader().checkIntegrity();
          }
        }
        shards.set(shards.size() - 1, Deletions.apply(dir.fs(), build, name, shard));
      }
      IndexReader reader = new MultiReader(shards.toArray(new IndexReader[0]));
      String queries = IndexKeys.QUERIES_FILE.get(conf);
      return new SearchIndex(
          meta,
          reader,
          conf,
          new Ranking(Weights.parse(IndexKeys.WEIGHTS.get(conf))),
          CuratedAnswers.read(conf),
          new QueryTopics(TopicPageRank.model(dir.fs(), build, meta)),
          () -> new FacetCounts(reader),
          () ->
              LocalShards.cached(
                  conf,
                  dir.fs(),
                  build,
                  part + ".suggest",
                  Set.of(),
                  folder ->
                      Suggestions.make(
                          reader, queries.isBlank() ? null : Path.of(queries), folder)));
    } catch (CorruptIndexException
        | IndexFormatTooNewException
        | IndexFormatTooOldException
        | FileNotFoundException
        | NoSuchFileException e) {
      IOUtils.closeWhileHandlingException(shards);
      throw OrbException.failed(
          "the index " + build + " is damaged (" + e.getMessage() + "); build it again", e);
    } catch (Throwable e) {
      IOUtils.closeWhileHandlingException(shards);
      throw e;
    }
  }

  /** What the index was made from. */
  public IndexMeta meta() {
    return meta;
  }

  IndexSearcher searcher() {
    return searcher;
  }

  DuplicateGroups groups() {
    return groups;
  }

  public Ranking ranking() {
    return ranking;
  }

  /** What queries are about. */
  public QueryTopics topics() {
    return topics;
  }

  /** Lucene's view of it, for statistics. */
  public IndexReader reader() {
    return reader;
  }

  @Override
  public Status status() {
    return new Status(meta.build(), meta.created(), reader.numDocs(), meta.shards().size());
  }

  /**
   * A query as it is to be looked for.
   *
   * @param topics that it is about, where that is clear
   * @param start when the search began, by {@link System#nanoTime}: compiling counts, too
   */
  record Compiled(
      Query text, Query ranked, QueryParser.Parsed parsed, List<Topic> topics, long start) {}

  /** The best matches; as many as the request needs, those to skip included. */
  record Found(
      List<ScoreDoc> best,
      TotalHits total,
      boolean isCut,
      List<String> notes,
      Optional<String> correction) {
    boolean isExact() {
      return total.relation == TotalHits.Relation.EQUAL_TO && !isCut;
    }
  }

  /**
   * What others are to be like.
   *
   * @param url of the page
   * @param group its group of near-duplicates, or empty
   * @param texts by field
   */
  public record Example(String url, String group, Map<String, List<String>> texts) {}

  Compiled compiled(SearchRequest request) throws IOException {
    long start = System.nanoTime();
    QueryParser.Parsed parsed = QueryParser.parse(request.query());
    QueryCompiler compiler =
        new QueryCompiler(ranking, phrases, reader, () -> System.nanoTime() - start > limit());
    Query text = (request.relaxed() ? compiler.relaxed() : compiler).text(parsed.query());
    List<Topic> about = topics.of(parsed.query());
    return new Compiled(
        text,
        ranking.ranked(text, staticRanks, about),
        parsed.noting(compiler.notes()),
        about,
        start);
  }

  /** Whether the time for the query has run out. */
  boolean isCut(Compiled query) {
    return System.nanoTime() - query.start() > limit();
  }

  private long limit() {
    return TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
  }

  Compiled compiled(Example example) throws IOException {
    MoreLikeThis words = new MoreLikeThis(reader);
    words.setAnalyzer(Analysis.forHighlighting());
    words.setFieldNames(example.texts().keySet().toArray(new String[0]));
    words.setMinTermFreq(1);
    words.setMinDocFreq(2);
    words.setMaxDocFreq(Math.max(COMMON_PAGES, reader.maxDoc() / COMMON_SHARE));
    words.setMinWordLen(SHORTEST_WORD);
    words.setBoost(true);
    Map<String, Collection<Object>> texts = new LinkedHashMap<>();
    example.texts().forEach((field, values) -> texts.put(field, List.copyOf(values)));
    BooleanQuery.Builder others =
        new BooleanQuery.Builder()
            .add(words.like(texts), BooleanClause.Occur.MUST)
            .add(new TermQuery(new Term(IndexField.URL.fieldName(), example.url())), MUST_NOT);
    if (!example.group().isEmpty()) {
      others.add(new TermQuery(new Term(IndexField.GROUP.fieldName(), example.group())), MUST_NOT);
    }
    Query text = others.build();
    return new Compiled(
        text,
        ranking.ranked(text, staticRanks, List.of()),
        new QueryParser.Parsed(new QueryNode.All(List.of()), List.of()),
        List.of(),
        System.nanoTime());
  }

  /** A page as an example, if it is in the index. */
  Optional<Example> example(String url) throws IOException {
    TopDocs page = searcher.search(new TermQuery(new Term(IndexField.URL.fieldName(), url)), 1);
    if (page.scoreDocs.length == 0) {
      return Optional.empty();
    }
    int doc = page.scoreDocs[0].doc;
    Document stored = searcher.storedFields().document(doc);
    Map<String, List<String>> texts = new LinkedHashMap<>();
    for (IndexField field : List.of(IndexField.TITLE, IndexField.MAIN)) {
      texts.put(field.fieldName(), List.of(stored.getValues(field.fieldName())));
    }
    return Optional.of(new Example(url, groups.of(doc), texts));
  }

  @Override
  public SearchResult search(SearchRequest request) throws IOException {
    return SearchService.relaxing(request, each -> answer(each, compiled(each)));
  }

  /** No correction of a later page of results, nor of a search for pages like one. */
  Optional<String> correction(SearchRequest request, QueryNode.All query) throws IOException {
    return request.from() > 0 || query.parts().isEmpty()
        ? Optional.empty()
        : new Correction(
                reader,
                other ->
                    searcher.count(
                        new QueryCompiler(ranking, phrases, reader, searcher.getTimeout())
                            .text(other)))
            .of(query);
  }

  @Override
  public SearchResult similar(String url, int top) throws IOException {
    Example example = example(url).orElseThrow(() -> notIn(url, meta.build()));
    return answer(SearchRequest.of(url, top).folded(), compiled(example));
  }

  static OrbException notIn(String url, String build) {
    return OrbException.failed(url + " is not in the index " + build);
  }

  private SearchResult answer(SearchRequest request, Compiled query) throws IOException {
    long start = System.nanoTime();
    List<SearchResult.Facet> counts = new ArrayList<>();
    Found found =
        find(
            request,
            query,
            () -> counts.addAll(facets().of(searcher, query.text(), request.fold())));
    List<DuplicateGroups.Front> shown = new ArrayList<>();
    List<ScoreDoc> best = found.best();
    for (ScoreDoc hit : best.subList(Math.min(request.from(), best.size()), best.size())) {
      shown.add(
          request.fold()
              ? groups.front(hit, query.text(), query.ranked())
              : new DuplicateGroups.Front(hit, 0, 0));
    }
    return new SearchResult(
        meta.build(),
        request.from() == 0 ? curated.of(request.query()) : List.of(),
        hits(request, query, shown),
        found.total().value,
        found.isExact(),
        !found.isCut(),
        query.parsed().query().toString(),
        found.notes(),
        found.correction(),
        counts,
        (System.nanoTime() - start) / 1_000_000);
  }

  /** What is counted, where a request asks for facets. */
  interface Counting {
    void run() throws IOException;
  }

  Found find(SearchRequest request, Compiled query, Counting counting) throws IOException {
    int top = request.from() + request.size();
    TopDocs found;
    List<ScoreDoc> best;
    Optional<String> correction;
    deadline.set(query.start() + limit());
    try {
      found = best(query.ranked(), top, request.counted());
      best =
          request.fold()
              ? groups.folded(found, most -> best(query.ranked(), most, 0), top)
              : List.of(found.scoreDocs);
      if (request.facets()) {
        counting.run();
      }
      correction = correction(request, query.parsed().query());
    } finally {
      deadline.remove();
    }
    boolean isCut = isCut(query);
    List<String> notes = new ArrayList<>(query.parsed().notes());
    if (request.relaxed()) {
      notes.add("few pages have most of the words; these have at least half of them");
    }
    if (isCut) {
      notes.add("the search was stopped after " + timeoutMillis + " ms; more pages may match");
    }
    return new Found(best, found.totalHits, isCut, notes, correction);
  }

  /** What is shown of pages, the first of them at the request's first place. */
  List<SearchResult.Hit> hits(
      SearchRequest request, Compiled query, List<DuplicateGroups.Front> shown) throws IOException {
    StoredFields stored = searcher.storedFields();
    Snippets.Maker snippet = snippets.of(query.text());
    List<SearchResult.Hit> hits = new ArrayList<>();
    for (DuplicateGroups.Front front : shown) {
      int doc = front.page().doc;
      String why =
          request.explain()
              ? Explained.of(searcher.explain(query.ranked(), doc), query.topics())
              : "";
      Document page = stored.document(doc);
      hits.add(hit(request.from() + hits.size() + 1, front, page, snippet.of(page), query, why));
    }
    return hits;
  }

  /**
   * The first call makes them, where they were not made before: about a second for 10,000 pages.
   */
  @Override
  public Completions suggest(String typed, int top) throws IOException {
    return new Completions(suggestions().of(typed, top), true);
  }

  private synchronized Suggestions suggestions() throws IOException {
    if (suggestions == null) {
      suggestions = Suggestions.open(suggestionsFolder.get());
    }
    return suggestions;
  }

  @Override
  public boolean contains(String url) throws IOException {
    return searcher.count(new TermQuery(new Term(IndexField.URL.fieldName(), url))) > 0;
  }

  synchronized FacetCounts facets() throws IOException {
    if (facets == null) {
      facets = facetsMade.get();
    }
    return facets;
  }

  /** The ten best pages for a query, near-duplicates included. */
  public TopDocs best(String query) throws IOException {
    SearchRequest request = SearchRequest.of(query, 10);
    return best(compiled(request).ranked(), request.size(), request.counted());
  }

  /**
   * The best by score, those of equal score by URL. Searching by score alone is faster; only if too
   * many are as good as the last, they are searched by both.
   *
   * @param counted up to how many matches are counted
   */
  private TopDocs best(Query query, int top, int counted) throws IOException {
    TopDocs found =
        searcher.search(query, new TopScoreDocCollectorManager(top + SPARE, null, counted));
    ScoreDoc[] hits = found.scoreDocs;
    TotalHits total =
        found.totalHits.value > counted
            ? new TotalHits(counted, TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO)
            : found.totalHits;
    if (hits.length == top + SPARE && hits[top - 1].score == hits[top + SPARE - 1].score) {
      CollectorManager<?, TopFieldDocs> byBoth =
          new TopFieldCollectorManager(BY_SCORE_THEN_URL, top, null, counted);
      return new TopDocs(total, searcher.search(query, byBoth).scoreDocs);
    }
    Arrays.sort(
        hits,
        Comparator.comparing((ScoreDoc hit) -> hit.score)
            .reversed()
            .thenComparing(hit -> groups.url(hit.doc)));
    ScoreDoc[] best = new ScoreDoc[Math.min(top, hits.length)];
    Arrays.setAll(
        best, i -> new FieldDoc(hits[i].doc, hits[i].score, new Object[] {hits[i].score}));
    return new TopDocs(total, best);
  }

  private SearchResult.Hit hit(
      int rank,
      DuplicateGroups.Front shown,
      Document document,
      Snippet snippet,
      Compiled query,
      String explanation)
      throws IOException {
    ScoreDoc found = shown.page();
    float score = (Float) ((FieldDoc) found).fields[0];
    double pageRank = staticRanks.pageRank(found.doc);
    float rankScore = ranking.staticScore(staticRanks, query.topics(), found.doc);
    String description = stored(document, IndexField.META);
    return new SearchResult.Hit(
        rank,
        stored(document, IndexField.URL),
        title(document),
        snippet.text().isEmpty() ? new Snippet(description, List.of()) : snippet,
        score,
        score - rankScore,
        rankScore,
        pageRank,
        stored(document, IndexField.LANG),
        stored(document, IndexField.TYPE),
        document.getField(IndexField.DATE.fieldName()).numericValue().longValue(),
        stored(document, IndexField.GROUP),
        shown.others(),
        explanation);
  }

  /** What the page calls itself; else what most others call it. */
  private static String title(Document document) {
    String title = stored(document, IndexField.TITLE);
    return title.isBlank()
        ? stored(document, IndexField.ANCHOR).lines().findFirst().orElse("")
        : title;
  }

  private static String stored(Document document, IndexField field) {
    String value = document.get(field.fieldName());
    return value == null ? "" : value;
  }

  /** The stored fields of a page and its PageRank, or nothing where it is not in the index. */
  public Optional<Map<String, Object>> stored(String url) throws IOException {
    TopDocs found = searcher.search(new TermQuery(new Term(IndexField.URL.fieldName(), url)), 1);
    if (found.scoreDocs.length == 0) {
      return Optional.empty();
    }
    int doc = found.scoreDocs[0].doc;
    Map<String, Object> fields = new LinkedHashMap<>();
    for (IndexableField field : searcher.storedFields().document(doc)) {
      fields.put(
          field.name(), field.numericValue() == null ? field.stringValue() : field.numericValue());
    }
    fields.put(IndexField.PAGERANK.fieldName(), staticRanks.pageRank(doc));
    return Optional.of(fields);
  }

  @Override
  public synchronized void close() throws IOException {
    IOUtils.close(suggestions, reader);
  }
}
