package org.orbweaver.crawler.warc;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbweaver.crawler.http.HttpHeads;

/**
 * The head of a response as received, for a record whose body is stored decoded.
 *
 * <p>Its bytes are kept, line ends, order, case and invalid lines included, but for the headers
 * that would make readers decode the body once more, or expect another length: {@code
 * Content-Encoding}, {@code Transfer-Encoding} and a {@code Content-Length} of other than the
 * stored body get the prefix {@code X-Crawler-}, as in Common Crawl's files, and the length of the
 * stored body is added.
 */
final class ResponseHead {
  /** The prefix of headers about another form of the body. */
  static final String PREFIX = "X-Crawler-";

  private static final Set<String> OF_TRANSFER = Set.of("content-encoding", "transfer-encoding");
  private static final Pattern STATUS = Pattern.compile("\\S+[ \\t]+(\\d{3})\\b.*", Pattern.DOTALL);
  private static final Pattern LINE = Pattern.compile("[^\\n]*\\n");

  private final String text;

  private ResponseHead(String text) {
    this.text = text;
  }

  /** The head; empty if not even the status line is known. */
  static Optional<ResponseHead> of(HttpHeads heads) {
    if (heads == null) {
      return Optional.empty();
    }
    String text = new String(heads.response(), StandardCharsets.ISO_8859_1);
    // A line that is cut could pass for another header.
    String whole = heads.cut() ? text.substring(0, text.lastIndexOf('\n') + 1) + "\r\n" : text;
    return STATUS.matcher(whole).matches()
        ? Optional.of(new ResponseHead(whole))
        : Optional.empty();
  }

  int status() {
    Matcher status = STATUS.matcher(text);
    return status.matches() ? Integer.parseInt(status.group(1)) : 0;
  }

  /** The first value of a header, without its folded lines. */
  Optional<String> header(String name) {
    return text.lines()
        .skip(1)
        .filter(line -> name(line).equals(name.toLowerCase(Locale.ROOT)))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst();
  }

  private static String name(String line) {
    int colon = line.indexOf(':');
    return colon < 0 ? "" : line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
  }

  /** The bytes as received. */
  byte[] asReceived() {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The bytes for a record with a body of this length. */
  byte[] withBody(int length) {
    StringBuilder head = new StringBuilder(text.length() + 64);
    Matcher line = LINE.matcher(text);
    boolean renamed = false;
    for (boolean first = true; line.find(); first = false) {
      String one = line.group();
      String name = first ? "" : name(one);
      boolean untrue =
          OF_TRANSFER.contains(name)
              || (name.equals("content-length")
                  && !one.substring(one.indexOf(':') + 1).strip().equals("" + length));
      if (one.isBlank() && renamed) {
        head.append("Content-Length: ").append(length).append("\r\n");
      }
      renamed |= untrue;
      head.append(untrue ? PREFIX : "").append(one);
    }
    return head.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
