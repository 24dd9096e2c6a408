package org.orbweaver.crawler.parse;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Collects what robots meta elements and X-Robots-Tag headers say of one page. The strictest word
 * counts, wherever it stands: {@code none} is {@code noindex, nofollow}.
 *
 * <p>A header may name a crawler before its directives ({@code otherbot: noindex}); it counts when
 * the name is ours. Directives that a crawler which keeps no cached copies and shows no pictures
 * has no use for are kept as they are.
 */
final class RobotsDirectives {

  private static final int MAX_DIRECTIVES = 32;

  private final String agent;
  private final Set<String> directives = new LinkedHashSet<>();

  /**
   * @param agent our name in lower case, as in {@code http.agent.name}; may be empty
   */
  RobotsDirectives(String agent) {
    this.agent = agent;
  }

  /** Adds the content of a {@code <meta name=NAME>} where NAME is robots or our own name. */
  void addMeta(String name, String content) {
    String to = name.strip().toLowerCase(Locale.ROOT);
    if (to.equals("robots") || (!agent.isEmpty() && to.equals(agent))) {
      addAll(content);
    }
  }

  /** Adds one value of an X-Robots-Tag header. */
  void addHeader(String value) {
    int colon = value.indexOf(':');
    if (colon > 0) {
      String name = value.substring(0, colon).strip().toLowerCase(Locale.ROOT);
      boolean isDirective =
          name.indexOf(',') >= 0
              || name.equals("unavailable_after")
              || name.startsWith("max-")
              || name.equals("noindex")
              || name.equals("nofollow");
      if (!isDirective) {
        if (!agent.isEmpty() && name.equals(agent)) {
          addAll(value.substring(colon + 1));
        }
        return;
      }
    }
    addAll(value);
  }

  private void addAll(String list) {
    for (String part : list.toLowerCase(Locale.ROOT).split(",", MAX_DIRECTIVES)) {
      String directive = part.strip();
      if (directive.equals("none")) {
        directives.add("noindex");
        directives.add("nofollow");
      } else if (!directive.isEmpty()
          && directive.length() <= 64
          && directives.size() < MAX_DIRECTIVES) {
        directives.add(directive);
      }
    }
  }

  boolean noindex() {
    return directives.contains("noindex");
  }

  boolean nofollow() {
    return directives.contains("nofollow");
  }

  /** All directives, separated by commas; empty when there is none. */
  @Override
  public String toString() {
    return String.join(",", directives);
  }
}
