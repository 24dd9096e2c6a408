package org.orbweaver.crawler.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** Content codings, by the names of IANA's registry. */
enum Coding {
  /** RFC 1952; several members in a row are one body. */
  GZIP,
  /**
   * The standard requires zlib's format (RFC 1950); some servers send bare deflate data (RFC 1951).
   */
  DEFLATE,
  /** RFC 7932. */
  BR,
  /** RFC 8878. */
  ZSTD;

  /** The coding of a name in lower case, or null. */
  static Coding of(String name) {
    return switch (name) {
      case "gzip", "x-gzip" -> GZIP;
      case "deflate" -> DEFLATE;
      case "br" -> BrotliStream.isAvailable() ? BR : null;
      case "zstd" -> ZstdStream.isAvailable() ? ZSTD : null;
      default -> null;
    };
  }

  /** Whether the first bytes are compatible with this coding. */
  boolean mayBe(byte[] body) {
    return switch (this) {
      case GZIP, ZSTD -> isSureOf(body);
      case DEFLATE -> body.length > 1;
      case BR -> body.length > 0;
    };
  }

  /** Whether the first bytes are typical of this coding and unlikely in any other data. */
  boolean isSureOf(byte[] body) {
    return switch (this) {
      case GZIP -> startsWith(body, 0x1f, 0x8b, 0x08);
      // CM 8, and a multiple of 31; words of small letters may begin so too, so the window is
      // checked.
      case DEFLATE -> body.length > 1 && body[0] == 0x78 && isZlib(body);
      case BR -> false;
      // A frame or a skippable frame.
      case ZSTD ->
          startsWith(body, 0x28, 0xb5, 0x2f, 0xfd)
              || (body.length > 3
                  && (body[0] & 0xf0) == 0x50
                  && body[1] == 0x2a
                  && body[2] == 0x4d
                  && body[3] == 0x18);
    };
  }

  /** Whether the body ends within the mark with which this coding begins; no text does. */
  boolean isCutMark(byte[] body) {
    return switch (this) {
      case GZIP -> body.length > 0 && body.length < 3 && agrees(body, 0x1f, 0x8b);
      case ZSTD -> body.length > 1 && body.length < 4 && agrees(body, 0x28, 0xb5, 0x2f);
      case DEFLATE, BR -> false;
    };
  }

  private static boolean startsWith(byte[] body, int... magic) {
    return body.length >= magic.length && agrees(body, magic);
  }

  /** Whether the two are equal as far as both go. */
  private static boolean agrees(byte[] body, int... magic) {
    return IntStream.range(0, Math.min(body.length, magic.length))
        .allMatch(i -> (body[i] & 0xff) == magic[i]);
  }

  /**
   * The decoded body. The stream ends with an {@link java.io.EOFException} if the body is
   * truncated, and may end with a {@link RestBehindException} if bytes follow its end.
   */
  InputStream open(byte[] body) throws IOException {
    InputStream in = new ByteArrayInputStream(body);
    return switch (this) {
      case GZIP -> new GZIPInputStream(in, 8192);
      case DEFLATE -> inflate(in, !isZlib(body));
      case BR -> new BrotliStream(body);
      case ZSTD -> new ZstdStream(in);
    };
  }

  private static boolean isZlib(byte[] body) {
    return (body[0] & 0x0f) == 8 && (((body[0] & 0xff) << 8) | (body[1] & 0xff)) % 31 == 0;
  }

  private static InputStream inflate(InputStream in, boolean bare) {
    Inflater inflater = new Inflater(bare);
    return new InflaterInputStream(in, inflater, 8192) {
      @Override
      public void close() throws IOException {
        super.close();
        inflater.end();
      }
    };
  }
}
