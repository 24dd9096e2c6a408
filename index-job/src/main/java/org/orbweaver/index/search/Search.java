package org.orbweaver.index.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopFieldDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.IOSupplier;
import org.orbweaver.crawler.topic.TopicModel.Topic;
import org.orbweaver.index.query.Feedback;
import org.orbweaver.index.query.QueryCompiler;
import org.orbweaver.index.query.QueryNode;
import org.orbweaver.index.query.QueryParser;
import org.orbweaver.index.query.RankedQuery;
import org.orbweaver.index.query.StaticRanks;
import org.orbweaver.index.query.Synonyms;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.PageFields;
import org.orbweaver.index.schema.QueryLanguages;
import org.orbweaver.index.schema.Scoring;
import org.orbweaver.index.schema.StoredDocuments;
import org.orbweaver.index.statistics.StatisticsReaders;

/** One search of an index, or of a part of a larger one; for use by one thread. */
final class Search {
  private static final Sort BY_SCORE_THEN_URL =
      new Sort(
          SortField.FIELD_SCORE, new SortField(IndexField.URL.fieldName(), SortField.Type.STRING));

  /** Further pages collected, to find ties with the last. */
  private static final int SPARE = 5;

  private final Engine engine;
  private final IndexSearcher searcher;
  private final StaticRanks staticRanks;
  private final QueryLanguages languages;
  private final DuplicateGroups groups;

  /** When to stop, by {@link System#nanoTime}; null while no search runs. */
  private Long deadline;

  /** The names of fields that queries may have besides Orbweaver's own. */
  private Set<String> pageFields;

  /** Whether time ran out for the search whose pages give feedback. */
  private boolean isFeedbackCut;

  /** A search of the whole engine. */
  Search(Engine engine) {
    this(engine, engine.reader(), engine.staticRanks(), engine.languages());
  }

  /**
   * A search of the index as a part of a larger one, or under observation.
   *
   * @param reader of the index, as this search sees it
   * @param languages of the index, likewise
   */
  Search(Engine engine, IndexReader reader, QueryLanguages languages) throws IOException {
    this(engine, reader, new StaticRanks(reader), languages);
  }

  private Search(
      Engine engine, IndexReader reader, StaticRanks staticRanks, QueryLanguages languages) {
    this.engine = engine;
    this.languages = languages;
    pageFields = engine.meta().pageFields();
    this.staticRanks = staticRanks;
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
    searcher.setTimeout(() -> deadline != null && System.nanoTime() - deadline > 0);
    groups = new DuplicateGroups(searcher);
  }

  /** Lets queries have further fields, which no page of this index has. */
  Search knowing(Set<String> more) {
    Set<String> all = new TreeSet<>(pageFields);
    all.addAll(more);
    pageFields = all;
    return this;
  }

  IndexSearcher searcher() {
    return searcher;
  }

  DuplicateGroups groups() {
    return groups;
  }

  /**
   * A compiled query.
   *
   * @param topics of the query, if clear
   * @param start when the search began, by {@link System#nanoTime}: compiling counts, too
   */
  record Compiled(
      Query text,
      RankedQuery ranked,
      QueryParser.ParsedQuery parsed,
      List<Topic> topics,
      long start) {}

  /** The best matches; as many as the request needs, those to skip included. */
  record Found(List<ScoreDoc> best, ResultCounter results, boolean isCut, List<String> notes) {}

  /**
   * Compiles a query.
   *
   * @param feedback from its best pages, or {@link Feedback#NONE}
   */
  Compiled compiled(SearchRequest request, Feedback feedback) throws IOException {
    long start = System.nanoTime();
    QueryParser.ParsedQuery parsed = QueryParser.parse(request.query(), pageFields);
    QueryCompiler compiler =
        compiler(() -> System.nanoTime() - start > limit()).forReader(request.languages());
    Synonyms.Expanded read = engine.settings().synonyms().expand(parsed.query());
    Feedback.Expanded expanded = feedback.expand(read.query(), compiler);
    RankedQuery text = expanded.text();
    List<Topic> about = engine.topics().of(parsed.query());
    return new Compiled(
        text,
        engine.settings().ranking().ranked(text, staticRanks, about),
        parsed.noting(compiler.notes()).noting(read.notes()).noting(expanded.note()),
        about,
        start);
  }

  private QueryCompiler compiler(QueryTimeout timeout) {
    SearchSettings settings = engine.settings();
    return new QueryCompiler(
            settings.ranking(), settings.phrases(), searcher.getIndexReader(), timeout)
        .in(languages);
  }

  /** Whether the time for the query has run out. */
  boolean isCut(Compiled query) {
    return System.nanoTime() - query.start() > limit();
  }

  private long limit() {
    return TimeUnit.MILLISECONDS.toNanos(engine.settings().timeoutMillis());
  }

