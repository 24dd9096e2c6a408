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
    private boolean whole;
  }

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
    boolean modeSeen = false;
    List<String> suffixes = new ArrayList<>();
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
              source + ":" + number + ": after + or - only P and I may stand, not '" + line + "'");
        }
        modeSeen = true;
        othersAccepted = line.charAt(0) == '+';
        ofPath |= line.contains("P");
        caseIgnored |= line.contains("I");
      } else {
        suffixes.add(line);
      }
    }
    if (!modeSeen) {
      throw new IllegalArgumentException(
          source + ": no line '+' (all but these suffixes) or '-' (only these)");
    }
    for (String suffix : suffixes) {
      add(caseIgnored ? suffix.toLowerCase(Locale.ROOT) : suffix);
    }
  }

  private void add(String suffix) {
    Node node = root;
    for (int i = suffix.length() - 1; i >= 0; i--) {
      node = node.before.computeIfAbsent(suffix.charAt(i), c -> new Node());
    }
    node.whole = true;
  }

  /** The suffix that refuses the URL, null when it is accepted. */
  String refusal(String url) {
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
    int from = suffixStart(url, end);
    if (othersAccepted) {
      return from < 0 ? null : "suffix " + url.substring(from, end);
    }
    return from < 0 ? "none of the suffixes wanted" : null;
  }

  /** Where the shortest suffix that matches begins, −1 for none. */
  private int suffixStart(String url, int end) {
    Node node = root;
    for (int i = end - 1; i >= 0; i--) {
      char c = url.charAt(i);
      node = node.before.get(caseIgnored ? Character.toLowerCase(c) : c);
      if (node == null) {
        return -1;
      }
      if (node.whole) {
        return i;
      }
    }
    return -1;
  }
}
