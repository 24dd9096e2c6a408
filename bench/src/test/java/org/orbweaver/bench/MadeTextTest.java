package org.orbweaver.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class MadeTextTest {
  private static final int BLOCK = 48_000;

  @Test
  void hasTheWordsAskedForAndTheSameEachTime() {
    String text = new MadeText(new Random(1)).words(1000);
    assertEquals(1000, text.split("\\W+").length);
    assertEquals(text, new MadeText(new Random(1)).words(1000));
    assertEquals(MadeText.menu(7), MadeText.menu(7));
    assertNotEquals(MadeText.menu(7), MadeText.menu(8));
  }

  @Test
  void vocabularyGrowsMoreSlowlyThanTheText() {
    MadeText words = new MadeText(new Random(5));
    String text = words.words(20_000);
    int some = distinct(text.substring(0, text.length() / 4));
    int all = distinct(text);
    assertTrue(all > 1.5 * some && all < 3.5 * some, some + " of a quarter, " + all + " of all");
  }

  private static int distinct(String text) {
    return Set.copyOf(Arrays.asList(text.split("\\W+"))).size();
  }

  @Test
  void isAsCompressibleAsItSays() {
    MadeText words = new MadeText(new Random(3));
    StringBuilder text = new StringBuilder();
    while (text.length() < BLOCK) {
      text.append(words.words(800));
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
    Deflater deflater = new Deflater();
    deflater.setInput(bytes);
    deflater.finish();
    double share = deflater.deflate(new byte[bytes.length]) / (double) bytes.length;
    deflater.end();
    assertTrue(share > .2 && share < .3, "compressed to " + share);
  }
}
