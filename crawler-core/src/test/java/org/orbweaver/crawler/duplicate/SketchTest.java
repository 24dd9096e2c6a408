package org.orbweaver.crawler.duplicate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SketchTest {
  private static final int PAIRS = 300;

  /** The coefficients are counted by hand: shingles of five words, a character each in Han. */
  @ParameterizedTest
  @CsvSource({
    "a b c d e,            A  b. C-d 'e',          1",
    "a b c d e f,          a b c d e g,            .3333",
    "a b c d e f,          x a b c d e f,          .6667",
    "a b c d e f,          f e d c b a,            0",
    "a b,                  A B,                    1",
    "a b,                  a b c,                  0",
    "'',                   '',                     0",
    "über den Wolken muß,  ÜBER den wolken muß,    1",
    "这是一个测试,          这是一个测验,            .3333",
    "これはペンです,        これはペンで す,         1",
    "ไทยกขค,               ไทยกขคง,               .6667",
    "한국어 둘 셋 넷 다섯,   한국어둘 셋 넷 다섯,     0",
  })
  void jaccardOfShinglesIsExact(String a, String b, double expected) {
    assertEquals(expected, Shingles.of(a).jaccard(Shingles.of(b)), 5e-5);
  }

  @Test
  void repeatedShinglesCountOnce() {
    assertEquals(1, Shingles.of("a a a a a a a a").size());
    assertEquals(1, Shingles.of("a b a b a b a b a b").jaccard(Shingles.of("a b a b a b a b a")));
  }

  /** A text of words unique to it, with a share of them replaced. */
  private static String text(int words, long seed, double changed, long changes) {
    Random which = new Random(changes);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      boolean other = which.nextDouble() < changed;
      text.append(other ? "c" + changes + "x" + i : "w" + seed + "x" + i).append(' ');
    }
    return text.toString();
  }

  @Test
  void ofLongTextsShinglesAreSelected() {
    Shingles a = Shingles.of(text(400_000, 1, 0, 2));
    Shingles b = Shingles.of(text(400_000, 1, .02, 3));
    Shingles small = Shingles.of(text(20_000, 1, 0, 2));
    assertTrue(a.size() <= Shingles.MOST && a.size() > Shingles.MOST / 4, a.size() + " held");
    // A shingle stays if none of its five words is replaced.
    double kept = Math.pow(.98, 5);
    assertEquals(kept / (2 - kept), a.jaccard(b), .01);
    assertEquals(.05, a.jaccard(small), .01, "compared under the greater modulus");
    assertEquals(a.jaccard(small), small.jaccard(a));
  }

  /** Estimates against exact coefficients, from .6 to 1, and how often .9 finds a common band. */
  @ParameterizedTest
  @ValueSource(ints = {12, 60, 300, 1000, 5000})
  void estimatesAndFindsNearDuplicates(int words) {
    double squares = 0;
    double bias = 0;
    int near = 0;
    int found = 0;
    for (int i = 0; i < PAIRS; i++) {
      Shingles a = Shingles.of(text(words, i, 0, i));
      Shingles b = Shingles.of(text(words, i, .05 * i / PAIRS, i + 1000));
      double exact = a.jaccard(b);
      Sketch one = Sketch.of(a);
      Sketch two = Sketch.of(b);
      assertEquals(one.jaccard(two), two.jaccard(one));
      squares += Math.pow(one.jaccard(two) - exact, 2);
      bias += (one.jaccard(two) - exact) / PAIRS;
      if (exact > .9) {
        near++;
        found += shareOne(one.bands(), two.bands()) ? 1 : 0;
      }
    }
    double error = Math.sqrt(squares / PAIRS);
    assertTrue(error < .015, "standard error " + error);
    assertEquals(0, bias, .0025);
    assertTrue(near > 20, near + " near-duplicates");
    assertTrue(found >= .98 * near, found + " of " + near);
  }

  private static boolean shareOne(long[] a, long[] b) {
    return LongStream.of(a).anyMatch(key -> Arrays.stream(b).anyMatch(other -> other == key));
  }

  @Test
  void differentTextsShareNothing() {
    for (int i = 0; i < PAIRS; i++) {
      Sketch a = Sketch.of(text(20 + 10 * i, i, 0, i)).orElseThrow();
      Sketch b = Sketch.of(text(20 + 10 * i, i + PAIRS, 0, i)).orElseThrow();
      assertEquals(0, a.jaccard(b), .03);
      assertTrue(!shareOne(a.bands(), b.bands()));
      assertTrue(Simhash.distance(a.simhash(), b.simhash()) > 12);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 250, 260, 300, 900, 9000})
  void readsWhatItWrites(int words) {
    Sketch sketch = Sketch.of(text(words, 7, 0, 7)).orElseThrow();
    byte[] encoded = sketch.toBytes();
    assertTrue(encoded.length <= 521, encoded.length + " bytes");
    Sketch read = Sketch.fromBytes(encoded);
    assertEquals(sketch, read);
    assertEquals(1, sketch.jaccard(read));
    assertArrayEquals(sketch.bands(), read.bands());
  }

  @Test
  void refusesOtherBytes() {
    byte[] good = Sketch.of("some words of a text").orElseThrow().toBytes();
    byte[] otherVersion = good.clone();
    otherVersion[0] = 9;
    for (byte[] bad :
        new byte[][] {
          {}, {1}, otherVersion, Arrays.copyOf(good, good.length - 1), new byte[5000]
        }) {
      assertThrows(IllegalArgumentException.class, () -> Sketch.fromBytes(bad));
    }
    assertTrue(Sketch.of(" - , !").isEmpty());
  }
}
