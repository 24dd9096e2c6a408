package org.orbweaver.index.invert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleDocValuesField;
import org.apache.lucene.document.FeatureField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.index.codec.SameIndex;
import org.orbweaver.index.codec.SegmentWriter;
import org.orbweaver.index.codec.SortedRecords;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Scoring;

/** Asserts that an inverted index equals the one an IndexWriter makes of the same documents. */
class InverterTest {
  private static final List<String> FIELDS =
      List.of("body", "date", "features", "host", "number", "title", "unused", "url");

  private static final byte[] ID = "segment of a tes".getBytes(StandardCharsets.US_ASCII);

  @TempDir Path folder;

  /** A document of words by Zipf's law, with oddities. */
  private static Document document(Random random, int i) {
    Document document = new Document();
    if (i % 11 != 3) {
      for (int value = random.nextInt(4); value >= 0; value--) {
        document.add(new TextField("body", words(random, i), Field.Store.NO));
      }
    }
    document.add(new TextField("title", i % 5 == 0 ? "" : "Page " + i % 7, Field.Store.NO));
    document.add(new StoredField("title", "Title of " + i + " \ud83d\ude00".repeat(i % 50)));
    document.add(new StoredField("date", (long) i << 40));
    document.add(new NumericDocValuesField("date", -(long) i * i * i));
    if (i % 3 == 0) {
      document.add(new DoubleDocValuesField("number", 1.0 / (i + 1)));
      document.add(new FeatureField("features", "rank", 1f / (i + 1)));
    }
    document.add(new StringField("url", "http://host/" + i, Field.Store.YES));
    document.add(new StringField("url", "http://host/" + i, Field.Store.NO)); // the same twice
    document.add(new StringField("url", i % 5 + "\0" + i % 7 + "\0\0\1", Field.Store.NO));
    document.add(new StringField("url", "x".repeat(i % 13 == 5 ? 32_766 : 1), Field.Store.NO));
    if (i % 4 != 1) {
      document.add(new SortedDocValuesField("host", new BytesRef("host" + i % 9)));
    }
    document.add(new SortedDocValuesField("url", new BytesRef("http://host/" + i)));
    return document;
  }

  private static String words(Random random, int i) {
    StringBuilder text = new StringBuilder();
    boolean isLong = i % 97 == 50;
    int words = isLong ? 4_000 : random.nextInt(200);
    for (int w = 0; w < words; w++) {
      if (isLong) {
        text.append("seldom").append(i * 10_000 + w).append(' '); // more than are remembered
      }
      int rank = (int) Math.pow(3000, random.nextDouble());
      text.append(rank == 7 ? "naïve-żółć" : rank == 9 ? "日本語" : "w" + rank).append(' ');
      if (rank == 11) {
        text.append("running ");
      }
    }
    return text.toString();
  }

  private static IndexWriterConfig config(Analysis.ByLanguage analyzer) {
    return new IndexWriterConfig(analyzer)
        .setSimilarity(new Scoring())
        .setMergePolicy(new LogDocMergePolicy());
  }

  private static String language(int i) {
    return i % 6 == 4 ? "de" : "en";
  }

  @ParameterizedTest(name = "{0} documents in runs of {1}, {2} shards")
  @CsvSource({"0, 1, 1", "1, 1, 1", "3, 9, 5", "600, 1000, 1", "600, 70, 1", "900, 100, 3"})
  void equalsWhatAnIndexWriterMakes(int docs, int perRun, int shards) throws IOException {
    Random random = new Random(docs);
    Analysis.ByLanguage analyzer = new Analysis.ByLanguage();
    Inverter inverter = new Inverter(FIELDS, analyzer, new Scoring(), shards);
    SortedRecords records = new SortedRecords();
    Directory[] oracle = new Directory[shards];
    IndexWriter[] writers = new IndexWriter[shards];
    for (int s = 0; s < shards; s++) {
      oracle[s] = new ByteBuffersDirectory();
      writers[s] = new IndexWriter(oracle[s], config(analyzer));
    }
    for (int i = 0; i < docs; i++) {
      Document document = document(random, i);
      analyzer.language(language(i));
      int shard = ((i * 31) >>> 2) % shards;
      inverter.add(shard, document);
      writers[shard].addDocument(document);
      if (i % perRun == perRun - 1) {
        inverter.flush(i / perRun, records, records.side());
      }
    }
    inverter.flush(docs, records, records.side());
    records.close();
    assertTrue(docs < 100 || records.size() < docs * 2L, "a record holds many terms");
    for (int s = 0; s < shards; s++) {
      writers[s].forceMerge(1);
      writers[s].close();
      try (Directory written = FSDirectory.open(Files.createDirectory(folder.resolve("s" + s)))) {
        int count = new SegmentWriter(written, records.sides(), FIELDS, ID).write(records.of(s));
        SameIndex.assertClean(written);
        try (DirectoryReader expected = DirectoryReader.open(oracle[s]);
            DirectoryReader actual = DirectoryReader.open(written)) {
          assertEquals(expected.maxDoc(), count);
          SameIndex.assertSame(expected, actual);
          assertSameAnswers(expected, actual);
        }
        for (String file : written.listAll()) {
          assertTrue(file.matches("_0[._].*|segments_1|write.lock"), file);
        }
      }
    }
  }

