package org.orbweaver.crawler.address;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * IPv4 addresses within IPv6 addresses. A packet to such an address reaches, or may reach, the IPv4
 * host: an operating system connects to a mapped one itself, and translators, relays and tunnels
 * forward the others.
 *
 * <table>
 * <caption>Forms</caption>
 * <tr><td>IPv4-compatible</td><td>{@code ::/96} but :: and ::1</td><td>RFC 4291</td></tr>
 * <tr><td>IPv4-translated</td><td>{@code ::ffff:0:0:0/96}</td><td>RFC 2765</td></tr>
 * <tr><td>NAT64</td><td>{@code 64:ff9b::/96}, {@code 64:ff9b:1::/48}</td>
 * <td>RFC 6052, 8215; of a shorter prefix too, the last 32 bits are read</td></tr>
 * <tr><td>6to4</td><td>{@code 2002::/16}</td><td>RFC 3056</td></tr>
 * <tr><td>Teredo</td><td>{@code 2001::/32}: the server, and inverted the client</td>
 * <td>RFC 4380</td></tr>
 * <tr><td>ISATAP</td><td>any prefix, interface {@code 0:5efe:…} or {@code 200:5efe:…}</td>
 * <td>RFC 5214</td></tr>
 * </table>
 *
 * @param form its name
 * @param address 4 bytes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record EmbeddedIpv4(String form, byte[] address) {
  private static final AddressBlock MAPPED =
      new AddressBlock(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0}, 96);
  private static final AddressBlock UNSPECIFIED_OR_LOOPBACK = AddressBlock.parse("::/127");
  private static final AddressBlock TEREDO = AddressBlock.parse("2001::/32");

  /**
   * A form with a prefix.
   *
   * @param offset of the IPv4 address, in bytes
   */
  private record Form(String name, AddressBlock block, int offset) {}

  private static final List<Form> FORMS =
      List.of(
          new Form("IPv4-compatible", AddressBlock.parse("::/96"), 12),
          new Form("IPv4-translated", AddressBlock.parse("::ffff:0:0:0/96"), 12),
          new Form("NAT64", AddressBlock.parse("64:ff9b::/96"), 12),
          new Form("NAT64", AddressBlock.parse("64:ff9b:1::/48"), 12),
          new Form("6to4", AddressBlock.parse("2002::/16"), 2),
          new Form("Teredo", TEREDO, 4));

  /**
   * The address that a connection actually uses: for an IPv4-mapped one (::ffff:a.b.c.d) the four
   * bytes in it, else the same. The JDK unwraps addresses in digits, but not the answers of a name
   * service.
   */
  static byte[] unmapped(byte[] address) {
    return MAPPED.contains(address) ? Arrays.copyOfRange(address, 12, 16) : address;
  }

  /** The IPv4 addresses embedded in an address that is not IPv4-mapped; most have none. */
  static List<EmbeddedIpv4> in(byte[] address) {
    List<EmbeddedIpv4> found = new ArrayList<>(2);
    if (address.length != 16 || UNSPECIFIED_OR_LOOPBACK.contains(address)) {
      return found;
    }
    for (Form form : FORMS) {
      if (form.block.contains(address)) {
        found.add(at(form.name, address, form.offset));
      }
    }
    if (TEREDO.contains(address)) {
      EmbeddedIpv4 client = at("Teredo", address, 12);
      for (int i = 0; i < 4; i++) {
        client.address[i] = (byte) ~client.address[i];
      }
      found.add(client);
    }
    boolean isatap =
        (address[8] & ~2) == 0 && address[9] == 0 && address[10] == 0x5e && address[11] == -2;
    if (isatap) {
      found.add(at("ISATAP", address, 12));
    }
    return found;
  }

  private static EmbeddedIpv4 at(String form, byte[] address, int offset) {
    return new EmbeddedIpv4(form, Arrays.copyOfRange(address, offset, offset + 4));
  }
}
