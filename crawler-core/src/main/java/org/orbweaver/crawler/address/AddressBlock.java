package org.orbweaver.crawler.address;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.apache.hc.core5.net.InetAddressUtils;

/**
 * A block of IP addresses in CIDR notation.
 *
 * @param network its first address, 4 or 16 bytes
 * @param bits leading bits that all its addresses share
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record AddressBlock(byte[] network, int bits) {
  /**
   * Reads "10.0.0.0/8", "fc00::/7", or a single address.
   *
   * @throws IllegalArgumentException if the text is neither
   */
  public static AddressBlock parse(String text) {
    int slash = text.indexOf('/');
    byte[] network;
    int bits;
    try {
      network = literal(slash < 0 ? text : text.substring(0, slash));
      bits = slash < 0 ? 8 * network.length : Integer.parseInt(text.substring(slash + 1));
    } catch (UnknownHostException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is not an address block such as 10.0.0.0/8 or fc00::/7", e);
    }
    if (bits < 0 || bits > 8 * network.length) {
      throw new IllegalArgumentException(
          "'" + text + "': expected a prefix length from 0 to " + 8 * network.length);
    }
    return new AddressBlock(network, bits);
  }

  /** The bytes of an address in digits; names are not resolved. */
  static byte[] literal(String text) throws UnknownHostException {
    if (!isLiteral(text)) {
      throw new UnknownHostException("'" + text + "' is not an IP address");
    }
    return InetAddress.getByName(text).getAddress();
  }

  /**
   * Whether the text is an IPv6 address, or an IPv4 address in standard dotted form. {@code
   * 0177.0.0.1}, {@code 127.1} and {@code 2130706433} are not, since the JVM and browsers read them
   * differently.
   */
  static boolean isLiteral(String text) {
    if (text.indexOf(':') >= 0) {
      return text.matches("\\[?[0-9a-fA-F:.]+]?");
    }
    return InetAddressUtils.isIPv4(text);
  }

  /** Whether its text has bits set that are not of the block, as in 10.0.0.1/8. */
  public boolean hasHostBits() {
    return !new BigInteger(1, network)
        .mod(BigInteger.TWO.pow(8 * network.length - bits))
        .equals(BigInteger.ZERO);
  }

  boolean contains(byte[] address) {
    if (address.length != network.length) {
      return false;
    }
    int byteAt = Arrays.mismatch(address, network);
    return byteAt < 0
        || bits
            <= 8 * byteAt
                + Integer.numberOfLeadingZeros((address[byteAt] ^ network[byteAt]) & 0xff)
                - 24;
  }

  /** An address of 4 or 16 bytes in digits. */
  static String text(byte[] address) {
    try {
      return InetAddress.getByAddress(address).getHostAddress();
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e); // An address of 4 or 16 bytes is always valid.
    }
  }

  @Override
  public String toString() {
    return text(network) + "/" + bits;
  }
}
