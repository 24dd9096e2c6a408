package org.orbweaver.index.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.FilterCollector;
import org.apache.lucene.search.FilterLeafCollector;
import org.apache.lucene.search.FilterScorable;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreCachingWrappingScorer;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollector;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHits;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.index.conf.Phrases;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Facts;
import org.orbweaver.index.schema.Scoring;
import org.orbweaver.index.search.TestIndex;

class RankedQueryTest {
  private static final int PAGES = 6000;
  private static final int TOP = 10;

  private static TestIndex index;
  private static IndexSearcher searcher;
  private static StaticRanks ranks;

  /** Words of Zipf's frequencies, in titles and texts; some pages are spam, some matter more. */
  @BeforeAll
  static void write() throws Exception {
    Random random = new Random(11);
    Page[] pages = new Page[PAGES];
    for (int i = 0; i < pages.length; i++) {
      Content content =
          new Content(
              words(random, 1 + random.nextInt(3)),
              List.of(),
              "",
              "",
              words(random, 5 + random.nextInt(60)),
              "",
              "",
              List.of(),
              "",
              "",
              "",
              "",
              "",
              0,
              random.nextInt(4) == 0 ? .9 : 0,
              Page.Showing.ALL);
      double rank = Math.exp(3 * random.nextGaussian());
      pages[i] =
          new Page(
              "http://a.org/" + i,
              content,
              new Facts(0, "", "", false, List.of(), 1, rank, rank, rank, List.of()));
    }
    index = new TestIndex(pages);
    searcher = new IndexSearcher(index.reader());
    searcher.setSimilarity(new Scoring());
    ranks = new StaticRanks(index.reader());
  }

  @AfterAll
  static void close() throws Exception {
    index.close();
  }

  private static String words(Random random, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "w" + (char) ('a' + (int) Math.pow(26, random.nextDouble()) - 1) + "x")
        .collect(Collectors.joining(" "));
  }

  private static RankedQuery text(String query) throws Exception {
    return new QueryCompiler(new Ranking(Weights.DEFAULT), Phrases.POSITIONS, index.reader())
        .text(QueryParser.parse(query).query());
  }

  private static RankedQuery ranked(RankedQuery text) throws Exception {
    return new Ranking(Weights.DEFAULT).ranked(text, ranks, List.of());
  }

  /** Evaluated by Lucene, without any bounds. */
  private static ScoreDoc[] all(RankedQuery text) throws Exception {
    BooleanQuery.Builder plain = new BooleanQuery.Builder().add(text.words(), Occur.MUST);
    text.bonuses().forEach(bonus -> plain.add(bonus, Occur.SHOULD));
    Query query = ranked(new RankedQuery(plain.build(), List.of()));
    return searcher.search(query, PAGES).scoreDocs;
  }

  private static void assertBest(ScoreDoc[] all, ScoreDoc[] best) {
    for (int i = 0; i < best.length; i++) {
      assertEquals(all[i].doc, best[i].doc);
      assertEquals(all[i].score, best[i].score, 1e-5);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "wax",
        "wax wbx",
        "wcx wax wdx",
        "wex wfx wgx whx",
        "wax wbx wcx wdx wex wfx",
        "wjx OR wax",
        "\"wax wbx\" wcx",
        "+wax wbx -wcx",
        "title:wbx wax",
        "wc* wax",
      })
  void theBestAreThoseOfAll(String query) throws Exception {
    RankedQuery text = text(query);
    ScoreDoc[] all = all(text);
    assertTrue(all.length > TOP);
    RankedQuery ranked = ranked(text);
    TopDocs best = searcher.search(ranked, new TopScoreDocCollectorManager(TOP, null, 1));
    assertBest(all, best.scoreDocs);
    ScoreDoc[] counted = searcher.search(ranked, PAGES).scoreDocs;
    assertEquals(all.length, counted.length);
    assertBest(all, counted);
    for (ScoreDoc page : best.scoreDocs) {
      assertEquals(page.score, searcher.explain(ranked, page.doc).getValue().floatValue(), 1e-5);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"wax wbx", "wcx wax wdx", "wax wbx wcx wdx wex wfx"})
  void noPageIsSkippedUntilASkipIsAllowed(String query) throws Exception {
    RankedQuery text = text(query);
    TopScoreDocCollector top = new TopScoreDocCollectorManager(TOP, null, 1).newCollector();
    Map<Integer, Float> scores = new HashMap<>();
    searcher.search(
        ranked(text),
        new CollectorManager<Collector, TopDocs>() {
          @Override
          public Collector newCollector() {
            return wanting(top, scores);
          }

          @Override
          public TopDocs reduce(Collection<Collector> collectors) {
            return null;
          }
        });
    ScoreDoc[] all = all(text);
    assertEquals(all.length, scores.size());
    assertBest(all, top.topDocs().scoreDocs);
    assertTrue(
        Arrays.stream(all).anyMatch(page -> scores.get(page.doc) < page.score - 1e-3),
        "some scores are not computed in full");
  }

  /** Tells the scorer the least score wanted, and notes the scores. */
  private static Collector wanting(Collector best, Map<Integer, Float> scores) {
    return new FilterCollector(best) {
      @Override
      public LeafCollector getLeafCollector(LeafReaderContext leaf) throws IOException {
        return new FilterLeafCollector(super.getLeafCollector(leaf)) {
          private Scorable scorer;

          @Override
          public void setScorer(Scorable of) throws IOException {
            scorer =
                ScoreCachingWrappingScorer.wrap(
                    new FilterScorable(of) {
                      @Override
                      public void setMinCompetitiveScore(float score) {
                        ((RankedQuery.RankedScorer) of).setLeastWanted(score);
                      }
                    });
            super.setScorer(scorer);
          }

          @Override
          public void collect(int doc) throws IOException {
            super.collect(doc);
            scores.put(leaf.docBase + doc, scorer.score());
          }
        };
      }
    };
  }

  @Test
  void pagesAreSkippedIfWordsAndRanksDoNotReachTheBest() throws Exception {
    TopDocs best =
        searcher.search(ranked(text("wax")), new TopScoreDocCollectorManager(TOP, null, 1));
    assertEquals(TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO, best.totalHits.relation);
    assertTrue(best.totalHits.value < PAGES / 2, best.totalHits::toString);
  }
}
