package org.orbweaver.crawler.update;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.Lastmod;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.schedule.Deferral;

/** The changes of one URL, sorted out: its last fetch and what belongs to it, and its best link. */
final class UrlUpdates {
  private final Map<Integer, CrawlDatum> signatures = new HashMap<>();
  private final Map<Integer, CrawlDatum> parseMetas = new HashMap<>();
  private CrawlDatum fetch;
  private int fetchSegment;
  private CrawlDatum deferral;
  private CrawlDatum duplicate;
  private CrawlDatum unique;
  private CrawlDatum metadataLink;
  private SitemapMark sitemap;
  private long lastmod;
  private float bestLink;
  private boolean linked;

  UrlUpdates(Iterable<Change> changes) {
    for (Change change : changes) {
      switch (change.status()) {
        case CrawlDatum.STATUS_LINKED -> addLink(change);
        case CrawlDatum.STATUS_SIGNATURE -> signatures.put(change.segment(), change.datum());
        case CrawlDatum.STATUS_PARSE_META -> parseMetas.put(change.segment(), change.datum());
        case CrawlDatum.STATUS_DB_DUPLICATE -> duplicate = change.datum();
        case CrawlDatum.STATUS_DB_FETCHED -> unique = change.datum();
        default -> addFetch(change);
      }
    }
  }

  private void addLink(Change change) {
    if (!linked || change.score() > bestLink) {
      bestLink = change.score();
    }
    linked = true;
    CrawlDatum datum = change.datum();
    if (datum == null) {
      return;
    }
    // Of these each word counts, whichever link is the best.
    lastmod = Math.max(lastmod, Lastmod.takeFrom(datum));
    SitemapMark mark = SitemapMark.takeFrom(datum);
    if (mark != null) {
      sitemap = sitemap == null ? mark : sitemap.merge(mark);
    }
    if (datum.getMetaData().isEmpty()) {
      return;
    }
    boolean better =
        metadataLink == null
            || change.score() > metadataLink.getScore()
            || (change.score() == metadataLink.getScore() && isBefore(datum, metadataLink));
    if (better) {
      metadataLink = datum;
    }
  }

  /** An order that does not depend on the shuffle's, nor on that of a hash table. */
  private static boolean isBefore(CrawlDatum a, CrawlDatum b) {
    return inOrder(a).compareTo(inOrder(b)) < 0;
  }

  private static String inOrder(CrawlDatum datum) {
    Map<String, String> metadata = new TreeMap<>();
    datum.getMetaData().forEach((key, value) -> metadata.put(key.toString(), value.toString()));
    return metadata.toString();
  }

  private void addFetch(Change change) {
    CrawlDatum datum = change.datum();
    if (!CrawlDatum.hasFetchStatus(datum)) {
      return;
    }
    if (Deferral.is(datum)) {
      if (deferral == null || datum.getFetchTime() > deferral.getFetchTime()) {
        deferral = datum;
      }
      return;
    }
    boolean later =
        fetch == null
            || datum.getFetchTime() > fetch.getFetchTime()
            || (datum.getFetchTime() == fetch.getFetchTime() && change.segment() >= fetchSegment);
    if (later) {
      fetch = datum;
      fetchSegment = change.segment();
    }
  }

  /** The last fetch that was one, null when there was none. */
  CrawlDatum fetch() {
    return fetch;
  }

  /** The last record of not having been requested, null when there was none. */
  CrawlDatum deferral() {
    return deferral;
  }

  /** The signature of what the last fetch brought: the parser's, or else the fetch's own. */
  byte[] signature() {
    CrawlDatum parsed = signatures.get(fetchSegment);
    return parsed == null ? fetch.getSignature() : parsed.getSignature();
  }

  /** What the parser has to say on the page of the last fetch, null for nothing. */
  CrawlDatum parseMeta() {
    return parseMetas.get(fetchSegment);
  }

  boolean linked() {
    return linked;
  }

  float bestLink() {
    return bestLink;
  }

  /**
   * The best of the links with metadata, null when none has any: a redirect's metadata is not lost
   * to a bare link with a higher score. Of those with the same score, the first by metadata.
   */
  CrawlDatum metadataLink() {
    return metadataLink;
  }

  /** The mark by which links say that this is a sitemap; null when none does. */
  SitemapMark sitemap() {
    return sitemap;
  }

  /** The latest time of change that a sitemap names, in milliseconds; 0 where none does. */
  long lastmod() {
    return lastmod;
  }

  /** Says that the page is a duplicate no more; null when nothing does. */
  CrawlDatum unique() {
    return unique;
  }

  /** Says that the page is a duplicate; null when nothing does. */
  CrawlDatum duplicate() {
    return duplicate;
  }
}
