package org.orbweaver.crawler.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Names from a hosts file ({@code address name name … # comment}), read once; no other name
 * resolves. Addresses in digits resolve to themselves.
 */
public record HostsFile(Map<String, InetAddress[]> addresses) implements NameResolver {
  /**
   * Reads a hosts file.
   *
   * @throws IllegalArgumentException naming the invalid line
   */
  public static HostsFile parse(String text) {
    Map<String, List<InetAddress>> found = new HashMap<>();
    String[] lines = text.split("\\R", -1);
    for (int i = 0; i < lines.length; i++) {
      int hash = lines[i].indexOf('#');
      String line = (hash < 0 ? lines[i] : lines[i].substring(0, hash)).strip();
      if (line.isEmpty()) {
        continue;
      }
      String[] fields = line.split("\\s+", -1);
      try {
        byte[] address = AddressBlock.literal(fields[0]);
        for (int f = 1; f < fields.length; f++) {
          String name = fields[f].toLowerCase(Locale.ROOT);
          found
              .computeIfAbsent(name, n -> new ArrayList<>())
              .add(InetAddress.getByAddress(name, address));
        }
      } catch (UnknownHostException e) {
        throw new IllegalArgumentException("line " + (i + 1) + ": " + e.getMessage(), e);
      }
    }
    Map<String, InetAddress[]> addresses = new HashMap<>();
    found.forEach((name, list) -> addresses.put(name, list.toArray(InetAddress[]::new)));
    return new HostsFile(addresses);
  }

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    InetAddress[] known = addresses.get(host.toLowerCase(Locale.ROOT));
    if (known != null) {
      return known.clone();
    }
    if (AddressBlock.isLiteral(host)) {
      return new InetAddress[] {InetAddress.getByAddress(AddressBlock.literal(host))};
    }
    throw new UnknownHostException(host + " is not in the hosts file");
  }

  /** The addresses of all names. */
  public List<InetAddress> all() {
    return addresses.values().stream().flatMap(Arrays::stream).toList();
  }
}
