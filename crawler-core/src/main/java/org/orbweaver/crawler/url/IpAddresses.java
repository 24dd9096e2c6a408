package org.orbweaver.crawler.url;

/**
 * IP addresses in URLs: <a href="https://url.spec.whatwg.org/#concept-ipv4-parser">IPv4 in any of
 * the spellings browsers know</a> (fewer parts, octal, hexadecimal) and IPv6 in the compressed form
 * of RFC 5952.
 */
public final class IpAddresses {
  private IpAddresses() {}

  /** Whether a host is an address and no name, IPv6 with or without brackets. */
  public static boolean isAddress(String host) {
    return host.indexOf(':') >= 0 || endsInNumber(host);
  }

  /** Whether the last label is a number, so that the host is an IPv4 address or nothing. */
  static boolean endsInNumber(String host) {
    int end = host.endsWith(".") ? host.length() - 1 : host.length();
    int from = host.lastIndexOf('.', end - 1) + 1;
    if (from >= end) {
      return false;
    }
    String last = host.substring(from, end);
    return last.chars().allMatch(c -> c >= '0' && c <= '9') || number(last) >= 0;
  }

  /** The address as four decimal numbers, null when it is none. */
  static String ipv4(String host) {
    String text = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    String[] parts = text.split("\\.", -1);
    if (parts.length > 4) {
      return null;
    }
    long address = 0;
    for (int i = 0; i < parts.length; i++) {
      long value = number(parts[i]);
      boolean last = i == parts.length - 1;
      long limit = last ? 1L << (8 * (5 - parts.length)) : 256;
      if (value < 0 || value >= limit) {
        return null;
      }
      address |= last ? value : value << (8 * (3 - i));
    }
    return (address >> 24)
        + "."
        + ((address >> 16) & 255)
        + "."
        + ((address >> 8) & 255)
        + "."
        + (address & 255);
  }

  /** Decimal, octal (0…) or hexadecimal (0x…); −1 for no number, a huge one for one too large. */
  private static long number(String text) {
    int radix = 10;
    String digits = text;
    if (text.startsWith("0x")) {
      radix = 16;
      digits = text.substring(2);
    } else if (text.length() > 1 && text.charAt(0) == '0') {
      radix = 8;
      digits = text.substring(1);
    }
    if (text.isEmpty()) {
      return -1;
    }
    long value = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = Percent.hex(digits.charAt(i));
      if (digit < 0 || digit >= radix) {
        return -1;
      }
      value = Math.min(value * radix + digit, Long.MAX_VALUE >> 8);
    }
    return value;
  }

  /** The address in brackets and compressed, null when it is none. The text has no brackets. */
  static String ipv6(String text) {
    var pieces = new int[8];
    int compressAt = -1;
    int count = 0;
    int i = 0;
    int n = text.length();
    if (text.startsWith("::")) {
      compressAt = 0;
      i = 2;
    } else if (text.startsWith(":")) {
      return null;
    }
    while (i < n) {
      if (count == 8) {
        return null;
      }
      if (text.charAt(i) == ':') {
        if (compressAt >= 0) {
          return null;
        }
        compressAt = count;
        i++;
        continue;
      }
      int from = i;
      int value = 0;
      while (i < n && i - from < 4 && Percent.hex(text.charAt(i)) >= 0) {
        value = (value << 4) | Percent.hex(text.charAt(i));
        i++;
      }
      if (i < n && text.charAt(i) == '.') {
        return count > 6 || !dotted(text.substring(from), pieces, count)
            ? null
            : finish(pieces, count + 2, compressAt);
      }
      if (i == from || (i < n && text.charAt(i) != ':') || (i == n - 1)) {
        return null;
      }
      i++;
      pieces[count++] = value;
    }
    return finish(pieces, count, compressAt);
  }

  /**
   * The dotted end of an address such as ::ffff:1.2.3.4: strict decimal, as the standard has it.
   */
  private static boolean dotted(String text, int[] pieces, int at) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 4) {
      return false;
    }
    for (int i = 0; i < 4; i++) {
      String part = parts[i];
      if (part.isEmpty() || part.length() > 3 || (part.length() > 1 && part.charAt(0) == '0')) {
        return false;
      }
      for (int j = 0; j < part.length(); j++) {
        if (part.charAt(j) < '0' || part.charAt(j) > '9') {
          return false;
        }
      }
      int value = Integer.parseInt(part);
      if (value > 255) {
        return false;
      }
      pieces[at + i / 2] = (pieces[at + i / 2] << 8) | value;
    }
    return true;
  }

  private static String finish(int[] pieces, int count, int compressAt) {
    if (compressAt < 0) {
      return count == 8 ? format(pieces) : null;
    }
    if (count == 8) {
      return null;
    }
    var full = new int[8];
    System.arraycopy(pieces, 0, full, 0, compressAt);
    System.arraycopy(pieces, compressAt, full, 8 - (count - compressAt), count - compressAt);
    return format(full);
  }

  /** Compresses the first longest run of at least two zero pieces. */
  private static String format(int[] pieces) {
    int bestAt = -1;
    int bestLength = 1;
    for (int i = 0; i < 8; i++) {
      int j = i;
      while (j < 8 && pieces[j] == 0) {
        j++;
      }
      if (j - i > bestLength) {
        bestAt = i;
        bestLength = j - i;
      }
      i = Math.max(i, j - 1);
    }
    var text = new StringBuilder("[");
    for (int i = 0; i < 8; i++) {
      if (i == bestAt) {
        text.append("::");
        i += bestLength - 1;
      } else {
        if (i > 0 && text.charAt(text.length() - 1) != ':') {
          text.append(':');
        }
        text.append(Integer.toHexString(pieces[i]));
      }
    }
    return text.append(']').toString();
  }
}
