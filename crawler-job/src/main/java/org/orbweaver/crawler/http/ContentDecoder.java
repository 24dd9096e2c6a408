package org.orbweaver.crawler.http;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.orbweaver.crawler.http.FetchedPage.Truncation;

/**
 * Undoes Content-Encoding, within limits: decoded bytes, and from 1 MiB on the ratio to the encoded
 * ones, for a few kilobytes can be made to decode to gigabytes.
 *
 * <p>Servers lie: a body that is not of the encoding it claims is taken as it is.
 */
final class ContentDecoder {
  /** What can be decoded, for the request's Accept-Encoding. */
  static final String ACCEPTED = "gzip, deflate";

  /** Text seldom reaches 20; deflate ends at 1,032. */
  static final int MAX_RATIO = 200;

  private static final int RATIO_COUNTS_FROM = 1 << 20;

  /** Bytes between two looks at the ratio. */
  private static final int CHUNK = 64 << 10;

  /** A body and what is missing of it. */
  @SuppressWarnings("ArrayRecordComponent") // carries bytes, is not compared
  record Decoded(byte[] bytes, Truncation truncation) {}

  private ContentDecoder() {}

  /**
   * Decodes a body.
   *
   * @param body as it came over the wire, perhaps without its end
   * @param encoding the Content-Encoding, or null
   * @param wire what is missing of {@code body}
   * @param limit decoded bytes to keep
   */
  static Decoded decode(byte[] body, String encoding, Truncation wire, int limit) {
    String name = encoding == null ? "" : encoding.strip().toLowerCase(Locale.ROOT);
    boolean gzip = name.equals("gzip") || name.equals("x-gzip");
    if (gzip && isGzip(body)) {
      return inflate(body, true, false, wire, limit);
    }
    if (name.equals("deflate") && body.length > 1) {
      // By the standard zlib's format; some servers send bare deflate data.
      boolean zlib =
          (body[0] & 0x0f) == 8 && (((body[0] & 0xff) << 8) | (body[1] & 0xff)) % 31 == 0;
      Decoded decoded = inflate(body, false, !zlib, wire, limit);
      if (decoded.bytes().length > 0 || zlib) {
        return decoded;
      }
    }
    return new Decoded(body, wire);
  }

  private static boolean isGzip(byte[] body) {
    return body.length > 2 && body[0] == 0x1f && (body[1] & 0xff) == 0x8b;
  }

  private static Decoded inflate(
      byte[] body, boolean gzip, boolean bare, Truncation wire, int limit) {
    byte[] out = new byte[(int) Math.min(limit, Math.max(1024L, 5L * body.length))];
    int length = 0;
    Truncation truncation = wire;
    Inflater inflater = new Inflater(bare);
    try (InputStream bytes = new ByteArrayInputStream(body);
        InputStream in =
            gzip ? new GZIPInputStream(bytes, 8192) : new InflaterInputStream(bytes, inflater)) {
      while (true) {
        if (length == out.length) {
          if (length == limit) {
            if (in.read() >= 0) {
              truncation = Truncation.LENGTH;
            }
            break;
          }
          out = Arrays.copyOf(out, (int) Math.min(limit, 2L * length));
        }
        int n = in.read(out, length, Math.min(out.length - length, CHUNK));
        if (n < 0) {
          break;
        }
        length += n;
        if (length > RATIO_COUNTS_FROM && length > (long) MAX_RATIO * body.length) {
          truncation = Truncation.UNSPECIFIED;
          break;
        }
      }
    } catch (EOFException e) {
      truncation = wire == Truncation.NONE ? Truncation.DISCONNECT : wire;
    } catch (IOException e) {
      truncation = wire == Truncation.NONE ? Truncation.UNSPECIFIED : wire;
    } finally {
      inflater.end();
    }
    return new Decoded(length == out.length ? out : Arrays.copyOf(out, length), truncation);
  }
}
