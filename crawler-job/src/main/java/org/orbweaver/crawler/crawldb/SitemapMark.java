package org.orbweaver.crawler.crawldb;

import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.orbweaver.common.store.MetadataKeys;

/**
 * Marks a URL as a sitemap, in the metadata of its CrawlDatum and of the Content fetched from it.
 *
 * <p>Form: a Text under {@link MetadataKeys#SITEMAP} of words separated by spaces: the version (1),
 * the depth, then the hosts. Any other value still marks the URL, so that a later version's
 * sitemaps are not taken for pages; its unreadable parts count as the greatest depth and no hosts.
 *
 * @param depth sitemap indexes on the way to it: 0 for one that robots.txt names or a person
 *     injects
 * @param hosts those whose robots.txt, or whose sitemap by a redirect, refers to it, so that it may
 *     list their URLs as well as those of its own host; at most {@link #MAX_HOSTS}
 */
public record SitemapMark(int depth, SortedSet<String> hosts) {

  /** The key in the metadata. */
  public static final Text KEY = new Text(MetadataKeys.SITEMAP);

  /**
   * The greatest depth of a sitemap. The protocol has one level, an index of sitemaps; some sites
   * have one more.
   */
  public static final int MAX_DEPTH = 2;

  /** With more hosts than this, a sitemap may list URLs of the first ones by name only. */
  static final int MAX_HOSTS = 16;

  private static final String VERSION = "1";

  public SitemapMark {
    TreeSet<String> kept = new TreeSet<>(hosts);
    while (kept.size() > MAX_HOSTS) {
      kept.pollLast();
    }
    hosts = java.util.Collections.unmodifiableSortedSet(kept);
    depth = Math.min(Math.max(depth, 0), MAX_DEPTH);
  }

  /** Marks a URL that may list URLs of its own host only. */
  public static void mark(CrawlDatum datum, int depth) {
    mark(datum, depth, List.of());
  }

  /**
   * Marks a URL.
   *
   * @param hosts that refer to it; its own need not be among them
   */
  public static void mark(CrawlDatum datum, int depth, Collection<String> hosts) {
    new SitemapMark(depth, new TreeSet<>(hosts)).putOn(datum);
  }

  /** Whether a datum is marked. */
  public static boolean isOn(CrawlDatum datum) {
    return datum.getMetaData().containsKey(KEY);
  }

  /** The mark of a datum, null if it has none. */
  public static SitemapMark of(CrawlDatum datum) {
    Writable value = datum.getMetaData().get(KEY);
    return value == null ? null : parse(value.toString());
  }

  /**
   * The mark of a content, null if it has none: it is a page, or was fetched before contents were
   * marked.
   */
  public static SitemapMark of(Metadata content) {
    String value = content.get(MetadataKeys.SITEMAP);
    return value == null ? null : parse(value);
  }

  /** Takes the mark off a datum and returns it; null if there was none. */
  public static SitemapMark takeFrom(CrawlDatum datum) {
    Writable value = datum.getMetaData().remove(KEY);
    return value == null ? null : parse(value.toString());
  }

  /** Parses the metadata value. */
  public static SitemapMark parse(String value) {
    String[] words = value.strip().split(" +");
    if (words.length < 2 || !words[0].equals(VERSION) || !words[1].matches("[0-9]")) {
      return new SitemapMark(MAX_DEPTH, new TreeSet<>());
    }
    List<String> hosts = List.of(words).subList(2, words.length);
    return new SitemapMark(Integer.parseInt(words[1]), new TreeSet<>(hosts));
  }

  /** Puts the mark on a datum, replacing any other. */
  public void putOn(CrawlDatum datum) {
    datum.getMetaData().put(new Text(KEY), new Text(encoded()));
  }

  /** Puts the mark on a content, for parse. */
  public void putOn(Metadata content) {
    content.set(MetadataKeys.SITEMAP, encoded());
  }

  private String encoded() {
    StringBuilder value = new StringBuilder(VERSION).append(' ').append(depth);
    hosts.forEach(host -> value.append(' ').append(host));
    return value.toString();
  }

  /** Merges two marks of one URL: the lesser depth, the hosts of both. */
  public SitemapMark merge(SitemapMark other) {
    TreeSet<String> all = new TreeSet<>(hosts);
    all.addAll(other.hosts);
    return new SitemapMark(Math.min(depth, other.depth), all);
  }

  /** Whether a sitemap index with this mark may list sitemaps: not if they would be too deep. */
  public boolean mayNest() {
    return depth < MAX_DEPTH;
  }

  /** The mark of a sitemap listed by an index with this mark. */
  public SitemapMark child() {
    return new SitemapMark(depth + 1, hosts);
  }

  /**
   * The mark of a redirect's target: the target takes the sitemap's place, and may list the URLs of
   * the host that led to it.
   *
   * @param fromHost of the URL that redirects
   */
  public SitemapMark redirected(String fromHost) {
    TreeSet<String> all = new TreeSet<>(hosts);
    all.add(fromHost);
    return new SitemapMark(depth, all);
  }

  /** The mark in words, for people. */
  public String words() {
    return "read as a sitemap"
        + (depth == 0 ? "" : ", " + depth + " below an index")
        + (hosts.isEmpty() ? "" : ", may list " + String.join(" ", hosts));
  }

  /**
   * The time at which a URL was last modified according to a sitemap, on its way from parse to
   * update: a Text of milliseconds since 1970 in the metadata of a STATUS_LINKED record. It does
   * not enter the crawldb. (The datum's own modifiedTime will not do: Nutch's update copies it into
   * the crawldb, and Nutch's fetcher then sends If-Modified-Since for a page that it never had.)
   */
  public static final class Lastmod {
    private static final Text KEY = new Text("_orb_lastmod_");

    private Lastmod() {}

    /** Puts the time on a link; 0 means unknown, and leaves the link bare. */
    public static void putOn(CrawlDatum link, long millis) {
      if (millis > 0) {
        link.getMetaData().put(new Text(KEY), new Text(Long.toString(millis)));
      }
    }

    /** Takes the time off a link and returns it; 0 if there is none. */
    public static long takeFrom(CrawlDatum link) {
      Writable value = link.getMetaData().remove(KEY);
      if (value == null) {
        return 0;
      }
      try {
        return Math.max(0, Long.parseLong(value.toString()));
      } catch (NumberFormatException e) {
        return 0; // The value was written by other software.
      }
    }
  }
}
