package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Facts;
import org.orbweaver.index.schema.Scoring;

class RankingTest {
  private static Page page(String name, String text, double spam) {
    Content content =
        new Content("", List.of(), "", "", text, "", "", List.of(), "", "", "", "", "", 0, spam);
    return new Page("http://a.org/" + name, content, Facts.NONE);
  }

  @Test
  void pagesWithSignalsOfSpamLoseAShareOfTheirScore() throws Exception {
    try (MadeIndex index =
        new MadeIndex(
            page("spam", "cheap cheap cheap watches", .9),
            page("doubtful", "cheap cheap watches from a shop", .4),
            page("shop", "a shop that sells cheap watches and more", 0))) {
      IndexSearcher searcher = new IndexSearcher(index.reader());
      searcher.setSimilarity(new Scoring());
      Ranking ranking = new Ranking(Weights.parse("spam=0.5"));
      Query text =
          new QueryCompiler(ranking, Phrases.POSITIONS, index.reader())
              .text(QueryParser.parse("cheap watches").query());
      ScoreDoc[] plain = searcher.search(text, 3).scoreDocs;
      ScoreDoc[] demoted = searcher.search(ranking.demotingSpam(text), 3).scoreDocs;
      assertEquals("spam", name(searcher, plain[0]));
      assertEquals("doubtful", name(searcher, demoted[0]));
      assertEquals("spam", name(searcher, demoted[2]));
      assertEquals(plain[0].score / 2, demoted[2].score, 1e-5);
      assertEquals(plain[1].score, demoted[0].score, 1e-5);
    }
  }

  @ParameterizedTest
  @CsvSource({"4, 0, 0", "0, 4, 0", "0, 0, 4", "4, 4, 4"})
  void staticRanksAddToTheScore(double pageRank, double authority, double hub) throws Exception {
    try (MadeIndex index =
        new MadeIndex(
            ranked("low", 1, 1, 1),
            ranked("high", Math.max(1, pageRank), Math.max(1, authority), Math.max(1, hub)))) {
      IndexSearcher searcher = new IndexSearcher(index.reader());
      searcher.setSimilarity(new Scoring());
      Ranking ranking = new Ranking(Weights.DEFAULT);
      StaticRanks ranks = new StaticRanks(index.reader());
      Query text =
          new QueryCompiler(ranking, Phrases.POSITIONS, index.reader())
              .text(QueryParser.parse("watches").query());
      float score = searcher.search(text, 1).scoreDocs[0].score;
      ScoreDoc[] found = searcher.search(ranking.ranked(text, ranks), 2).scoreDocs;
      assertEquals("high", name(searcher, found[0]));
      for (ScoreDoc hit : found) {
        assertEquals(score + ranking.staticScore(ranks, hit.doc), hit.score, 1e-5);
      }
      assertEquals(found[1].score + .2 < found[0].score, pageRank > 1, "PageRank weighs most");
    }
  }

  private static Page ranked(String name, double pageRank, double authority, double hub) {
    return new Page(
        "http://a.org/" + name,
        Content.of("", "watches", ""),
        new Facts(0, "", "", false, List.of(), 1, pageRank, authority, hub));
  }

  private static String name(IndexSearcher searcher, ScoreDoc hit) throws Exception {
    String url = searcher.storedFields().document(hit.doc).get(IndexField.URL.fieldName());
    return url.substring(url.lastIndexOf('/') + 1);
  }
}
