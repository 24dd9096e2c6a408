package org.orbweaver.crawler.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.http.ContentDecoder.Decoded;
import org.orbweaver.crawler.http.FetchedPage.Truncation;

class ContentDecoderTest {
  private static final int LIMIT = 4 << 20;
  private final byte[] text = text(50_000);

  private static byte[] text(int length) {
    Random random = new Random(3);
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) ('a' + random.nextInt(8));
    }
    return bytes;
  }

  private static byte[] gzip(byte[] bytes) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private static byte[] deflate(byte[] bytes, boolean bare) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflate = new DeflaterOutputStream(out, new Deflater(9, bare))) {
      deflate.write(bytes);
    }
    return out.toByteArray();
  }

  private static Decoded decode(byte[] body, String encoding) {
    return ContentDecoder.decode(body, encoding, Truncation.NONE, LIMIT);
  }

  @Test
  void decodesWhatIsAskedFor() throws Exception {
    assertArrayEquals(text, decode(text, null).bytes());
    assertArrayEquals(text, decode(text, "identity").bytes());
    assertArrayEquals(text, decode(gzip(text), "GZIP").bytes());
    assertArrayEquals(text, decode(gzip(text), "x-gzip").bytes());
    assertArrayEquals(text, decode(deflate(text, false), "deflate").bytes());
    assertArrayEquals(text, decode(deflate(text, true), "deflate").bytes());
    assertEquals(Truncation.NONE, decode(gzip(text), "gzip").truncation());
  }

  @Test
  void bodyThatIsNotEncodedIsTakenAsItIs() {
    assertArrayEquals(text, decode(text, "gzip").bytes());
    byte[] words = "<html>not deflated</html>".getBytes(US_ASCII);
    assertArrayEquals(words, decode(words, "deflate").bytes());
    assertArrayEquals(new byte[0], decode(new byte[0], "gzip").bytes());
  }

  @Test
  void truncatedAndSpoiledBodiesKeepWhatCanBeRead() throws Exception {
    byte[] whole = gzip(text);
    Decoded cut = decode(Arrays.copyOf(whole, whole.length / 2), "gzip");
    assertEquals(Truncation.DISCONNECT, cut.truncation());
    assertTrue(cut.bytes().length > text.length / 3);
    assertArrayEquals(Arrays.copyOf(text, cut.bytes().length), cut.bytes());
    Decoded late =
        ContentDecoder.decode(
            Arrays.copyOf(whole, whole.length / 2), "gzip", Truncation.TIME, LIMIT);
    assertEquals(Truncation.TIME, late.truncation());
    whole[whole.length - 3] ^= 1;
    assertEquals(Truncation.UNSPECIFIED, decode(whole, "gzip").truncation());
  }

  @Test
  void bytesAreCapped() throws Exception {
    Decoded decoded = ContentDecoder.decode(gzip(text), "gzip", Truncation.NONE, 10_000);
    assertEquals(Truncation.LENGTH, decoded.truncation());
    assertArrayEquals(Arrays.copyOf(text, 10_000), decoded.bytes());
    Decoded exact = ContentDecoder.decode(gzip(text), "gzip", Truncation.NONE, text.length);
    assertEquals(Truncation.NONE, exact.truncation());
  }

  @Test
  void bombsAreStopped() throws Exception {
    byte[] bomb = gzip(new byte[64 << 20]);
    Decoded decoded = ContentDecoder.decode(bomb, "gzip", Truncation.NONE, 512 << 20);
    assertEquals(Truncation.UNSPECIFIED, decoded.truncation());
    assertTrue(decoded.bytes().length < 201L * bomb.length + (1 << 20));
  }
}
