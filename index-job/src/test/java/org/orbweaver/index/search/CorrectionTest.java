package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.Test;
import org.orbweaver.index.conf.Phrases;
import org.orbweaver.index.query.QueryCompiler;
import org.orbweaver.index.query.QueryParser;
import org.orbweaver.index.query.Ranking;
import org.orbweaver.index.query.Weights;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.IndexField;

class CorrectionTest {
  private static void add(IndexWriter writer, int pages, String text) throws IOException {
    for (int i = 0; i < pages; i++) {
      Document page = new Document();
      page.add(new TextField(IndexField.MAIN.fieldName(), text, Field.Store.NO));
      writer.addDocument(page);
    }
  }

  @Test
  void correctsOnlyWhereThatHelps() throws IOException {
    Analysis.ByLanguage english = new Analysis.ByLanguage();
    english.language("en");
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(english))) {
        add(writer, 50, "create a table, see the tables of databases");
        add(writer, 30, "replication of postgresql by wal");
        add(writer, 25, "the manual; установка; create table");
        add(writer, 2, "tabel rare word postgre");
        add(writer, 1, "replicatoin");
        add(writer, 2390, "filler data base sql");
        add(writer, 11, "bukc");
        add(writer, 200, "buck");
        add(writer, 1, "wonderland");
        add(writer, 20, "wondering");
        for (IndexField zone : List.of(IndexField.TITLE, IndexField.ANCHOR, IndexField.URL_PARTS)) {
          String word =
              Map.of(
                      IndexField.TITLE, "gryphon",
                      IndexField.ANCHOR, "mockturtle",
                      IndexField.URL_PARTS, "caterpillar")
                  .get(zone);
          Document page = new Document();
          page.add(new TextField(zone.fieldName(), word, Field.Store.NO));
          writer.addDocument(page);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        Ranking ranking = new Ranking(Weights.parse(""));
        Correction correction =
            new Correction(
                reader,
                query ->
                    searcher.count(
                        new QueryCompiler(ranking, Phrases.POSITIONS, reader).text(query)));
        String[][] cases = {
          // Query, correction.
          {"create tabel", "create table"},
          {"+create tabel -wal lang:en", ""}, // No page has a language.
          {"replicaton", "replication"},
          {"replicatoin wal", "replication wal"},
          {"createtable", "\"create table\""},
          {"tablesof", "tables"}, // A part has three letters at least.
          {"wonderlnd", "wonderland"}, // Nearer than "wondering", and on one page.
          {"wonderlnad", "wonderland"},
          {"wonderladn", "wonderland"},
          {"onderland", "wonderland"},
          {"gryphno", "gryphon"}, // in a title alone
          {"mocktrutle", "mockturtle"}, // in a link's text alone
          {"caterpilar", "caterpillar"}, // in a URL alone
          {"teble", "table"}, // On ten pages or more nothing is missed:
          {"manaul", "manual"},
          {"bukc", ""},
          {
            "how to create tabel rows that no page here has",
            "how to create table rows that no page here has"
          },
          {"postgre sql", "postgresql"},
          {"post gresql", "postgresql"},
          {"data base", ""}, // Both are frequent.
          {"устанвка", "установка"},
          {"databas", ""}, // A stem is no word, a word with it is found already.
          {"\"create tabel\"", ""},
          {"title:tabel", ""},
          {"create -tabel", ""},
          {"teh", ""},
          {"manaul word", ""}, // The correction finds nothing.
          {"create table", ""},
          {"qqqqqqqq", ""},
        };
        for (String[] expected : cases) {
          assertEquals(
              expected[1],
              Correction.best(List.of(correction.of(QueryParser.parse(expected[0]).query())))
                  .map(Correction.Proposal::query)
                  .orElse(""),
              expected[0]);
        }
      }
    }
  }
}
