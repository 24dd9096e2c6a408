package org.orbweaver.index.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.Test;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Anchors.Anchor;
import org.orbweaver.index.schema.Documents;
import org.orbweaver.index.schema.Page;

class WithoutAnchorTest {
  @Test
  void hidesOneTextOfOnePageAndNothingElse() throws IOException {
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
      Analysis.ByLanguage analyzer = new Analysis.ByLanguage();
      analyzer.language("en");
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer))) {
        add(writer, "a", new Anchor("Trip report", 2), new Anchor("the trip report 2", 1));
        writer.commit();
        add(writer, "b", new Anchor("trip reports", 1), new Anchor("Trip Report", 3));
        add(writer, "c", new Anchor("trip report", 1));
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(List.of(0, 1, 2), found(reader, "trip", "report"));
        Set<String> known = Set.of("trip", "report", "reports");
        List<String> text = List.of("trip", "report");
        IndexReader b = WithoutAnchor.of(reader, 1, text, known);
        assertEquals(List.of(0, 1, 2), found(b, "trip"));
        assertEquals(List.of(1), found(b, "trip", "reports"));
        // The stem of the remaining words is there, the word itself is not.
        assertEquals(List.of(0, 1, 2), found(b, "report"));
        assertEquals(1, frequency(b, 1));
        assertEquals(4, frequency(reader, 1));
        IndexReader c = WithoutAnchor.of(reader, 2, text, known);
        assertEquals(List.of(0, 1), found(c, "trip", "report"));
        assertEquals(List.of(0, 1), found(c, "trip"));
        IndexReader a = WithoutAnchor.of(reader, 0, text, Set.of("the", "trip", "report", "2"));
        assertEquals(List.of(0, 1, 2), found(a, "trip", "report"));
        assertEquals(1, frequency(a, 0));
      }
    }
  }

  private static void add(IndexWriter writer, String url, Anchor... anchors) throws IOException {
    Page.Facts facts = new Page.Facts(0, "", "", false, List.of(anchors), 1, 0, 0, 0, List.of());
    writer.addDocument(
        new Documents(9).document(new Page(url, Page.Content.of("", "text", "en"), facts)));
  }

  private static int frequency(IndexReader reader, int doc) throws IOException {
    var leaf = reader.leaves().get(doc == 0 ? 0 : 1);
    var postings = leaf.reader().postings(new Term("anchor", "trip"));
    return postings.advance(doc - leaf.docBase) == doc - leaf.docBase ? postings.freq() : 0;
  }

  private static List<Integer> found(IndexReader reader, String... words) throws IOException {
    Query query =
        words.length == 1
            ? new TermQuery(new Term("anchor", words[0]))
            : new PhraseQuery("anchor", words);
    List<Integer> docs = new ArrayList<>();
    for (ScoreDoc hit : new IndexSearcher(reader).search(query, 10).scoreDocs) {
      docs.add(hit.doc);
    }
    docs.sort(null);
    return docs;
  }
}
