package org.orbweaver.crawler.http;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.ClassicHttpResponse;
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
 * Reads the head of a response as browsers do: a line that is no header does not lose the page. It
 * becomes a header without a name, {@link #isIgnored}. Lines may be folded (obs-fold) and end with
 * a bare line feed; blanks around a name are dropped. How many lines there may be, and how long, is
 * the {@link Http1Config}'s business.
 *
 * <p>What does not begin with a status line is refused with its first words, and a server that
 * sends interim responses (1xx) without end is refused after ten.
 *
 * <p>One for each connection, for it also tells whether more came than the response's length says.
 */
final class LenientResponseParser extends DefaultHttpResponseParser {
  private static final int MAX_INTERIM = 10;
  private static final int SWITCHING_PROTOCOLS = 101;
  private static final int QUOTED = 60;

  private SessionInputBuffer buffer;
  private int interim;

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

  /** Whether the line was none of a header. */
  static boolean isIgnored(Header header) {
    return header.getName().isEmpty();
  }

  @Override
  public ClassicHttpResponse parse(SessionInputBuffer input, InputStream stream)
      throws IOException, HttpException {
    buffer = input;
    ClassicHttpResponse response = super.parse(input, stream);
    if (response == null) {
      // The connection was closed before the first byte.
      return null;
    }
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
      return super.createMessage(line);
    } catch (HttpException e) {
      String start = line.substring(0, Math.min(QUOTED, line.length()));
      throw new ProtocolException("not an HTTP response: it begins with '" + start + "'", e);
    }
  }

  /** Whether there are bytes in hand that belong to no response. */
  boolean hasLeftover() {
    return buffer != null && buffer.length() > 0;
  }
}
