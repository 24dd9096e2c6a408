package org.orbweaver.crawler.diff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.apache.nutch.protocol.ProtocolStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.CommandRun;
import org.orbweaver.crawler.TestSegments;
import org.orbweaver.crawler.recrawl.Deferral;

class DiffCommandTest {
  private static final String ONE = "00000000000000000000000000000001";
  private static final String TWO = "00000000000000000000000000000002";

  @TempDir Path temp;
  private Configuration conf;
  private Path crawl;

  @BeforeEach
  void makeConf() {
    conf = TestSegments.conf(temp);
    crawl = temp.resolve("crawl");
  }

  private CommandRun run(String... args) {
    return CommandRun.of(conf, args);
  }

  private static CrawlDatum datum(int status, String signature, int protocol, String message) {
    CrawlDatum datum = TestSegments.datum(status, 1f);
    if (signature != null) {
      datum.setSignature(HexFormat.of().parseHex(signature));
    }
    ProtocolStatus said =
        message == null ? new ProtocolStatus(protocol) : new ProtocolStatus(protocol, message);
    datum.getMetaData().put(Nutch.WRITABLE_PROTO_STATUS_KEY, said);
    return datum;
  }

  private static CrawlDatum ok() {
    return datum(CrawlDatum.STATUS_FETCH_SUCCESS, null, ProtocolStatus.SUCCESS, null);
  }

  private static CrawlDatum moved(String target) {
    return datum(CrawlDatum.STATUS_FETCH_REDIR_PERM, null, ProtocolStatus.MOVED, target);
  }

  private static CrawlDatum gone() {
    return datum(CrawlDatum.STATUS_FETCH_GONE, null, ProtocolStatus.NOTFOUND, "HTTP status 404");
  }

  private static ParseData parsed(String signature, String title) {
    Metadata meta = new Metadata();
    meta.set(Nutch.SIGNATURE_KEY, signature);
    return new ParseData(
        new ParseStatus(ParseStatus.SUCCESS), title, new Outlink[0], meta, new Metadata());
  }

  private void round(
      String name, int parts, SortedMap<String, CrawlDatum> fetched, SortedMap<String, ParseData> p)
      throws IOException {
    Path segment = crawl.resolve("segments/" + name);
    TestSegments.writeStore(conf, segment.resolve("crawl_fetch"), parts, CrawlDatum.class, fetched);
    TestSegments.writeStore(conf, segment.resolve("parse_data"), parts, ParseData.class, p);
  }

  /** A crawl of three rounds with every kind of change, and with some events that are no change. */
  private void threeRounds() throws IOException {
    SortedMap<String, CrawlDatum> fetched = new TreeMap<>();
    SortedMap<String, ParseData> data = new TreeMap<>();
    for (String page :
        List.of("changed", "gone", "moved", "same", "title", "unfetched", "flaky", "not-asked")) {
      fetched.put("http://a/" + page, ok());
      data.put("http://a/" + page, parsed(ONE, page));
    }
    fetched.put("http://a/back", gone());
    fetched.put("http://a/elsewhere", moved("http://b/"));
    round("20260101000000", 2, fetched, data);

    fetched.clear();
    data.clear();
    fetched.put("http://a/new", ok());
    data.put("http://a/new", parsed(TWO, "=cmd|'/c calc'!A1,\"x\""));
    fetched.put("http://a/changed", ok());
    data.put("http://a/changed", parsed(TWO, "changed"));
    round("20260102000000", 3, fetched, data);

    fetched.clear();
    data.clear();
    fetched.put("http://a/gone", gone());
    fetched.put("http://a/moved", moved("http://b/moved"));
    fetched.put("http://a/elsewhere", moved("http://c/"));
    fetched.put(
        "http://a/same",
        datum(CrawlDatum.STATUS_FETCH_NOTMODIFIED, ONE, ProtocolStatus.NOTMODIFIED, null));
    fetched.put("http://a/title", ok());
    data.put("http://a/title", parsed(ONE, "other"));
    fetched.put("http://a/back", ok());
    data.put("http://a/back", parsed(ONE, "back"));
    fetched.put(
        "http://a/flaky",
        datum(CrawlDatum.STATUS_FETCH_RETRY, null, ProtocolStatus.EXCEPTION, "timeout"));
    fetched.put(
        "http://a/not-asked",
        datum(CrawlDatum.STATUS_FETCH_RETRY, null, Deferral.PROTOCOL_STATUS, "later"));
    fetched.put("http://a/later", TestSegments.datum(CrawlDatum.STATUS_LINKED, 1f));
    round("20260103000000", 1, fetched, data);
  }

  private String changes(String before, String after) {
    CommandRun run = run("diff", crawl.toString(), before, after, "--csv");
    assertEquals(0, run.status(), run.err());
    StringBuilder changes = new StringBuilder();
    run.out()
        .lines()
        .skip(1)
        .forEach(
            line -> {
              String[] cells = line.split(",", -1);
              changes.append(cells[0].substring("http://a/".length())).append(' ');
              changes.append(cells[1]).append('\n');
            });
    return changes.toString();
  }

  @Test
  void everyKindOfChangeBetweenRounds() throws IOException {
    threeRounds();
    assertEquals("changed changed\nnew new\n", changes("1", "2"));
    String third = "back new\nelsewhere moved\nflaky status\ngone gone\nmoved moved\ntitle title\n";
    assertEquals(third, changes("2", "3"));
    assertEquals(third, changes("20260102000000", "20260103000000"));
    assertEquals(
        """
        back new
        changed changed
        elsewhere moved
        flaky status
        gone gone
        moved moved
        new new
        title title
        """,
        changes("1", "3"));
  }

