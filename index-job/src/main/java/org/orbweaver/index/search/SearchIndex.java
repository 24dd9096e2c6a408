package org.orbweaver.index.search;

import static org.apache.lucene.search.BooleanClause.Occur.MUST_NOT;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.FeatureField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.queries.mlt.MoreLikeThis;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.index.IndexKeys;
import org.orbweaver.index.build.Deletions;
import org.orbweaver.index.build.IndexMeta;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Documents;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Scoring;

/**
 * The shards of a build as one index to search; safe for use by several threads.
 *
 * <p>Memory: the shards are mapped; besides, some megabytes of dictionaries.
 */
public final class SearchIndex implements SearchService {
  /** Beyond this many matches they are no longer counted, only the best are looked for. */
  private static final int COUNTED_HITS = 100_000;

  /** Shorter words say little of what a page is about. */
  private static final int SHORTEST_WORD = 3;

  private static final Sort BY_SCORE_THEN_URL =
      new Sort(
          SortField.FIELD_SCORE, new SortField(IndexField.URL.fieldName(), SortField.Type.STRING));

  private final IndexMeta meta;
  private final IndexReader reader;
  private final IndexSearcher searcher;
  private final Snippets snippets;
  private final Ranking ranking;
  private final Phrases phrases;
  private final CuratedAnswers curated;
  private final float pivot;
  private final DuplicateGroups groups;
  private final SuggestionsFolder suggestionsFolder;
  private final long timeoutMillis;

  /** When the search of this thread is to stop, by {@link System#nanoTime}. */
  private final ThreadLocal<Long> deadline = new ThreadLocal<>();

  private FacetCounts facets;
  private Suggestions suggestions;

  /** Makes it where it is not there yet. */
  private interface SuggestionsFolder {
    Path get() throws IOException;
  }

  private SearchIndex(
      IndexMeta meta, IndexReader reader, Configuration conf, SuggestionsFolder suggestionsFolder)
      throws IOException {
    this.suggestionsFolder = suggestionsFolder;
    this.meta = meta;
    this.reader = reader;
    ranking = new Ranking(Weights.parse(IndexKeys.WEIGHTS.get(conf)));
    boolean hasPairs = meta.fields().contains(IndexField.PAIRS.fieldName());
    curated = CuratedAnswers.read(conf);
    Phrases wanted = IndexKeys.PHRASES.get(conf);
    phrases = wanted == Phrases.PAIRS && !hasPairs ? Phrases.POSITIONS : wanted;
    searcher = new IndexSearcher(reader);
    searcher.setSimilarity(new Scoring());
    timeoutMillis = IndexKeys.TIMEOUT_MILLIS.get(conf);
    searcher.setTimeout(() -> deadline.get() != null && System.nanoTime() - deadline.get() > 0);
    snippets = new Snippets(searcher);
    pivot = pivot(reader);
    groups = new DuplicateGroups(searcher);
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
    List<IndexReader> shards = new ArrayList<>();
    try {
      Iterator<String> names = meta.shards().keySet().iterator();
      for (Path folder : LocalShards.of(conf, dir.fs(), build, meta)) {
        DirectoryReader shard = DirectoryReader.open(new MMapDirectory(folder));
        shards.add(shard);
        shards.set(shards.size() - 1, Deletions.apply(dir.fs(), build, names.next(), shard));
      }
      IndexReader reader = new MultiReader(shards.toArray(new IndexReader[0]));
      String queries = IndexKeys.QUERIES_FILE.get(conf);
      return new SearchIndex(
          meta,
          reader,
          conf,
          () ->
              LocalShards.cached(
                  conf,
                  dir.fs(),
                  build,
                  ".suggest",
                  Set.of(),
                  part ->
                      Suggestions.make(reader, queries.isBlank() ? null : Path.of(queries), part)));
    } catch (CorruptIndexException
        | IndexFormatTooNewException
        | IndexFormatTooOldException
        | FileNotFoundException
        | NoSuchFileException e) {
      for (IndexReader shard : shards) {
        shard.close();
      }
      throw OrbException.failed(
          "the index " + build + " is damaged (" + e.getMessage() + "); build it again", e);
    }
  }

