package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.search.SearchResult.Facet;
import org.orbweaver.index.search.SearchResult.FacetValue;

class FacetCountsTest {
  private static final List<Facet> EXPECTED =
      List.of(
          new Facet(
              "lang",
              List.of(new FacetValue("en", 3, "lang:en"), new FacetValue("de", 1, "lang:de"))),
          new Facet("kind", List.of(new FacetValue("article", 1, "kind:article"))),
          new Facet("year", List.of(new FacetValue("2001", 1, "date:2001"))));

  @Test
  void countsWhatTheFilterOfAValueFinds() throws IOException {
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        add(writer, "en", "", 0);
        add(writer, "en-us", "", 0);
        add(writer, "de-at", "article", 1_000_000_000_000L);
        writer.commit(); // another segment
        add(writer, "en-gb", "", 0);
        add(writer, "", "", 0);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        FacetCounts counts = new FacetCounts(reader);
        IndexSearcher searcher = new IndexSearcher(reader);
        MatchAllDocsQuery all = new MatchAllDocsQuery();
        assertEquals(EXPECTED, counts.of(searcher, all, false));
        assertEquals(
            EXPECTED, FacetCounts.merged(List.of(counts.parts(searcher, all, false))), "as parts");
      }
    }
  }

  @Test
  void stopsWhenTimeIsOver() throws IOException {
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        for (int i = 0; i < 10_000; i++) {
          add(writer, "en", "", 0);
        }
      }
      List<Long> counted = new ArrayList<>();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setTimeout(() -> true);
        for (Facet facet : new FacetCounts(reader).of(searcher, new MatchAllDocsQuery(), false)) {
          facet.values().forEach(value -> counted.add(value.count()));
        }
      }
      assertEquals(List.of(4095L), counted);
    }
  }

  private static void add(IndexWriter writer, String lang, String kind, long date)
      throws IOException {
    Document page = new Document();
    page.add(new SortedDocValuesField(IndexField.LANG.fieldName(), new BytesRef(lang)));
    page.add(new SortedDocValuesField(IndexField.KIND.fieldName(), new BytesRef(kind)));
    page.add(new NumericDocValuesField(IndexField.DATE.fieldName(), date));
    writer.addDocument(page);
  }
}
