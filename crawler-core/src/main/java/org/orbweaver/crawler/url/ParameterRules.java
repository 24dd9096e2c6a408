package org.orbweaver.crawler.url;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Rules for removing parameters from queries: a rule a line, {@code -name} to remove and {@code
 * +name} to keep, with a trailing {@code *} for any rest; {@code > host-or-domain} and {@code <}
 * around rules for one, as in {@code regex-urlfilter.txt}; {@code #} for comments. Names are
 * compared without regard to case.
 *
 * <p>The most specific rule decides: the host's before its domain's before the general ones, and
 * among these a whole name before the longest prefix. A parameter costs one or two look-ups.
 */
final class ParameterRules {
  private record ParameterRule(boolean removes, int line, String text) {}

  /** Rules of one scope: by whole name, and by prefix, the longest first. */
  private static final class Scope {
    final Map<String, ParameterRule> names = new HashMap<>();
    final List<Map.Entry<String, ParameterRule>> beginnings = new ArrayList<>();

    ParameterRule of(String name) {
      ParameterRule rule = names.get(name);
      for (int i = 0; rule == null && i < beginnings.size(); i++) {
        rule = name.startsWith(beginnings.get(i).getKey()) ? beginnings.get(i).getValue() : null;
      }
      return rule;
    }
  }

  private final String source;
  private final Map<String, Scope> scopes = new HashMap<>();
  private final Scope general;

  /**
   * Reads the rules.
   *
   * @throws IllegalArgumentException naming the source, the line and the fault
   */
  ParameterRules(String source, String text) {
    this.source = source;
    String scope = "";
    int number = 0;
    for (String raw : text.lines().toList()) {
      number++;
      String line = raw.strip();
      if (line.isEmpty() || line.charAt(0) == '#') {
        continue;
      }
      switch (line.charAt(0)) {
        case '>' -> scope = line.substring(1).strip();
        case '<' -> scope = "";
        default -> add(scopes.computeIfAbsent(scope, name -> new Scope()), line, number);
      }
    }
    for (Scope each : scopes.values()) {
      each.beginnings.sort((a, b) -> b.getKey().length() - a.getKey().length());
    }
    general = scopes.getOrDefault("", new Scope());
  }

  private void add(Scope scope, String line, int number) {
    if (!line.matches("[-+][^\\s*&=]*[^\\s&=]")) {
      throw new IllegalArgumentException(
          source
              + (":" + number + ": expected - or + and the name of a parameter, got '" + line)
              + "'");
    }
    ParameterRule rule = new ParameterRule(line.charAt(0) == '-', number, line);
    String name = line.substring(1).toLowerCase(Locale.ROOT);
    if (name.endsWith("*")) {
      scope.beginnings.add(Map.entry(name.substring(0, name.length() - 1), rule));
    } else {
      scope.names.putIfAbsent(name, rule);
    }
  }

  /** The URL without the parameters that rules remove; the same object if there are none. */
  WebUrl apply(WebUrl url, List<RuleChange> trace) {
    String query = url.query();
    if (query == null) {
      return url;
    }
    StringBuilder kept = null;
    for (int from = 0; from <= query.length(); ) {
      int and = query.indexOf('&', from);
      int end = and < 0 ? query.length() : and;
      ParameterRule rule = end == from ? null : rule(url.host(), name(query, from, end));
      if (rule != null && rule.removes) {
        kept = kept == null ? new StringBuilder(query.substring(0, from)) : kept;
        if (trace != null) {
          String rest = kept + (and < 0 ? "" : query.substring(and + 1));
          trace.add(new RuleChange(source, rule.line, rule.text, with(url, rest).toString()));
        }
      } else if (kept != null) {
        kept.append(query, from, end).append('&');
      }
      from = end + 1;
    }
    return kept == null ? url : with(url, kept.toString());
  }

  private static String name(String query, int from, int end) {
    int equals = query.indexOf('=', from);
    return query
        .substring(from, equals < 0 || equals > end ? end : equals)
        .toLowerCase(Locale.ROOT);
  }

  private ParameterRule rule(String host, String name) {
    ParameterRule rule = null;
    if (scopes.size() > 1 || general.names.isEmpty()) {
      Scope own = scopes.get(host);
      rule = own == null ? null : own.of(name);
      Scope domain = rule == null ? scopes.get(Hosts.domain(host)) : null;
      rule = domain == null ? rule : domain.of(name);
    }
    return rule == null ? general.of(name) : rule;
  }

  /** The URL with the kept part of its query, without a trailing ampersand. */
  private static WebUrl with(WebUrl url, String kept) {
    String query = kept.endsWith("&") ? kept.substring(0, kept.length() - 1) : kept;
    return url.withQuery(query.isEmpty() ? null : query);
  }
}