  /** The words to add to a query, if that is requested; searches for its best pages. */
  Feedback feedback(SearchRequest request) throws IOException {
    if (!request.feedback()) {
      return Feedback.NONE;
    }
    RelevanceModel model = engine.settings().feedback();
    SearchRequest first = request.first(model.pages());
    Compiled query = compiled(first, Feedback.NONE);
    List<RelevanceModel.PageWords> pages = new ArrayList<>();
    for (ScoreDoc page : inTime(query, () -> best(first, query, new ResultCounter(0, false)))) {
      pages.add(new RelevanceModel.PageWords(score(page), words(page.doc)));
    }
    isFeedbackCut |= isCut(query);
    return model.feedback(pages);
  }

  /** The words of a page's main content. */
  List<Feedback.Candidate> words(int doc) throws IOException {
    String main = IndexField.MAIN.fieldName();
    Document page = new StoredDocuments(searcher.getIndexReader()).document(doc, Set.of(main));
    return RelevanceModel.words(StoredDocuments.text(page, IndexField.MAIN));
  }

  Compiled compiled(SimilarPages.Example example) throws IOException {
    RankedQuery text =
        new RankedQuery(SimilarPages.query(searcher.getIndexReader(), example), List.of());
    return new Compiled(
        text,
        engine.settings().ranking().ranked(text, staticRanks, List.of()),
        new QueryParser.ParsedQuery(new QueryNode.All(List.of()), List.of()),
        List.of(),
        System.nanoTime());
  }

  /** Finds corrections of queries, within the time limit. */
  private Correction correction() {
    return new Correction(
        searcher.getIndexReader(),
        other -> {
          QueryNode.All expanded = engine.settings().synonyms().expand(other).query();
          return searcher.count(compiler(searcher.getTimeout()).text(expanded));
        });
  }

  /** True if the query needs no correction, by the results that it found here. */
  boolean isEnough(SearchRequest request, QueryNode.All query, long results) throws IOException {
    // Those of words that feedback has added tell nothing of the query.
    return correction().isEnough(query, request.feedback() ? 0 : results);
  }

  /** Other spellings of a query. */
  List<Correction.Proposal> proposals(String query) throws IOException {
    deadline = System.nanoTime() + limit();
    try {
      return correction().of(QueryParser.parse(query, pageFields).query());
    } finally {
      deadline = null;
    }
  }

  SearchResult answer(SearchRequest request, Compiled query) throws IOException {
    long start = System.nanoTime();
    List<SearchResult.Facet> counts = new ArrayList<>();
    Found found =
        find(
            request,
            query,
            () -> counts.addAll(engine.facets().of(searcher, query.text(), request.fold())));
    List<ScoreDoc> best =
        found.best().subList(Math.min(request.from(), found.best().size()), found.best().size());
    List<DuplicateGroups.Front> shown =
        request.fold()
            ? inTime(query, () -> groups.fronts(best, query.text(), query.ranked()))
            : best.stream().map(hit -> new DuplicateGroups.Front(hit, 0, 0)).toList();
    List<String> notes = new ArrayList<>(found.notes());
    boolean isCut = found.isCut();
    if (!isCut && (isFeedbackCut || (request.fold() && isCut(query)))) {
      isCut = true;
      notes.add(cutNote());
    }
    ResultCounter results = found.results();
    long total = results.single() + results.groups().size();
    return new SearchResult(
        engine.meta().build(),
        request.from() == 0 ? engine.settings().curated().of(request.query()) : List.of(),
        hits(request, query, shown),
        Math.min(total, request.counted()),
        !results.isOver() && !isCut,
        !isCut,
        query.parsed().query().toString(),
        notes,
        Optional.empty(),
        Optional.empty(),
        counts,
        (System.nanoTime() - start) / 1_000_000);
  }

  /** Runs a search; returns the results found before time ran out. */
  <T> T inTime(Compiled query, IOSupplier<T> search) throws IOException {
    deadline = query.start() + limit();
    try {
      return search.get();
    } finally {
      deadline = null;
    }
  }

  Found find(SearchRequest request, Compiled query, IORunnable counting) throws IOException {
    return inTime(query, () -> findInTime(request, query, counting));
  }

  private Found findInTime(SearchRequest request, Compiled query, IORunnable counting)
      throws IOException {
    ResultCounter results = new ResultCounter(request.counted(), request.fold());
    List<ScoreDoc> best = best(request, query, results);
    if (request.facets()) {
      counting.run();
    }
    boolean isCut = isCut(query);
    List<String> notes = new ArrayList<>(query.parsed().notes());
    if (isCut) {
      notes.add(cutNote());
    }
    return new Found(best, results, isCut, notes);
  }

  private List<ScoreDoc> best(SearchRequest request, Compiled query, ResultCounter results)
      throws IOException {
    int top = request.from() + request.size();
    TopDocs found =
        best(
            query.ranked(), request.fold() ? DuplicateGroups.scanned(top) : top, results, Set.of());
    return request.fold()
        ? groups.folded(
            found,
            (most, without) -> best(query.ranked(), most, new ResultCounter(0, false), without),
            top)
        : List.of(found.scoreDocs);
  }

  /** Where pages tie, the score is in its field only. */
  static float score(ScoreDoc page) {
    return (Float) ((FieldDoc) page).fields[0];
  }

