package org.orbweaver.crawler.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Set;
import org.apache.commons.lang3.StringUtils;

/**
 * Iterates over the meaningful lines of a robots.txt (RFC 9309, section 2.2).
 *
 * <p>A line ends with CR, LF or CRLF. A comment begins with {@code #}. A line is a name, a colon
 * and a value, with blanks around each; names are read in any case, as are the misspellings of
 * {@link Field}. If the colon is missing, the blank between two words replaces it ("Disallow /x");
 * with more words the meaning is unclear. Any other line is skipped but counted. Nothing is an
 * error.
 *
 * <p>Values are octets, one a character: paths are compared as octets, whatever their encoding. A
 * byte order mark is skipped, even a truncated one. Files in UTF-16 are read as if written in
 * UTF-8.
 */
final class RobotsLines {
  /**
   * Octets of a line that are read: eight times the longest URL that old browsers accepted, as in
   * Google's parser. The rest of a longer line is ignored.
   */
  static final int MAX_LINE = 8 * 2083 - 1;

  /** Blank, tab, vertical tab, form feed, and NUL, with which some servers fill up a file. */
  private static final String BLANKS = " \t\u000B\f\0";

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /** The field names. */
  enum Field {
    // Misspellings that Google's parser and crawler-commons accept, or that real files have.
    USER_AGENT(
        "user-agent",
        "useragent",
        "user agent",
        "user_agent",
        "user-agents",
        "user-agnet",
        "users-agent"),
    ALLOW("allow"),
    DISALLOW(
        "disallow",
        "disallows",
        "dissallow",
        "dissalow",
        "disalow",
        "diasllow",
        "disallaw",
        "desallow",
        "diallow",
        "disllow",
        "dsallow"),
    SITEMAP("sitemap", "sitemaps", "site-map"),
    CRAWL_DELAY("crawl-delay", "crawl delay", "crawldelay"),
    CONTENT_USAGE("content-usage"),
    CONTENT_SIGNAL("content-signal", "content-signals");

    @SuppressWarnings("ImmutableEnumChecker") // made by Set.of
    private final Set<String> names;

    Field(String... names) {
      this.names = Set.of(names);
    }

    static Field of(String name) {
      String lower = name.toLowerCase(Locale.ROOT);
      for (Field field : values()) {
        if (field.names.contains(lower)) {
          return field;
        }
      }
      return null;
    }
  }

  private final byte[] content;
  private final int limit;
  private int next;
  private int number;
  private Field field;
  private String value;

  /**
   * @param octets the file
   * @param maxBytes octets that are read; the line that the limit cuts in two is not
   */
  RobotsLines(byte[] octets, int maxBytes) {
    int end = octets.length;
    if (end > maxBytes) {
      end = maxBytes;
      while (end > 0 && !isLineEnd(octets[end - 1])) {
        end--;
      }
    }
    Charset wide = wideCharset(octets, end);
    if (wide == null) {
      content = octets;
      limit = end;
    } else {
      content = new String(octets, 0, end, wide).getBytes(UTF_8);
      limit = content.length;
    }
    while (next < BYTE_ORDER_MARK.length
        && next < limit
        && content[next] == BYTE_ORDER_MARK[next]) {
      next++;
    }
  }

  /**
   * UTF-16, recognised by its byte order mark, or without one by an ASCII character at the start.
   */
  private static Charset wideCharset(byte[] octets, int end) {
    if (end < 2) {
      return null;
    }
    int first = octets[0] & 0xFF;
    int second = octets[1] & 0xFF;
    if ((first == 0xFF && second == 0xFE) || (first > 0 && first < 0x80 && second == 0)) {
      return UTF_16LE;
    }
    if ((first == 0xFE && second == 0xFF) || (first == 0 && second > 0 && second < 0x80)) {
      return UTF_16BE;
    }
    return null;
  }

  /** Goes to the next line that has a meaning; false at the end of the file. */
  boolean next() {
    while (next < limit) {
      number++;
      int from = next;
      int end = from;
      while (end < limit && !isLineEnd(content[end])) {
        end++;
      }
      boolean crLf = end + 1 < limit && content[end] == '\r' && content[end + 1] == '\n';
      next = end + (crLf ? 2 : 1);
      if (read(from, end)) {
        return true;
      }
    }
    return false;
  }

  private boolean read(int from, int end) {
    int length = Math.min(end - from, MAX_LINE);
    String line = new String(content, from, length, ISO_8859_1);
    int comment = line.indexOf('#');
    if (comment >= 0) {
      line = line.substring(0, comment);
    } else if (end - from > MAX_LINE && line.indexOf('%', length - 2) >= 0) {
      // Half an escape would become an escaped percent sign, which matches nothing.
      line = line.substring(0, line.indexOf('%', length - 2));
    }
    line = strip(line);
    int colon = line.indexOf(':');
    field = colon < 0 ? null : Field.of(strip(line.substring(0, colon)));
    if (field != null) {
      value = strip(line.substring(colon + 1));
      return true;
    }
    // "Disallow /x", and "Sitemap http://h.test/", whose colon is not the one that is missing.
    String[] words = line.split("[" + BLANKS + "]+", 3);
    field = words.length == 2 ? Field.of(words[0]) : null;
    value = words[words.length - 1];
    return field != null;
  }

  private static String strip(String text) {
    return StringUtils.strip(text, BLANKS);
  }

  private static boolean isLineEnd(byte b) {
    return b == '\n' || b == '\r';
  }

  /** The current line's number, from 1. */
  int number() {
    return number;
  }

  Field field() {
    return field;
  }

  /** The current line's value without blanks around it, one character an octet; may be empty. */
  String value() {
    return value;
  }
}
