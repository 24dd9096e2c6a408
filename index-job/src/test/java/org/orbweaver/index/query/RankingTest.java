package org.orbweaver.index.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.index.conf.Phrases;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Facts;
import org.orbweaver.index.schema.Scoring;
import org.orbweaver.index.search.TestIndex;

class RankingTest {
  private static Page page(String name, String text, double spam) {
    Content content =
        new Content(
            "",
            List.of(),
            "",
            "",
            text,
            "",
            "",
            List.of(),
            "",
            "",
            "",
            "",
            "",
            0,
            spam,
            Page.Showing.ALL);
    return new Page("http://a.org/" + name, content, Facts.NONE);
  }

  @Test
  void pagesWithSignalsOfSpamLoseAShareOfTheirScore() throws Exception {
    try (TestIndex index =
        new TestIndex(
            page("spam", "cheap cheap cheap watches", .9),
            page("doubtful", "cheap cheap watches from a shop", .4),
            page("shop", "a shop that sells cheap watches and more", 0))) {
      IndexSearcher searcher = new IndexSearcher(index.reader());
      searcher.setSimilarity(new Scoring());
      Ranking ranking = new Ranking(Weights.parse("spam=0.5"));
      RankedQuery text =
          new QueryCompiler(ranking, Phrases.POSITIONS, index.reader())
              .text(QueryParser.parse("cheap watches").query());
      ScoreDoc[] plain = searcher.search(text, 3).scoreDocs;
      ScoreDoc[] demoted = searcher.search(ranking.demoting(text), 3).scoreDocs;
      assertEquals("spam", name(searcher, plain[0]));
      assertEquals("doubtful", name(searcher, demoted[0]));
      assertEquals("spam", name(searcher, demoted[2]));
      assertEquals(plain[0].score / 2, demoted[2].score, 1e-5);
      assertEquals(plain[1].score, demoted[0].score, 1e-5);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "directory, text/html, .5",
    "unfetched, text/html, .7",
    "'', text/x-c++src, .7",
    "'', application/javascript, .7",
    "'', text/x-web-markdown, 1",
    "'', application/pdf, 1",
    "article, text/html, 1",
  })
  void pagesThatAreSeldomMeantLoseAShareOfTheirScore(String kind, String type, double kept)
      throws Exception {
    Content content =
        new Content(
            "",
            List.of(),
            "",
            "",
            "boats",
            "",
            "",
            List.of(),
            "",
            type,
            kind,
            "",
            "",
            0,
            0,
            Page.Showing.ALL);
    try (TestIndex index = new TestIndex(new Page("http://a.org/a", content, Facts.NONE))) {
      IndexSearcher searcher = new IndexSearcher(index.reader());
      Ranking ranking = new Ranking(Weights.DEFAULT);
      RankedQuery text =
          new QueryCompiler(ranking, Phrases.POSITIONS, index.reader())
              .text(QueryParser.parse("boats").query());
      double score = searcher.search(text, 1).scoreDocs[0].score * kept;
      assertEquals(score, searcher.search(ranking.demoting(text), 1).scoreDocs[0].score, 1e-6);
      assertEquals(
          score, searcher.explain(ranking.demoting(text), 0).getValue().doubleValue(), 1e-6);
    }
  }

  @Test
  void demotedPagesAreSkippedWithoutLoss() throws Exception {
    Random random = new Random(5);
    Page[] pages = new Page[3000];
    for (int i = 0; i < pages.length; i++) {
      String text = "boat ".repeat(1 + random.nextInt(9)) + "sea ".repeat(random.nextInt(40));
      pages[i] = page(Integer.toString(i), text, random.nextInt(3) / 2.0);
    }
    try (TestIndex index = new TestIndex(pages)) {
      IndexSearcher searcher = new IndexSearcher(index.reader());
      Ranking ranking = new Ranking(Weights.DEFAULT);
      RankedQuery text =
          new QueryCompiler(ranking, Phrases.POSITIONS, index.reader())
              .text(QueryParser.parse("boat OR sea").query());
      TopDocs some = searcher.search(ranking.demoting(text), 10);
      TopDocs all = searcher.search(ranking.demoting(text), pages.length);
      assertEquals(TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO, some.totalHits.relation);
      for (int i = 0; i < some.scoreDocs.length; i++) {
        assertEquals(all.scoreDocs[i].doc, some.scoreDocs[i].doc);
        assertEquals(all.scoreDocs[i].score, some.scoreDocs[i].score);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"4, 0, 0", "0, 4, 0", "0, 0, 4", "4, 4, 4"})
  void staticRanksAddToTheScore(double pageRank, double authority, double hub) throws Exception {
    try (TestIndex index =
        new TestIndex(
            ranked("low", 1, 1, 1),
            ranked("high", Math.max(1, pageRank), Math.max(1, authority), Math.max(1, hub)))) {
      IndexSearcher searcher = new IndexSearcher(index.reader());
      searcher.setSimilarity(new Scoring());
      Ranking ranking = new Ranking(Weights.DEFAULT);
      StaticRanks ranks = new StaticRanks(index.reader());
      RankedQuery text =
          new QueryCompiler(ranking, Phrases.POSITIONS, index.reader())
              .text(QueryParser.parse("watches").query());
      float score = searcher.search(text, 1).scoreDocs[0].score;
      ScoreDoc[] found = searcher.search(ranking.ranked(text, ranks, List.of()), 2).scoreDocs;
      assertEquals("high", name(searcher, found[0]));
      for (ScoreDoc hit : found) {
        assertEquals(score + ranking.staticScore(ranks, List.of(), hit.doc), hit.score, 1e-5);
      }
      assertEquals(found[1].score + .2 < found[0].score, pageRank > 1, "PageRank weighs most");
    }
  }

  private static Page ranked(String name, double pageRank, double authority, double hub) {
    return new Page(
        "http://a.org/" + name,
        Content.of("", "watches", ""),
        new Facts(0, "", "", false, List.of(), 1, pageRank, authority, hub, List.of()));
  }

  private static String name(IndexSearcher searcher, ScoreDoc hit) throws Exception {
    String url = searcher.storedFields().document(hit.doc).get(IndexField.URL.fieldName());
    return url.substring(url.lastIndexOf('/') + 1);
  }
}
