package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.index.schema.Analysis;

class LikelyWordsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "The crawler crawls      | crawl  |'    crawler crawls'",
        "hoping for happiness     | hope   |'hoping              '",
        "a recrawl, re-crawl      | crawl  |'           re-crawl'",
        "Übung macht den Meister  | ubung  |'Übung                  '",
        "für Größe und Grösse      | grosse |'    Größe     Grösse'",
        "кошки и Собаки            | собаки |'        Собаки'",
        "x y                      | a      |'   '",
      })
  void leavesWordsThatMayBecomeTheTerm(String text, String term, String left) {
    assertEquals(left, LikelyWords.only(text, List.of(term), false));
  }

  /** A term and its place. */
  private record Token(String term, int start, int end) {}

  private static List<Token> tokens(String text, List<String> terms) throws IOException {
    List<Token> tokens = new ArrayList<>();
    try (TokenStream stream = Analysis.ofStored("en").tokenStream("", text)) {
      CharTermAttribute term = stream.getAttribute(CharTermAttribute.class);
      OffsetAttribute offset = stream.getAttribute(OffsetAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        if (terms.isEmpty() || terms.contains(term.toString())) {
          tokens.add(new Token(term.toString(), offset.startOffset(), offset.endOffset()));
        }
      }
      stream.end();
    }
    return tokens;
  }

  @Test
  void aPartOfACompoundMayBeAnywhere() {
    String text = "Die Datenbanktabelle ist leer";
    List<String> terms = List.of("~de:tabell");
    assertEquals("    Datenbanktabelle         ", LikelyWords.only(text, terms, true));
    assertEquals(" ".repeat(text.length()), LikelyWords.only(text, terms, false));
  }

  @Test
  void losesNoTerm() throws IOException {
    Random random = new Random(3);
    String[] begins = {
      "hop", "di", "ti", "a", "e", "ke", "Val", "org", "MOB", "re", "b", "skat", "Стр", "größ", "É"
    };
    String[] ends = {
      "ing", "ies", "y", "ied", "ization", "ational", "ability", "ency", "s", "ed", "ably", "iness",
      "e", "ously", "ility", "ator", "ey", "oy", "ss", "ive", "ication", "ly", "ful", ""
    };
    String[] joins = {
      " ", " ", " ", "\n", ".", "'", "_", ":", "-", "7", "é", "語", "ﬁ", "и", "\u00ad", "«", "\u00a0"
    };
    for (int i = 0; i < 300; i++) {
      StringBuilder text = new StringBuilder();
      for (int w = 0; w < 40; w++) {
        text.append(begins[random.nextInt(begins.length)])
            .append(ends[random.nextInt(ends.length)])
            .append(random.nextInt(60) == 0 ? "x".repeat(300) : "")
            .append(joins[random.nextInt(joins.length)]);
      }
      String whole = text.toString();
      List<Token> all = tokens(whole, List.of());
      List<String> terms =
          List.of(
              all.get(random.nextInt(all.size())).term, all.get(random.nextInt(all.size())).term);
      String left = LikelyWords.only(whole, terms, false);
      assertEquals(whole.length(), left.length());
      List<Token> found = tokens(left, terms);
      assertTrue(found.size() > 0);
      assertEquals(tokens(whole, terms), found, () -> terms + " in " + whole);
    }
  }
}
