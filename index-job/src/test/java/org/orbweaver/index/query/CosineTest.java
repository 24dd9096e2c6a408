package org.orbweaver.index.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Documents;
import org.orbweaver.index.schema.Page;

class CosineTest {
  /** Terms by stem: cat 2, dog 1, fish 1 / cat 1, bird 3 / dog 2 / cat 1, dog 1. */
  private static final List<Page.Content> PAGES =
      List.of(
          Page.Content.of("Cats", "the cat and a dog fishing", "en"),
          Page.Content.of("", "cat bird birds of the birds", "en"),
          Page.Content.of("Dogs", "is the dog", "en"),
          Page.Content.of("", "cats to dogs", ""));

  private static final double[][] FREQUENCIES = {
    {2, 1, 1, 0}, {1, 0, 0, 3}, {0, 2, 0, 0}, {1, 1, 0, 0}
  };

  private static double score(int doc, boolean... asked) {
    double sum = 0;
    double squares = 0;
    for (int term = 0; term < asked.length; term++) {
      double pages = 0;
      for (double[] page : FREQUENCIES) {
        pages += page[term] > 0 ? 1 : 0;
      }
      double frequency = FREQUENCIES[doc][term];
      double weight = frequency == 0 ? 0 : 1 + Math.log(frequency);
      squares += weight * weight;
      sum += asked[term] ? weight * Math.log(1 + FREQUENCIES.length / pages) : 0;
    }
    return sum / Math.sqrt(squares);
  }

  private static Cosine.CosineRanking search(String query, Cosine.Limit limit) throws IOException {
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
      Analysis.ByLanguage analyzer = new Analysis.ByLanguage();
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer))) {
        for (int i = 0; i < PAGES.size(); i++) {
          analyzer.language(PAGES.get(i).lang());
          writer.addDocument(
              new Documents(100).document(new Page("u" + i, PAGES.get(i), Page.Facts.NONE)));
          if (i == 1) {
            writer.commit(); // Two segments.
          }
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        return Cosine.search(reader, Analysis.words(query), 10, limit);
      }
    }
  }

  @Test
  void isTheMeasureOfTheLectures() throws IOException {
    Cosine.CosineRanking result = search("the cat and the birds, cat", Cosine.Limit.EXACT);
    assertEquals(3, result.best().size());
    assertEquals(3, result.accumulators());
    for (Cosine.Scored page : result.best()) {
      assertEquals(score(page.doc(), true, false, false, true), page.score(), 1e-6);
    }
    assertEquals(1, result.best().get(0).doc());
    assertTrue(search("the of", Cosine.Limit.EXACT).best().isEmpty());
    assertEquals(1, search("fished", Cosine.Limit.EXACT).best().size());
  }

  /** The rarest term first: fish in page 0, then bird in 1, then dogs in 0, 2, 3. */
  @ParameterizedTest
  @CsvSource({
    "exact, 4, 5, '1 2 3 0'",
    "quit:1, 1, 1, '0'",
    "quit:2, 2, 2, '1 0'",
    "continue:1, 1, 5, '0'",
    "continue:3, 3, 5, '1 2 0'",
    // w_qt·w_dt is 1.609 for fish, 3.38 for bird, .847 for dog, and 1.43 if it occurs twice.
    "threshold:1, 3, 5, '1 2 0'",
    "threshold:1.5, 2, 5, '1 0'",
  })
  void limitsAccumulators(String limit, int accumulators, int postings, String order)
      throws IOException {
    Cosine.CosineRanking result = search("fish bird dog", Cosine.Limit.parse(limit));
    assertEquals(accumulators, result.accumulators());
    assertEquals(postings, result.postings());
    List<String> docs = result.best().stream().map(page -> "" + page.doc()).toList();
    assertEquals(
        List.of(order.split(" ", -1)).stream().sorted().toList(), docs.stream().sorted().toList());
    for (int i = 1; i < docs.size(); i++) {
      assertTrue(result.best().get(i - 1).score() >= result.best().get(i).score());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "quit", "quit:0", "quit:1.5", "continue:-1", "exact:3", "some:3"})
  void refusesOtherLimits(String limit) {
    assertThrows(OrbException.class, () -> Cosine.Limit.parse(limit));
  }
}
