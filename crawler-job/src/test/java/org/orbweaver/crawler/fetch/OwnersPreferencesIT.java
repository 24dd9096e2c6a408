package org.orbweaver.crawler.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.StringWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.segment.SegmentReader;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.CommandRun;
import org.orbweaver.crawler.hosts.HostParts;
import org.orbweaver.crawler.hosts.RobotsCopy;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.parse.ParsePhase;
import org.orbweaver.crawler.update.UpdatePhase;
import org.orbweaver.testkit.Response;

/**
 * The preferences of owners, from the files of a host, headers and pages to the page's metadata.
 */
class OwnersPreferencesIT extends FetchTestBed {
  private static final String NEXT = "20260101000001";
  private static final String FILE = "/.well-known/tdmrep.json";

  private static Response json(String text) {
    return Response.text(text).contentType("application/json");
  }

  private void parseAndUpdate() throws Exception {
    try (Session session = Session.open(conf, dir().toString(), Console.silent(), "update")) {
      new ParsePhase().run(session, List.of());
      new UpdatePhase().run(session, UpdatePhase.UpdateOptions.WAITING);
    }
  }

  private ParseData parsed(String segment, String url) throws Exception {
    Path part = new Path(dir(), "segments/" + segment + "/parse_data/part-r-00000");
    try (MapFile.Reader reader = new MapFile.Reader(part, conf)) {
      ParseData data = new ParseData();
      return reader.get(new Text(url), data) == null ? null : data;
    }
  }

  private String usage(String segment, String url) throws Exception {
    return parsed(segment, url).getParseMeta().get(MetaNames.USAGE);
  }

  @Test
  void eachFormIsKeptWithThePage() throws Exception {
    web.robots(
        "a.test",
        """
        User-agent: *
        Content-Usage: /t/ train-ai=n
        Content-Signal: /s search=no, ai-input=yes
        """);
    web.on("a.test", FILE, json("[{\"location\": \"/tdm/\", \"tdm-reservation\": 1}]"));
    Map<String, String> expected = new TreeMap<>();
    web.page("a.test", "/t/1", "<p>x");
    expected.put("/t/1", "ai-train:n");
    web.page("a.test", "/s", "<p>x");
    expected.put("/s", "search:n ai-input:y");
    web.page("a.test", "/tdm/1", "<p>x");
    expected.put("/tdm/1", "ai-train:n tdm:n");
    web.page("a.test", "/tdm/2", "<meta name=TDM-Reservation content=0><p>x");
    expected.put("/tdm/2", "tdm:y");
    web.page("a.test", "/noai", "<meta name=robots content='index, NoAI'><p>x");
    expected.put("/noai", "ai-train:n ai-input:n ai-image:n");
    web.page("a.test", "/quiet", "<p>x");
    expected.put("/quiet", null);
    web.on(
        "a.test", "/header", Response.html("<p>x").header("content-usage", "train-ai=y, search=y"));
    expected.put("/header", "search:y ai-train:y");
    web.on("a.test", "/t/header", Response.html("<p>x").header("Content-Usage", "train-ai=y"));
    expected.put("/t/header", "ai-train:n");
    web.on("a.test", "/reserved", Response.html("<p>x").header("TDM-Reservation", "1"));
    expected.put("/reserved", "ai-train:n tdm:n");
    web.on(
        "a.test",
        "/gif",
        Response.text("GIF89a").contentType("image/gif").header("X-Robots-Tag", "noimageai"));
    expected.put("/gif", "ai-image:n");
    fetch(expected.keySet().stream().map(path -> web.url("a.test", path)).toArray(String[]::new));
    parseAndUpdate();
    Map<String, String> kept = new TreeMap<>();
    for (String path : expected.keySet()) {
      kept.put(path, usage(SEGMENT, web.url("a.test", path)));
      assertNull(parsed(SEGMENT, web.url("a.test", path)).getContentMeta().get("_orb_usage_"));
    }
    assertEquals(expected, kept);

    Map<String, List<Writable>> read = new HashMap<>();
    SegmentReader nutch = new SegmentReader();
    nutch.setConf(conf);
    StringWriter text = new StringWriter();
    nutch.get(
        new Path(dir(), "segments/" + SEGMENT), new Text(web.url("a.test", "/t/1")), text, read);
    assertTrue(text.toString().contains("draft-ietf-aipref-vocab-08"), text.toString());

    String crawl = new File(dir().toUri()).toString();
    CommandRun dump =
        CommandRun.of(conf, "read", "segment", crawl, "--dump", "--usage", "ai-train", "--json");
    assertEquals(ExitCode.OK.code(), dump.status());
    List<String> lines = dump.out().lines().filter(l -> l.contains("\"parsed\"")).toList();
    expected.values().removeIf(usage -> usage != null && usage.contains("ai-train:n"));
    assertEquals(expected.size(), lines.size(), dump.out());
    CommandRun wrong = CommandRun.of(conf, "read", "segment", crawl, "--list", "--usage", "tdm");
    assertEquals(ExitCode.USAGE.code(), wrong.status());
  }

  /** robots.txt and tdmrep.json cost one request a day each, and change no page fetched before. */
  @Test
  void preferencesStandAsAtTheFetch() throws Exception {
    conf.set("fetcher.server.delay", "0.3");
    conf.set("orbweaver.fetch.delay.response.factor", "0");
    conf.set("orbweaver.fetch.tdmrep", "always");
    web.redirect("a.test", FILE, 302, "/tdm.json");
    web.on(
        "a.test", "/tdm.json", json("[{\"location\": \"/\", \"tdm-reservation\": 1}]"), json("[]"));
    web.robots("b.test", "User-agent: *\nDisallow: /.well-known/\n");
    web.on("c.test", FILE, Response.status(503));
    for (String host : List.of("a.test", "b.test", "c.test")) {
      web.page(host, "/", "<p>1").page(host, "/2", "<p>2");
    }
    fetch(web.url("a.test", "/"), web.url("b.test", "/"), web.url("c.test", "/"));
    parseAndUpdate();
    list(
        NEXT,
        0,
        List.of(web.url("a.test", "/2"), web.url("b.test", "/2"), web.url("c.test", "/2")));
    conf.set("orbweaver.fetch.tdmrep", "always");
    fetchSegment(NEXT);
    parseAndUpdate();
    assertEquals("ai-train:n tdm:n", usage(SEGMENT, web.url("a.test", "/")));
    assertEquals("ai-train:n tdm:n", usage(NEXT, web.url("a.test", "/2")));
    assertNull(usage(NEXT, web.url("c.test", "/2")));
    assertEquals(1, web.log().requestsFor("a.test", FILE).size());
    assertEquals(1, web.log().requestsFor("a.test", "/tdm.json").size());
    assertEquals(0, web.log().requestsFor("b.test", FILE).size());
    assertEquals(1, web.log().requestsFor("c.test", FILE).size());
    web.log().assertPolite(Duration.ofMillis(300));
    try (HostParts hosts = HostParts.store(conf, new Path(dir(), "hosts/current"))) {
      String origin = web.url("a.test", "/").replaceFirst("/$", "");
      assertEquals(
          "/tdm.json",
          RobotsCopy.decode(hosts.find(origin + FILE)).detail().substring(origin.length()));
    }
  }
}
