package org.orbweaver.crawler.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * The heads of a request and its answer, as archives keep them: the bytes of the start line and the
 * header block.
 *
 * <p>Of the request there are only headers that the crawler sends to every host. Credentials,
 * cookies, and the headers that a site's block adds are left out, whatever their value.
 *
 * @param request as sent, without the headers left out
 * @param response as received from the first byte of the status line to the empty line, line ends
 *     and invalid lines included; of a longer one the first {@link #LIMIT} bytes
 * @param cut whether the response's head is longer
 */
@SuppressWarnings("ArrayRecordComponent") // carries bytes, is not compared
public record HttpHeads(byte[] request, byte[] response, boolean cut) {
  /** The most bytes kept of a head; those of browsers' and servers' limits are about the same. */
  public static final int LIMIT = 32 << 10;

  /** The request's headers that say nothing of a site. */
  private static final Set<String> SENT_TO_ALL =
      Set.of(
          "accept",
          "accept-encoding",
          "accept-language",
          "connection",
          "from",
          "host",
          "if-modified-since",
          "if-none-match",
          "user-agent");

  /** Whether a header of a request may be kept. */
  static boolean isKept(String name) {
    return SENT_TO_ALL.contains(name.toLowerCase(Locale.ROOT));
  }

  /** The same heads without the response's headers of a name, and their folded lines. */
  HttpHeads without(String name) {
    ByteArrayOutputStream kept = new ByteArrayOutputStream(response.length);
    boolean drop = false;
    int end;
    for (int start = 0; start < response.length; start = end) {
      end = start;
      while (end < response.length && response[end] != '\n') {
        end++;
      }
      end = Math.min(response.length, end + 1);
      String line = new String(response, start, end - start, StandardCharsets.ISO_8859_1);
      int colon = line.indexOf(':');
      boolean named =
          start > 0 && colon > 0 && line.substring(0, colon).strip().equalsIgnoreCase(name);
      boolean folded = line.startsWith(" ") || line.startsWith("\t");
      drop = named || (folded && drop);
      if (!drop) {
        kept.write(response, start, end - start);
      }
    }
    return new HttpHeads(request, kept.toByteArray(), cut);
  }
}
