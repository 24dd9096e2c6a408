package org.orbweaver.crawler.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.BooleanSupplier;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.message.BasicLineParser;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * Reads the head of a response as browsers do: an invalid header line does not lose the page. It
 * becomes a header without a name, {@link #isIgnored}. Lines may be folded (obs-fold) and end with
 * a bare line feed; blanks around a name are dropped. {@link Http1Config} limits the number of
 * lines and their length.
 *
 * <p>A response that does not begin with a status line is refused with its first words, as is a
 * status that does not have three digits; a server that sends endless interim responses (1xx) is
 * refused after ten. A head that ends with the connection rather than an empty line is not a
 * response (RFC 9112 section 8): its last header may be incomplete.
 *
 * <p>There is one parser for each connection, since it also detects bytes after the response's end.
 */
final class LenientResponseParser extends DefaultHttpResponseParser {
  private static final int MAX_INTERIM = 10;
  private static final int SWITCHING_PROTOCOLS = 101;
  private static final int MAX_STATUS = 999;
  private static final int QUOTED = 60;

  private final HeadRecorder recorder = new HeadRecorder();
  private SessionInputBuffer buffer;
  private int interim;
  private byte[] head;
  private boolean headCut;

  /** The last byte read from the connection, or −1 before the first. */
  private int last = -1;

  LenientResponseParser(Http1Config config) {
    super(config, new Lines(), null);
  }

  private static final class Lines extends BasicLineParser {
    @Override
    public Header parseHeader(CharArrayBuffer line) {
      int colon = line.indexOf(':');
      String name = colon < 0 ? "" : line.substringTrimmed(0, colon);
      if (name.isEmpty() || !name.chars().allMatch(c -> c > ' ' && c != 0x7f)) {
        return new BasicHeader("", line.toString());
      }
      return new BasicHeader(name, line.substringTrimmed(colon + 1, line.length()));
    }
  }

  /** Whether the line was not a valid header. */
  static boolean isIgnored(Header header) {
    return header.getName().isEmpty();
  }

  @Override
  public ClassicHttpResponse parse(SessionInputBuffer input, InputStream stream)
      throws IOException, HttpException {
    buffer = input;
    last = -1;
    head = null;
    boolean begun = input.length() > 0;
    recorder.begin(input.length());
    ClassicHttpResponse response =
        super.parse(input, new Watched(stream, () -> !begun && last < 0, recorder));
    if (response == null) {
      // The connection was closed before the first byte.
      return null;
    }
    headCut = recorder.isCut(input.length());
    head = recorder.end(input.length(), response.getCode() < 200);
    if (response.getCode() == SWITCHING_PROTOCOLS) {
      throw new ProtocolException(
          "the server switched to another protocol without a request to do so");
    }
    if (response.getCode() >= 200) {
      interim = 0;
    } else if (++interim > MAX_INTERIM) {
      throw new ProtocolException("more than " + MAX_INTERIM + " interim responses");
    }
    return response;
  }

  @Override
  protected ClassicHttpResponse createMessage(CharArrayBuffer line)
      throws IOException, HttpException {
    try {
      ClassicHttpResponse response = super.createMessage(line);
      if (response.getCode() >= 100 && response.getCode() <= MAX_STATUS) {
        return response;
      }
      throw notHttp(line, null);
    } catch (HttpException | IllegalArgumentException e) {
      // The latter for a negative number or a status of zero.
      throw notHttp(line, e);
    }
  }

  private static ProtocolException notHttp(CharArrayBuffer line, Exception cause) {
    String start = line.substring(0, Math.min(QUOTED, line.length()));
    return new ProtocolException("not an HTTP response: it begins with '" + start + "'", cause);
  }

  /**
   * The connection's bytes while the lines of chunks are read: they may end only after a line's
   * end. (A truncated size of {@code 00a0} would otherwise be a last chunk.)
   */
  InputStream chunked(InputStream stream) {
    return new Watched(stream, () -> last < 0 || last == '\n', null);
  }

  /** A stream that notes its last byte and fails if it ends too early. */
  private final class Watched extends FilterInputStream {
    private final BooleanSupplier mayEnd;
    private final HeadRecorder recording;

    /**
     * With the condition under which the connection may end here.
     *
     * @param recording takes the bytes; or null
     */
    Watched(InputStream stream, BooleanSupplier mayEnd, HeadRecorder recording) {
      super(stream);
      this.mayEnd = mayEnd;
      this.recording = recording;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = in.read(bytes, offset, length);
      if (read > 0) {
        last = bytes[offset + read - 1] & 0xff;
        if (recording != null) {
          recording.read(bytes, offset, read);
        }
      } else if (read < 0 && !mayEnd.getAsBoolean()) {
        throw new ConnectionClosedException("the connection was closed within the response");
      }
      return read;
    }
  }

  /** The heads of this exchange; null if the response's was not recorded. */
  HttpHeads heads(byte[] request) {
    return head == null || request == null ? null : new HttpHeads(request, head, headCut);
  }

  /** Whether bytes have been read that belong to no response. */
  boolean hasLeftover() {
    return buffer != null && buffer.length() > 0;
  }
}
