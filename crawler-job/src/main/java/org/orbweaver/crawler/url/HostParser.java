package org.orbweaver.crawler.url;

import java.text.Normalizer;
import java.util.Locale;

/**
 * The host of a URL as <a href="https://url.spec.whatwg.org/#host-parsing">WHATWG's host parser</a>
 * reads it: percent-decoded, international names in punycode, IPv4 addresses in any of their
 * spellings, IPv6 addresses compressed.
 *
 * <p>International names are mapped by Unicode's NFKC and lower case, which is UTS #46 without its
 * tables of validity. Names with other characters than letters, digits, hyphen, underscore and dot
 * are refused, and so are names over 253 characters: no resolver knows them.
 *
 * <p>Other than the standard's, a name loses one dot at its end: {@code example.org.} is the same
 * host to a resolver, and would be a second one to a crawl, with pages of its own and a delay of
 * its own.
 */
final class HostParser {
  private static final int MAX_NAME = 253;

  private HostParser() {}

  /** The host in its one spelling, or null when it can be none. */
  static String parse(String input) {
    if (input.isEmpty()) {
      return null;
    }
    if (input.charAt(0) == '[') {
      return input.charAt(input.length() - 1) == ']'
          ? IpAddresses.ipv6(input.substring(1, input.length() - 1))
          : null;
    }
    String name = isPlain(input) ? input : toAscii(Percent.decode(input));
    if (name == null || !isPlain(name)) {
      return null;
    }
    if (name.endsWith(".")) {
      name = name.substring(0, name.length() - 1);
    }
    if (name.isEmpty() || name.length() > MAX_NAME || name.endsWith(".")) {
      return null;
    }
    if (name.charAt(0) == '.' || name.contains("..")) {
      return null;
    }
    return IpAddresses.endsInNumber(name) ? IpAddresses.ipv4(name) : name;
  }

  /** Whether the name is in lower case and of characters that names have. */
  private static boolean isPlain(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (!isPlain(name.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  static boolean isPlain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
  }

  private static String toAscii(String name) {
    boolean ascii = name.chars().allMatch(c -> c < 128);
    if (ascii) {
      return name.toLowerCase(Locale.ROOT);
    }
    String mapped = Normalizer.normalize(name, Normalizer.Form.NFKC);
    // Letter by letter: toLowerCase of a whole string treats a sigma at its end apart.
    int[] lower = mapped.codePoints().map(Character::toLowerCase).toArray();
    mapped = Normalizer.normalize(new String(lower, 0, lower.length), Normalizer.Form.NFKC);
    var result = new StringBuilder(mapped.length() + 16);
    var label = new StringBuilder();
    for (int i = 0; i < mapped.length(); ) {
      int point = mapped.codePointAt(i);
      i += Character.charCount(point);
      if (isDot(point)) {
        if (!Punycode.append(label, result)) {
          return null;
        }
        label.setLength(0);
        result.append('.');
      } else if (!isIgnored(point)) {
        label.appendCodePoint(point);
      }
    }
    return Punycode.append(label, result) ? result.toString() : null;
  }

  /** The full stop and the ideographic and half-width ones that stand for it. */
  private static boolean isDot(int point) {
    return point == '.' || point == 0x3002 || point == 0xff0e || point == 0xff61;
  }

  /**
   * What UTS #46 maps to nothing: soft hyphen, zero-width spaces, joiners' word joiner, selectors.
   */
  private static boolean isIgnored(int point) {
    return point == 0xad
        || point == 0x34f
        || point == 0x200b
        || point == 0x2060
        || point == 0xfeff
        || (point >= 0xfe00 && point <= 0xfe0f);
  }
}
