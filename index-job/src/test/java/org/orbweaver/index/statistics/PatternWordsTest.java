package org.orbweaver.index.statistics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.text.Json;

/** Three shards of thousands of words that are unevenly spread, and one index of their segments. */
class PatternWordsTest {
  private static final int WORDS = 4000;
  private static final int SHARDS = 3;
  private static final int PAGES = 40;
  private static final String FIELD = "main";
  private static final String PATTERN = "in*";

  private final List<Closeable> opened = new ArrayList<>();
  private final List<IndexReader> shards = new ArrayList<>();
  private IndexReader whole;

  @BeforeEach
  void index() throws IOException {
    Random random = new Random(11);
    double[][] share = new double[SHARDS][WORDS];
    for (int w = 0; w < WORDS; w++) {
      for (int s = 0; s < SHARDS; s++) {
        // Some words are in one shard only, some evenly in all, some just below the best of each
        // shard.
        boolean isOwn = w % 5 == 0 && w / 5 % SHARDS != s;
        share[s][w] = isOwn ? 0 : w % 7 == 0 ? .4 : Math.pow(random.nextDouble(), 4);
      }
    }
    for (int s = 0; s < SHARDS; s++) {
      ByteBuffersDirectory directory = new ByteBuffersDirectory();
      opened.add(directory);
      IndexWriterConfig config = new IndexWriterConfig().setMaxBufferedDocs(PAGES / 2 + s);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int page = 0; page < PAGES; page++) {
          Document document = new Document();
          for (int w = 0; w < WORDS; w++) {
            if (random.nextDouble() < share[s][w]) {
              document.add(new StringField(FIELD, "in" + w, Field.Store.NO));
            }
          }
          document.add(new StringField(FIELD, "few" + page % 20, Field.Store.NO));
          writer.addDocument(document);
        }
      }
      shards.add(DirectoryReader.open(directory));
    }
    opened.addAll(shards);
    whole = new MultiReader(shards.toArray(new IndexReader[0]), false);
  }

  @AfterEach
  void close() throws IOException {
    for (Closeable one : opened) {
      one.close();
    }
  }

  private static Set<String> expansion(IndexReader reader, String pattern) throws IOException {
    Set<BytesRef> candidates = PatternWords.candidates(reader, FIELD, pattern, () -> false);
    return PatternWords.chosen(reader, FIELD, candidates).stream()
        .map(BytesRef::utf8ToString)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** As a broker requests them. */
  private Statistics statistics(String pattern) throws IOException {
    List<Statistics> counts = new ArrayList<>();
    for (IndexReader shard : shards) {
      Map<String, Set<String>> words = new HashMap<>();
      Map<String, Set<String>> patterns = new HashMap<>();
      try (IndexReader watched = StatisticsReaders.watched(shard, words, patterns)) {
        expansion(watched, pattern);
      }
      counts.add(sent(Statistics.of(shard, words).with(patterns)));
    }
    Statistics sum = Statistics.sum(counts);
    if (sum.hasUncounted()) {
      counts.clear();
      for (IndexReader shard : shards) {
        counts.add(sent(sum.countedIn(shard)));
      }
      sum = sent(Statistics.sum(counts));
    }
    return sum;
  }

  private static Statistics sent(Statistics statistics) throws IOException {
    String json = Json.line(statistics);
    int segments = 3 * SHARDS;
    int most = segments * (PatternWords.MAX + 1) * 60 + 1000;
    assertTrue(json.getBytes(UTF_8).length < most, () -> json.length() + " bytes sent");
    return Json.parse(json, Statistics.class);
  }

  @Test
  void shardsFindTheWordsOfOneIndexFromFewThatAreSent() throws IOException {
    Set<String> words = expansion(whole, PATTERN);
    assertEquals(PatternWords.MAX, words.size());
    Statistics all = statistics(PATTERN);
    assertTrue(all.hasUncounted());
    Set<Set<String>> alone = new java.util.HashSet<>();
    for (IndexReader shard : shards) {
      alone.add(expansion(shard, PATTERN));
      try (IndexReader part = StatisticsReaders.within(shard, all.without(shard))) {
        assertEquals(words, expansion(part, PATTERN));
        for (String word : words) {
          Term term = new Term(FIELD, word);
          assertEquals(whole.docFreq(term), part.docFreq(term), word);
          assertEquals(whole.totalTermFreq(term), part.totalTermFreq(term), word);
        }
      }
    }
    assertEquals(SHARDS, alone.size(), "each shard would have chosen others");
    assertFalse(alone.contains(words));
  }

  /** Words that rank low among the candidates of each shard, but occur elsewhere in the query. */
  @Test
  void otherWordsOfTheQueryAreNoCandidates() throws IOException {
    Set<String> words = expansion(whole, PATTERN);
    Map<String, Set<String>> asked = new HashMap<>();
    asked.put(FIELD, new TreeSet<>());
    for (int w = 0; w < WORDS; w++) {
      asked.get(FIELD).add("in" + w);
    }
    List<Statistics> all = new ArrayList<>();
    for (IndexReader shard : shards) {
      all.add(Statistics.of(shard, asked));
    }
    Statistics sum = Statistics.sum(all).with(statistics(PATTERN).patterns());
    for (IndexReader shard : shards) {
      try (IndexReader part = StatisticsReaders.within(shard, sum.without(shard))) {
        assertEquals(words, expansion(part, PATTERN));
      }
    }
  }

  @Test
  void fewWordsAreAll() throws IOException {
    assertEquals(20, expansion(whole, "few*").size());
    Statistics all = statistics("few*");
    assertFalse(all.hasUncounted());
    Collection<Statistics.OfField> fields = all.fields().values();
    assertEquals(20, fields.iterator().next().terms().size());
    assertEquals(Set.of(), expansion(whole, "none*"));
  }
}
