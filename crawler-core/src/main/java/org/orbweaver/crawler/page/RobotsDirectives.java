package org.orbweaver.crawler.page;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbweaver.crawler.http.HttpDates;

/**
 * The directives of a page's robots meta elements and X-Robots-Tag headers; the only parser of such
 * directives. The strictest directive counts, whatever its source: {@code none} is {@code noindex,
 * nofollow}. Directives are separated by commas; on real pages also by semicolons, bars, slashes,
 * or only white space.
 *
 * <p>A header may name a crawler before its directives ({@code otherbot: noindex}); it counts if
 * the name is ours. Directives without a meaning for a crawler that keeps no cached copies and
 * shows no pictures are kept as they are.
 */
public final class RobotsDirectives {

  /** The most directives kept for information; those with a meaning are always kept. */
  private static final int MAX_OTHERS = 32;

  /** A crawler's name, and not part of a date. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9._/*-]+");

  private static final String UNAVAILABLE = "unavailable_after:";

  /** Separators of directives, which a date may contain. */
  private static final String SEPARATOR = "[,;|\uff0c\u3001\r\n]";

  /** Separators of directives that are not dates. */
  private static final String SPACES = "[\\s/+]+";

  private static final Pattern MAX_SNIPPET = Pattern.compile("max-snippet:(-?[0-9]{1,9})");

  private final String agent;
  private final Set<String> directives = new LinkedHashSet<>();
  private Instant unavailableAfter;
  private int maxSnippet = Integer.MAX_VALUE;

  /** The text after unavailable_after so far, or null. */
  private String date;

  /**
   * @param agent our name in lower case, as in {@code http.agent.name}; may be empty
   */
  RobotsDirectives(String agent) {
    this.agent = agent;
  }

  /**
   * Reads a list of directives, as written by {@link #toString} or a page; null is an empty list.
   */
  public static RobotsDirectives of(String list) {
    RobotsDirectives directives = new RobotsDirectives("");
    directives.addAll(list == null ? "" : list);
    return directives;
  }

  /**
   * Reads the values of X-Robots-Tag headers.
   *
   * @param agent our name in lower case, as in {@code http.agent.name}; may be empty
   */
  public static RobotsDirectives ofHeaders(String agent, List<String> tags) {
    RobotsDirectives directives = new RobotsDirectives(agent);
    tags.forEach(directives::addHeader);
    return directives;
  }

  /** Adds the content of a {@code <meta name=NAME>} where NAME is robots or our own name. */
  void addMeta(String name, String content) {
    String to = name.strip().toLowerCase(Locale.ROOT);
    if (to.equals("robots") || (!agent.isEmpty() && to.equals(agent))) {
      addAll(content);
    }
  }

  /**
   * Adds one value of an X-Robots-Tag header. A name applies to all directives after it, up to the
   * next name, since proxies may have joined several headers by commas.
   */
  void addHeader(String value) {
    boolean ours = true;
    date = null;
    for (String part : value.toLowerCase(Locale.ROOT).split(SEPARATOR, -1)) {
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
    date = null;
    for (String part : list.toLowerCase(Locale.ROOT).split(SEPARATOR, -1)) {
      add(part.strip());
    }
  }

  private void add(String directive) {
    if (directive.startsWith(UNAVAILABLE)) {
      date = directive.substring(UNAVAILABLE.length());
      setUnavailable();
      return;
    }
    // A comma separates the day of the week from the date.
    if (date != null && date.length() < 64 && !directive.isEmpty() && isDatePart(directive)) {
      date += ", " + directive;
      setUnavailable();
      return;
    }
    for (String word : directive.replaceAll("\\s*[:=]\\s*", ":").split(SPACES, -1)) {
      addWord(word);
    }
  }

  private void addWord(String directive) {
    switch (directive) {
      case "none" -> {
        directives.add("noindex");
        directives.add("nofollow");
      }
      case "noindex", "nofollow", "nosnippet", "noai", "noimageai", "noml" ->
          directives.add(directive);
      default -> {
        Matcher max = MAX_SNIPPET.matcher(directive);
        if (max.matches()) {
          int chars = Integer.parseInt(max.group(1));
          maxSnippet = chars < 0 ? maxSnippet : Math.min(maxSnippet, chars);
        }
        if (!directive.isEmpty() && directive.length() <= 64 && directives.size() < MAX_OTHERS) {
          directives.add(directive);
        }
      }
    }
  }

  private static boolean isDatePart(String directive) {
    return directive.chars().anyMatch(Character::isDigit) && !directive.startsWith("max-");
  }

  private void setUnavailable() {
    String text = date.strip();
    Optional<Instant> exact = HttpDates.parse(text.isEmpty() ? "-" : text);
    String written = WrittenDate.find(text, "en");
    Instant end = null;
    if (exact.isPresent()) {
      end = exact.get();
    } else if (written != null && written.length() > 10) {
      end = OffsetDateTime.parse(written).toInstant();
    } else if (written != null) {
      end = LocalDate.parse(written).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
    if (end != null && (unavailableAfter == null || end.isBefore(unavailableAfter))) {
      unavailableAfter = end;
    }
  }

  /**
   * When the page is to be removed, or null: to the second if the zone is given as GMT or as an
   * offset, else the end of the day in UTC. Of several the earliest.
   */
  Instant unavailableAfter() {
    return unavailableAfter;
  }

  public boolean noindex() {
    return directives.contains("noindex");
  }

  public boolean nofollow() {
    return directives.contains("nofollow");
  }

  /** How many characters of the page may be shown, 0 for none; else {@link Integer#MAX_VALUE}. */
  public int maxSnippet() {
    return directives.contains("nosnippet") ? 0 : maxSnippet;
  }

  /** All directives, separated by commas; empty if there are none. */
  @Override
  public String toString() {
    boolean isLost =
        maxSnippet < Integer.MAX_VALUE && !directives.contains("max-snippet:" + maxSnippet);
    return String.join(",", directives) + (isLost ? ",max-snippet:" + maxSnippet : "");
  }
}
