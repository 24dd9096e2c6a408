package org.orbweaver.crawler.table;

import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.net.protocols.Response;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.protocol.Content;
import org.netpreserve.jwarc.WarcDigest;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.text.Digests;
import org.orbweaver.common.text.Fields;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.SiteMark;
import org.orbweaver.crawler.fetch.task.Outcome;
import org.orbweaver.crawler.fetch.task.Records;
import org.orbweaver.crawler.fetch.task.RequestLine;
import org.orbweaver.crawler.page.Languages;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.recrawl.Deferral;
import org.orbweaver.crawler.recrawl.LastFetch;
import org.orbweaver.crawler.warc.CaptureWriter;

/**
 * The records that one URL's rows are made of, reduced to what the rows need before they are
 * shuffled: of a content its digest and length, not its bytes.
 */
enum Fragment {
  /** A place in a WARC file. */
  WARC,
  /** Of crawl_fetch. */
  FETCH,
  /** Of the fetch log. */
  REQUEST,
  CONTENT,
  PARSE,
  /** Of the crawldb. */
  ENTRY,
  /** Of the linkdb. */
  INLINKS,
  /** Of the index. */
  INDEXED;

  /** In each fragment: the name of its constant. */
  static final String KIND = "fragment";

  private Fields fields() {
    return new Fields().with(KIND, name());
  }

  /** Null if no request was made. */
  static Fields fetch(CrawlDatum fetch) {
    if (!CrawlDatum.hasFetchStatus(fetch) || Deferral.is(fetch)) {
      return null;
    }
    return FETCH
        .fields()
        .with("status", CaptureWriter.status(fetch, null, null))
        .with("time", fetch.getFetchTime())
        .withKnown("unchanged", fetch.getStatus() == CrawlDatum.STATUS_FETCH_NOTMODIFIED ? 1 : null)
        .withKnown("redirect", Records.redirectTarget(fetch))
        .withKnown("login", SiteMark.of(fetch).orElse(null));
  }

  /** Null if no response came. */
  static Fields request(RequestLine request) {
    return request.answer().matches("\\d{3}")
        ? REQUEST
            .fields()
            .with("status", Integer.parseInt(request.answer()))
            .with("time", request.startMs())
            .with("ms", request.endMs() - request.startMs())
            .with("address", request.address())
        : null;
  }

  static Fields content(Content content) {
    Metadata headers = content.getMetadata();
    byte[] body = content.getContent();
    MessageDigest sha1 = Digests.of("SHA-1");
    sha1.update(body);
    return CONTENT
        .fields()
        .with("digest", new WarcDigest(sha1).base32())
        .with("length", body.length)
        .withKnown("mime", mediaType(headers.get(Response.CONTENT_TYPE)))
        .withKnown("detected", mediaType(content.getContentType()))
        .withKnown("server", headers.get("Server"))
        .withKnown("truncated", headers.get(Response.TRUNCATED_CONTENT_REASON))
        .withKnown("login", SiteMark.of(headers).orElse(null));
  }

  static Fields parse(ParseData data) {
    Metadata meta = data.getParseMeta();
    List<Object> links = new ArrayList<>();
    for (Outlink link : data.getOutlinks()) {
      MapWritable about = link.getMetadata();
      links.add(
          new Fields()
              .with("target", link.getToUrl())
              .withKnown("text", known(link.getAnchor()))
              .withKnown("rel", of(about, "rel"))
              .withKnown("region", of(about, MetadataKeys.LINK_REGION))
              .withKnown("position", number(of(about, MetadataKeys.LINK_AT)))
              .withKnown("hreflang", of(about, "hreflang")));
    }
    String languages =
        String.join(
            ",",
            Stream.of(meta.get(MetaNames.LANGUAGE), meta.get(MetaNames.SECOND_LANGUAGE))
                .map(Languages::iso3)
                .filter(code -> !code.isEmpty())
                .distinct()
                .toList());
    return PARSE
        .fields()
        .with("usage", words(meta.get(MetaNames.USAGE)))
        .withKnown("charset", known(meta.get(MetaNames.CHARSET)))
        .withKnown("languages", known(languages))
        .withKnown("canonical", known(meta.get(MetaNames.CANONICAL)))
        .withKnown("detected", mediaType(meta.get(MetaNames.TYPE)))
        .withKnown("login", SiteMark.of(data.getContentMeta()).orElse(null))
        .with("links", links);
  }

  /** Null if the URL has never been requested. */
  static Fields entry(CrawlDatum entry, long now) {
    String detail = Outcome.detail(entry);
    if (entry.getStatus() == CrawlDatum.STATUS_DB_UNFETCHED
        && entry.getRetriesSinceFetch() == 0
        && entry.getSignature() == null
        && detail.isEmpty()) {
      return null;
    }
    byte[] signature = entry.getSignature();
    String status = CrawlDbCounter.of(entry.getStatus()).name().toLowerCase(Locale.ROOT);
    long last = LastFetch.of(entry, now);
    return ENTRY
        .fields()
        .with("status", status)
        .withKnown("status_detail", known(detail))
        .with("retries", (int) entry.getRetriesSinceFetch())
        .withKnown("fetch_time", last > 0 ? last : null)
        .with("next_fetch_time", entry.getFetchTime())
        .withKnown("modified_time", entry.getModifiedTime() > 0 ? entry.getModifiedTime() : null)
        .withKnown("digest", signature == null ? null : HexFormat.of().formatHex(signature))
        .withKnown("login", SiteMark.of(entry).orElse(null));
  }

  static Fields inlinks(Inlinks links) {
    return INLINKS.fields().with("inlinks", links.size());
  }

  /** A page of the index, in the names of {@link Table#PAGES}; its date is in ISO 8601. */
  static Fields indexed(Map<String, Object> page) {
    Fields fields = INDEXED.fields();
    fields.putAll(page);
    if (page.get("date") instanceof String date) {
      fields.put("date", Instant.parse(date).toEpochMilli());
    }
    return fields;
  }

  /** The words of a value, none of null. */
  static List<String> words(String text) {
    return text == null || text.isBlank() ? List.of() : Arrays.asList(text.strip().split("\\s+"));
  }

  private static String known(String text) {
    return text == null || text.isEmpty() ? null : text;
  }

  private static String of(MapWritable metadata, String key) {
    Writable value = metadata == null ? null : metadata.get(new Text(key));
    return value == null ? null : known(value.toString());
  }

  private static Long number(String digits) {
    return digits != null && digits.matches("\\d{1,18}") ? Long.valueOf(digits) : null;
  }

  /** Without parameters, in lower case; null if there is none. */
  private static String mediaType(String header) {
    return header == null ? null : known(header.split(";", 2)[0].strip().toLowerCase(Locale.ROOT));
  }
}
