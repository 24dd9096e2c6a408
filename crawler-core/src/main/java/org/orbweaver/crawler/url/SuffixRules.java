package org.orbweaver.crawler.url;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The suffix filter in the format of Nutch's {@code suffix-urlfilter.txt}: a line {@code +} (URLs
 * with one of the suffixes are refused) or {@code -} (only they are accepted), with {@code P} for
 * suffixes of the path only and {@code I} for case ignored; then a suffix a line, {@code #} for
 * comments.
 */
final class SuffixRules {
  /**
   * The suffixes backwards, so that most URLs are done with at their last or last but one letter.
   */
  private static final class Node {
    private final Map<Character, Node> before = new HashMap<>();
    private FilterDecision rule;
  }

  private record Suffix(String text, int line) {}

  private final String source;
  private final Node root = new Node();
  private boolean othersAccepted;
  private boolean ofPath;
  private boolean caseIgnored;

  /**
   * Reads the rules.
   *
   * @param source named in errors
   * @throws IllegalArgumentException naming source, line and what is wrong with it
   */
  SuffixRules(String source, String text) {
    this.source = source;
    boolean modeSeen = false;
    List<Suffix> suffixes = new ArrayList<>();
    int number = 0;
    for (String raw : text.lines().toList()) {
      number++;
      String line = raw.strip();
      if (line.isEmpty() || line.charAt(0) == '#') {
        continue;
      }
      if (line.charAt(0) == '+' || line.charAt(0) == '-') {
        if (!line.matches("[+-][PI]*")) {
          throw new IllegalArgumentException(
              source + ":" + number + ": expected only P and I after + or -, got '" + line + "'");
        }
        modeSeen = true;
        othersAccepted = line.charAt(0) == '+';
        ofPath |= line.contains("P");
        caseIgnored |= line.contains("I");
      } else {
        suffixes.add(new Suffix(line, number));
      }
    }
    if (!modeSeen) {
      throw new IllegalArgumentException(
          source + ": expected a line '+' (all but these suffixes) or '-' (only these), got none");
    }
    for (Suffix suffix : suffixes) {
      add(suffix);
    }
  }

  private void add(Suffix rule) {
    String suffix = caseIgnored ? rule.text().toLowerCase(Locale.ROOT) : rule.text();
    Node node = root;
    for (int i = suffix.length() - 1; i >= 0; i--) {
      node = node.before.computeIfAbsent(suffix.charAt(i), c -> new Node());
    }
    if (node.rule == null) {
      node.rule = new FilterDecision(!othersAccepted, source, rule.line(), rule.text());
    }
  }

  /** The suffix that decides about the URL; null where none matches and others are accepted. */
  FilterDecision decision(String url) {
    int end = url.length();
    if (ofPath) {
      int mark = url.indexOf('?');
      end = mark < 0 ? end : mark;
      // The host's own end (example.zip) is no suffix of the path.
      int host = url.indexOf("://");
      if (host >= 0 && url.indexOf('/', host + 3) < 0) {
        end = 0;
      }
    }
    FilterDecision rule = shortestSuffix(url, end);
    return rule == null && !othersAccepted
        ? new FilterDecision(false, source, 0, "none of the suffixes it accepts")
        : rule;
  }

  /** The rule of the shortest suffix that matches, or null. */
  private FilterDecision shortestSuffix(String url, int end) {
    Node node = root;
    for (int i = end - 1; i >= 0; i--) {
      char c = url.charAt(i);
      node = node.before.get(caseIgnored ? Character.toLowerCase(c) : c);
      if (node == null) {
        return null;
      }
      if (node.rule != null) {
        return node.rule;
      }
    }
    return null;
  }
}
