package org.orbweaver.crawler.sitemap;

import java.util.List;
import java.util.Locale;

/**
 * The content of a sitemap.
 *
 * @param format detected from the document
 * @param entries distinct URLs in the document's order, up to the limit
 * @param foreign URLs left out because the sitemap may not list URLs of their hosts
 * @param invalid entries left out because they have no http or https URL, or too long a one
 * @param withoutScheme of these, URLs without {@code http://} or {@code https://}
 * @param beyondLimit URLs left out because there were too many before them
 * @param problem why reading ended before the document did, or why it is not a sitemap; else empty
 */
public record Sitemap(
    Format format,
    List<ListedPage> entries,
    int foreign,
    int invalid,
    int withoutScheme,
    int beyondLimit,
    String problem) {

  /** The priority of a URL without one between 0 and 1. */
  public static final float DEFAULT_PRIORITY = .5f;

  /** The kinds of documents that list URLs. */
  public enum Format {
    /** XML that lists pages. */
    URLSET,
    /** XML that lists other sitemaps. */
    INDEX,
    /** A URL a line. */
    TEXT,
    /** RSS 0.9 to 2.0. */
    RSS,
    /** Atom. */
    ATOM,
    /** Not a sitemap. */
    NONE
  }

  /**
   * One URL.
   *
   * @param url absolute and normalised
   * @param lastmod when it was last modified, in milliseconds; 0 if unknown. A date without a time
   *     counts as the end of that day in UTC
   * @param priority from 0 to 1, among the pages of the site
   */
  public record ListedPage(String url, long lastmod, float priority) {}

  /** Whether the document is a sitemap. */
  public boolean isSitemap() {
    return format != Format.NONE;
  }

  /** The number of entries left out. */
  public int dropped() {
    return foreign + invalid + beyondLimit;
  }

  /** One line for users. */
  public String summary() {
    StringBuilder text = new StringBuilder();
    text.append(format.name().toLowerCase(Locale.ROOT)).append(", ");
    text.append(entries.size()).append(format == Format.INDEX ? " sitemap" : " URL");
    text.append(entries.size() == 1 ? "" : "s");
    append(text, foreign, "on other hosts ignored");
    append(text, invalid, "invalid");
    if (withoutScheme > 0) {
      text.append(" (").append(withoutScheme).append(" without http:// or https://)");
    }
    append(text, beyondLimit, "over the limit");
    if (!problem.isEmpty()) {
      text.append("; ended early: ").append(problem);
    }
    return text.toString();
  }

  private static void append(StringBuilder text, int count, String what) {
    if (count > 0) {
      text.append(", ").append(count).append(' ').append(what);
    }
  }
}
