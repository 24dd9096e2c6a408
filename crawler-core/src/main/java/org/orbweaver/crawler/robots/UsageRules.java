package org.orbweaver.crawler.robots;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.crawler.robots.RuleSet.Rule;

/**
 * A group's Content-Usage and Content-Signal lines, found by path like its rules: the longest match
 * counts. Lines of one path count together (draft-ietf-aipref-attach, section 3.1); the two kinds
 * are independent.
 *
 * <p>Not for several threads while lines are added.
 */
final class UsageRules {
  /** Lines kept for a path; more of them contradict or repeat each other. */
  static final int MAX_OF_PATH = 8;

  /** Paths that are kept of each kind. */
  static final int MAX_PATHS = 5000;

  private static final class OfName {
    private final Map<String, List<UsageLine>> byPath = new LinkedHashMap<>();
    private RuleSet paths;

    /** If the search exceeds its bound, no line is returned, since another one may overrule it. */
    List<UsageLine> find(String path) {
      Rule rule = paths.find(path);
      return rule == null || rule.equals(RuleSet.TOO_COSTLY)
          ? List.of()
          : byPath.getOrDefault(rule.pattern(), List.of());
    }
  }

  private final Map<UsageLine.Name, OfName> names = new EnumMap<>(UsageLine.Name.class);

  /**
   * Adds a line.
   *
   * @param value an optional path that begins with a slash and ends at a space or tab, then the
   *     statement; without a path it is for all paths, and any path is longer
   */
  void add(UsageLine.Name name, String value, int number) {
    String[] parts = value.startsWith("/") ? value.split("[ \t]+", 2) : new String[] {"", value};
    String statement = parts.length > 1 ? parts[1].strip() : "";
    OfName all = names.computeIfAbsent(name, key -> new OfName());
    String pattern = RobotsPath.ofRule(parts[0]);
    if (all.byPath.size() < MAX_PATHS || all.byPath.containsKey(pattern)) {
      List<UsageLine> lines = all.byPath.computeIfAbsent(pattern, key -> new ArrayList<>(1));
      if (lines.size() < MAX_OF_PATH) {
        lines.add(UsageLine.of(name, statement, number, value));
      }
    }
  }

  boolean isEmpty() {
    return names.isEmpty();
  }

  /** The lines that apply to a URL. */
  List<UsageLine> find(String url) {
    if (names.isEmpty()) {
      return List.of();
    }
    String path = RobotsPath.ofUrl(url);
    List<UsageLine> found = new ArrayList<>();
    for (OfName all : names.values()) {
      found.addAll(all.find(path));
    }
    found.sort(Comparator.comparingInt(UsageLine::line));
    return found;
  }

  /** Ends the adding. */
  UsageRules sorted() {
    for (OfName all : names.values()) {
      all.paths =
          new RuleSet(
              all.byPath.entrySet().stream()
                  .map(path -> new Rule(true, path.getKey(), path.getValue().get(0).line()))
                  .toList());
    }
    return this;
  }
}
