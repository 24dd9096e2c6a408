package org.orbweaver.crawler.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.Inlink;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.apache.nutch.protocol.ProtocolStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.TestSegments;
import org.orbweaver.crawler.crawldb.NonContentMark;
import org.orbweaver.crawler.page.noncontent.NonContent;

class AuditJobTest {
  @TempDir Path temporary;

  private final SortedMap<String, CrawlDatum> entries = new TreeMap<>();
  private final SortedMap<String, Inlinks> links = new TreeMap<>();
  private Configuration conf;
  private Path crawl;

  @BeforeEach
  void makeConf() {
    conf = TestSegments.conf(temporary);
    crawl = temporary.resolve("crawl");
  }

  private CrawlDatum entry(String url, int status, int protocol, String message) {
    CrawlDatum datum = TestSegments.datum(status, 1);
    datum.getMetaData().put(Nutch.WRITABLE_PROTO_STATUS_KEY, new ProtocolStatus(protocol, message));
    entries.put(url, datum);
    return datum;
  }

  private CrawlDatum page(String url, int status, int signature) {
    CrawlDatum page = entry(url, status, ProtocolStatus.SUCCESS, "");
    page.setSignature(new byte[] {(byte) signature, 1});
    page.getMetaData().put(new Text("Content-Type"), new Text("text/html"));
    return page;
  }

  private void linked(String url, int sources) {
    Inlinks inlinks = new Inlinks();
    for (int i = 0; i < sources; i++) {
      inlinks.add(new Inlink("http://from.example/" + i, "one"));
      inlinks.add(new Inlink("http://from.example/" + i, "two"));
    }
    links.put(url, inlinks);
  }

  private void parses(String segment, SortedMap<String, String> titles) throws Exception {
    SortedMap<String, ParseData> parses = new TreeMap<>();
    titles.forEach(
        (url, title) ->
            parses.put(
                url,
                new ParseData(ParseStatus.STATUS_SUCCESS, title, new Outlink[0], new Metadata())));
    Path folder = crawl.resolve("segments").resolve(segment).resolve("parse_data");
    TestSegments.writeStore(conf, folder, 2, ParseData.class, parses);
  }

  private AuditJob.Audit audit() throws Exception {
    TestSegments.writeStore(conf, crawl.resolve("crawldb/current"), 3, CrawlDatum.class, entries);
    if (!links.isEmpty()) {
      TestSegments.writeStore(conf, crawl.resolve("linkdb/current"), 2, Inlinks.class, links);
    }
    return AuditJob.run(conf, CrawlDir.open(conf, crawl.toString()), Console.silent());
  }

  private static List<List<String>> rows(AuditJob.Audit audit, Finding finding) {
    return audit.tables().stream()
        .filter(table -> table.finding() == finding)
        .flatMap(table -> table.rows().stream())
        .map(FindingTable.Row::cells)
        .toList();
  }

  @Test
  void namesUrlsAndThePagesThatLinkToThem() throws Exception {
    entry("http://a/404", CrawlDatum.STATUS_DB_GONE, ProtocolStatus.NOTFOUND, "HTTP\tstatus\n404");
    entry("http://a/dns", CrawlDatum.STATUS_DB_UNFETCHED, ProtocolStatus.EXCEPTION, "DNS, none: a");
    entry("http://a/no", CrawlDatum.STATUS_DB_GONE, ProtocolStatus.ROBOTS_DENIED, "");
    entry("http://a/to", CrawlDatum.STATUS_DB_REDIR_PERM, ProtocolStatus.MOVED, "http://a/x");
    NonContentMark.putOn(page("http://a/soft", CrawlDatum.STATUS_DB_GONE, 9), NonContent.SOFT_404);
    entries.put("http://a/new", TestSegments.datum(CrawlDatum.STATUS_DB_UNFETCHED, 1));
    page("http://a/", CrawlDatum.STATUS_DB_FETCHED, 1)
        .getMetaData()
        .put(new Text(MetadataKeys.SEED), new Text("1"));
    linked("http://a/dns", 12);
    linked("http://a/no", 1);
    linked("http://unknown/", 3);
    AuditJob.Audit audit = audit();
    String ten = "";
    for (int i : new int[] {0, 1, 10, 11, 2, 3, 4, 5, 6, 7}) {
      ten += (ten.isEmpty() ? "" : " ") + "http://from.example/" + i;
    }
    assertEquals(
        List.of(
            List.of("http://a/dns", "the host has no address", "DNS, none: a", "12", ten),
            List.of("http://a/404", "not found (404, 410)", "HTTP status 404", "0", ""),
            List.of("http://a/soft", "answered by soft 404", "", "0", "")),
        rows(audit, Finding.FAILURES));
    assertEquals(
        List.of(List.of("http://a/no", "1", "http://from.example/0")), rows(audit, Finding.ROBOTS));
    assertEquals(
        List.of(List.of("http://a/to", "permanent", "http://a/x", "0", "")),
        rows(audit, Finding.REDIRECTS));
    assertTrue(audit.hasLinks());
    assertEquals(List.of("http://a/"), audit.seeds());
  }

