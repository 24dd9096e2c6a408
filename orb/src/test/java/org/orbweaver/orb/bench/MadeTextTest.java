package org.orbweaver.orb.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class MadeTextTest {
  private static final int BLOCK = 48_000;

  @Test
  void hasTheWordsAskedForAndTheSameEachTime() {
    String text = new MadeText(new Random(1)).words(1000);
    assertEquals(1000, text.split("[ .\\n]+").length);
    assertEquals(text, new MadeText(new Random(1)).words(1000));
    assertEquals(MadeText.menu(7), MadeText.menu(7));
    assertNotEquals(MadeText.menu(7), MadeText.menu(8));
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
    assertTrue(share > .13 && share < .21, "compressed to " + share);
  }
}
