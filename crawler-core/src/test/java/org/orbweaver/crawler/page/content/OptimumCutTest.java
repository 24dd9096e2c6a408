package org.orbweaver.crawler.page.content;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptimumCutTest {

  /** Words of one character each, whose position is the offset. */
  private static OptimumCut cut(String tokens) {
    OptimumCut cut = new OptimumCut();
    for (int i = 0; i < tokens.length(); i++) {
      if (tokens.charAt(i) == '<') {
        cut.tag();
      } else {
        cut.words(1, i, i + 1);
      }
    }
    return cut;
  }

  @ParameterizedTest
  @CsvSource({"<<www<<,2,5", "w<<www,3,6", "www<ww,0,6", "ww<<ww,0,2", "<<<,0,0", "'',0,0"})
  void theStretchWithTheGreatestSurplusOfWords(String tokens, int start, int end) {
    OptimumCut cut = cut(tokens);
    assertEquals(start + "-" + end, cut.start() + "-" + cut.end());
  }

  /** The sum of 003: tags before, words within, tags after. */
  private static int value(String tokens, int start, int end) {
    int sum = 0;
    for (int k = 0; k < tokens.length(); k++) {
      sum += (tokens.charAt(k) == '<') == (k < start || k >= end) ? 1 : 0;
    }
    return sum;
  }

  @Test
  void noOtherCutIsBetter() {
    Random random = new Random(3);
    for (int run = 0; run < 200; run++) {
      StringBuilder tokens = new StringBuilder();
      for (int i = 0; i < 40; i++) {
        tokens.append(random.nextInt(5) < 2 ? 'w' : '<');
      }
      String page = tokens.toString();
      int best = 0;
      for (int i = 0; i <= page.length(); i++) {
        for (int j = i; j <= page.length(); j++) {
          best = Math.max(best, value(page, i, j));
        }
      }
      OptimumCut cut = cut(page);
      assertEquals(best, value(page, cut.start(), cut.end()), page);
    }
  }
}
