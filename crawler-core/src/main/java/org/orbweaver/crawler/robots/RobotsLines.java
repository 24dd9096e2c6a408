package org.orbweaver.crawler.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;

/**
 * The lines of a robots.txt that mean something, one after the other (RFC 9309, section 2.2).
 *
 * <p>A line ends with CR, LF or CRLF. What follows a {@code #} is a comment. A line is a name, a
 * colon and a value, with blanks around each; names are read in any case, and so are the
 * misspellings of {@link Field}. Where the colon is missing, the blank between two words stands for
 * it ("Disallow /x"); of more words no one can say what was meant. Any other line is passed over
 * but counted. Nothing is an error.
 *
 * <p>Values are octets, one a character: paths are compared as octets, whatever their encoding. A
 * byte order mark is skipped, a cut one too. Files in UTF-16 are read as if written in UTF-8.
 */
final class RobotsLines {
  /**
   * Octets of a line that are read: eight times the longest URL that browsers of old took, the
   * limit of Google's parser. What a longer line says beyond is ignored.
   */
  static final int MAX_LINE = 8 * 2083 - 1;

  /** No longer name has a meaning. */
  private static final int MAX_NAME = 16;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /** What a line is about. */
  enum Field {
    USER_AGENT,
    ALLOW,
    DISALLOW,
    SITEMAP,
    CRAWL_DELAY;

    // Misspellings that Google's parser and crawler-commons accept, or that real files have.
    private static final Map<String, Field> NAMES =
        Map.ofEntries(
            Map.entry("user-agent", USER_AGENT),
            Map.entry("useragent", USER_AGENT),
            Map.entry("user agent", USER_AGENT),
            Map.entry("user_agent", USER_AGENT),
            Map.entry("user-agents", USER_AGENT),
            Map.entry("user-agnet", USER_AGENT),
            Map.entry("users-agent", USER_AGENT),
            Map.entry("allow", ALLOW),
            Map.entry("disallow", DISALLOW),
            Map.entry("disallows", DISALLOW),
            Map.entry("dissallow", DISALLOW),
            Map.entry("dissalow", DISALLOW),
            Map.entry("disalow", DISALLOW),
            Map.entry("diasllow", DISALLOW),
            Map.entry("disallaw", DISALLOW),
            Map.entry("desallow", DISALLOW),
            Map.entry("diallow", DISALLOW),
            Map.entry("disllow", DISALLOW),
            Map.entry("dsallow", DISALLOW),
            Map.entry("sitemap", SITEMAP),
            Map.entry("sitemaps", SITEMAP),
            Map.entry("site-map", SITEMAP),
            Map.entry("crawl-delay", CRAWL_DELAY),
            Map.entry("crawl delay", CRAWL_DELAY),
            Map.entry("crawldelay", CRAWL_DELAY));

    static Field of(String name) {
      return NAMES.get(name.toLowerCase(Locale.ROOT));
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

  /** UTF-16, told by its byte order mark, or by a first character of ASCII without one. */
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

  private boolean read(int lineStart, int lineEnd) {
    boolean cut = lineEnd - lineStart > MAX_LINE;
    int end = cut ? lineStart + MAX_LINE : lineEnd;
    int comment = find(lineStart, end, '#');
    if (comment < end) {
      end = comment;
      cut = false;
    }
    int from = skipBlanks(lineStart, end);
    end = dropBlanks(from, end);
    int colon = find(from, end, ':');
    if (colon < end) {
      field = name(from, dropBlanks(from, colon));
      if (field != null) {
        value = text(skipBlanks(colon + 1, end), end, cut);
        return true;
      }
    }
    return readTwoWords(from, end, cut);
  }

  /** "Disallow /x", and "Sitemap http://h.test/", whose colon is not the one that is missing. */
  private boolean readTwoWords(int from, int end, boolean cut) {
    int blank = from;
    while (blank < end && !isBlank(content[blank])) {
      blank++;
    }
    int second = skipBlanks(blank, end);
    for (int i = second; i < end; i++) {
      if (isBlank(content[i])) {
        return false;
      }
    }
    field = second < end ? name(from, blank) : null;
    if (field == null) {
      return false;
    }
    value = text(second, end, cut);
    return true;
  }

  private Field name(int from, int end) {
    return end - from > MAX_NAME
        ? null
        : Field.of(new String(content, from, end - from, ISO_8859_1));
  }

  private String text(int from, int end, boolean cut) {
    int last = end;
    if (cut) {
      // Half an escape would become an escaped percent sign, which matches nothing.
      for (int i = Math.max(from, end - 2); i < end; i++) {
        if (content[i] == '%') {
          last = i;
          break;
        }
      }
    }
    return new String(content, from, last - from, ISO_8859_1);
  }

  private int find(int from, int end, char wanted) {
    int i = from;
    while (i < end && content[i] != wanted) {
      i++;
    }
    return i;
  }

  private int skipBlanks(int from, int end) {
    int i = from;
    while (i < end && isBlank(content[i])) {
      i++;
    }
    return i;
  }

  private int dropBlanks(int from, int end) {
    int i = end;
    while (i > from && isBlank(content[i - 1])) {
      i--;
    }
    return i;
  }

  private static boolean isLineEnd(byte b) {
    return b == '\n' || b == '\r';
  }

  /** Blank, tab, vertical tab, form feed, and NUL, with which some servers fill up a file. */
  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == 0x0B || b == '\f' || b == 0;
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
