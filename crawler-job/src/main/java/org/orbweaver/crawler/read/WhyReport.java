package org.orbweaver.crawler.read;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.Content;
import org.apache.nutch.protocol.ProtocolStatus;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.crawler.crawldb.NotAsked;
import org.orbweaver.crawler.fetch.FetchJob;
import org.orbweaver.crawler.fetch.RequestLine;
import org.orbweaver.crawler.url.Hosts;

/**
 * {@code read segment --why URL}: the ledger of a URL. What happened to it in each segment and why,
 * along its redirects, from the list, the records of the fetch, the fetch log and the crawldb.
 */
final class WhyReport {
  private static final int MOST_HOPS = 20;

  private final Configuration conf;
  private final CrawlDir crawl;
  private final FileSystem fs;

  WhyReport(Configuration conf, CrawlDir crawl) {
    this.conf = conf;
    this.crawl = crawl;
    this.fs = crawl.fs();
  }

  /** The ledger in one segment; empty where that knows nothing of the URL. */
  Map<String, Object> of(Path segment, String url) throws IOException {
    List<Object> hops = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    String next = url;
    while (next != null && seen.add(next) && hops.size() < MOST_HOPS) {
      Map<String, Object> hop = new LinkedHashMap<>();
      next = hop(segment, next, hop);
      if (!hop.isEmpty()) {
        hops.add(hop);
      }
    }
    Map<String, Object> view = new LinkedHashMap<>();
    if (hops.isEmpty()) {
      return view;
    }
    view.put("segment", segment.getName());
    view.put("steps", hops);
    String again = again(url);
    if (again != null) {
      view.put("next", again);
    }
    return view;
  }

  /** The ledger in lines for people. */
  @SuppressWarnings("unchecked") // as of() made it
  static void print(Console console, Map<String, Object> view) {
    console.linef("segment %s", view.get("segment"));
    for (Object step : (List<Object>) view.get("steps")) {
      Map<String, Object> hop = (Map<String, Object>) step;
      console.linef("  %s", Console.safe((String) hop.get("url")));
      console.linef("    %s", hop.get("listed"));
      for (Object request : (List<Object>) hop.getOrDefault("requests", List.of())) {
        Map<String, Object> line = (Map<String, Object>) request;
        console.linef(
            "    asked %s, for %d ms: %s, %,d bytes, %s",
            line.get("asked"),
            line.get("ms"),
            line.get("answer"),
            line.get("bytes"),
            line.get("address"));
      }
      console.linef("    %s", Console.safe((String) hop.get("outcome")));
      if (hop.containsKey("stored")) {
        console.linef("    stored: %s", hop.get("stored"));
      }
    }
    if (view.containsKey("next")) {
      console.linef("  now: %s", view.get("next"));
    }
  }

  /** What happened to one URL; returns where it redirected to, or null. */
  private String hop(Path segment, String url, Map<String, Object> hop) throws IOException {
    List<CrawlDatum> listed = get(segment, CrawlDatum.GENERATE_DIR_NAME, CrawlDatum.class, url);
    List<CrawlDatum> records = get(segment, CrawlDatum.FETCH_DIR_NAME, CrawlDatum.class, url);
    if (listed.isEmpty() && records.isEmpty()) {
      return null;
    }
    hop.put("url", url);
    hop.put(
        "listed",
        listed.isEmpty()
            ? "not on the fetch list: a redirect led to it"
            : "on the fetch list, score " + listed.get(0).getScore());
    List<Object> requests = new ArrayList<>();
    for (RequestLine line : requests(segment, url)) {
      requests.add(FetchLog.view(line));
    }
    if (!requests.isEmpty()) {
      hop.put("requests", requests);
    }
    if (records.isEmpty()) {
      hop.put(
          "outcome",
          RecordStore.exists(fs, new Path(segment, CrawlDatum.FETCH_DIR_NAME))
              ? "no record: it was taken from the list before it was fetched"
              : "the segment has not been fetched yet");
      return null;
    }
    String target = null;
    for (CrawlDatum record : records) {
      hop.putIfAbsent("outcome", outcome(record));
      hop.putIfAbsent("at", Instant.ofEpochMilli(record.getFetchTime()).toString());
      ProtocolStatus protocol = protocol(record);
      boolean redirected =
          record.getStatus() == CrawlDatum.STATUS_FETCH_REDIR_PERM
              || record.getStatus() == CrawlDatum.STATUS_FETCH_REDIR_TEMP;
      if (redirected && protocol != null && protocol.getArgs().length > 0) {
        target = protocol.getArgs()[0];
      }
    }
    for (Content content : get(segment, Content.DIR_NAME, Content.class, url)) {
      String cut = content.getMetadata().get("http.content.truncated.reason");
      hop.put(
          "stored", content.getContent().length + " bytes" + (cut == null ? "" : ", cut: " + cut));
    }
    return target;
  }

