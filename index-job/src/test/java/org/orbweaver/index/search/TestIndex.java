package org.orbweaver.index.search;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.orbweaver.index.conf.Phrases;
import org.orbweaver.index.query.QueryCompiler;
import org.orbweaver.index.query.QueryParser;
import org.orbweaver.index.query.QueryTopics;
import org.orbweaver.index.query.Ranking;
import org.orbweaver.index.query.Weights;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Documents;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.PageFields;
import org.orbweaver.index.schema.Scoring;
import org.orbweaver.index.store.IndexMeta;

/** Pages made by a test, indexed in memory. */
public final class TestIndex implements Closeable {
  private final Directory directory = new ByteBuffersDirectory();
  private final IndexReader reader;
  private final IndexSearcher searcher;
  private List<String> notes = List.of();

  public TestIndex(Page... pages) throws IOException {
    Analysis.ByLanguage analyzer = new Analysis.ByLanguage();
    IndexWriterConfig config = new IndexWriterConfig(analyzer).setSimilarity(new Scoring());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      Documents documents = new Documents(10_000);
      for (Page page : pages) {
        analyzer.language(page.content().lang());
        writer.addDocument(documents.document(page));
      }
    }
    reader = DirectoryReader.open(directory);
    searcher = new IndexSearcher(reader);
    searcher.setSimilarity(new Scoring());
  }

  public IndexReader reader() {
    return reader;
  }

  /** The index as commands and servers search it, without suggestions; closing it closes this. */
  public SearchIndex whole(Configuration conf) throws IOException {
    IndexMeta meta =
        new IndexMeta(
            2,
            "20260101000000",
            "",
            "",
            reader.numDocs(),
            Map.of("shard-00000", (long) reader.numDocs()),
            Map.of(),
            "",
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Arrays.stream(IndexField.values()).map(IndexField::fieldName).toList(),
            Map.of());
    return new SearchIndex(
        Engine.of(conf, meta, reader, QueryTopics.NONE),
        () -> {
          throw new IOException("no suggestions");
        });
  }

  /** The last parts of the URLs found, in alphabetical order. */
  public Set<String> find(String query) throws IOException {
    return find(query, Phrases.PAIRS);
  }

  public Set<String> find(String query, Phrases phrases) throws IOException {
    QueryCompiler compiler = new QueryCompiler(new Ranking(Weights.DEFAULT), phrases, reader);
    Query compiled = compiler.text(QueryParser.parse(query, PageFields.names(reader)).query());
    notes = compiler.notes();
    Set<String> found = new TreeSet<>();
    for (ScoreDoc hit : searcher.search(compiled, 10_000).scoreDocs) {
      String url = reader.storedFields().document(hit.doc).get(IndexField.URL.fieldName());
      found.add(url.substring(url.lastIndexOf('/') + 1));
    }
    return found;
  }

  /** The notes on the last query. */
  public List<String> notes() {
    return new ArrayList<>(notes);
  }

  @Override
  public void close() throws IOException {
    reader.close();
    directory.close();
  }
}
