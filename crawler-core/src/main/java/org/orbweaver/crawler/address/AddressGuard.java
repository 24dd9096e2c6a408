package org.orbweaver.crawler.address;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides which addresses may be contacted. A page may name any host, and a name may resolve to any
 * address, so a crawler without a guard can be sent to the services of its own network.
 *
 * <p>The guard refuses the blocks of IANA's special-purpose address registries (<a
 * href="https://www.iana.org/assignments/iana-ipv4-special-registry">IPv4</a>, <a
 * href="https://www.iana.org/assignments/iana-ipv6-special-registry">IPv6</a>) that are not
 * globally reachable, multicast, and a cloud platform's public address for its own services, unless
 * the address lies in a block that the user allows. An IPv6 address that carries an IPv4 address
 * ({@link EmbeddedIpv4}) must pass, and so must the IPv4 address on its own. The JDK's {@code
 * isSiteLocalAddress} and similar methods cover about half of these blocks.
 *
 * <p>Immutable.
 */
public final class AddressGuard implements HostGuard {
  private record SpecialBlock(AddressBlock block, String what) {}

  private static final List<SpecialBlock> SPECIAL =
      List.of(
          special("0.0.0.0/8", "this network"),
          special("10.0.0.0/8", "private"),
          special("100.64.0.0/10", "carrier NAT"),
          special("127.0.0.0/8", "loopback"),
          special("168.63.129.16/32", "a cloud platform's own"),
          special("169.254.0.0/16", "link-local"),
          special("172.16.0.0/12", "private"),
          special("192.0.0.0/24", "protocol assignments"),
          special("192.0.2.0/24", "documentation"),
          special("192.31.196.0/24", "AS112"),
          special("192.52.193.0/24", "AMT"),
          special("192.88.99.0/24", "6to4 relay"),
          special("192.168.0.0/16", "private"),
          special("192.175.48.0/24", "AS112"),
          special("198.18.0.0/15", "benchmarking"),
          special("198.51.100.0/24", "documentation"),
          special("203.0.113.0/24", "documentation"),
          special("224.0.0.0/4", "multicast"),
          special("240.0.0.0/4", "reserved or broadcast"),
          special("::/128", "unspecified"),
          special("::1/128", "loopback"),
          special("::/96", "IPv4-compatible"),
          special("64:ff9b::/96", "NAT64"),
          special("64:ff9b:1::/48", "local NAT64"),
          special("100::/64", "discard"),
          special("100:0:0:1::/64", "dummy"),
          special("2001::/23", "protocol assignments, Teredo"),
          special("2001:db8::/32", "documentation"),
          special("2002::/16", "6to4"),
          special("2620:4f:8000::/48", "AS112"),
          special("3fff::/20", "documentation"),
          special("5f00::/16", "segment routing"),
          special("fc00::/7", "unique local"),
          special("fe80::/10", "link-local"),
          special("fec0::/10", "site-local"),
          special("ff00::/8", "multicast"));

  private final List<AddressBlock> allowed;
  private final String publicRefusal;

  private AddressGuard(List<AddressBlock> allowed, String publicRefusal) {
    this.allowed = allowed;
    this.publicRefusal = publicRefusal;
  }

  private static SpecialBlock special(String block, String what) {
    return new SpecialBlock(AddressBlock.parse(block), what);
  }

  /**
   * A guard that allows the public Internet and some special blocks.
   *
   * @param blocks allowed although special, in CIDR notation
   * @throws IllegalArgumentException naming an invalid block
   */
  public static AddressGuard allowing(List<String> blocks) {
    return new AddressGuard(parse(blocks), null);
  }

  /**
   * A guard that allows only the given blocks.
   *
   * @param why the reason given for every other address
   * @throws IllegalArgumentException naming an invalid block
   */
  public static AddressGuard allowingOnly(List<String> blocks, String why) {
    return new AddressGuard(parse(blocks), why);
  }

  /** A guard that also allows these blocks. */
  public AddressGuard alsoAllowing(List<String> blocks) {
    List<AddressBlock> all = new ArrayList<>(allowed);
    all.addAll(parse(blocks));
    return new AddressGuard(all, publicRefusal);
  }

  private static List<AddressBlock> parse(List<String> blocks) {
    List<AddressBlock> parsed = new ArrayList<>();
    for (String block : blocks) {
      parsed.add(AddressBlock.parse(block));
    }
    return List.copyOf(parsed);
  }

  @Override
  public String refusal(String host, InetAddress address) {
    return refusal(address);
  }

  /** Why the address may not be contacted, or null if it may. */
  public String refusal(InetAddress address) {
    byte[] bytes = EmbeddedIpv4.unmapped(address.getAddress());
    String refusal = refusal(bytes);
    if (refusal != null) {
      return refusal;
    }
    for (EmbeddedIpv4 inner : EmbeddedIpv4.in(bytes)) {
      refusal = refusal(inner.address());
      if (refusal != null) {
        return AddressBlock.text(bytes)
            + " carries an IPv4 address ("
            + inner.form()
            + "): "
            + refusal;
      }
    }
    return null;
  }

  private String refusal(byte[] address) {
    for (AddressBlock block : allowed) {
      if (block.contains(address)) {
        return null;
      }
    }
    for (SpecialBlock special : SPECIAL) {
      if (special.block().contains(address)) {
        return AddressBlock.text(address)
            + " is "
            + special.what()
            + " ("
            + special.block()
            + "), not listed in orbweaver.fetch.private.addresses";
      }
    }
    return publicRefusal == null ? null : AddressBlock.text(address) + ": " + publicRefusal;
  }
}
