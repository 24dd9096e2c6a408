package org.orbweaver.crawler.why;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.sorted.SortedStore.Gatherer;
import org.orbweaver.crawler.crawldb.CrawlDb.RecordedStatus;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.RobotsDirectives;
import org.orbweaver.crawler.url.LinkPolicy;
import org.orbweaver.crawler.why.UrlRecords.Stores;

/**
 * The places where a URL was found: from the linkdb, and if that has no link, from the segments,
 * which are read entirely: the linkdb has no nofollow links, no redirects and no sitemaps, and is
 * made only after the rounds.
 *
 * @param shown the most informative first
 */
record Sources(List<UrlSource> shown) {
  private static final int MOST_KEPT = 200;
  private static final Text REL = new Text("rel");

  /** How a URL was found. */
  enum SourceKind {
    LINK,
    REDIRECT,
    SITEMAP,
    /** A link with nofollow, or on a page with nofollow. */
    NOFOLLOW
  }

  /**
   * A page that leads to the URL.
   *
   * @param from its URL
   * @param anchor the link's text, or empty
   */
  record UrlSource(SourceKind kind, String from, String anchor) {}

  static Sources of(Stores stores, String url) throws IOException {
    List<UrlSource> found = new ArrayList<>();
    for (Inlinks inlinks : stores.get(stores.crawl().linkDb(), Inlinks.class, url)) {
      inlinks
          .iterator()
          .forEachRemaining(
              link ->
                  found.add(new UrlSource(SourceKind.LINK, link.getFromUrl(), link.getAnchor())));
    }
    List<Path> segments = found.isEmpty() ? stores.crawl().segmentList() : List.of();
    for (Path segment : segments) {
      Path pages = new Path(segment, ParseData.DIR_NAME);
      search(
          stores, pages, ParseData.class, found, (here, from, page) -> add(here, from, page, url));
      searchFetches(
          stores, segment, found, SourceKind.REDIRECT, fetch -> url.equals(redirectTarget(fetch)));
    }
    if (found.isEmpty()) {
      for (Path segment : segments) {
        // A URL in crawl_parse that is on none of the pages comes from one of the sitemaps.
        Path told = new Path(segment, CrawlDatum.PARSE_DIR_NAME);
        if (stores.get(told, CrawlDatum.class, url).stream()
            .anyMatch(datum -> datum.getStatus() == CrawlDatum.STATUS_LINKED)) {
          searchFetches(
              stores,
              segment,
              found,
              SourceKind.SITEMAP,
              fetch ->
                  fetch.getStatus() == CrawlDatum.STATUS_FETCH_SUCCESS && SitemapMark.isOn(fetch));
        }
      }
    }
    found.sort(
        Comparator.comparing(UrlSource::kind)
            .thenComparing(source -> source.anchor().isEmpty())
            .thenComparing(UrlSource::from));
    return new Sources(found);
  }

  private static <V extends Writable> void search(
      Stores stores,
      Path folder,
      Class<V> type,
      List<UrlSource> found,
      Gatherer<List<UrlSource>, V> finder)
      throws IOException {
    stores
        .open(folder, type)
        .<List<UrlSource>>gather(
            ArrayList::new,
            (here, from, value) -> {
              if (here.size() < MOST_KEPT) {
                finder.add(here, from, value);
              }
            })
        .forEach(found::addAll);
  }

  private static void searchFetches(
      Stores stores,
      Path segment,
      List<UrlSource> found,
      SourceKind kind,
      java.util.function.Predicate<CrawlDatum> leads)
      throws IOException {
    search(
        stores,
        new Path(segment, CrawlDatum.FETCH_DIR_NAME),
        CrawlDatum.class,
        found,
        (here, from, fetch) -> {
          if (leads.test(fetch)) {
            here.add(new UrlSource(kind, from.toString(), ""));
          }
        });
  }

  private static void add(List<UrlSource> here, Text from, ParseData page, String url) {
    for (Outlink link : page.getOutlinks()) {
      if (link.getToUrl().equals(url) && !from.toString().equals(url)) {
        MapWritable metadata = link.getMetadata();
        Writable rel = metadata == null ? null : metadata.get(REL);
        boolean nofollow =
            RobotsDirectives.of(page.getParseMeta().get(MetaNames.ROBOTS)).nofollow()
                || (rel != null && Outcomes.words(rel.toString()).contains("nofollow"));
        SourceKind kind = nofollow ? SourceKind.NOFOLLOW : SourceKind.LINK;
        here.add(new UrlSource(kind, from.toString(), link.getAnchor()));
      }
    }
  }

  /** The target of a redirect, by a record of crawl_fetch or an entry of the crawldb; or null. */
  static String redirectTarget(CrawlDatum datum) {
    return switch (datum.getStatus()) {
      case CrawlDatum.STATUS_FETCH_REDIR_PERM,
          CrawlDatum.STATUS_FETCH_REDIR_TEMP,
          CrawlDatum.STATUS_DB_REDIR_PERM,
          CrawlDatum.STATUS_DB_REDIR_TEMP ->
          RecordedStatus.message(datum);
      default -> null;
    };
  }

  /** The URL of the first source, or null. */
  String first() {
    return shown.isEmpty() ? null : shown.get(0).from();
  }

  /** Whether all sources are nofollow. */
  boolean nofollowOnly() {
    return !shown.isEmpty()
        && shown.stream().allMatch(source -> source.kind() == SourceKind.NOFOLLOW);
  }

  /** Whether there are sources to follow, and the policy refuses all of them. */
  boolean allRefusedBy(LinkPolicy policy, String url) {
    return !shown.isEmpty()
        && shown.stream()
            .noneMatch(
                source ->
                    switch (source.kind()) {
                      case LINK, REDIRECT -> policy.follow(source.from(), url);
                      case SITEMAP -> true;
                      case NOFOLLOW -> false;
                    });
  }
}
