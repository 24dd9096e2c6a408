package org.orbweaver.crawler.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.orbweaver.crawler.http.FetchedPage.Truncation;

/**
 * Undoes Content-Encoding, within limits: at most three nested codings, the number of decoded
 * bytes, and from 1 MiB on their ratio to the bytes received, since a few kilobytes can decode to
 * gigabytes.
 *
 * <p>Servers lie: a body that is not in its declared encoding is kept as received, as is one in an
 * encoding that was not requested. The decodable part of a truncated body is kept, and bytes after
 * the end of a body are ignored.
 *
 * <p>Memory: the body, the decoded bytes (at most twice the limit while they grow), and the
 * decoder's window: 32 KiB for gzip and deflate, outside the heap 16 MiB for brotli and 8 MiB for
 * zstd. A zstd frame that needs a larger window is not decoded (<a
 * href="https://www.rfc-editor.org/rfc/rfc9659">RFC 9659</a>).
 */
public final class ContentDecoder {
  /** The ratio of text seldom reaches 20; deflate ends at 1,032, brotli and zstd exceed 10,000. */
  static final int MAX_RATIO = 200;

  static final int MAX_CODINGS = 3;

  private static final int RATIO_COUNTS_FROM = 1 << 20;

  /** Decoded bytes between two checks of the ratio. */
  private static final int CHUNK = 64 << 10;

  /** Number of bytes examined to distinguish text from encoded data. */
  private static final int SAMPLE = 512;

  /** A body and the reason why its end is missing. */
  @SuppressWarnings("ArrayRecordComponent") // carries bytes, is not compared
  public record DecodedBody(byte[] bytes, Truncation truncation) {}

  /** How the decoding of a body ended. */
  private enum End {
    WHOLE,
    LIMIT,
    RATIO,
    CUT,
    BROKEN,
    REST_BEHIND
  }

  private ContentDecoder() {}

  /** The supported codings, for the request's Accept-Encoding. */
  static String accepted() {
    return "gzip, deflate"
        + (BrotliStream.isAvailable() ? ", br" : "")
        + (ZstdStream.isAvailable() ? ", zstd" : "");
  }

  /**
   * Decodes a body.
   *
   * @param body as received, perhaps truncated
   * @param encoding the content and then the transfer codings, joined by commas in the order of
   *     their headers, or null; "chunked" is framing and already removed
   * @param wire why the end of {@code body} is missing
   * @param limit decoded bytes to keep
   */
  public static DecodedBody decode(byte[] body, String encoding, Truncation wire, int limit) {
    List<String> codings = codings(encoding);
    if (codings.size() > MAX_CODINGS) {
      return new DecodedBody(body, wire == Truncation.NONE ? Truncation.UNSPECIFIED : wire);
    }
    DecodedBody decoded = new DecodedBody(body, wire);
    for (int i = codings.size() - 1; i >= 0; i--) {
      Coding coding = Coding.of(codings.get(i));
      if (coding != null && coding.isCutMark(decoded.bytes())) {
        return new DecodedBody(new byte[0], truncation(End.CUT, decoded.truncation()));
      }
      if (coding == null || !coding.mayBe(decoded.bytes())) {
        break;
      }
      decoded = undo(coding, decoded, limit, (long) MAX_RATIO * body.length);
    }
    return decoded;
  }

  private static List<String> codings(String encoding) {
    return encoding == null
        ? List.of()
        : Stream.of(encoding.toLowerCase(Locale.ROOT).split(",", -1))
            .map(String::strip)
            .filter(name -> !name.isEmpty() && !name.equals("identity") && !name.equals("chunked"))
            .toList();
  }

  private static DecodedBody undo(Coding coding, DecodedBody encoded, int limit, long ratioLimit) {
    byte[] body = encoded.bytes();
    Output out = new Output(limit, Math.max(RATIO_COUNTS_FROM, ratioLimit), 5L * body.length);
    End end = out.read(coding, body);
    if (end == End.BROKEN || end == End.CUT || end == End.REST_BEHIND) {
      // Brotli has neither a magic number nor a checksum, so some text begins like a brotli stream.
      boolean nothing = end == End.BROKEN && out.length == 0;
      if (!coding.isSureOf(body) && (nothing || looksLikeText(body))) {
        return encoded;
      }
    }
    return new DecodedBody(out.toBytes(), truncation(end, encoded.truncation()));
  }

  private static Truncation truncation(End end, Truncation before) {
    return switch (end) {
      case WHOLE, REST_BEHIND -> before;
      case LIMIT -> Truncation.LENGTH;
      case RATIO -> Truncation.UNSPECIFIED;
      case CUT -> before == Truncation.NONE ? Truncation.DISCONNECT : before;
      case BROKEN -> before == Truncation.NONE ? Truncation.UNSPECIFIED : before;
    };
  }

  /** Encoded data seldom goes without control characters for long, text does. */
  private static boolean looksLikeText(byte[] body) {
    for (int i = 0; i < Math.min(SAMPLE, body.length); i++) {
      byte b = body[i];
      if (b == 0x7f || (b >= 0 && b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f')) {
        return false;
      }
    }
    return true;
  }

  /** Decoded bytes, up to a limit. */
  private static final class Output {
    private final int limit;
    private final long ratioLimit;
    private byte[] bytes;
    private int length;

    Output(int limit, long ratioLimit, long expected) {
      this.limit = limit;
      this.ratioLimit = ratioLimit;
      bytes = new byte[(int) Math.min(limit, Math.max(1024L, Math.min(expected, 1 << 24)))];
    }

    End read(Coding coding, byte[] body) {
      try (InputStream in = coding.open(body)) {
        while (true) {
          if (length == bytes.length) {
            if (length == limit) {
              return in.read() < 0 ? End.WHOLE : End.LIMIT;
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(limit, 2L * length));
          }
          int n = in.read(bytes, length, Math.min(bytes.length - length, CHUNK));
          if (n < 0) {
            return End.WHOLE;
          }
          length += n;
          if (length > ratioLimit) {
            return End.RATIO;
          }
        }
      } catch (RestBehindException e) {
        return End.REST_BEHIND;
      } catch (EOFException e) {
        return End.CUT;
      } catch (IOException | RuntimeException e) {
        return End.BROKEN;
      }
    }

    byte[] toBytes() {
      return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }
  }
}
