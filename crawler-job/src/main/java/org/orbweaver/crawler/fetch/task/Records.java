package org.orbweaver.crawler.fetch.task;

import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.net.protocols.Response;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.text.Digests;
import org.orbweaver.crawler.crawldb.CutMark;
import org.orbweaver.crawler.crawldb.LinkDepth;
import org.orbweaver.crawler.crawldb.NonContentMark;
import org.orbweaver.crawler.crawldb.PageView;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.HttpDates;
import org.orbweaver.crawler.recrawl.Refusal;
import org.orbweaver.crawler.usage.UsageStatement;

/** The records of crawl_fetch and content, as Nutch 1.22 writes them. */
public final class Records {
  private static final int MAX_HEADER_VALUE = 8192;
  private static final int CONTENT_VERSION = -1;

  /**
   * The limit in characters, since it is kept in the crawldb; those of common servers have some 20.
   */
  private static final int MAX_ETAG = 256;

  /** Metadata that a URL passes to the target of its redirect, beside {@link #isByUser}. */
  private static final Set<String> PASSED =
      Set.of(MetadataKeys.SEED, MetadataKeys.DEPTH, Nutch.FIXED_INTERVAL_KEY);

  private Records() {}

  /** Serializes a Writable. */
  public static byte[] bytes(Writable writable) throws IOException {
    try (DataOutputBuffer out = new DataOutputBuffer()) {
      writable.write(out);
      return java.util.Arrays.copyOf(out.getData(), out.getLength());
    }
  }

  /** Deserializes a datum. */
  public static CrawlDatum datum(byte[] bytes) throws IOException {
    CrawlDatum datum = new CrawlDatum();
    try (DataInputBuffer in = new DataInputBuffer()) {
      in.reset(bytes, bytes.length);
      datum.readFields(in);
    }
    return datum;
  }

  /**
   * When a page was last modified: its Last-Modified, if that is a date and not in the future, else
   * the time of its fetch. The next fetch sends it as If-Modified-Since.
   */
  static long modifiedTime(FetchedPage page, long fetchTime) {
    return page.header("Last-Modified")
        .flatMap(HttpDates::parse)
        .map(Instant::toEpochMilli)
        .filter(time -> time > 0 && time <= fetchTime)
        .orElse(fetchTime);
  }

  /** The entity tag that came with a page, or null. */
  static String etag(CrawlDatum datum) {
    Writable etag = datum.getMetaData().get(new Text(MetadataKeys.ETAG));
    return etag == null ? null : etag.toString();
  }

  /** Puts into a page's datum the facts that its next fetch and its parser need. */
  public static void update(CrawlDatum datum, FetchedPage page, Content content, long fetchTime) {
    datum.setModifiedTime(modifiedTime(page, fetchTime));
    String etag = page.header("ETag").map(String::strip).orElse("");
    CutMark.set(datum, page.truncation());
    put(datum, MetadataKeys.ETAG, etag.length() > MAX_ETAG ? "" : etag);
    if (!content.getContentType().isEmpty()) {
      put(datum, Metadata.CONTENT_TYPE, content.getContentType());
    }
  }

  /** Puts the usage statements from the files of its host into a page's record. */
  static void keepUsage(Content content, List<UsageStatement> said) {
    said.forEach(one -> content.getMetadata().add(MetadataKeys.USAGE, one.encode()));
  }

  private static void put(CrawlDatum datum, String key, String value) {
    if (value.isEmpty()) {
      datum.getMetaData().remove(new Text(key));
    } else {
      datum.getMetaData().put(new Text(key), new Text(value));
    }
  }

  /** Turns a list's datum into the record of its outcome. */
  public static void finish(
      CrawlDatum datum, Outcome outcome, long fetchTime, Map<Refusal.Cause, String> fingerprints) {
    datum.setStatus(outcome.status());
    datum.setFetchTime(fetchTime);
    datum.getMetaData().put(Nutch.WRITABLE_PROTO_STATUS_KEY, outcome.protocol());
    Refusal.removeFrom(datum);
    if (outcome.counter() != FetchCounter.NOT_MODIFIED) {
      NonContentMark.removeFrom(datum);
    }
    if (outcome.probe()) {
      datum.getMetaData().put(new Text(MetadataKeys.ROBOTS_PROBE), new BooleanWritable(true));
    }
    outcome.nonContent().ifPresent(kind -> NonContentMark.putOn(datum, kind));
    outcome.refusal(fingerprints, fetchTime).ifPresent(refusal -> refusal.putOn(datum));
  }

