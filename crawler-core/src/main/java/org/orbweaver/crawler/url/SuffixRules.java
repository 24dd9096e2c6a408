package org.orbweaver.crawler.url;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.orbweaver.plugin.UrlDecision;
import org.orbweaver.plugin.UrlRule;

/**
 * The suffix filter in the format of Nutch's {@code suffix-urlfilter.txt}: a line {@code +} (URLs
 * with one of the suffixes are refused) or {@code -} (only they are accepted), with {@code P} for
 * suffixes of the path only and {@code I} for case ignored; then a suffix a line, {@code #} for
 * comments.
 */
public final class SuffixRules implements UrlRule {
  /** By length, the shortest first: suffixes have four or five lengths, and each is one look-up. */
  private final TreeMap<Integer, Map<String, UrlDecision>> rules = new TreeMap<>();

  private final UrlDecision none;
  private boolean othersAccepted;
  private boolean ofPath;
  private boolean caseIgnored;

  /**
   * Reads the rules.
   *
   * @param source named in errors
   * @throws IllegalArgumentException naming the source, the line and the fault
   */
  public SuffixRules(String source, String text) {
    boolean modeSeen = false;
    Map<String, Integer> suffixes = new LinkedHashMap<>();
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
              source + (":" + number + ": expected only P and I after + or -, got '" + line + "'"));
        }
        modeSeen = true;
        othersAccepted = line.charAt(0) == '+';
        ofPath |= line.contains("P");
        caseIgnored |= line.contains("I");
      } else {
        suffixes.putIfAbsent(line, number);
      }
    }
    if (!modeSeen) {
      throw new IllegalArgumentException(
          source + ": expected a line '+' (all but these suffixes) or '-' (only these), got none");
    }
    suffixes.forEach(
        (suffix, line) ->
            rules
                .computeIfAbsent(suffix.length(), length -> new HashMap<>())
                .putIfAbsent(
                    folded(suffix), new UrlDecision(!othersAccepted, source, line, suffix)));
    none =
        othersAccepted
            ? null
            : new UrlDecision(false, source, 0, "none of the suffixes it accepts");
  }

  private String folded(String suffix) {
    return caseIgnored ? suffix.toLowerCase(Locale.ROOT) : suffix;
  }

  /** A sitemap's {@code .gz} does not make it useless. */
  @Override
  public boolean decidesOnSitemaps() {
    return false;
  }

  @Override
  public UrlDecision decision(String url) {
    int end = url.length();
    if (ofPath) {
      int mark = url.indexOf('?');
      end = mark < 0 ? end : mark;
      // The host's own end (example.zip) is not a suffix of the path.
      int host = url.indexOf("://");
      if (host >= 0 && url.indexOf('/', host + 3) < 0) {
        end = 0;
      }
    }
    for (Map.Entry<Integer, Map<String, UrlDecision>> ofLength : rules.entrySet()) {
      int from = end - ofLength.getKey();
      UrlDecision rule =
          from < 0 ? null : ofLength.getValue().get(folded(url.substring(from, end)));
      if (rule != null) {
        return rule;
      }
    }
    return none;
  }
}