  /** If a page's segment is dropped, the record of a later fetch shows that the page is not new. */
  @Test
  void droppedRoundsPagesAreNotNew() throws IOException {
    SortedMap<String, CrawlDatum> fetched = new TreeMap<>();
    CrawlDatum again = ok();
    again.setSignature(HexFormat.of().parseHex(ONE));
    fetched.put("http://a/again", again);
    fetched.put("http://a/other", again);
    fetched.put("http://a/first", ok());
    SortedMap<String, ParseData> data = new TreeMap<>();
    data.put("http://a/again", parsed(ONE, "t"));
    data.put("http://a/other", parsed(TWO, "t"));
    data.put("http://a/first", parsed(ONE, "t"));
    round("20260105000000", 1, fetched, data);
    assertEquals("first new\nother changed\n", changes("0", "1"));
  }

  @Test
  void formsOfOutput() throws IOException {
    threeRounds();
    String text = run("diff", crawl.toString(), "2", "3").out();
    assertTrue(
        text.startsWith(
            "round 2 (20260102000000) to round 3 (20260103000000): 6 of 7 URLs differ\n"),
        text);
    assertTrue(text.contains("2 moved\n  http://a/elsewhere  → http://c/\n"), text);
    assertTrue(text.contains("http://a/gone  fetched → gone (notfound)\n"), text);
    assertTrue(text.contains("http://a/title  \"title\" → \"other\"\n"), text);
    String some = run("diff", crawl.toString(), "2", "3", "--examples", "1").out();
    assertTrue(some.contains("→ http://c/\n  and 1 more"), some);

    String json = run("diff", crawl.toString(), "1", "2", "--json").out();
    assertEquals(
        "{\"url\":\"http://a/changed\",\"changes\":[\"changed\"],\"statusBefore\":\"fetched\","
            + "\"statusAfter\":\"fetched\",\"titleBefore\":\"changed\",\"titleAfter\":\"changed\","
            + "\"redirectBefore\":null,\"redirectAfter\":null,\"signatureBefore\":\""
            + ONE
            + "\",\"signatureAfter\":\""
            + TWO
            + "\"}",
        json.lines().findFirst().orElseThrow());

    String csv = run("diff", crawl.toString(), "1", "2", "--csv").out();
    assertTrue(
        csv.contains(
            "http://a/new,new,unfetched,fetched,,\"'=cmd|'/c calc'!A1,\"\"x\"\"\",,,,"
                + TWO
                + "\r\n"),
        csv);
  }

  @Test
  void crawlsOfDifferentNumbersOfPartsAreCompared() throws IOException {
    SortedMap<String, CrawlDatum> one = new TreeMap<>();
    SortedMap<String, CrawlDatum> two = new TreeMap<>();
    for (int i = 0; i < 40; i++) {
      one.put("http://a/" + i, datum(CrawlDatum.STATUS_DB_FETCHED, ONE, 1, null));
      two.put("http://a/" + i, datum(CrawlDatum.STATUS_DB_NOTMODIFIED, ONE, 1, null));
    }
    two.put("http://a/7", datum(CrawlDatum.STATUS_DB_FETCHED, TWO, 1, null));
    two.put("http://a/8", datum(CrawlDatum.STATUS_DB_GONE, null, 1, null));
    two.remove("http://a/9");
    two.put("http://a/10", datum(CrawlDatum.STATUS_DB_REDIR_TEMP, null, ProtocolStatus.MOVED, "x"));
    two.put("http://a/11", datum(CrawlDatum.STATUS_DB_DUPLICATE, ONE, 1, null));
    two.put("http://b/", datum(CrawlDatum.STATUS_DB_FETCHED, ONE, 1, null));
    two.put("http://b/found", datum(CrawlDatum.STATUS_DB_UNFETCHED, null, 1, null));
    TestSegments.writeStore(conf, crawl.resolve("crawldb/current"), 2, CrawlDatum.class, one);
    Path other = temp.resolve("other");
    TestSegments.writeStore(conf, other.resolve("crawldb/current"), 3, CrawlDatum.class, two);
    CommandRun run = run("diff", crawl.toString(), other.toString(), "--json");
    assertEquals(0, run.status(), run.err());
    assertEquals(
        List.of(
            "http://a/10 moved",
            "http://a/11 status",
            "http://a/7 changed",
            "http://a/8 gone",
            "http://a/9 gone",
            "http://b/ new"),
        run.out()
            .lines()
            .map(
                line ->
                    line.replaceFirst("\\{\"url\":\"(.*?)\",\"changes\":\\[\"(.*?)\"].*", "$1 $2"))
            .toList());
    CommandRun same = run("diff", crawl.toString(), crawl.toString());
    assertEquals(0, same.status());
    assertTrue(same.out().endsWith(": 0 of 40 URLs differ\n"), same.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 2 | 2 | expected an earlier and a later round",
        "3 1 | 2 | expected an earlier and a later round",
        "1 4 | 2 | expected a round from 0 to 3",
        "1 x | 2 | got 'x'",
        "2   | 2 | got only one round",
        "/no/where | 1 | no crawl directory",
      })
  void wrongArguments(String args, int status, String message) throws IOException {
    threeRounds();
    String[] parts = ("diff " + crawl + " " + args.strip()).split(" ", -1);
    CommandRun run = run(parts);
    assertEquals(status, run.status(), run.err());
    assertTrue(run.err().contains(message), run.err());
    assertEquals("", run.out());
  }
}
