package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
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
      {"tabl", "table", "CREATE TABLE", "How to create a table"},
      {"crea ta", "CREATE TABLE", "How to create a table"},
      {"how a tab", "How to create a table"},
      {"crea rol", "CREATE ROLE"},
      {"tabel", "CREATE TABLE", "How to create a table", "table"},
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
  void aTypingErrorIsToleratedFromFiveLettersOn() throws IOException {
    make(
        null,
        folder.resolve("made"),
        "Adventures in Wonderland",
        "Wonderful adventures",
        "Wonderlnd",
        "Tales");
    String[][] cases = {
      {"wonderln", "Wonderlnd"}, // Exact ones leave no room for guesses.
      {"wondrelan", "Adventures in Wonderland"},
      {"wondelan", "Adventures in Wonderland"},
      {"wondertlan", "Adventures in Wonderland"},
      {"advemtures wondrf", "Wonderful adventures"},
      {"wonfe", "Wonderful adventures", "Wonderlnd", "Adventures in Wonderland"},
      {"wodne", "Wonderful adventures", "Wonderlnd", "Adventures in Wonderland"},
      {"talez", "Tales"},
      {"tael"}, // four letters
      {"qonder"}, // at the first letter
      {"wnodrelan"}, // two errors
    };
    for (String[] expected : cases) {
      assertEquals(
          Set.of(expected).stream().filter(text -> !text.equals(expected[0])).sorted().toList(),
          suggest(null, expected[0]).stream().map(Suggestion::text).sorted().toList(),
          expected[0]);
    }
  }

  @Test
  void exactCompletionsComeBeforeBeginnings() throws IOException {
    make(null, folder.resolve("made"), "Creating tables", "Create table", "Create tablespace");
    // By PageRank "Create tablespace" is first and "Creating tables" last.
    assertEquals(
        List.of("Create tablespace", "Create table"),
        suggest(null, "create ta").stream().map(Suggestion::text).limit(2).toList());
    make(null, folder.resolve("other"), "My log of rare", "Log files", "Logging file");
    try (Suggestions suggestions = Suggestions.open(folder.resolve("other"))) {
      List<Suggestion> found = suggestions.of("log fi", 3);
      assertEquals(
          List.of("Log files", "Logging file"), found.stream().map(Suggestion::text).toList());
      assertTrue(found.get(0).weight() > 2 / 3.0 && found.get(1).weight() < 2 / 3.0);
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
