package org.orbweaver.crawler.read;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.Inlink;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.protocol.Content;
import org.apache.nutch.protocol.ProtocolStatus;
import org.orbweaver.common.text.Fields;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.recrawl.LastFetch;
import org.orbweaver.crawler.recrawl.PageHistory;
import org.orbweaver.crawler.recrawl.RecordedHistory;

/** Records as named values, to print. */
final class RecordFields {

  private static final HexFormat HEX = HexFormat.of();

  private RecordFields() {}

  static Fields datum(CrawlDatum datum) {
    byte[] signature = datum.getSignature();
    PageHistory history = RecordedHistory.of(datum);
    return new Fields()
        .with("status", CrawlDatum.getStatusName(datum.getStatus()))
        .with("fetchTime", time(datum.getFetchTime()))
        .with("modifiedTime", time(datum.getModifiedTime()))
        .with("retries", (int) datum.getRetriesSinceFetch())
        .with("fetchIntervalSeconds", datum.getFetchInterval())
        .with("score", datum.getScore())
        .with("signature", signature == null ? null : HEX.formatHex(signature))
        .withKnown("history", history == null ? null : history(history))
        .with("metadata", metadata(datum.getMetaData()));
  }

  private static Fields history(PageHistory history) {
    return new Fields()
        .with("visits", history.visits().visits())
        .with("changes", history.visits().changes())
        .with("changesPerDay", history.changeRate());
  }

  static Fields content(Content content) {
    return new Fields()
        .with("base", content.getBaseUrl())
        .with("type", content.getContentType())
        .with("bytes", content.getContent().length)
        .with("metadata", metadata(content.getMetadata()));
  }

  static Fields parseData(ParseData data) {
    List<Object> links = new ArrayList<>();
    for (Outlink outlink : data.getOutlinks()) {
      Fields link =
          new Fields().with("url", outlink.getToUrl()).with("anchor", outlink.getAnchor());
      if (outlink.getMetadata() != null) {
        link.putAll(metadata(outlink.getMetadata()));
      }
      links.add(link);
    }
    return new Fields()
        .with("status", data.getStatus().toString())
        .with("title", data.getTitle())
        .with("metadata", metadata(data.getParseMeta()))
        .with("outlinks", links);
  }

  static Fields inlinks(Inlinks inlinks) {
    Map<String, Object> bySource = new TreeMap<>();
    for (Iterator<Inlink> it = inlinks.iterator(); it.hasNext(); ) {
      Inlink link = it.next();
      // Nutch keeps two links of one source if their anchors differ.
      bySource.put(
          link.getFromUrl() + '\0' + link.getAnchor(),
          new Fields().with("from", link.getFromUrl()).with("anchor", link.getAnchor()));
    }
    return new Fields().with("inlinks", new ArrayList<>(bySource.values()));
  }

  private static Map<String, Object> metadata(MapWritable metadata) {
    Map<String, Object> view = new TreeMap<>();
    for (Map.Entry<Writable, Writable> entry : metadata.entrySet()) {
      view.put(entry.getKey().toString(), value(entry.getKey(), entry.getValue()));
    }
    return view;
  }

  private static Object value(Writable key, Writable value) {
    if (key.equals(SitemapMark.KEY)) {
      return SitemapMark.parse(value.toString()).words();
    }
    return key.equals(LastFetch.KEY) && value instanceof LongWritable time
        ? time(time.get())
        : value(value);
  }

  private static Map<String, Object> metadata(Metadata metadata) {
    Map<String, Object> view = new TreeMap<>();
    for (String name : metadata.names()) {
      String[] values = metadata.getValues(name);
      view.put(name, values.length == 1 ? values[0] : List.of(values));
    }
    return view;
  }

  private static Object value(Writable value) {
    if (value instanceof IntWritable || value instanceof LongWritable) {
      return Long.valueOf(value.toString());
    }
    if (value instanceof FloatWritable || value instanceof DoubleWritable) {
      return Double.valueOf(value.toString());
    }
    if (value instanceof BooleanWritable truth) {
      return truth.get();
    }
    if (value instanceof BytesWritable bytes) {
      return HEX.formatHex(bytes.getBytes(), 0, bytes.getLength());
    }
    if (value instanceof ProtocolStatus status) {
      String message = status.getMessage();
      return status.getName() + (message == null || message.isEmpty() ? "" : ": " + message);
    }
    return value.toString();
  }

  /** A time as ISO 8601 in UTC; null for 0, which means never. */
  static String time(long millis) {
    return millis == 0 ? null : Instant.ofEpochMilli(millis).toString();
  }

  /** A name for people, in place of Nutch's internal names and some names for programs. */
  static String label(String name) {
    return switch (name) {
      case "_pst_" -> "_pst_ (protocol status)";
      case Nutch.GENERATE_TIME_KEY -> name + " (generated)";
      case Nutch.REPR_URL_KEY -> name + " (representative URL)";
      case "asked" -> "requested";
      case "asks to be left until" -> "deferred until";
      case "failures in a row" -> "consecutive failures";
      case "good as of" -> "last valid copy";
      case "told to update" -> "passed to update";
      default -> name;
    };
  }
}