  @Test
  void groupsPagesByContentAndByTheNewestTitle() throws Exception {
    page("http://a/1", CrawlDatum.STATUS_DB_FETCHED, 1);
    page("http://a/2", CrawlDatum.STATUS_DB_DUPLICATE, 1);
    CrawlDatum near = page("http://a/3", CrawlDatum.STATUS_DB_NOTMODIFIED, 3);
    CrawlDatum like = page("http://b/4", CrawlDatum.STATUS_DB_FETCHED, 4);
    near.getMetaData().put(new Text(MetadataKeys.GROUP), new Text("g"));
    like.getMetaData().put(new Text(MetadataKeys.GROUP), new Text("g"));
    // Copies are not nearly the same as their page: one of g is left out, and h is no group.
    page("http://c/copy", CrawlDatum.STATUS_DB_DUPLICATE, 4)
        .getMetaData()
        .put(new Text(MetadataKeys.GROUP), new Text("g"));
    page("http://c/1", CrawlDatum.STATUS_DB_FETCHED, 6)
        .getMetaData()
        .put(new Text(MetadataKeys.GROUP), new Text("h"));
    page("http://c/2", CrawlDatum.STATUS_DB_DUPLICATE, 6)
        .getMetaData()
        .put(new Text(MetadataKeys.GROUP), new Text("h"));
    page("http://b/5", CrawlDatum.STATUS_DB_FETCHED, 5);
    entry("http://b/gone", CrawlDatum.STATUS_DB_GONE, ProtocolStatus.NOTFOUND, "");
    parses(
        "20260102000000",
        new TreeMap<>(
            Map.of("http://a/1", "Same\n title", "http://a/3", "Same title", "http://b/5", "")));
    parses(
        "20260101000000",
        new TreeMap<>(
            Map.of(
                "http://a/2", "Same title",
                "http://a/3", "Old title",
                "http://b/4", "Old title",
                "http://b/gone", "Old title")));
    AuditJob.Audit audit = audit();
    assertEquals(
        List.of(
            List.of("nearly the same", "2", "http://a/3 http://b/4"),
            List.of("the same", "2", "http://a/1 http://a/2"),
            List.of("the same", "2", "http://b/4 http://c/copy"),
            List.of("the same", "2", "http://c/1 http://c/2")),
        rows(audit, Finding.DUPLICATES));
    assertEquals(
        List.of(List.of("Same title", "2", "http://a/1 http://a/3")),
        rows(audit, Finding.TITLES_REPEATED));
    assertEquals(List.of(List.of("http://b/5", "0", "")), rows(audit, Finding.TITLES_MISSING));
    assertFalse(audit.hasLinks());
  }

  @Test
  void keepsTheFirstThousandAndCountsAll() throws Exception {
    for (int i = 0; i < 1500; i++) {
      String url = String.format("http://a/%04d", i);
      entry(url, CrawlDatum.STATUS_DB_GONE, ProtocolStatus.NOTFOUND, "");
    }
    linked("http://a/1499", 1);
    FindingTable failures =
        audit().tables().stream()
            .filter(table -> table.finding() == Finding.FAILURES)
            .findAny()
            .orElseThrow();
    assertEquals(1500, failures.total());
    assertEquals(FindingTable.MOST_ROWS, failures.rows().size());
    assertEquals("http://a/1499", failures.rows().get(0).cells().get(0));
    assertEquals("http://a/0998", failures.rows().get(999).cells().get(0));
  }

  @Test
  void damagedStoreIsNamed() throws Exception {
    page("http://a/1", CrawlDatum.STATUS_DB_FETCHED, 1);
    Path part = crawl.resolve("segments/20260101000000/parse_data/part-r-00000");
    Files.createDirectories(part);
    Files.writeString(part.resolve("data"), "damaged");
    Files.writeString(part.resolve("index"), "damaged");
    OrbException e = assertThrows(OrbException.class, this::audit);
    assertTrue(e.getMessage().contains("parse_data/part-r-00000"), e.getMessage());
  }
}
