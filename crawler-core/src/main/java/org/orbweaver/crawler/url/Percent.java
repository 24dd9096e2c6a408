package org.orbweaver.crawler.url;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Percent-encoding in one normal form (RFC 3986 sections 2.1 and 6.2.2): upper-case digits,
 * unreserved characters bare, every character that is not allowed bare encoded as UTF-8, and a
 * stray percent sign encoded itself. The last rule makes the form stable: {@code %4%31} would turn
 * into {@code %41} and then into {@code A}.
 */
public final class Percent {
  private static final boolean[] UNRESERVED = table("-._~");
  private static final boolean[] PATH = table("-._~!$&'()*+,;=:@/");
  private static final boolean[] QUERY = table("-._~!$&()*+,;=:@/?");
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

  private Percent() {}

  private static boolean[] table(String marks) {
    var allowed = new boolean[128];
    for (char c = 0; c < 128; c++) {
      allowed[c] =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || marks.indexOf(c) >= 0;
    }
    return allowed;
  }

  /** Whether the octet is an unreserved character (RFC 3986, section 2.3). */
  public static boolean isUnreserved(int octet) {
    return octet < 128 && UNRESERVED[octet];
  }

  /** Whether the character is left bare in a normalised path. */
  public static boolean bareInPath(char c) {
    return c < 128 && PATH[c];
  }

  /** Whether the character is left bare in a normalised query. */
  static boolean bareInQuery(char c) {
    return c < 128 && QUERY[c];
  }

  /** The path, or a piece of it, in normal form. */
  static String path(String text) {
    return normal(text, PATH);
  }

  /** The query in normal form; null when it is empty. */
  static String query(String text) {
    return text.isEmpty() ? null : normal(text, QUERY);
  }

  private static String normal(String text, boolean[] bare) {
    int i = 0;
    while (i < text.length() && text.charAt(i) < 128 && bare[text.charAt(i)]) {
      i++;
    }
    if (i == text.length()) {
      return text;
    }
    var out = new StringBuilder(text.length() + 16).append(text, 0, i);
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == '%') {
        int octet = octet(text, i);
        if (octet < 0) {
          out.append("%25");
          i++;
        } else {
          if (isUnreserved(octet)) {
            out.append((char) octet);
          } else {
            encode(octet, out);
          }
          i += 3;
        }
      } else if (c < 128) {
        if (bare[c]) {
          out.append(c);
        } else {
          encode(c, out);
        }
        i++;
      } else {
        int end = i + 1;
        while (end < text.length() && text.charAt(end) >= 128) {
          end++;
        }
        // Lone surrogates become U+FFFD, as the standard asks.
        for (byte octet : utf8(text, i, end)) {
          encode(octet & 0xff, out);
        }
        i = end;
      }
    }
    return out.toString();
  }

  private static byte[] utf8(String text, int from, int to) {
    var well = new StringBuilder(to - from);
    for (int i = from; i < to; ) {
      int point = text.codePointAt(i);
      well.appendCodePoint(point >= 0xd800 && point <= 0xdfff ? 0xfffd : point);
      i += Character.charCount(point);
    }
    return well.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Appends an octet, encoded. */
  public static void encode(int octet, StringBuilder out) {
    out.append('%').append(HEX[octet >> 4]).append(HEX[octet & 15]);
  }

  /** The octet encoded at the position of a percent sign, −1 when two hex digits do not follow. */
  public static int octet(CharSequence text, int percent) {
    if (percent + 2 >= text.length()) {
      return -1;
    }
    int high = hex(text.charAt(percent + 1));
    int low = hex(text.charAt(percent + 2));
    return high < 0 || low < 0 ? -1 : (high << 4) | low;
  }

  /** The value of an ASCII hex digit, −1 for anything else. */
  static int hex(char c) {
    return c < 128 ? Character.digit(c, 16) : -1;
  }

  /** The text with its percent-encodings decoded as UTF-8; anything else is left as it is. */
  static String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    return new String(decode(text.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
  }

  /** The octets for which these characters of ASCII, or of an encoding that has it, stand. */
  static byte[] decode(byte[] raw) {
    var out = new byte[raw.length];
    int n = 0;
    for (int i = 0; i < raw.length; i++) {
      if (raw[i] == '%'
          && i + 2 < raw.length
          && hex((char) raw[i + 1]) >= 0
          && hex((char) raw[i + 2]) >= 0) {
        out[n++] = (byte) ((hex((char) raw[i + 1]) << 4) | hex((char) raw[i + 2]));
        i += 2;
      } else {
        out[n++] = raw[i];
      }
    }
    return Arrays.copyOf(out, n);
  }
}
