package org.orbweaver.crawler.url;

import com.ibm.icu.text.IDNA;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * The host of a URL as <a href="https://url.spec.whatwg.org/#host-parsing">WHATWG's host parser</a>
 * reads it: percent-decoded, international names in punycode by <a
 * href="https://www.unicode.org/reports/tr46/">UTS #46</a> (ASCII names, punycode among them, are
 * only put into lower case), IPv4 addresses in any of their spellings, IPv6 addresses compressed.
 *
 * <p>It is stricter than the standard for names that no resolver would know: it refuses characters
 * other than letters, digits, hyphen, underscore and dot, empty labels, labels over 63 and names
 * over 253 characters.
 *
 * <p>Unlike the standard, it removes one trailing dot: to a resolver {@code example.org.} is the
 * same host, but a crawl would treat it as a second one, with its own pages and its own delay.
 */
final class HostParser {
  static final int MAX_NAME = 253;
  static final int MAX_LABEL = 63;

  /**
   * Non-transitional, as the standard requires; without STD3's rules, which {@link #isPlain}
   * checks.
   */
  private static final IDNA UTS46 =
      IDNA.getUTS46Instance(
          IDNA.CHECK_BIDI
              | IDNA.CHECK_CONTEXTJ
              | IDNA.NONTRANSITIONAL_TO_ASCII
              | IDNA.NONTRANSITIONAL_TO_UNICODE);

  /**
   * The errors that CheckHyphens=false and VerifyDnsLength=false ignore; this class checks lengths
   * itself.
   */
  private static final Set<IDNA.Error> ALLOWED =
      EnumSet.of(
          IDNA.Error.EMPTY_LABEL,
          IDNA.Error.LABEL_TOO_LONG,
          IDNA.Error.DOMAIN_NAME_TOO_LONG,
          IDNA.Error.LEADING_HYPHEN,
          IDNA.Error.TRAILING_HYPHEN,
          IDNA.Error.HYPHEN_3_4);

  private HostParser() {}

  /** The host in normal form, or null if the text cannot be a host. */
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
    if (!hasLabels(name)) {
      return null;
    }
    return IpAddresses.endsInNumber(name) ? IpAddresses.ipv4(name) : name;
  }

  private static boolean hasLabels(String name) {
    if (name.length() > MAX_NAME) {
      return false;
    }
    for (int from = 0; from <= name.length(); ) {
      int dot = name.indexOf('.', from);
      int end = dot < 0 ? name.length() : dot;
      if (end == from || end - from > MAX_LABEL) {
        return false;
      }
      from = end + 1;
    }
    return true;
  }

  /** Whether the name is in lower case and has only characters allowed in names. */
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
    if (name.chars().allMatch(c -> c < 128)) {
      return name.toLowerCase(Locale.ROOT);
    }
    IDNA.Info info = new IDNA.Info();
    StringBuilder ascii = UTS46.nameToASCII(name, new StringBuilder(), info);
    return ALLOWED.containsAll(info.getErrors()) ? ascii.toString() : null;
  }
}