  private String cutNote() {
    return "the search was stopped after "
        + engine.settings().timeoutMillis()
        + " ms; more pages may match";
  }

  /** The results as shown; the first is at the request's first rank. */
  List<SearchResult.Hit> hits(
      SearchRequest request, Compiled query, List<DuplicateGroups.Front> shown) throws IOException {
    StoredDocuments stored = new StoredDocuments(searcher.getIndexReader());
    Snippets snippets = new Snippets(searcher.getIndexReader(), query.text());
    List<SearchResult.Hit> hits = new ArrayList<>();
    for (DuplicateGroups.Front front : shown) {
      int doc = front.page().doc;
      String why =
          request.explain()
              ? ScoreExplanation.of(searcher.explain(query.ranked(), doc), query.topics())
              : "";
      Document page = stored.document(doc);
      Snippet snippet = snippets.of(doc, page);
      List<Snippet.Span> inTitle = snippets.matches(title(page), page);
      hits.add(hit(request.from() + hits.size() + 1, front, page, inTitle, snippet, query, why));
    }
    return hits;
  }

  /**
   * The best by score, those of equal score by URL. Searching by score alone is faster; only if too
   * many tie with the last does it search by both.
   *
   * @param results counts the results
   * @param without groups of near-duplicates to skip
   */
  TopDocs best(Query query, int top, ResultCounter results, Set<String> without)
      throws IOException {
    TopDocs found =
        searcher.search(
            query,
            results.counting(
                DuplicateGroups.without(
                    without, new TopScoreDocCollectorManager(top + SPARE, null, 1))));
    ScoreDoc[] hits = found.scoreDocs;
    if (hits.length == top + SPARE && hits[top - 1].score == hits[top + SPARE - 1].score) {
      CollectorManager<?, TopFieldDocs> byBoth =
          new TopFieldCollectorManager(BY_SCORE_THEN_URL, top, null, top);
      return new TopDocs(
          found.totalHits,
          searcher.search(query, DuplicateGroups.without(without, byBoth)).scoreDocs);
    }
    Map<Integer, BytesRef> urls = new HashMap<>();
    Arrays.sort(
        hits,
        Comparator.comparing((ScoreDoc hit) -> hit.score)
            .reversed()
            .thenComparing(hit -> urls.computeIfAbsent(hit.doc, groups::url)));
    ScoreDoc[] best = new ScoreDoc[Math.min(top, hits.length)];
    Arrays.setAll(
        best, i -> new FieldDoc(hits[i].doc, hits[i].score, new Object[] {hits[i].score}));
    return new TopDocs(found.totalHits, best);
  }

  private SearchResult.Hit hit(
      int rank,
      DuplicateGroups.Front shown,
      Document document,
      List<Snippet.Span> inTitle,
      Snippet snippet,
      Compiled query,
      String explanation)
      throws IOException {
    ScoreDoc found = shown.page();
    float score = score(found);
    double pageRank = staticRanks.pageRank(found.doc);
    float rankScore =
        engine.settings().ranking().staticScore(staticRanks, query.topics(), found.doc);
    Snippet described =
        snippet.text().isEmpty()
            ? new Snippet(StoredDocuments.text(document, IndexField.META), List.of())
            : snippet;
    int maxSnippet = value(found.doc, IndexField.MAX_SNIPPET, Integer.MAX_VALUE);
    return new SearchResult.Hit(
        rank,
        StoredDocuments.text(document, IndexField.URL),
        title(document),
        inTitle,
        described.cut(maxSnippet),
        score,
        score - rankScore,
        rankScore,
        pageRank,
        StoredDocuments.text(document, IndexField.LANG),
        StoredDocuments.text(document, IndexField.TYPE),
        document.getField(IndexField.DATE.fieldName()).numericValue().longValue(),
        value(found.doc, IndexField.DATED, 0) == 1,
        StoredDocuments.text(document, IndexField.GROUP),
        shown.others(),
        explanation,
        shown(PageFields.stored(document), maxSnippet));
  }

  /** The fields that sites and plugins name are of the page's text, too. */
  private static Map<String, List<String>> shown(Map<String, List<String>> named, int maxSnippet) {
    if (maxSnippet == 0) {
      return Map.of();
    }
    named.replaceAll(
        (name, values) ->
            values.stream()
                .map(value -> new Snippet(value, List.of()).cut(maxSnippet).text())
                .toList());
    return named;
  }

  /** A page's value of a field that not all pages have. */
  private int value(int doc, IndexField field, int absent) throws IOException {
    LeafReaderContext leaf = StoredDocuments.leaf(searcher.getIndexReader(), doc);
    NumericDocValues values = DocValues.getNumeric(leaf.reader(), field.fieldName());
    return values.advanceExact(doc - leaf.docBase) ? (int) values.longValue() : absent;
  }

  /** The page's title, else its most frequent anchor. */
  private static String title(Document document) {
    String title = StoredDocuments.text(document, IndexField.TITLE);
    return title.isBlank()
        ? StoredDocuments.text(document, IndexField.ANCHOR).lines().findFirst().orElse("")
        : title;
  }
}
