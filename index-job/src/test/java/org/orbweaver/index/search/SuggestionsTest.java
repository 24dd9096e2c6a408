package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleDocValuesField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.search.SearchService.Suggestion;
import org.orbweaver.index.search.SearchService.Suggestion.Origin;

class SuggestionsTest {
  /** By PageRank, the highest last. */
  private static final String[] TITLES = {
    "x".repeat(101) + " zebra",
    "",
    "Create role",
    "CREATE ROLE",
    "How to create a table",
    "CREATE TABLE",
    "Crème brûlée",
    "Ελληνικά κείμενα",
    "Установка ещё раз",
    "한국어 설치 안내",
    "日本語の手引き",
    "\"quoted (title: of a page",
    "\u001b]0;pwned\u0007 terminal",
    "<script>alert(1)</script>"
  };

  @TempDir private Path folder;

  private List<Suggestion> suggest(Path log, String typed) throws IOException {
    Path made = folder.resolve("made");
    if (!Files.exists(made)) {
      make(log, made, TITLES);
    }
    try (Suggestions suggestions = Suggestions.open(made)) {
      return suggestions.of(typed, 3);
    }
  }

  private static void make(Path log, Path made, String... titles) throws IOException {
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer =
          new IndexWriter(directory, new IndexWriterConfig(new Analysis.ByLanguage()))) {
        for (int i = 0; i < titles.length; i++) {
          Document page = new Document();
          page.add(new StoredField(IndexField.TITLE.fieldName(), titles[i]));
          page.add(new TextField(IndexField.MAIN.fieldName(), titles[i], Field.Store.NO));
          page.add(new DoubleDocValuesField(IndexField.PAGERANK.fieldName(), (i + 1) / 1000.0));
          writer.addDocument(page);
        }
      }
      Files.createDirectories(made);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        Suggestions.make(reader, log, made);
      }
    }
  }

  @Test
  void completesWhatWasTyped() throws IOException {
    String[][] cases = {
      {"create ta", "CREATE TABLE", "How to create a table"},
      {"table crea", "CREATE TABLE", "How to create a table"},
      {"cre", "Crème brûlée", "CREATE TABLE", "create"},
      {"CRÉATE ROL", "CREATE ROLE"},
      {"creme br", "Crème brûlée"},
      {"ελληνικα", "Ελληνικά κείμενα"},
      {"установка еще", "Установка ещё раз"},
      {"한국어 서", "한국어 설치 안내"},
      {"日本語", "日本語の手引き"},
      {"手", "日本語の手引き"},
      {"quoted", "quoted title of a page"},
      {"term", "]0;pwned terminal"},
      {"script", "<script>alert(1)</script>", "script"},
      {"zebra"},
      {"  \" - "},
      {""}
    };
    for (String[] expected : cases) {
      assertEquals(
          List.of(expected).subList(1, expected.length),
          suggest(null, expected[0]).stream().map(Suggestion::text).toList(),
          expected[0]);
    }
  }

  @Test
  void anIndexWithNothingToSuggestSuggestsNothing() throws IOException {
    make(null, folder.resolve("made"));
    assertEquals(List.of(), suggest(null, "create"));
  }

  @Test
  void manyRareQueriesLeaveRoomForAFrequentOne() throws IOException {
    Path log = folder.resolve("clicks");
    try (Writer lines = Files.newBufferedWriter(log)) {
      for (int i = 0; i < 100_003; i++) {
        lines.write("{\"query\":\"" + (i < 100_000 ? "rare" + i : "frequent") + "\"}\n");
      }
    }
    assertEquals("frequent", suggest(log, "freq").get(0).text());
  }

  @Test
  void queriesThatSeveralAskedComeFirst() throws IOException {
    Path log = folder.resolve("clicks");
    String often = "{\"query\":\"create index\",\"rank\":1}\n";
    String once = "{\"query\":\"create secret\"}\n";
    Files.writeString(log, often.repeat(3) + once);
    assertEquals(new Suggestion("create index", Origin.QUERY, 1), suggest(log, "create").get(0));
    assertEquals(List.of(), suggest(log, "secret"));

    Files.writeString(log, often + "{\"rank\":1}\n");
  }

  @Test
  void badLinesOfTheQueryLogAreSkipped() throws IOException {
    Path log = folder.resolve("clicks");
    String good = "{\"query\":\"create index\"}\n";
    Files.writeString(log, good + "{\"rank\":1}\n" + good.repeat(2) + "{\"query\":\"cre");
    assertEquals(new Suggestion("create index", Origin.QUERY, 1), suggest(log, "create").get(0));
  }
}