  /** The target of a redirect, by the record of its fetch; null if the record is of no redirect. */
  public static String redirectTarget(CrawlDatum record) {
    boolean redirect =
        record.getStatus() == CrawlDatum.STATUS_FETCH_REDIR_PERM
            || record.getStatus() == CrawlDatum.STATUS_FETCH_REDIR_TEMP;
    return redirect ? Outcome.detail(record) : null;
  }

  /**
   * The datum of a redirect's target. It has the source's score and interval, and only the metadata
   * that the user gave with the seed. The rest is the state of one page: its history of visits, its
   * group of near-duplicates, its entity tag and so on.
   *
   * @param parsed names of the source's metadata that come from its parse
   */
  public static CrawlDatum target(CrawlDatum source, byte status, Collection<String> parsed) {
    CrawlDatum target = new CrawlDatum(status, source.getFetchInterval(), source.getScore());
    source
        .getMetaData()
        .forEach(
            (key, value) -> {
              String name = key.toString();
              if (PASSED.contains(name) || (isByUser(name) && !parsed.contains(name))) {
                target.getMetaData().put(key, value);
              }
            });
    return target;
  }

  /** Whether the user gave it: our names and Nutch's begin with an underscore, all but one. */
  private static boolean isByUser(String name) {
    return !name.startsWith("_") && !name.equals(Metadata.CONTENT_TYPE);
  }

  /**
   * The content record of a page.
   *
   * @param datum of the list, as it was before the fetch
   */
  public static Content content(
      String url, FetchedPage page, CrawlDatum datum, byte status, String segment)
      throws IOException {
    String type = page.header("Content-Type").map(Records::mediaType).orElse("");
    Content content = content(url, url, type);
    content.setContent(page.body());
    Metadata metadata = content.getMetadata();
    for (FetchedPage.Header header : page.headers()) {
      String name = canonicalName(header.name());
      String value = header.value() == null ? "" : header.value();
      // Our own facts have names without capitals, so a server's header cannot pass for one.
      if (Character.isUpperCase(name.charAt(0))) {
        metadata.add(
            name, value.length() > MAX_HEADER_VALUE ? value.substring(0, MAX_HEADER_VALUE) : value);
      }
    }
    if (page.truncation() != FetchedPage.Truncation.NONE) {
      metadata.set(Response.TRUNCATED_CONTENT, "true");
      metadata.set(
          Response.TRUNCATED_CONTENT_REASON, page.truncation().name().toLowerCase(Locale.ROOT));
    }
    metadata.set(Nutch.SEGMENT_NAME_KEY, segment);
    metadata.set(Nutch.SIGNATURE_KEY, md5(page.body()));
    metadata.set(Nutch.SCORE_KEY, Float.toString(datum.getScore()));
    metadata.set(Nutch.FETCH_STATUS_KEY, Integer.toString(status));
    SitemapMark mark = SitemapMark.of(datum);
    if (mark != null) {
      mark.putOn(metadata);
    }
    if (PageView.hasContent(datum)) {
      metadata.set(MetadataKeys.AGAIN, "true");
    }
    LinkDepth.pass(datum, metadata);
    return content;
  }

  /**
   * A Content without body and metadata. Its constructors guess the type again, which costs more
   * than the rest of a fetch, so it is read from its serialized form.
   */
  public static Content content(String url, String base, String type) throws IOException {
    try (DataOutputBuffer out = new DataOutputBuffer();
        DataInputBuffer in = new DataInputBuffer()) {
      out.writeInt(CONTENT_VERSION);
      Text.writeString(out, url);
      Text.writeString(out, base);
      out.writeInt(0);
      Text.writeString(out, type);
      new Metadata().write(out);
      in.reset(out.getData(), out.getLength());
      return Content.read(in);
    }
  }

  /** "text/html" of "Text/HTML; charset=x". */
  public static String mediaType(String header) {
    int end = header.indexOf(';');
    return (end < 0 ? header : header.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  /** "Content-Type" for "content-type": HTTP/2 gateways send names in small letters. */
  static String canonicalName(String name) {
    if (name.equalsIgnoreCase("etag")) {
      return "ETag";
    }
    StringBuilder canonical = new StringBuilder(name.length());
    boolean first = true;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      canonical.append(first ? Character.toUpperCase(c) : c);
      first = c == '-';
    }
    return canonical.toString();
  }

  static String md5(byte[] bytes) {
    return HexFormat.of().formatHex(Digests.of("MD5").digest(bytes));
  }
}
