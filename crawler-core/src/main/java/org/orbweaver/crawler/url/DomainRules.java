package org.orbweaver.crawler.url;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.orbweaver.plugin.UrlDecision;
import org.orbweaver.plugin.UrlRule;

/**
 * A list of hosts, registered domains and public suffixes in the format of Nutch's {@code
 * domain-urlfilter.txt} and {@code domaindenylist-urlfilter.txt}: one a line, {@code #} for
 * comments. An accepting list refuses all other hosts; a denying list has no rule about them. Names
 * may be international; they are compared in punycode.
 *
 * <p>A decision is three look-ups, however long the list is.
 */
public final class DomainRules implements UrlRule {
  private final Map<String, UrlDecision> rules = new HashMap<>();
  private final UrlDecision none;

  private DomainRules(String source, String text, boolean accepts) {
    none =
        accepts
            ? new UrlDecision(false, source, 0, "none of the hosts and domains it accepts")
            : null;
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (line.isBlank() || line.charAt(0) == '#') {
        continue;
      }
      String name = HostParser.parse(line.strip().toLowerCase(Locale.ROOT));
      if (name == null) {
        throw new IllegalArgumentException(
            source + ":" + number + ": expected a host or domain, got '" + line.strip() + "'");
      }
      rules.putIfAbsent(name, new UrlDecision(accepts, source, number, line.strip()));
    }
  }

  /** A list of accepted hosts. */
  public static DomainRules accepting(String source, String text) {
    return new DomainRules(source, text, true);
  }

  /** A list of denied hosts. */
  public static DomainRules denying(String source, String text) {
    return new DomainRules(source, text, false);
  }

  @Override
  public UrlDecision decision(String url) {
    String host = Hosts.host(url);
    UrlDecision rule = rules.get(host);
    if (rule == null) {
      String domain = Hosts.domain(host);
      rule = rules.get(domain);
      if (rule == null) {
        rule = rules.get(domain.substring(domain.indexOf('.') + 1));
      }
    }
    return rule == null ? none : rule;
  }
}
