package org.orbweaver.index.build;

import java.io.IOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.Inlink;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.index.IndexKeys;
import org.orbweaver.index.schema.Anchors;
import org.orbweaver.index.schema.UrlParts;

/** Tags each store's record with its kind and drops what the index has no use for. */
final class IndexMapper extends IndexJob.StoreMapper<PagePart.Value> {
  private static final Text CONTENT_TYPE = new Text("Content-Type");
  private static final Text GROUP = new Text(MetadataKeys.GROUP);
  private static final Text REPRESENTATIVE = new Text(MetadataKeys.REPRESENTATIVE);

  private int maxChars;
  private boolean honourSearch;

  @Override
  protected void setup(Context context) throws IOException {
    super.setup(context);
    maxChars = IndexKeys.BODY_MAX_CHARS.get(context.getConfiguration());
    honourSearch = IndexKeys.HONOUR_SEARCH.get(context.getConfiguration());
  }

  @Override
  protected void map(Text url, Writable value, Context context)
      throws IOException, InterruptedException {
    if (value instanceof CrawlDatum datum) {
      crawled(url, datum, context);
    } else if (value instanceof ParseData data) {
      parsed(url, data, context);
    } else if (value instanceof Inlinks links) {
      linked(url, links, context);
    } else if (value instanceof PagePart.Value answer) {
      write(url, answer.get(), 0, context);
    } else if (value instanceof DoubleWritable rank) {
      write(url, new PagePart.Rank(store(), rank.get()), 0, context);
    } else {
      throw unknown(value);
    }
  }

  /** Whether the crawldb has the page as fetched, and as nobody's duplicate. */
  static boolean isCandidate(CrawlDatum datum) {
    byte status = indexStatus(datum);
    return status == CrawlDatum.STATUS_DB_FETCHED || status == CrawlDatum.STATUS_DB_NOTMODIFIED;
  }

  private void crawled(Text url, CrawlDatum datum, Context context)
      throws IOException, InterruptedException {
    switch (indexStatus(datum)) {
      case CrawlDatum.STATUS_DB_FETCHED,
          CrawlDatum.STATUS_DB_NOTMODIFIED,
          CrawlDatum.STATUS_DB_DUPLICATE -> {
        boolean duplicate = datum.getStatus() == CrawlDatum.STATUS_DB_DUPLICATE;
        context
            .getCounter(duplicate ? IndexCounter.DUPLICATES : IndexCounter.CANDIDATES)
            .increment(1);
        // The fetch time of the crawldb is that of the next fetch.
        long date =
            datum.getModifiedTime() > 0
                ? datum.getModifiedTime()
                : datum.getFetchTime() - datum.getFetchInterval() * 1000L;
        Writable type = datum.getMetaData().get(CONTENT_TYPE);
        Writable group = datum.getMetaData().get(GROUP);
        write(
            url,
            new PagePart.Candidate(
                duplicate,
                Math.max(0, date),
                type == null ? "" : ParsedPages.mediaType(type.toString()),
                group == null ? "" : group.toString(),
                group != null && datum.getMetaData().containsKey(REPRESENTATIVE)),
            0,
            context);
      }
      default -> context.getCounter(IndexCounter.NOT_FETCHED).increment(1);
    }
  }

  /** A page that was there before and failed the last time in a way that may pass stays. */
  private static byte indexStatus(CrawlDatum datum) {
    return datum.getStatus() == CrawlDatum.STATUS_DB_UNFETCHED && datum.getSignature() != null
        ? CrawlDatum.STATUS_DB_FETCHED
        : datum.getStatus();
  }

  private void parsed(Text url, ParseData data, Context context)
      throws IOException, InterruptedException {
    context.getCounter(IndexCounter.PARSES).increment(1);
    PagePart.Parsed page =
        ParsedPages.isNoindex(data, honourSearch)
            ? ParsedPages.noindex()
            : new PagePart.Parsed(
                false,
                ParsedPages.canonical(url.toString(), data),
                ParsedPages.content(data, text(url, context), maxChars));
    write(url, page, age(context), context);
  }

  private void linked(Text url, Inlinks links, Context context)
      throws IOException, InterruptedException {
    Anchors anchors = new Anchors();
    Set<String> hosts = new HashSet<>();
    for (Iterator<Inlink> i = links.iterator(); i.hasNext(); ) {
      Inlink link = i.next();
      String host = UrlParts.host(link.getFromUrl());
      hosts.add(host);
      anchors.add(host, link.getAnchor());
    }
    if (!hosts.isEmpty()) {
      write(url, new PagePart.Named(anchors.heaviest(), hosts.size()), 0, context);
    }
  }

  private void write(Text url, PagePart part, int ageOfPart, Context context)
      throws IOException, InterruptedException {
    context.write(key.set(url, part.kind(), ageOfPart), new PagePart.Value(part));
  }
}