  /** What the index was made from. */
  public IndexMeta meta() {
    return meta;
  }

  Ranking ranking() {
    return ranking;
  }

  float pivot() {
    return pivot;
  }

  /** Lucene's view of it, for statistics. */
  public IndexReader reader() {
    return reader;
  }

  @Override
  public Status status() {
    return new Status(meta.build(), meta.created(), reader.numDocs(), meta.shards().size());
  }

  @Override
  public SearchResult search(SearchRequest request) throws IOException {
    QueryParser.Parsed parsed = QueryParser.parse(request.query());
    QueryCompiler compiler = new QueryCompiler(ranking, phrases, reader);
    Query text = compiler.text(parsed.query());
    return answer(request, text, parsed.noting(compiler.notes()));
  }

  /** No correction of a later page of results, nor of a search for pages like one. */
  private Optional<String> correction(SearchRequest request, QueryNode.All query)
      throws IOException {
    return request.from() > 0 || query.parts().isEmpty()
        ? Optional.empty()
        : new Correction(
                reader,
                other -> searcher.count(new QueryCompiler(ranking, phrases, reader).text(other)))
            .of(query);
  }

  @Override
  public SearchResult similar(String url, int top) throws IOException {
    TopDocs page = searcher.search(new TermQuery(new Term(IndexField.URL.fieldName(), url)), 1);
    if (page.scoreDocs.length == 0) {
      throw OrbException.failed(url + " is not in the index " + meta.build());
    }
    int doc = page.scoreDocs[0].doc;
    MoreLikeThis words = new MoreLikeThis(reader);
    words.setAnalyzer(Analysis.forHighlighting());
    words.setFieldNames(new String[] {IndexField.TITLE.fieldName(), IndexField.MAIN.fieldName()});
    words.setMinTermFreq(1);
    words.setMinDocFreq(2);
    words.setMinWordLen(SHORTEST_WORD);
    words.setBoost(true);
    BooleanQuery.Builder others =
        new BooleanQuery.Builder()
            .add(words.like(doc), BooleanClause.Occur.MUST)
            .add(new TermQuery(new Term(IndexField.URL.fieldName(), url)), MUST_NOT);
    String group = groups.of(doc);
    if (!group.isEmpty()) {
      others.add(new TermQuery(new Term(IndexField.GROUP.fieldName(), group)), MUST_NOT);
    }
    return answer(
        SearchRequest.of(url, top).folded(),
        others.build(),
        new QueryParser.Parsed(new QueryNode.All(List.of()), List.of()));
  }

