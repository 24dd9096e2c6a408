package org.orbweaver.crawler.render;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RenderLearningTest {
  private static final Gain MORE = new Gain(3, 300, 0, 0, 0);

  private RenderLearning learning = decode(new byte[0]);

  private static RenderLearning decode(byte[] bytes) {
    try {
      return RenderLearning.decode(bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Decides about pages in their order and renders those chosen. */
  private int rendered(String prefix, int from, int to, boolean marked, Gain gain) {
    int rendered = 0;
    for (int i = from; i < to; i++) {
      String url = prefix + i;
      if (learning.choose(url, marked, false).render()) {
        rendered++;
        learning.learned(url, marked, gain, i);
      }
    }
    return rendered;
  }

  @Test
  void aTemplateThatGainsIsRendered() {
    assertEquals(1000, rendered("http://a/item/", 0, 1000, true, MORE));
    assertEquals(
        "marked as made by scripts; marked pages like it (/item/0): 8 of the last 8 pages gained",
        learning.choose("http://a/item/5000", true, false).why());
  }

  @Test
  void aTemplateThatDoesNotGainIsLookedAtAgain() {
    int rendered = rendered("http://a/item/", 0, 5000, true, Gain.NONE);
    assertTrue(3 + 25 < rendered && rendered < 3 + 75, "rendered " + rendered);
    assertEquals(
        "marked as made by scripts; marked pages like it (/item/0): 0 of the last 8 pages gained",
        learning.choose("http://a/item/5001", true, false).why());
  }

  @Test
  void aTemplateThatBeginsToGainIsSeen() {
    rendered("http://a/item/", 0, 1000, true, Gain.NONE);
    int rendered = rendered("http://a/item/", 1000, 3000, true, MORE);
    assertTrue(rendered > 1500, "rendered " + rendered);
  }

  @Test
  void aTemplateThatNoLongerGainsIsGivenUp() {
    rendered("http://a/item/", 0, 100, true, MORE);
    int rendered = rendered("http://a/item/", 100, 1100, true, Gain.NONE);
    assertTrue(rendered < 30, "rendered " + rendered);
  }

  @Test
  void aTemplateOfWhichHalfGainsIsKept() {
    for (int i = 0; i < 200; i++) {
      assertTrue(learning.choose("http://a/item/" + i, true, false).render(), "page " + i);
      learning.learned("http://a/item/" + i, true, i % 2 == 0 ? MORE : Gain.NONE, i);
    }
  }

  @Test
  void pagesWithoutAMarkAreLeftAloneWhereNothingGains() {
    assertEquals(0, rendered("http://a/page/", 0, 1000, false, MORE));
    rendered("http://a/item/", 0, 10, true, Gain.NONE);
    assertEquals(0, rendered("http://a/page/", 0, 1000, false, MORE));
    assertEquals(
        "not marked as made by scripts; no page of its host gained by rendering",
        learning.choose("http://a/page/7", false, false).why());
  }

  @Test
  void pagesWithoutAMarkAreLookedAtWhereOthersGain() {
    rendered("http://a/item/", 0, 3, true, MORE);
    int needless = rendered("http://a/page/", 0, 5000, false, Gain.NONE);
    assertTrue(25 < needless && needless < 75, "rendered " + needless);
    int useful = rendered("http://a/shell/", 0, 2000, false, MORE);
    assertTrue(useful > 1500, "rendered " + useful);
  }

  @Test
  void pagesWithoutAMarkDoNotDecideAboutMarkedOnes() {
    rendered("http://a/item/", 0, 3, true, MORE);
    int needless = rendered("http://a/item/", 3, 503, false, Gain.NONE);
    assertTrue(needless < 15, "rendered " + needless);
    assertEquals(50, rendered("http://a/item/", 503, 553, true, MORE));
  }

  @Test
  void aSiteMayAskForAll() {
    assertTrue(learning.choose("http://a/", false, true).render());
  }

  @Test
  void templatesBeyondTheMostCountTogether() {
    int rendered = 0;
    for (int i = 0; i < 5000; i++) {
      rendered += rendered("http://a/" + letters(i) + "/", i, i + 1, true, Gain.NONE);
    }
    assertTrue(rendered < RenderLearning.TEMPLATES + 100, "rendered " + rendered);
    assertTrue(learning.encode().length < 700);
  }

  private static String letters(int number) {
    return Integer.toString(number, 26)
        .chars()
        .map(c -> c <= '9' ? c + 62 : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  @Test
  void storedFormComesBack() {
    rendered("http://a/item/", 0, 5, true, MORE);
    rendered("http://a/page/", 0, 1000, false, Gain.NONE);
    byte[] bytes = learning.encode();
    RenderLearning read = decode(bytes);
    assertArrayEquals(bytes, read.encode());
    assertTrue(read.choose("http://a/item/77", true, false).render());
    for (int cut = 1; cut < bytes.length; cut++) {
      byte[] part = Arrays.copyOf(bytes, cut);
      assertThrows(IOException.class, () -> RenderLearning.decode(part));
    }
    byte[] later = bytes.clone();
    later[0] = 2;
    assertThrows(IOException.class, () -> RenderLearning.decode(later));
    assertThrows(
        IOException.class, () -> RenderLearning.decode(Arrays.copyOf(bytes, bytes.length + 1)));
  }

  @Test
  void mergingKeepsWhatLearnedLast() {
    rendered("http://a/item/", 0, 3, true, MORE);
    byte[] base = learning.encode();
    rendered("http://a/item/", 100, 120, true, Gain.NONE);
    byte[] later = learning.encode();

    RenderLearning merged = decode(base);
    merged.merge(decode(later));
    merged.merge(decode(base));
    assertArrayEquals(later, merged.encode());
    learning = decode(later);
    learning.merge(decode(base));
    assertArrayEquals(later, learning.encode());
    assertFalse(learning.choose("http://a/item/5001", true, false).render());
  }

  @Test
  void mergedTemplatesStayWithinTheirBound() {
    RenderLearning sum = decode(new byte[0]);
    for (int round = 0; round < 4; round++) {
      learning = decode(new byte[0]);
      for (int i = 0; i < 50; i++) {
        rendered("http://a/" + letters(round * 50 + i) + "/", i, i + 1, true, MORE);
      }
      sum.merge(learning);
    }
    assertTrue(sum.encode().length < 700);
    assertArrayEquals(sum.encode(), decode(sum.encode()).encode());
  }
}
