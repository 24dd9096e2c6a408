package org.orbweaver.index.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.orbweaver.index.statistics.Statistics;

class QueryLanguagesTest {
  private static final String STEM = "~de:haus";

  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable one : open) {
      one.close();
    }
  }

  /** German pages that have the stem in a zone. */
  private IndexReader index(int pages, IndexField zone) throws IOException {
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (int i = 0; i < pages; i++) {
        Document page = new Document();
        page.add(new StringField(IndexField.LANG.fieldName(), "de", Field.Store.NO));
        page.add(new StringField(zone.fieldName(), STEM, Field.Store.NO));
        writer.addDocument(page);
      }
    }
    IndexReader reader = DirectoryReader.open(directory);
    open.add(reader);
    return reader;
  }

  private static List<String> stems(QueryLanguages languages) throws IOException {
    return languages.words("Häuser").get(0).stems();
  }

  @Test
  void stemsAreLookedUpWhereTheyAre() throws IOException {
    QueryLanguages languages = new QueryLanguages(index(10, IndexField.TITLE));
    assertTrue(stems(languages).contains(STEM));
    assertTrue(languages.mayHave(IndexField.TITLE, STEM));
    assertFalse(languages.mayHave(IndexField.MAIN, STEM));
    assertTrue(languages.mayHave(IndexField.MAIN, "haus"), "a stem that is a word");
  }

  @Test
  void aLanguageOfFewPagesIsNotSearched() throws IOException {
    assertFalse(stems(new QueryLanguages(index(9, IndexField.TITLE))).contains(STEM));
    assertTrue(stems(QueryLanguages.ofPart(index(9, IndexField.TITLE))).contains(STEM));
  }

  /** Six pages have the stem in the text, and six in the author's name alone: parts count both. */
  @Test
  void partsTogetherSearchAsTheWhole() throws IOException {
    IndexReader text = index(6, IndexField.MAIN);
    IndexReader author = index(6, IndexField.AUTHOR);
    List<Statistics> counted = new ArrayList<>();
    for (IndexReader part : List.of(text, author)) {
      Map<String, Set<String>> terms = new TreeMap<>();
      stems(QueryLanguages.ofPart(part).counting(terms));
      counted.add(Statistics.of(part, terms));
    }
    QueryLanguages parts = QueryLanguages.within(Statistics.sum(counted)::docFreq);
    QueryLanguages whole = new QueryLanguages(new MultiReader(text, author));
    assertEquals(stems(whole), stems(parts));
    assertTrue(stems(parts).contains(STEM));
    for (IndexField zone : IndexField.zones()) {
      assertEquals(whole.mayHave(zone, STEM), parts.mayHave(zone, STEM), zone.toString());
    }
    assertTrue(parts.mayHave(IndexField.AUTHOR, STEM));
  }

  /** A query that was asked before is counted as the first time. */
  @Test
  void whatIsRememberedIsCounted() throws IOException {
    IndexReader part = index(3, IndexField.MAIN);
    QueryLanguages languages = QueryLanguages.ofPart(part);
    for (int i = 0; i < 2; i++) {
      Map<String, Set<String>> terms = new TreeMap<>();
      stems(languages.counting(terms));
      assertEquals(Set.of(STEM), terms.get(IndexField.MAIN.fieldName()));
      assertTrue(terms.get(IndexField.LANG.fieldName()).contains("de"));
    }
  }
}
