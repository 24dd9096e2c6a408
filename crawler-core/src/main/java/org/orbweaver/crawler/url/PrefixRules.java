package org.orbweaver.crawler.url;

import java.util.Map;
import java.util.TreeMap;
import org.orbweaver.plugin.UrlDecision;
import org.orbweaver.plugin.UrlRule;

/**
 * The prefix filter in the format of Nutch's {@code prefix-urlfilter.txt}: a prefix a line; lines
 * that begin with {@code #} or a space are comments. URLs with none of the prefixes are refused.
 *
 * <p>A decision is one look-up in a sorted map, however many prefixes there are.
 */
public final class PrefixRules implements UrlRule {
  /**
   * Without prefixes that begin with another one: so the greatest key not above a URL is its
   * prefix.
   */
  private final TreeMap<String, UrlDecision> rules = new TreeMap<>();

  private final UrlDecision none;

  public PrefixRules(String source, String text) {
    none = new UrlDecision(false, source, 0, "none of the prefixes it accepts");
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (!line.isEmpty() && line.charAt(0) != '#' && line.charAt(0) != ' ') {
        rules.putIfAbsent(line, new UrlDecision(true, source, number, line));
      }
    }
    String[] shorter = {null};
    rules
        .keySet()
        .removeIf(
            prefix -> {
              boolean covered = shorter[0] != null && prefix.startsWith(shorter[0]);
              shorter[0] = covered ? shorter[0] : prefix;
              return covered;
            });
  }

  @Override
  public UrlDecision decision(String url) {
    Map.Entry<String, UrlDecision> floor = rules.floorEntry(url);
    return floor != null && url.startsWith(floor.getKey()) ? floor.getValue() : none;
  }
}
