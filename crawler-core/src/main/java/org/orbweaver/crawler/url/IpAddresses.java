package org.orbweaver.crawler.url;

import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ShortBuffer;
import java.util.regex.Pattern;

/**
 * IP addresses in URLs: <a href="https://url.spec.whatwg.org/#concept-ipv4-parser">IPv4 in any of
 * the spellings browsers know</a> (fewer parts, octal, hexadecimal) and IPv6 in the compressed form
 * of RFC 5952.
 */
public final class IpAddresses {
  private static final BigInteger TOO_LARGE = BigInteger.ONE.shiftLeft(32);

  private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";

  /**
   * Texts that may be passed to the JDK, which is more lenient than the standard: at most four
   * digits a piece, and a dotted end such as that of ::ffff:1.2.3.4 in strict decimal. The colon
   * keeps the JDK from looking up a name.
   */
  private static final Pattern IPV6 =
      Pattern.compile(
          "(?!.*[0-9a-f]{5})[0-9a-f:]*:([0-9a-f]*|" + OCTET + "(\\." + OCTET + "){3})",
          Pattern.CASE_INSENSITIVE);

  private IpAddresses() {}

  /** Whether a host is an address rather than a name, IPv6 with or without brackets. */
  public static boolean isAddress(String host) {
    return host.indexOf(':') >= 0 || endsInNumber(host);
  }

  /** Whether the last label is a number, so that the host is an IPv4 address or nothing. */
  static boolean endsInNumber(String host) {
    int end = host.endsWith(".") ? host.length() - 1 : host.length();
    int from = host.lastIndexOf('.', end - 1) + 1;
    if (from >= end || !isDigit(host.charAt(from))) {
      return false;
    }
    String last = host.substring(from, end);
    return last.chars().allMatch(IpAddresses::isDigit) || number(last) >= 0;
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /** The address as four decimal numbers; null if it is not an IPv4 address. */
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
        + ("." + ((address >> 16) & 255))
        + ("." + ((address >> 8) & 255))
        + ("." + (address & 255));
  }

  /** Decimal, octal (0…) or hexadecimal (0x…); −1 for no number, 2³² for one too large. */
  private static long number(String text) {
    if (text.isEmpty() || !isDigit(text.charAt(0))) {
      return -1;
    }
    boolean hex = text.startsWith("0x");
    int radix = hex ? 16 : text.charAt(0) == '0' ? 8 : 10;
    try {
      return new BigInteger(hex ? "0" + text.substring(2) : text, radix).min(TOO_LARGE).longValue();
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /**
   * The address in brackets and compressed; null if it is not an IPv6 address. The text has no
   * brackets.
   */
  static String ipv6(String text) {
    if (!IPV6.matcher(text).matches()) {
      return null;
    }
    try {
      InetAddress address = InetAddress.getByName("[" + text + "]");
      ShortBuffer pieces = ByteBuffer.wrap(address.getAddress()).asShortBuffer();
      if (address instanceof Inet4Address) { // The JDK returns an Inet4Address for ::ffff:1.2.3.4.
        pieces = ShortBuffer.wrap(new short[] {0, 0, 0, 0, 0, -1, pieces.get(0), pieces.get(1)});
      }
      return format(pieces);
    } catch (UnknownHostException e) {
      return null;
    }
  }

  /** Compresses the first longest run of at least two zero pieces. */
  private static String format(ShortBuffer pieces) {
    int bestAt = -1;
    int bestLength = 1;
    for (int i = 0; i < 8; i++) {
      int j = i;
      while (j < 8 && pieces.get(j) == 0) {
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
        text.append(Integer.toHexString(Short.toUnsignedInt(pieces.get(i))));
      }
    }
    return text.append(']').toString();
  }
}