  private SearchResult answer(SearchRequest request, Query text, QueryParser.Parsed parsed)
      throws IOException {
    long start = System.nanoTime();
    Query ranked = ranking.ranked(text, pivot);
    int top = request.from() + request.size();
    TopDocs found;
    List<ScoreDoc> best;
    List<SearchResult.Facet> counts;
    Optional<String> correction;
    deadline.set(start + TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
    try {
      found = best(ranked, top);
      best =
          request.fold()
              ? groups.folded(found, most -> best(ranked, most), top)
              : List.of(found.scoreDocs);
      counts = request.facets() ? facets().of(searcher, text, request.fold()) : List.of();
      correction = correction(request, parsed.query());
    } finally {
      deadline.remove();
    }
    boolean isCut = System.nanoTime() - start > TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    List<String> notes = new ArrayList<>(parsed.notes());
    if (isCut) {
      notes.add("the search was stopped after " + timeoutMillis + " ms; more pages may match");
    }
    List<DuplicateGroups.Front> shown = new ArrayList<>();
    for (ScoreDoc hit : best.subList(Math.min(request.from(), best.size()), best.size())) {
      shown.add(
          request.fold() ? groups.front(hit, text, ranked) : new DuplicateGroups.Front(hit, 0));
    }
    int[] docs = shown.stream().mapToInt(front -> front.page().doc).toArray();
    List<Snippet> texts = snippets.of(text, docs);
    List<SearchResult.Hit> hits = new ArrayList<>(docs.length);
    for (int i = 0; i < docs.length; i++) {
      hits.add(
          hit(
              request.from() + i + 1,
              shown.get(i).page(),
              texts.get(i),
              shown.get(i).others(),
              request.explain() ? Explained.of(searcher.explain(ranked, docs[i])) : ""));
    }
    return new SearchResult(
        meta.build(),
        request.from() == 0 ? curated.of(request.query()) : List.of(),
        hits,
        found.totalHits.value,
        found.totalHits.relation == TotalHits.Relation.EQUAL_TO && !isCut,
        parsed.query().toString(),
        notes,
        correction,
        counts,
        (System.nanoTime() - start) / 1_000_000);
  }

  /**
   * The first call makes them, where they were not made before: about a second for 10,000 pages.
   */
  @Override
  public List<Suggestion> suggest(String typed, int top) throws IOException {
    return suggestions().of(typed, top);
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

  private synchronized FacetCounts facets() throws IOException {
    if (facets == null) {
      facets = new FacetCounts(reader);
    }
    return facets;
  }

  private TopDocs best(Query query, int top) throws IOException {
    return searcher.search(
        query, new TopFieldCollectorManager(BY_SCORE_THEN_URL, top, null, COUNTED_HITS));
  }

  private SearchResult.Hit hit(
      int rank, ScoreDoc found, Snippet snippet, int similar, String explanation)
      throws IOException {
    Document document = searcher.storedFields().document(found.doc);
    float score = (Float) ((FieldDoc) found).fields[0];
    double pageRank = pageRank(found.doc);
    float rankScore = rankScore((float) pageRank);
    String shown = stored(document, IndexField.META);
    return new SearchResult.Hit(
        rank,
        stored(document, IndexField.URL),
        title(document),
        snippet.text().isEmpty() ? new Snippet(shown, List.of()) : snippet,
        score,
        score - rankScore,
        rankScore,
        pageRank,
        stored(document, IndexField.LANG),
        stored(document, IndexField.TYPE),
        document.getField(IndexField.DATE.fieldName()).numericValue().longValue(),
        stored(document, IndexField.GROUP),
        similar,
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

  private double pageRank(int doc) throws IOException {
    List<LeafReaderContext> leaves = reader.leaves();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
    NumericDocValues ranks = leaf.reader().getNumericDocValues(IndexField.PAGERANK.fieldName());
    return ranks != null && ranks.advanceExact(doc - leaf.docBase)
        ? Double.longBitsToDouble(ranks.longValue())
        : 0;
  }

  /** What PageRank adds, as {@link FeatureField} computes it from the 9 bits that it keeps. */
  private float rankScore(float pageRank) {
    float staticWeight = ranking.staticWeight();
    if (staticWeight <= 0 || pivot <= 0 || pageRank < Float.MIN_NORMAL) {
      return 0;
    }
    return staticWeight * (1 - pivot / (featureValue(featureBits(pageRank)) + pivot));
  }

  private static int featureBits(float value) {
    return Float.floatToIntBits(value) >>> 15;
  }

  private static float featureValue(int bits) {
    return Float.intBitsToFloat(bits << 15);
  }

  /**
   * About the geometric mean of all PageRanks, as {@link FeatureField} takes for its own default:
   * the mean of the values' leading bits, which are close to logarithms.
   *
   * @return 0 where there is no PageRank
   */
  private static float pivot(IndexReader reader) throws IOException {
    long sum = 0;
    long docs = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = leaf.reader().terms(IndexField.FEATURES.fieldName());
      if (terms != null) {
        TermsEnum term = terms.iterator();
        if (term.seekExact(new BytesRef(Documents.PAGERANK_FEATURE))) {
          sum += term.totalTermFreq();
          docs += term.docFreq();
        }
      }
    }
    return docs == 0 ? 0 : featureValue((int) (sum / docs));
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
    fields.put(IndexField.PAGERANK.fieldName(), pageRank(doc));
    return Optional.of(fields);
  }

  @Override
  public synchronized void close() throws IOException {
    IOUtils.close(suggestions, reader);
  }
}
