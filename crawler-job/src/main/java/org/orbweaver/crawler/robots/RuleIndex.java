package org.orbweaver.crawler.robots;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the rule that decides about a path: of those that match, the one with the most octets, and
 * Allow before Disallow (RFC 9309, section 2.2.2). Rules get ranks in that order, and three tables
 * give the best rank that matches: one for rules that are the start of a path, one for rules that
 * are a whole path, one for rules with stars. No rule is tried by itself.
 */
final class RuleIndex {
  /**
   * An Allow or Disallow line.
   *
   * @param pattern its path in the normal form of {@link RobotsPath#ofRule}
   * @param line its number in the file, from 1
   */
  record Rule(boolean allow, String pattern, int line) {
    @Override
    public String toString() {
      return (allow ? "Allow: " : "Disallow: ") + pattern;
    }
  }

  private static final Comparator<Rule> DECISIVE_FIRST =
      Comparator.comparingInt((Rule r) -> -RobotsPath.openQuery(r.pattern()).length())
          .thenComparing(r -> !r.allow())
          .thenComparingInt(Rule::line);

  private final Rule[] rules;
  private final PrefixTable starts;
  private final Map<String, Integer> wholes = new HashMap<>();

  /** Null where no rule has a star, as with most files. */
  private final WildcardTable wildcards;

  RuleIndex(Collection<Rule> rules) {
    this.rules = rules.stream().sorted(DECISIVE_FIRST).toArray(Rule[]::new);
    Map<String, Integer> prefixes = new HashMap<>();
    List<WildcardTable.Ranked> starred = new ArrayList<>();
    for (int rank = 0; rank < this.rules.length; rank++) {
      Rule rule = this.rules[rank];
      add(rule.pattern(), rank, prefixes, starred);
      String open = RobotsPath.openQuery(rule.pattern());
      if (!open.equals(rule.pattern())) {
        add(open, rank, prefixes, starred);
      }
    }
    starts = new PrefixTable(prefixes);
    wildcards = starred.isEmpty() ? null : new WildcardTable(starred);
  }

  private void add(
      String text, int rank, Map<String, Integer> prefixes, List<WildcardTable.Ranked> starred) {
    RobotsPattern pattern = RobotsPattern.parse(text);
    if (pattern.exact()) {
      wholes.putIfAbsent(pattern.prefix(), rank);
    } else if (pattern.parts().isEmpty() && pattern.suffix() == null) {
      prefixes.putIfAbsent(pattern.prefix(), rank);
    } else {
      starred.add(new WildcardTable.Ranked(pattern, rank));
    }
  }

  int size() {
    return rules.length;
  }

  /**
   * The rule that decides.
   *
   * @param path in the normal form of {@link RobotsPath#ofUrl}
   * @return null when no rule matches
   */
  Rule find(String path) {
    int best = best(path, rules.length);
    String open = RobotsPath.openQuery(path);
    if (!open.equals(path)) {
      best = best(open, best);
    }
    return best == rules.length ? null : rules[best];
  }

  private int best(String path, int none) {
    int best = starts.best(path, none);
    Integer whole = wholes.get(path);
    if (whole != null && whole < best) {
      best = whole;
    }
    return wildcards == null ? best : wildcards.best(path, best);
  }
}
