package org.orbweaver.crawler.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.aayushatharva.brotli4j.encoder.Encoder;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.http.ContentDecoder.DecodedBody;
import org.orbweaver.crawler.http.FetchedPage.Truncation;

/** The data of brotli and zstd is made by the reference encoders. */
class ContentDecoderTest {
  private static final int LIMIT = 4 << 20;

  private static final byte[] PAGE_BR = brotli(page());

  /** 64 MiB of zeros in 53 bytes, quality 11, window 24. */
  private static final byte[] BOMB_BR =
      base64("z///f/gnAOKxQCD3/p/////wTwDEYQGA7v0/////4Z8AiMMiAN37//z//8c/ARCHBQC69/8=");

  /** 1 GiB of zeros in 809 bytes, quality 9, window 24; gzipped to be shorter here. */
  private static final byte[] GREAT_BOMB_BR =
      gunzip(
          base64(
              "H4sIADmfAWsC/zv//389gwrDo40ORe////z/n7+BxUFGrOHdX/v///8zTmDoOMx0Ye//5///2zMIMRRG"
                  + "MOz6/v/P///sDkwKfNwO3//NB6pi8GA4ksj44t7/z///yzNwNljoMNz9Xf/v/39mBUaBdtYF1f/PQy3Z"
                  + "wFAyasmoJUPEErAqmCX8AJTvzckpAwAA"));

  private static byte[] base64(String text) {
    return Base64.getDecoder().decode(text);
  }

