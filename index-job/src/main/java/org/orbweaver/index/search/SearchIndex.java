package org.orbweaver.index.search;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.IOUtils;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.query.QueryTopics;
import org.orbweaver.index.query.Ranking;
import org.orbweaver.index.query.Synonyms;
import org.orbweaver.index.schema.Documents;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.StoredDocuments;
import org.orbweaver.index.store.Deletions;
import org.orbweaver.index.store.IndexMeta;
import org.orbweaver.index.store.LocalShards;
import org.orbweaver.index.store.TopicPageRank;

/**
 * The shards of a build as one index to search; safe for use by several threads.
 *
 * <p>Memory: the shards are mapped; dictionaries take some megabytes more.
 */
public final class SearchIndex implements SearchService {
  private final Engine engine;
  private final IOSupplier<Path> suggestionsFolder;
  private Suggestions suggestions;

  SearchIndex(Engine engine, IOSupplier<Path> suggestionsFolder) {
    this.engine = engine;
    this.suggestionsFolder = suggestionsFolder;
  }

  /**
   * Opens the newest index of a crawl.
   *
   * @throws OrbException (failed) if there is none or it is damaged
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
   * @throws OrbException (failed) if it is no index or is damaged
   */
  public static SearchIndex open(Configuration conf, CrawlDir dir, org.apache.hadoop.fs.Path build)
      throws IOException {
    IndexMeta meta = IndexMeta.read(dir.fs(), build);
    return open(conf, dir, build, meta, meta.shards().keySet(), "");
  }

  /**
   * Opens one shard of a build and reads it once to verify its checksums.
   *
   * @param shard its name in the build's metadata
   * @throws OrbException (failed) if it is damaged
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
   * @param part names of the shards if not all are opened; they are verified
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
          Engine.of(
              conf, meta, reader, new QueryTopics(TopicPageRank.model(dir.fs(), build, meta))),
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

  Engine engine() {
    return engine;
  }

  /** The input of the index and other metadata. */
  public IndexMeta meta() {
    return engine.meta();
  }

  public Ranking ranking() {
    return engine.settings().ranking();
  }

  /** Finds the topics of queries. */
  public QueryTopics topics() {
    return engine.topics();
  }

  /** The synonyms that searches add to queries. */
  public Synonyms synonyms() {
    return engine.settings().synonyms();
  }

  /** Lucene's view of it, for statistics. */
  public IndexReader reader() {
    return engine.reader();
  }

  @Override
  public IndexStatus status() {
    return new IndexStatus(
        meta().build(), meta().created(), reader().numDocs(), meta().shards().size());
  }

  @Override
  public SearchResult search(SearchRequest request) throws IOException {
    return search(request, Set.of());
  }

  /**
   * Searches this index as one of several.
   *
   * @param pageFields the fields that sites and plugins name in the others; no page is found by one
   *     that this index does not have
   */
  public SearchResult search(SearchRequest request, Set<String> pageFields) throws IOException {
    Search search = new Search(engine).knowing(pageFields);
    Search.Compiled query = search.compiled(request, search.feedback(request));
    SearchResult typed = search.answer(request, query);
    return Correction.applied(
        request,
        typed,
        () ->
            search.isEnough(request, query.parsed().query(), typed.total())
                ? Optional.empty()
                : Correction.best(List.of(search.proposals(request.query()))),
        other -> search.answer(other, search.compiled(other, search.feedback(other))));
  }

  /** The best pages for a query, near-duplicates included. */
  public TopDocs best(String query, int top) throws IOException {
    return best(SearchRequest.of(query, top));
  }

  /** The best pages for a request, near-duplicates included; only their number and scores. */
  public TopDocs best(SearchRequest request) throws IOException {
    Search search = new Search(engine);
    return search.best(
        search.compiled(request, search.feedback(request)).ranked(),
        request.size(),
        new ResultCounter(request.counted(), false),
        Set.of());
  }

  @Override
  public SearchResult similar(String url, int top) throws IOException {
    SimilarPages.Example example = example(url).orElseThrow(() -> notIn(url, meta().build()));
    Search search = new Search(engine);
    return search.answer(SearchRequest.of(url, top).folded(), search.compiled(example));
  }

  /** A page as an example, if it is in the index. */
  Optional<SimilarPages.Example> example(String url) throws IOException {
    Optional<Integer> doc = doc(url);
    return doc.isEmpty()
        ? Optional.empty()
        : Optional.of(SimilarPages.example(reader(), doc.get()));
  }

  Optional<Integer> doc(String url) throws IOException {
    TopDocs page =
        new IndexSearcher(reader())
            .search(new TermQuery(new Term(IndexField.URL.fieldName(), Documents.urlTerm(url))), 1);
    return Arrays.stream(page.scoreDocs).map(hit -> hit.doc).findFirst();
  }

  static OrbException notIn(String url, String build) {
    return OrbException.failed(url + " is not in the index " + build);
  }

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
    return doc(url).isPresent();
  }

  /** The stored fields of a page and its PageRank; empty if it is not in the index. */
  public Optional<Map<String, Object>> stored(String url) throws IOException {
    Optional<Integer> doc = doc(url);
    if (doc.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    for (IndexableField field : new StoredDocuments(reader()).document(doc.get())) {
      Object value = field.numericValue() == null ? field.stringValue() : field.numericValue();
      if (value != null) { // else TextOffsets
        fields.merge(field.name(), value, (first, next) -> first + "\n" + next);
      }
    }
    fields.put(IndexField.PAGERANK.fieldName(), engine.staticRanks().pageRank(doc.get()));
    return Optional.of(fields);
  }

  @Override
  public synchronized void close() throws IOException {
    IOUtils.close(suggestions, reader());
  }
}