  private static String outcome(CrawlDatum record) {
    ProtocolStatus protocol = protocol(record);
    String why =
        protocol == null || protocol.getArgs() == null || protocol.getArgs().length == 0
            ? ""
            : protocol.getArgs()[0];
    return switch (record.getStatus()) {
      case CrawlDatum.STATUS_FETCH_SUCCESS -> "fetched";
      case CrawlDatum.STATUS_FETCH_NOTMODIFIED -> "not modified since it was fetched before";
      case CrawlDatum.STATUS_FETCH_REDIR_PERM -> "moved for good to " + why;
      case CrawlDatum.STATUS_FETCH_REDIR_TEMP -> "for now to be found at " + why;
      case CrawlDatum.STATUS_LINKED -> "left for a later round: a redirect leads to it";
      case CrawlDatum.STATUS_FETCH_RETRY ->
          NotAsked.is(record) ? "not asked for, deferred: " + why : "failed: " + why;
      case CrawlDatum.STATUS_FETCH_GONE -> "not to be had: " + gone(protocol, why);
      default -> CrawlDatum.getStatusName(record.getStatus()) + " " + why;
    };
  }

  private static String gone(ProtocolStatus protocol, String why) {
    return protocol == null
        ? why
        : switch (protocol.getCode()) {
          case ProtocolStatus.ROBOTS_DENIED -> "robots.txt forbids it: " + why;
          case ProtocolStatus.ACCESS_DENIED -> "access is refused: " + why;
          default -> why;
        };
  }

  private static ProtocolStatus protocol(CrawlDatum record) {
    return record.getMetaData().get(Nutch.WRITABLE_PROTO_STATUS_KEY)
            instanceof ProtocolStatus protocol
        ? protocol
        : null;
  }

  /** What the crawldb plans for the URL. */
  private String again(String url) throws IOException {
    if (!RecordStore.exists(fs, crawl.crawlDb())) {
      return null;
    }
    List<CrawlDatum> entries =
        RecordStore.open(conf, fs, crawl.crawlDb(), "crawldb", CrawlDatum.class).get(url);
    if (entries.isEmpty()) {
      return "not in the crawldb";
    }
    CrawlDatum entry = entries.get(0);
    String due = Instant.ofEpochMilli(entry.getFetchTime()).toString();
    String status = CrawlDatum.getStatusName(entry.getStatus());
    return entry.getMetaData().containsKey(Nutch.WRITABLE_GENERATE_TIME_KEY)
        ? status + ", on a fetch list that 'update' has not put into the crawldb yet"
        : status + ", due at " + due;
  }

  private List<RequestLine> requests(Path segment, String url) throws IOException {
    List<RequestLine> lines = new ArrayList<>();
    String host = Hosts.host(url);
    Set<String> groups = new LinkedHashSet<>(List.of(host, Hosts.domain(host)));
    for (String group : groups) {
      for (Text line : get(segment, FetchJob.LOG_DIR, Text.class, group)) {
        RequestLine request = RequestLine.decode(group, line.toString());
        if (request.url().equals(url)) {
          lines.add(request);
        }
      }
    }
    return lines;
  }

  private <V extends Writable> List<V> get(Path segment, String part, Class<V> type, String url)
      throws IOException {
    Path folder = new Path(segment, part);
    return RecordStore.exists(fs, folder)
        ? RecordStore.open(conf, fs, folder, part, type).get(url)
        : List.of();
  }
}
