package org.orbweaver.crawler.page;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Collects what robots meta elements and X-Robots-Tag headers say of one page. The strictest word
 * counts, wherever it stands: {@code none} is {@code noindex, nofollow}.
 *
 * <p>A header may name a crawler before its directives ({@code otherbot: noindex}); it counts when
 * the name is ours. Directives that a crawler which keeps no cached copies and shows no pictures
 * has no use for are kept as they are.
 */
final class RobotsDirectives {

  /** Maximum kept for information; those that count are always kept. */
  private static final int MAX_OTHERS = 32;

  /** A crawler's name, and not a part of a date. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9._/*-]+");

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

  /**
   * Adds one value of an X-Robots-Tag header. A name holds for all directives after it, up to the
   * next name: several headers may have been joined by commas on their way.
   */
  void addHeader(String value) {
    boolean ours = true;
    for (String part : value.toLowerCase(Locale.ROOT).split(",", -1)) {
      String directive = part.strip();
      int colon = directive.indexOf(':');
      String name = colon < 0 ? "" : directive.substring(0, colon).strip();
      if (NAME.matcher(name).matches() && !takesAValue(name)) {
        ours = name.equals(agent) || name.equals("*");
        directive = directive.substring(colon + 1).strip();
      }
      if (ours) {
        add(directive);
      }
    }
  }

  private static boolean takesAValue(String name) {
    return name.equals("unavailable_after") || name.startsWith("max-");
  }

  private void addAll(String list) {
    for (String part : list.toLowerCase(Locale.ROOT).split(",", -1)) {
      add(part.strip());
    }
  }

  private void add(String directive) {
    switch (directive) {
      case "none" -> {
        directives.add("noindex");
        directives.add("nofollow");
      }
      case "noindex", "nofollow" -> directives.add(directive);
      default -> {
        if (!directive.isEmpty() && directive.length() <= 64 && directives.size() < MAX_OTHERS) {
          directives.add(directive);
        }
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
