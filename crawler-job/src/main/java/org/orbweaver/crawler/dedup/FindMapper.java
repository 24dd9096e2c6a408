package org.orbweaver.crawler.dedup;

import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.DuplicatesMerge;
import org.orbweaver.crawler.crawldb.FetchLookup;
import org.orbweaver.crawler.schedule.Deferral;
import org.orbweaver.crawler.sitemap.SitemapMark;

/**
 * Says under which digest each page stands. Records tell by their status where they are from: the
 * crawldb, a segment's crawl_fetch, or its crawl_parse. A signature in crawl_parse has no score, so
 * it is looked up in crawl_fetch; both are sorted by URL as a rule, which makes the look-ups a
 * reading side by side. Sitemaps are no pages, and have no duplicates.
 */
final class FindMapper extends Mapper<Text, Change, BytesWritable, Candidate> {
  static final String SEGMENT = "orbweaver.internal.dedup.segment";

  /** MD5 of nothing: that two pages are empty does not make them the same page. */
  private static final byte[] EMPTY = HexFormat.of().parseHex("d41d8cd98f00b204e9800998ecf8427e");

  private final BytesWritable key = new BytesWritable();
  private final Candidate candidate = new Candidate();
  private FetchLookup fetches;

  @Override
  protected void setup(Context context) {
    Configuration conf = context.getConfiguration();
    String segment = conf.get(SEGMENT);
    if (segment != null) {
      fetches = new FetchLookup(conf, new Path(segment, CrawlDatum.FETCH_DIR_NAME));
    }
  }

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
    if (datum.getStatus() == CrawlDatum.STATUS_SIGNATURE) {
      mapParsed(url, digest, context);
    } else if (CrawlDatum.hasFetchStatus(datum)) {
      boolean page =
          (datum.getStatus() == CrawlDatum.STATUS_FETCH_SUCCESS
                  || datum.getStatus() == CrawlDatum.STATUS_FETCH_NOTMODIFIED)
              && !SitemapMark.isOn(datum);
      write(
          url, digest, page ? Candidate.Kind.FETCHED : Candidate.Kind.ASKED_AGAIN, datum, context);
    } else if (isKnown(datum.getStatus()) && !SitemapMark.isOn(datum)) {
      candidate.set(
          DuplicatesMerge.isPage(datum.getStatus())
              ? Candidate.Kind.KNOWN
              : Candidate.Kind.KNOWN_DUPLICATE,
          datum.getScore());
      DigestKey.set(key, digest, url);
      context.write(key, candidate);
    }
  }

  private static boolean isKnown(byte status) {
    return DuplicatesMerge.isPage(status) || status == CrawlDatum.STATUS_DB_DUPLICATE;
  }

  private void mapParsed(Text url, byte[] digest, Context context)
      throws IOException, InterruptedException {
    CrawlDatum fetch = fetches == null ? null : fetches.get(url);
    if (fetch == null || fetch.getStatus() != CrawlDatum.STATUS_FETCH_SUCCESS) {
      return;
    }
    if (SitemapMark.isOn(fetch)) {
      // The crawldb may have had it as a page of that digest.
      write(url, digest, Candidate.Kind.ASKED_AGAIN, fetch, context);
      return;
    }
    write(url, digest, Candidate.Kind.PARSED, fetch, context);
    if (fetch.getSignature() != null) {
      write(url, fetch.getSignature(), Candidate.Kind.REPLACED, fetch, context);
    }
  }

  private void write(
      Text url, byte[] digest, Candidate.Kind kind, CrawlDatum fetch, Context context)
      throws IOException, InterruptedException {
    candidate.set(kind, fetch.getScore());
    DigestKey.set(key, digest, url);
    context.write(key, candidate);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    if (fetches != null) {
      fetches.close();
    }
  }
}
