package org.orbweaver.crawler.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.Content;
import org.apache.nutch.protocol.ProtocolStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.DirectLocalFileSystem;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;

/** Runs the fetch phase through the local job runner, against the fake web. */
abstract class FetchTestBed {
  static final String SEGMENT = "20260101000000";

  @TempDir Path tmp;
  FakeWeb web;
  final Configuration conf = new Configuration();
  final Map<String, CrawlDatum> fetched = new TreeMap<>();
  final Map<String, CrawlDatum> linked = new TreeMap<>();
  final Map<String, Content> contents = new TreeMap<>();

  @BeforeEach
  void start() {
    DirectLocalFileSystem.install(conf);
    web = FakeWeb.start(FakeWebSpec.builder().addresses(1).build());
    conf.set("fetcher.server.delay", "0");
    // Tests count requests; NonContentIT is about this one.
    conf.set("orbweaver.fetch.soft404.days", "0");
    conf.set("orbweaver.fetch.private.addresses", "127.0.0.0/8");
    conf.set("hadoop.tmp.dir", tmp.resolve("hadoop").toString());
  }

  @AfterEach
  void stop() {
    web.close();
  }

  static CrawlDatum datum() {
    CrawlDatum datum = new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 1000, 0.5f);
    datum.getMetaData().put(new Text("seed"), new Text("yes"));
    return datum;
  }

  org.apache.hadoop.fs.Path dir() {
    return new org.apache.hadoop.fs.Path(tmp.resolve("crawl").toUri());
  }

  void list(int part, List<String> urls) throws Exception {
    list(SEGMENT, part, urls);
  }

  void list(String segment, int part, List<String> urls) throws Exception {
    Map<String, CrawlDatum> data = new LinkedHashMap<>();
    urls.forEach(url -> data.put(url, datum()));
    list(segment, part, data);
  }

  void list(int part, Map<String, CrawlDatum> urls) throws Exception {
    list(SEGMENT, part, urls);
  }

  private void list(String segment, int part, Map<String, CrawlDatum> urls) throws Exception {
    org.apache.hadoop.fs.Path file =
        new org.apache.hadoop.fs.Path(
            dir(), "segments/" + segment + "/crawl_generate/" + Parts.name(part));
    try (SequenceFile.Writer writer =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(file),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(CrawlDatum.class))) {
      for (Map.Entry<String, CrawlDatum> url : urls.entrySet()) {
        writer.append(new Text(url.getKey()), url.getValue());
      }
    }
  }

  FetchPhase.FetchResult fetch(String... urls) throws Exception {
    list(0, List.of(urls));
    return fetch();
  }

  FetchPhase.FetchResult fetch() throws Exception {
    conf.set("orbweaver.fetch.dns.hosts.file", web.hostsFile(tmp.resolve("hosts")).toString());
    FetchPhase.FetchResult result = fetchSegment(null);
    read();
    assertEquals(
        result.get(FetchCounter.FETCHED),
        result.get(FetchCounter.OK)
            + result.get(FetchCounter.REDIRECTED)
            + result.get(FetchCounter.GONE)
            + result.get(FetchCounter.FAILED)
            + result.get(FetchCounter.NOT_MODIFIED)
            + result.get(FetchCounter.SKIPPED));
    assertEquals(result.get(FetchCounter.FAILED), sum(result, "FAILED_"));
    assertEquals(result.get(FetchCounter.SKIPPED), sum(result, "SKIPPED_"));
    assertEquals(fetched.size(), result.get(FetchCounter.FETCHED));
    assertEquals(contents.size(), result.get(FetchCounter.OK));
    assertEquals(Map.of(), web.log().repeated());
    return result;
  }

  /** Fetches a segment by its name; null: the next. */
  FetchPhase.FetchResult fetchSegment(String segment) throws Exception {
    try (Session session = Session.open(conf, dir().toString(), Console.silent(), "fetch")) {
      return new FetchPhase().run(session, segment);
    }
  }

  private static long sum(FetchPhase.FetchResult result, String prefix) {
    long sum = 0;
    for (FetchCounter counter : FetchCounter.values()) {
      sum += counter.name().startsWith(prefix) ? result.get(counter) : 0;
    }
    return sum;
  }

  private void read() throws Exception {
    CrawlDir crawl = CrawlDir.open(conf, dir().toString());
    org.apache.hadoop.fs.Path segment = crawl.segment(SEGMENT);
    read(
        crawl,
        new org.apache.hadoop.fs.Path(segment, "crawl_fetch"),
        CrawlDatum::new,
        (url, datum) -> {
          boolean later = datum.getStatus() == CrawlDatum.STATUS_LINKED;
          assertNull((later ? linked : fetched).put(url, datum));
        });
    read(crawl, new org.apache.hadoop.fs.Path(segment, "content"), Content::new, contents::put);
  }

  private <V extends Writable> void read(
      CrawlDir crawl,
      org.apache.hadoop.fs.Path folder,
      Supplier<V> type,
      BiConsumer<String, V> sink)
      throws Exception {
    for (org.apache.hadoop.fs.Path part : Parts.of(crawl.fs(), folder)) {
      try (MapFile.Reader reader = new MapFile.Reader(part, conf)) {
        Text url = new Text();
        for (V value = type.get(); reader.next(url, value); value = type.get()) {
          sink.accept(url.toString(), value);
        }
      }
    }
  }

  String status(String url) {
    return CrawlDatum.getStatusName(fetched.get(url).getStatus());
  }

  ProtocolStatus protocol(String url) {
    return (ProtocolStatus) fetched.get(url).getMetaData().get(Nutch.WRITABLE_PROTO_STATUS_KEY);
  }
}
