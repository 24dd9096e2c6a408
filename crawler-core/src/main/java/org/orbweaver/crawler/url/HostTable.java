package org.orbweaver.crawler.url;

import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A table of hosts in the format of Nutch's URL normalizers for hosts, protocols and slashes: a
 * host, white space, a value; {@code #} for comments. {@code *.example.org} matches all hosts of a
 * domain, and {@code *}, which Nutch does not have, matches every host. The line of the host itself
 * decides, else that of the longest domain.
 */
final class HostTable {
  /** A line of the table: its place and its value. */
  record Line(String file, int line, String rule, String value) {
    RuleChange change(WebUrl url) {
      return new RuleChange(file, line, rule, url.toString());
    }
  }

  private final Map<String, Line> entries = new HashMap<>();

  /**
   * Reads a table.
   *
   * @param wildcardHasDomain whether {@code *.example.org} also matches example.org
   * @param value returns a value in normal form, or null if it is invalid
   * @param expected describes valid values, for errors
   * @throws IllegalArgumentException naming the file, the line and the fault
   */
  HostTable(
      String source,
      String text,
      boolean wildcardHasDomain,
      UnaryOperator<String> value,
      String expected) {
    int number = 0;
    for (String raw : text.lines().toList()) {
      number++;
      String line = raw.strip();
      if (line.isEmpty() || line.charAt(0) == '#') {
        continue;
      }
      String[] words = line.split("\\s+", 2);
      boolean wildcard = words[0].startsWith("*.");
      String host =
          words[0].equals("*") ? "*" : HostParser.parse(words[0].substring(wildcard ? 2 : 0));
      String normal = words.length < 2 ? null : value.apply(words[1]);
      if (host == null || normal == null) {
        throw new IllegalArgumentException(
            source + ":" + number + ": expected a host and " + expected + ", got '" + line + "'");
      }
      Line entry = new Line(source, number, line, normal);
      entries.put(wildcard ? "." + host : host, entry);
      if (wildcard && wildcardHasDomain) {
        entries.putIfAbsent(host, entry);
      }
    }
  }

  /** The entry for a host, or null. */
  Line of(String host) {
    Line entry = entries.get(host);
    for (int dot = host.indexOf('.'); entry == null && dot >= 0; dot = host.indexOf('.', dot + 1)) {
      entry = entries.get(host.substring(dot));
    }
    return entry == null ? entries.get("*") : entry;
  }
}
