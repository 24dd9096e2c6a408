package org.orbweaver.crawler.http;

import java.util.BitSet;
import java.util.List;

/**
 * Decides which ports may be contacted: those of a list, or without a list all except the ports of
 * services that do not speak HTTP. A page may name any port, and a mail or database server must not
 * get requests for pages.
 *
 * <p>Immutable.
 */
public record AllowedPorts(BitSet allowed) {
  private static final int LAST = 65_535;

  /**
   * The WHATWG Fetch standard's <a href="https://fetch.spec.whatwg.org/#port-blocking">list</a>.
   */
  private static final int[] BAD = {
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101,
    102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427,
    465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990,
    993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667,
    6668, 6669, 6679, 6697, 10080
  };

  /**
   * Reads ports and ranges of ports, such as "80" and "1024-65535".
   *
   * @param ports empty: all but the well-known ports of other services
   * @throws IllegalArgumentException naming an invalid entry
   */
  public static AllowedPorts of(List<String> ports) {
    BitSet allowed = new BitSet(LAST + 1);
    if (ports.isEmpty()) {
      allowed.set(0, LAST + 1);
      for (int bad : BAD) {
        allowed.clear(bad);
      }
    }
    for (String range : ports) {
      String text = range.strip();
      if (!text.matches("[0-9]{1,5}(\\s*-\\s*[0-9]{1,5})?")) {
        throw new IllegalArgumentException(
            "'" + range + "' is not a port or a range of ports such as 1024-65535");
      }
      String[] ends = text.split("\\s*-\\s*", -1);
      int first = Integer.parseInt(ends[0]);
      int last = Integer.parseInt(ends[ends.length - 1]);
      if (first > last || last > LAST) {
        throw new IllegalArgumentException(
            "'" + range + "': expected ports from 0 to " + LAST + ", the lower one first");
      }
      allowed.set(first, last + 1);
    }
    return new AllowedPorts(allowed);
  }

  /** Why the port may not be contacted, or null if it may. */
  public String refusal(int port) {
    return port >= 0 && allowed.get(port)
        ? null
        : "port " + port + " is not allowed by orbweaver.fetch.ports";
  }
}
