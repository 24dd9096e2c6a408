package org.orbweaver.crawler.dedup;

import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.DuplicatesMerge;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.schedule.Deferral;

/**
 * Says under which digest each page stands. Records tell by their status where they are from: the
 * crawldb, a segment's crawl_fetch, or its crawl_parse. Of a page that was fetched again the first
 * two say which digest it had, the last which it has. Sitemaps are no pages, and have no
 * duplicates.
 */
final class FindMapper extends Mapper<Text, Change, BytesWritable, Candidate> {
  /** MD5 of nothing: that two pages are empty does not make them the same page. */
  private static final byte[] EMPTY = HexFormat.of().parseHex("d41d8cd98f00b204e9800998ecf8427e");

  private final BytesWritable key = new BytesWritable();
  private final Candidate candidate = new Candidate();

  @Override
  protected void map(Text url, Change change, Context context)
      throws IOException, InterruptedException {
    CrawlDatum datum = change.datum();
    if (datum == null || Deferral.is(datum)) {
      return;
    }
    byte[] digest = datum.getSignature();
    if (digest == null || Arrays.equals(digest, EMPTY)) {
      return;
    }
    Candidate.Kind kind = kind(datum);
    if (kind != null) {
      candidate.set(kind, datum.getScore());
      DigestKey.set(key, digest, url);
      context.write(key, candidate);
    }
  }

  /** What the record says of the page; null for nothing. */
  private static Candidate.Kind kind(CrawlDatum datum) {
    byte status = datum.getStatus();
    boolean page = !SitemapMark.isOn(datum);
    if (status == CrawlDatum.STATUS_SIGNATURE) {
      return page ? Candidate.Kind.PARSED : Candidate.Kind.REQUESTED_AGAIN;
    }
    if (CrawlDatum.hasFetchStatus(datum)) {
      return page && status == CrawlDatum.STATUS_FETCH_NOTMODIFIED
          ? Candidate.Kind.UNMODIFIED
          : Candidate.Kind.REQUESTED_AGAIN;
    }
    if (page && DuplicatesMerge.isPage(status)) {
      return Candidate.Kind.KNOWN;
    }
    return page && status == CrawlDatum.STATUS_DB_DUPLICATE ? Candidate.Kind.KNOWN_DUPLICATE : null;
  }
}
