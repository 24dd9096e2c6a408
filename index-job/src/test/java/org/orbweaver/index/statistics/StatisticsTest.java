package org.orbweaver.index.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.text.Json;

class StatisticsTest {
  private static Statistics of(int pagesWithField, int pagesWithWord) {
    var term = new Statistics.OfTerm(pagesWithWord, pagesWithWord);
    var field = new Statistics.OfField(pagesWithField, 20, 20, Map.of("page", term));
    return new Statistics(10, 10, Map.of("main", field), Map.of());
  }

  /** A shard with three pages that have the field and one with the word. */
  private static IndexReader shard(ByteBuffersDirectory directory) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (String word : new String[] {"page", "other", "other"}) {
        Document page = new Document();
        page.add(new StringField("main", word, Field.Store.NO));
        writer.addDocument(page);
      }
    }
    return DirectoryReader.open(directory);
  }

  @Test
  void othersHaveWhatThisShardHasNot() throws IOException {
    try (var directory = new ByteBuffersDirectory();
        IndexReader shard = shard(directory)) {
      Statistics others = of(6, 4).without(shard);
      assertEquals(7, others.docs());
      assertEquals(3, others.fields().get("main").docCount());
      assertEquals(3, others.fields().get("main").terms().get("page").docFreq());
    }
  }

  /** Else a cache of them, bounded by size, would have no bound for some. */
  @Test
  void noneHasTheSizeZero() {
    assertEquals(1, Statistics.NONE.size());
    assertEquals(3, of(5, 4).size(), "a field and a term besides");
  }

  @Test
  void countsThatCannotBeAreRefused() throws IOException {
    try (var directory = new ByteBuffersDirectory();
        IndexReader shard = shard(directory)) {
      // Possible by themselves, but not beside this shard: three others, four with the word.
      assertThrows(IllegalArgumentException.class, () -> of(6, 5).without(shard));
    }
    assertThrows(IllegalArgumentException.class, () -> of(3, 4));
    assertThrows(IllegalArgumentException.class, () -> of(11, 4), "more than all pages");
    assertThrows(IllegalArgumentException.class, () -> new Statistics.OfTerm(2, 1));
    assertThrows(IllegalArgumentException.class, () -> new Statistics.OfField(5, 4, 9, Map.of()));
    assertThrows(IllegalArgumentException.class, () -> new Statistics.OfField(5, 9, 8, Map.of()));
    assertThrows(IllegalArgumentException.class, () -> new Statistics(3, 2, Map.of(), Map.of()));
    String json =
        "{\"docCount\":1,\"sumDocFreq\":9,\"sumTotalTermFreq\":9,"
            + "\"terms\":{\"page\":{\"docFreq\":2,\"totalTermFreq\":2}}}";
    assertThrows(IOException.class, () -> Json.parse(json, Statistics.OfField.class));
  }
}