  private static void assertSameAnswers(DirectoryReader expected, DirectoryReader actual)
      throws IOException {
    IndexSearcher one = new IndexSearcher(expected);
    IndexSearcher other = new IndexSearcher(actual);
    one.setSimilarity(new Scoring());
    other.setSimilarity(new Scoring());
    List<Query> queries = new ArrayList<>();
    for (int rank = 1; rank < 60; rank++) {
      Query word = new TermQuery(new Term("body", "w" + rank));
      queries.add(word);
      for (Occur occur : new Occur[] {Occur.MUST, Occur.SHOULD, Occur.MUST_NOT}) {
        queries.add(
            new BooleanQuery.Builder()
                .add(new TermQuery(new Term("body", "w1")), Occur.SHOULD)
                .add(word, occur)
                .add(FeatureField.newSaturationQuery("features", "rank"), Occur.SHOULD)
                .build());
      }
      queries.add(new PhraseQuery(rank % 3, "body", "w" + rank, "w1"));
      queries.add(new PrefixQuery(new Term("title", Integer.toString(rank % 7))));
    }
    for (Query query : queries) {
      ScoreDoc[] hits = one.search(query, 50).scoreDocs;
      ScoreDoc[] others = other.search(query, 50).scoreDocs;
      assertEquals(Arrays.toString(hits), Arrays.toString(others), query::toString);
    }
  }

  @Test
  void aLongListIsCutIntoRecords() throws IOException {
    SortedRecords records = new SortedRecords();
    Inverter inverter = new Inverter(FIELDS, new Analysis.ByLanguage(), new Scoring(), 1);
    for (int i = 0; i < 30_000; i++) {
      inverter.add(0, List.of(new TextField("body", "same same w" + i % 3, Field.Store.NO)));
    }
    inverter.flush(0, records, records.side());
    records.close();
    assertTrue(records.size() > 8, "records: " + records.size());
    try (Directory written = new ByteBuffersDirectory()) {
      new SegmentWriter(written, records.sides(), FIELDS, ID).write(records.of(0));
      SameIndex.assertClean(written);
      try (DirectoryReader reader = DirectoryReader.open(written)) {
        assertEquals(30_000, reader.docFreq(new Term("body", "same")));
        assertEquals(60_000, reader.totalTermFreq(new Term("body", "same")));
      }
    }
  }

  @Test
  void tellsMemory() throws IOException {
    Inverter inverter = new Inverter(FIELDS, new Analysis.ByLanguage(), new Scoring(), 2);
    inverter.add(0, document(new Random(1), 50));
    long before = inverter.ramBytesUsed();
    for (int i = 0; i < 20; i++) {
      inverter.add(1, document(new Random(i), 50));
    }
    assertTrue(inverter.ramBytesUsed() > before + 200_000, "no growth from " + before);
    SortedRecords records = new SortedRecords();
    inverter.flush(0, records, records.side());
    assertTrue(inverter.ramBytesUsed() < before);
  }

  @Test
  void refusesWhatItCannotWrite() throws IOException {
    Inverter inverter = new Inverter(FIELDS, new Analysis.ByLanguage(), new Scoring(), 1);
    for (List<Field> document :
        List.of(
            List.<Field>of(new LongPoint("date", 1)),
            List.<Field>of(new StringField("other", "x", Field.Store.NO)),
            List.<Field>of(new StringField("url", "x".repeat(32_767), Field.Store.NO)),
            List.<Field>of(
                new NumericDocValuesField("number", 1), new NumericDocValuesField("number", 2)))) {
      assertThrows(IllegalArgumentException.class, () -> inverter.add(0, document));
    }
  }
}
