package org.orbweaver.crawler.why;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.Inlink;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.crawler.crawldb.RecordedStatus;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.url.LinkPolicy;

/**
 * Where a URL was found: from the linkdb, and where that has no link, by reading the segments
 * through: it has no links that are marked nofollow, no redirects and no sitemaps, and is made only
 * when the rounds are over.
 *
 * @param shown the most telling first
 */
record Sources(List<Source> shown) {
  private static final int MOST_KEPT = 200;
  private static final Text REL = new Text("rel");

  /** How a URL was found. */
  enum Kind {
    /** By a link that may be followed. */
    LINK,
    /** By a redirect. */
    REDIRECT,
    /** In a sitemap. */
    SITEMAP,
    /** By a link, or on a page, that asks not to follow it. */
    NOFOLLOW
  }

  /**
   * A page that leads to the URL.
   *
   * @param from its URL
   * @param anchor the link's text, or empty
   */
  record Source(Kind kind, String from, String anchor) {}

  static Sources of(CrawlStores stores, String url) throws IOException {
    List<Source> found = new ArrayList<>();
    for (Inlinks inlinks : stores.get(stores.crawl().linkDb(), Inlinks.class, url)) {
      for (Iterator<Inlink> i = inlinks.iterator(); i.hasNext(); ) {
        Inlink link = i.next();
        found.add(new Source(Kind.LINK, link.getFromUrl(), link.getAnchor()));
      }
    }
    if (found.isEmpty()) {
      for (Path segment : stores.crawl().segmentList()) {
        searchLinks(stores, segment, url, found);
        searchRedirects(stores, segment, url, found);
      }
      if (found.isEmpty()) {
        searchSitemaps(stores, url, found);
      }
    }
    found.sort(
        java.util.Comparator.comparing(Source::kind)
            .thenComparing(source -> source.anchor().isEmpty())
            .thenComparing(Source::from));
    return new Sources(found);
  }

  private static void searchLinks(CrawlStores stores, Path segment, String url, List<Source> found)
      throws IOException {
    stores
        .open(new Path(segment, ParseData.DIR_NAME), ParseData.class)
        .gather(
            ArrayList<Source>::new, (here, from, page) -> addLink(from.toString(), page, url, here))
        .forEach(found::addAll);
  }

  private static void addLink(String from, ParseData page, String url, List<Source> here) {
    for (Outlink link : page.getOutlinks()) {
      if (link.getToUrl().equals(url) && !from.equals(url) && here.size() < MOST_KEPT) {
        boolean nofollow =
            words(page.getParseMeta().get(MetaNames.ROBOTS)).contains("nofollow")
                || words(rel(link)).contains("nofollow");
        here.add(new Source(nofollow ? Kind.NOFOLLOW : Kind.LINK, from, link.getAnchor()));
      }
    }
  }

  private static String rel(Outlink link) {
    MapWritable metadata = link.getMetadata();
    Writable rel = metadata == null ? null : metadata.get(REL);
    return rel == null ? null : rel.toString();
  }

  private static List<String> words(String text) {
    return text == null ? List.of() : List.of(text.split("[\\s,]+"));
  }

  private static void searchRedirects(
      CrawlStores stores, Path segment, String url, List<Source> found) throws IOException {
    stores
        .open(new Path(segment, CrawlDatum.FETCH_DIR_NAME), CrawlDatum.class)
        .gather(
            ArrayList<Source>::new,
            (here, from, fetch) -> {
              if (url.equals(redirectTarget(fetch)) && here.size() < MOST_KEPT) {
                here.add(new Source(Kind.REDIRECT, from.toString(), ""));
              }
            })
        .forEach(found::addAll);
  }

  /** Where a record of crawl_fetch, or an entry of the crawldb, says that it redirects; or null. */
  static String redirectTarget(CrawlDatum datum) {
    boolean redirected =
        switch (datum.getStatus()) {
          case CrawlDatum.STATUS_FETCH_REDIR_PERM,
              CrawlDatum.STATUS_FETCH_REDIR_TEMP,
              CrawlDatum.STATUS_DB_REDIR_PERM,
              CrawlDatum.STATUS_DB_REDIR_TEMP ->
              true;
          default -> false;
        };
    return redirected ? RecordedStatus.message(datum) : null;
  }

  /** A URL that a segment's crawl_parse names, and none of its pages, is of one of its sitemaps. */
  private static void searchSitemaps(CrawlStores stores, String url, List<Source> found)
      throws IOException {
    for (Path segment : stores.crawl().segmentList()) {
      boolean listed = false;
      for (CrawlDatum datum :
          stores.get(new Path(segment, CrawlDatum.PARSE_DIR_NAME), CrawlDatum.class, url)) {
        listed |= datum.getStatus() == CrawlDatum.STATUS_LINKED;
      }
      if (listed) {
        stores
            .open(new Path(segment, CrawlDatum.FETCH_DIR_NAME), CrawlDatum.class)
            .forEach(
                (from, fetch) -> {
                  if (fetch.getStatus() == CrawlDatum.STATUS_FETCH_SUCCESS
                      && SitemapMark.isOn(fetch)
                      && found.size() < MOST_KEPT) {
                    found.add(new Source(Kind.SITEMAP, from.toString(), ""));
                  }
                });
      }
    }
  }

  /** Whether all that lead to it ask not to follow. */
  boolean nofollowOnly() {
    return !shown.isEmpty() && shown.stream().allMatch(source -> source.kind() == Kind.NOFOLLOW);
  }

  /** Whether there are sources to follow, and the policy keeps the crawl from all of them. */
  boolean allRefusedBy(LinkPolicy policy, String url) {
    return !shown.isEmpty()
        && shown.stream()
            .filter(source -> source.kind() == Kind.LINK || source.kind() == Kind.REDIRECT)
            .noneMatch(source -> policy.follow(source.from(), url))
        && shown.stream().noneMatch(source -> source.kind() == Kind.SITEMAP);
  }
}
