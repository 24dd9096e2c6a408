package org.orbweaver.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.lucene.codecs.lucene912.Lucene912Codec;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SlowCodecReaderWrapper;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Sorter;
import org.apache.lucene.index.SortingCodecReader;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.IOUtils;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.index.conf.Phrases;
import org.orbweaver.index.query.QueryCompiler;
import org.orbweaver.index.query.QueryParser;
import org.orbweaver.index.query.RankedQuery;
import org.orbweaver.index.query.StaticRanks;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.QueryLanguages;
import org.orbweaver.index.schema.Scoring;
import org.orbweaver.index.search.SearchIndex;

/**
 * The baseline of searching: the documents of an index in the order in which they were crawled, in
 * one segment written by an IndexWriter, searched by Lucene's own searcher and shown by its
 * highlighter.
 */
final class PlainLucene implements Closeable {
  private static final int TOP = 10;
  private static final int PASSAGES = 2;
  private static final int MAX_TEXT_CHARS = 200_000;
  private static final Set<String> SHOWN =
      Set.of(IndexField.URL.fieldName(), IndexField.TITLE.fieldName());

  private final SearchIndex index;
  private final Directory directory;
  private final IndexReader reader;
  private final StaticRanks ranks;
  private final QueryLanguages languages;
  private final IndexSearcher searcher;
  private final UnifiedHighlighter highlighter;

  /**
   * Writes the index.
   *
   * @param crawl the crawl of {@code index}
   * @param folder to create
   */
  PlainLucene(Configuration conf, CrawlDir crawl, SearchIndex index, Path folder)
      throws IOException {
    this.index = index;
    Map<String, Long> order = crawlOrder(conf, crawl);
    try (Directory merged = new MMapDirectory(folder.resolve("merged"))) {
      List<CodecReader> shards = new ArrayList<>();
      for (LeafReaderContext leaf : index.reader().leaves()) {
        shards.add(SlowCodecReaderWrapper.wrap(leaf.reader()));
      }
      write(merged, shards);
      directory = new MMapDirectory(folder.resolve("crawled"));
      try (IndexReader one = DirectoryReader.open(merged)) {
        LeafReader leaf = one.leaves().get(0).reader();
        write(
            directory,
            List.of(
                SortingCodecReader.wrap(
                    SlowCodecReaderWrapper.wrap(leaf), sorted(leaf, order), null)));
      }
    }
    reader = DirectoryReader.open(directory);
    ranks = new StaticRanks(reader);
    languages = new QueryLanguages(reader);
    searcher = new IndexSearcher(reader);
    searcher.setSimilarity(new Scoring());
    highlighter =
        UnifiedHighlighter.builder(searcher, Analysis.ofStored("en"))
            .withMaxLength(MAX_TEXT_CHARS)
            .withHandleMultiTermQuery(false)
            .withHighlightPhrasesStrictly(false)
            .build();
  }

  /** By URL, the time of its last fetch: the round and the time. */
  private static Map<String, Long> crawlOrder(Configuration conf, CrawlDir crawl)
      throws IOException {
    Map<String, Long> times = new HashMap<>();
    for (var segment : crawl.segmentList()) {
      SortedStore.open(
              conf, new org.apache.hadoop.fs.Path(segment, "crawl_fetch"), CrawlDatum.class)
          .forEach((url, datum) -> times.put(url.toString(), datum.getFetchTime()));
    }
    return times;
  }

  /** The documents of one segment in that order; those never fetched come last. */
  private static Sorter.DocMap sorted(LeafReader leaf, Map<String, Long> order) throws IOException {
    long[] times = new long[leaf.maxDoc()];
    SortedDocValues urls = leaf.getSortedDocValues(IndexField.URL.fieldName());
    for (int doc = urls.nextDoc(); doc < times.length; doc = urls.nextDoc()) {
      String url = urls.lookupOrd(urls.ordValue()).utf8ToString();
      times[doc] = order.getOrDefault(url, Long.MAX_VALUE);
    }
    int[] olds =
        IntStream.range(0, times.length)
            .boxed()
            .sorted(Comparator.comparingLong(doc -> times[doc]))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] news = new int[olds.length];
    for (int doc = 0; doc < olds.length; doc++) {
      news[olds[doc]] = doc;
    }
    return new Sorter.DocMap() {
      @Override
      public int oldToNew(int doc) {
        return news[doc];
      }

      @Override
      public int newToOld(int doc) {
        return olds[doc];
      }

      @Override
      public int size() {
        return olds.length;
      }
    };
  }

  private static void write(Directory directory, List<CodecReader> readers) throws IOException {
    // As Lucene itself compresses for size.
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setUseCompoundFile(false)
            .setCodec(new Lucene912Codec(Lucene912Codec.Mode.BEST_COMPRESSION));
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      writer.addIndexes(readers.toArray(new CodecReader[0]));
      writer.forceMerge(1);
    }
  }

  private Query query(String text) throws IOException {
    QueryParser.ParsedQuery parsed = QueryParser.parse(text);
    RankedQuery ours =
        new QueryCompiler(index.ranking(), Phrases.POSITIONS, reader)
            .in(languages)
            .text(index.synonyms().expand(parsed.query()).query());
    // Lucene's own way of adding scores.
    BooleanQuery.Builder scored =
        new BooleanQuery.Builder().add(ours.words(), BooleanClause.Occur.MUST);
    ours.bonuses().forEach(bonus -> scored.add(bonus, BooleanClause.Occur.SHOULD));
    return index
        .ranking()
        .ranked(
            new RankedQuery(scored.build(), List.of()), ranks, index.topics().of(parsed.query()));
  }

  /** The best documents for a query. */
  TopDocs best(String text) throws IOException {
    return searcher.search(query(text), TOP);
  }

  /** The same with the texts to show: URL, title and a snippet each. */
  List<String> answer(String text) throws IOException {
    Query query = query(text);
    TopDocs best = searcher.search(query, TOP);
    String[] snippets = highlighter.highlight(IndexField.MAIN.fieldName(), query, best, PASSAGES);
    List<String> shown = new ArrayList<>();
    for (ScoreDoc hit : best.scoreDocs) {
      searcher
          .storedFields()
          .document(hit.doc, SHOWN)
          .forEach(field -> shown.add(field.stringValue()));
      shown.add(snippets[shown.size() / 3]);
    }
    return shown;
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(reader, directory);
  }
}
