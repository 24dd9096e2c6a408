package org.orbweaver.common.error;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PlatformCharsetTest {
  private static final byte[] TYPED =
      "java\0-cp\0x\0Main\0search\0straße\0\0x\0".getBytes(StandardCharsets.UTF_8);

  @Test
  void bytesOfTheCommandLineReplaceWhatTheLocaleSpoilt() {
    String[] spoilt = {"search", "stra\ufffd\ufffde", "", "x"};
    String[] typed = {"search", "straße", "", "x"};
    assertArrayEquals(typed, PlatformCharset.lastWords(TYPED, spoilt));
  }

  @Test
  void anotherCommandLineIsNotTakenForThisOne() {
    String[] other = {"read", "stra\ufffd\ufffde", "", "x"};
    assertArrayEquals(other, PlatformCharset.lastWords(TYPED, other));
    String[] longer = new String[20];
    Arrays.fill(longer, "x");
    assertArrayEquals(longer, PlatformCharset.lastWords(TYPED, longer));
  }
}