  private static byte[] gunzip(byte[] bytes) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] page() {
    StringBuilder html =
        new StringBuilder("<!DOCTYPE html><html><head><title>Orb weavers</title></head><body>\n");
    for (int i = 0; i < 120; i++) {
      html.append("<p>Line ").append(i).append(": the spider spins its web number ");
      html.append(i * i).append(".</p>\n");
    }
    return html.append("</body></html>\n").toString().getBytes(US_ASCII);
  }

  private static byte[] noise(int length) {
    byte[] bytes = new byte[length];
    new Random(7).nextBytes(bytes);
    return bytes;
  }

  private static byte[] brotli(byte[] bytes) {
    assertTrue(BrotliStream.isAvailable());
    try {
      return Encoder.compress(bytes);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A frame with checksum, and its content in blocks. */
  private static byte[] zstd(byte[] bytes, int windowLog) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZstdOutputStreamNoFinalizer zstd = new ZstdOutputStreamNoFinalizer(out)) {
      zstd.setLevel(9);
      zstd.setChecksum(true);
      if (windowLog > 0) {
        zstd.setLong(windowLog);
      }
      zstd.write(bytes);
    }
    return out.toByteArray();
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private static byte[] deflate(byte[] bytes, boolean bare) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflate = new DeflaterOutputStream(out, new Deflater(9, bare))) {
      deflate.write(bytes);
    }
    return out.toByteArray();
  }

  /** Text of eight letters, which shrinks to some three eighths. */
  private static byte[] letters(int length) {
    byte[] bytes = noise(length);
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) ('a' + (bytes[i] & 7));
    }
    return bytes;
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static DecodedBody decode(byte[] body, String encoding) {
    return ContentDecoder.decode(body, encoding, Truncation.NONE, LIMIT);
  }

  private static void assertDecoded(byte[] expected, Truncation truncation, DecodedBody decoded) {
    assertArrayEquals(expected, decoded.bytes());
    assertEquals(truncation, decoded.truncation());
  }

  /** The first bytes are kept, at least {@code atLeast} of them. */
  private static void assertCut(byte[] whole, int atLeast, Truncation truncation, DecodedBody cut) {
    int length = cut.bytes().length;
    assertTrue(length >= atLeast && length < whole.length, "kept " + length);
    assertEquals(-1, Arrays.mismatch(Arrays.copyOf(whole, length), cut.bytes()));
    assertEquals(truncation, cut.truncation());
  }

  @Test
  void whatIsAskedForIsDecoded() throws Exception {
    assertEquals("gzip, deflate, br, zstd", ContentDecoder.accepted());
    assertDecoded(page(), Truncation.NONE, decode(PAGE_BR, "br"));
    assertDecoded(page(), Truncation.NONE, decode(zstd(page(), 0), "ZSTD"));
    assertDecoded(new byte[0], Truncation.NONE, decode(new byte[] {6}, "br"));
    assertDecoded(page(), Truncation.NONE, decode(page(), null));
    assertDecoded(page(), Truncation.NONE, decode(page(), "identity"));
    assertDecoded(page(), Truncation.NONE, decode(gzip(page()), "GZIP"));
    assertDecoded(page(), Truncation.NONE, decode(gzip(page()), "x-gzip"));
    assertDecoded(page(), Truncation.NONE, decode(deflate(page(), false), "deflate"));
    assertDecoded(page(), Truncation.NONE, decode(deflate(page(), true), "deflate"));
    byte[] twoFrames = join(zstd(page(), 0), zstd(page(), 0));
    assertDecoded(join(page(), page()), Truncation.NONE, decode(twoFrames, "zstd"));
  }

  @Test
  void severalCodingsInARow() throws Exception {
    assertDecoded(page(), Truncation.NONE, decode(gzip(PAGE_BR), "br, gzip"));
    assertDecoded(
        page(), Truncation.NONE, decode(zstd(gzip(PAGE_BR), 0), "br,identity,gzip , zstd"));
    // The unknown coding ends the decoding.
    assertDecoded(PAGE_BR, Truncation.NONE, decode(gzip(PAGE_BR), "br, aes, gzip"));
    byte[] four = gzip(gzip(gzip(gzip(page()))));
    assertDecoded(four, Truncation.UNSPECIFIED, decode(four, "gzip,gzip,gzip,gzip"));
  }

  @Test
  void aBrotliBodyWithoutItsEndIsKept() {
    int half = PAGE_BR.length / 2;
    assertCut(page(), 1500, Truncation.DISCONNECT, decode(Arrays.copyOf(PAGE_BR, half), "br"));
    DecodedBody late =
        ContentDecoder.decode(Arrays.copyOf(PAGE_BR, half), "br", Truncation.TIME, LIMIT);
    assertCut(page(), 1500, Truncation.TIME, late);
    int before = 0;
    // Before its prefix codes are complete, nothing distinguishes it from data that is not brotli.
    for (int end = 100; end < PAGE_BR.length; end++) {
      DecodedBody cut = decode(Arrays.copyOf(PAGE_BR, end), "br");
      int length = Math.min(page().length, cut.bytes().length);
      assertArrayEquals(Arrays.copyOf(page(), length), cut.bytes(), "cut at " + end);
      assertTrue(length >= before, "cut at " + end);
      before = length;
    }
  }

  /** Data in many pieces for the decoder. */
  @Test
  void aLongBrotliBodyIsKeptUpToItsCutItsEndOrItsFault() throws Exception {
    byte[] content = letters(300_000);
    byte[] whole = brotli(content);
    assertTrue(whole.length > 100_000, "encoded " + whole.length);
    assertDecoded(content, Truncation.NONE, decode(whole, "br"));
    byte[] behind = "garbage".getBytes(US_ASCII);
    assertDecoded(content, Truncation.NONE, decode(join(whole, behind), "br"));
    DecodedBody cut = decode(Arrays.copyOf(whole, whole.length / 2), "br");
    assertCut(content, 140_000, Truncation.DISCONNECT, cut);
    byte[] spoiled = whole.clone();
    Arrays.fill(spoiled, whole.length / 2, whole.length, (byte) 0xff);
    DecodedBody broken = decode(spoiled, "br");
    assertEquals(Truncation.UNSPECIFIED, broken.truncation());
    int common = Arrays.mismatch(content, broken.bytes());
    assertTrue(common >= 140_000, "right " + common);
  }

  @Test
  void aBodyWithoutItsEndIsKept() throws Exception {
    byte[] content = letters(600_000);
    byte[] zstd = zstd(content, 0);
    DecodedBody cut = decode(Arrays.copyOf(zstd, zstd.length / 2), "zstd");
    assertCut(content, 128 << 10, Truncation.DISCONNECT, cut);
    assertEquals(Truncation.DISCONNECT, decode(Arrays.copyOf(zstd, 5), "zstd").truncation());
    byte[] gzip = gzip(content);
    byte[] half = Arrays.copyOf(gzip, gzip.length / 2);
    assertCut(content, 200_000, Truncation.DISCONNECT, decode(half, "gzip"));
    assertCut(
        content,
        200_000,
        Truncation.TIME,
        ContentDecoder.decode(half, "gzip", Truncation.TIME, LIMIT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "garbage", "HTTP/1.1 200 OK\r\n\r\nsecond"})
  void bytesBehindTheEndAreIgnored(String garbage) throws Exception {
    byte[] behind = garbage.getBytes(US_ASCII);
    assertDecoded(page(), Truncation.NONE, decode(join(PAGE_BR, behind), "br"));
    assertDecoded(page(), Truncation.NONE, decode(join(zstd(page(), 0), behind), "zstd"));
    assertDecoded(page(), Truncation.NONE, decode(join(gzip(page()), behind), "gzip"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"br", "zstd", "gzip", "deflate"})
  void aBodyThatIsNotEncodedIsTakenAsItIs(String encoding) {
    assertDecoded(page(), Truncation.NONE, decode(page(), encoding));
    // The text begins like an empty brotli stream.
    byte[] note = "not encoded".getBytes(US_ASCII);
    assertDecoded(note, Truncation.NONE, decode(note, encoding));
    assertDecoded(new byte[0], Truncation.NONE, decode(new byte[0], encoding));
  }

  @Test
  void oneCodingForAnotherIsTakenAsItIs() throws Exception {
    assertDecoded(PAGE_BR, Truncation.NONE, decode(PAGE_BR, "gzip"));
    assertDecoded(PAGE_BR, Truncation.NONE, decode(PAGE_BR, "zstd"));
    byte[] gzipped = gzip(page());
    assertDecoded(gzipped, Truncation.NONE, decode(gzipped, "zstd"));
  }

  @Test
  void spoiledBodiesAreMarked() throws Exception {
    byte[] spoiled = zstd(page(), 0);
    spoiled[spoiled.length - 1] ^= 1;
    assertEquals(Truncation.UNSPECIFIED, decode(spoiled, "zstd").truncation());
    byte[] gzip = gzip(page());
    gzip[gzip.length - 3] ^= 1;
    assertEquals(Truncation.UNSPECIFIED, decode(gzip, "gzip").truncation());
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      byte[] br = PAGE_BR.clone();
      byte[] zs = zstd(page(), 0);
      for (int i = 0; i < 3; i++) {
        br[random.nextInt(br.length)] ^= (byte) (1 << random.nextInt(8));
        zs[random.nextInt(zs.length)] ^= (byte) (1 << random.nextInt(8));
      }
      assertTrue(decode(br, "br").bytes().length <= LIMIT);
      assertTrue(decode(zs, "zstd").bytes().length <= LIMIT);
    }
  }

  @Test
  void noiseIsNoReasonToFail() {
    for (int length = 1; length < 2000; length += 7) {
      byte[] noise = noise(length);
      decode(noise, "br");
      decode(noise, "deflate");
      decode(join(new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd}, noise), "zstd");
    }
  }

  @Test
  void bombsAreStopped() throws Exception {
    byte[] zeros = zstd(new byte[64 << 20], 0);
    assertTimeout(
        Duration.ofSeconds(10),
        () -> {
          for (byte[] bomb : new byte[][] {BOMB_BR, GREAT_BOMB_BR}) {
            DecodedBody decoded = ContentDecoder.decode(bomb, "br", Truncation.NONE, 1 << 30);
            assertEquals(Truncation.UNSPECIFIED, decoded.truncation());
            assertTrue(decoded.bytes().length <= 2 << 20, decoded.bytes().length + " bytes");
          }
          for (String coding : List.of("zstd", "gzip")) {
            byte[] bomb = coding.equals("zstd") ? zeros : gzip(new byte[64 << 20]);
            DecodedBody decoded = ContentDecoder.decode(bomb, coding, Truncation.NONE, 1 << 30);
            assertEquals(Truncation.UNSPECIFIED, decoded.truncation());
            assertTrue(decoded.bytes().length <= 201L * bomb.length + (1 << 20));
          }
        });
    // The ratio is to the bytes received, however many codings there are.
    byte[] nested = gzip(gzip(gzip(new byte[32 << 20])));
    DecodedBody decoded = ContentDecoder.decode(nested, "gzip,gzip,gzip", Truncation.NONE, 1 << 30);
    assertEquals(Truncation.UNSPECIFIED, decoded.truncation());
    assertTrue(decoded.bytes().length <= (1 << 20) + (64 << 10));
  }

  @Test
  void zstdMayNotAskForMoreThanEightMebibytes() throws Exception {
    byte[] content = noise(9 << 20);
    DecodedBody within =
        ContentDecoder.decode(zstd(content, 23), "zstd", Truncation.NONE, 16 << 20);
    assertDecoded(content, Truncation.NONE, within);
    assertDecoded(new byte[0], Truncation.UNSPECIFIED, decode(zstd(content, 24), "zstd"));
    // Magic number, descriptor, and a window of 2^41 bytes.
    byte[] hostile = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0, (byte) 0xf8, 1, 0, 0};
    assertDecoded(new byte[0], Truncation.UNSPECIFIED, decode(hostile, "zstd"));
  }

  @Test
  void bytesAreCapped() throws Exception {
    byte[] start = Arrays.copyOf(page(), 1000);
    for (String coding : List.of("br", "zstd", "gzip")) {
      byte[] body =
          coding.equals("br") ? PAGE_BR : coding.equals("zstd") ? zstd(page(), 0) : gzip(page());
      assertDecoded(
          start, Truncation.LENGTH, ContentDecoder.decode(body, coding, Truncation.NONE, 1000));
      assertDecoded(
          page(),
          Truncation.NONE,
          ContentDecoder.decode(body, coding, Truncation.NONE, page().length));
    }
  }
}
