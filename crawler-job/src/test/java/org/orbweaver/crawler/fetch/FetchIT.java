package org.orbweaver.crawler.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.Content;
import org.apache.nutch.protocol.ProtocolStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.testkit.Response;

/** The pages that are fetched, and their records. */
class FetchIT extends FetchTestBed {
  @Test
  void contentAndStatuses() throws Exception {
    web.on(
        "a.test",
        "/",
        Response.html("<p>hello")
            .header("X-Y", "z")
            .header("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"));
    web.on("a.test", "/401", Response.status(401));
    web.on("a.test", "/410", Response.status(410));
    web.on("a.test", "/500", Response.status(500));
    web.on("a.test", "/drop", Response.drop());
    web.on("a.test", "/gzip", Response.html("<p>squeezed".repeat(100)).gzip());
    String a = web.url("a.test", "");
    fetch(
        a + "/",
        a + "/401",
        a + "/410",
        a + "/500",
        a + "/drop",
        a + "/gzip",
        a + "/none",
        web.url("unknown.test", "/"));
    assertEquals("fetch_success", status(a + "/"));
    assertEquals("fetch_gone", status(a + "/401"));
    assertEquals("fetch_gone", status(a + "/410"));
    assertEquals("fetch_gone", status(a + "/none"));
    assertEquals("fetch_retry", status(a + "/500"));
    assertEquals("fetch_retry", status(a + "/drop"));
    assertEquals("fetch_retry", status(web.url("unknown.test", "/")));
    assertEquals(ProtocolStatus.NOTFOUND, protocol(a + "/none").getCode());
    Content content = contents.get(a + "/");
    assertArrayEquals("<p>hello".getBytes(UTF_8), content.getContent());
    assertEquals("text/html", content.getContentType());
    assertEquals("z", content.getMetadata().get("X-Y"));
    assertEquals(SEGMENT, content.getMetadata().get(Nutch.SEGMENT_NAME_KEY));
    assertEquals("0.5", content.getMetadata().get(Nutch.SCORE_KEY));
    assertEquals(
        Integer.toString(CrawlDatum.STATUS_FETCH_SUCCESS),
        content.getMetadata().get(Nutch.FETCH_STATUS_KEY));
    assertEquals(32, content.getMetadata().get(Nutch.SIGNATURE_KEY).length());
    assertEquals(1100, contents.get(a + "/gzip").getContent().length);
    assertEquals(
        Instant.parse("1994-11-06T08:49:37Z").toEpochMilli(),
        fetched.get(a + "/").getModifiedTime());
    assertTrue(fetched.get(a + "/gzip").getModifiedTime() > 0);
    assertEquals(0, fetched.get(a + "/410").getModifiedTime());
    assertEquals("yes", fetched.get(a + "/").getMetaData().get(new Text("seed")).toString());
    assertTrue(web.requests().get(0).userAgent().startsWith("orbweaver/"));
  }

  @Test
  void redirectsAreFollowedWithinTheHost() throws Exception {
    web.redirect("a.test", "/301", 301, "/target?x=1#frag");
    web.page("a.test", "/target?x=1", "here");
    web.redirect("a.test", "/other", 302, web.url("b.test", "/"));
    web.page("b.test", "/", "b");
    web.redirectLoop("a.test", "/loop", 3, 302);
    web.redirectChain("a.test", "/chain", 8, 307, "/end");
    web.page("a.test", "/end", "end");
    web.redirect("a.test", "/listed", 302, "/in-list");
    web.page("a.test", "/in-list", "in list");
    web.redirect("a.test", "/denied", 302, "/private/x");
    web.robots("a.test", "User-agent: *\nDisallow: /private/\n");
    web.redirect("a.test", "/bad", 302, "http://[::bad/");
    web.redirect("a.test", "/loopback", 302, "http://[::1]:" + web.port() + "/");
    String a = web.url("a.test", "");
    FetchPhase.FetchResult result =
        fetch(
            a + "/301",
            a + "/other",
            a + "/loop",
            a + "/chain",
            a + "/listed",
            a + "/in-list",
            a + "/denied",
            a + "/bad",
            a + "/loopback");
    assertEquals("fetch_redir_perm", status(a + "/301"));
    assertEquals(a + "/target?x=1", protocol(a + "/301").getArgs()[0]);
    assertEquals("fetch_success", status(a + "/target?x=1"));
    assertEquals(
        "yes", fetched.get(a + "/target?x=1").getMetaData().get(new Text("seed")).toString());
    assertEquals("fetch_redir_temp", status(a + "/loop/2"));
    assertEquals("fetch_redir_temp", status(a + "/chain/5"));
    assertFalse(fetched.containsKey(a + "/chain/6"));
    String loopback = "http://[::1]:" + web.port() + "/";
    // Other hosts wait for the next round, whose generate assigns them to a task.
    assertEquals(Set.of(a + "/chain/6", web.url("b.test", "/"), loopback), linked.keySet());
    assertEquals(3, result.get(FetchCounter.REDIRECTS_LEFT));
    assertEquals(0, web.log().requestsFor("b.test").size());
    assertEquals(ProtocolStatus.ROBOTS_DENIED, protocol(a + "/private/x").getCode());
    assertEquals("fetch_gone", status(a + "/bad"));
  }

  @Test
  void hostsOfAnotherPartAreLeftForLater() throws Exception {
    web.redirect("a.test", "/to-b", 302, web.url("b.test", "/new"));
    web.redirect("a.test", "/to-self", 302, "/self");
    web.page("a.test", "/self", "self").page("b.test", "/", "b").page("b.test", "/new", "new");
    list(0, List.of(web.url("a.test", "/to-b"), web.url("a.test", "/to-self")));
    list(1, List.of(web.url("b.test", "/")));
    list(2, List.of());
    fetch();
    assertEquals(List.of(web.url("b.test", "/new")), List.copyOf(linked.keySet()));
    assertEquals(0, web.log().requestsFor("b.test", "/new").size());
    assertEquals("fetch_success", status(web.url("a.test", "/self")));
    CrawlDir crawl = CrawlDir.open(conf, dir().toString());
    for (String child : List.of("crawl_fetch", "content")) {
      assertEquals(
          List.of("part-r-00000", "part-r-00001", "part-r-00002"),
          Parts.of(crawl.fs(), new org.apache.hadoop.fs.Path(crawl.segment(SEGMENT), child))
              .stream()
              .map(org.apache.hadoop.fs.Path::getName)
              .toList());
    }
  }

  @Test
  void targetInTheListKeepsWhatTheListSaysOfIt() throws Exception {
    web.redirect("a.test", "/1", 302, "/listed").page("a.test", "/listed", "l");
    String a = web.url("a.test", "");
    CrawlDatum own = datum();
    own.getMetaData().put(new Text("own"), new Text("yes"));
    list(0, Map.of(a + "/1", datum(), a + "/listed", own));
    fetch();
    assertEquals("fetch_success", status(a + "/listed"));
    assertEquals("yes", fetched.get(a + "/listed").getMetaData().get(new Text("own")).toString());
    assertEquals(Set.of(), linked.keySet());
  }

  @Test
  void anAnswerOfWhichNothingCameIsNoPage() throws Exception {
    web.on("a.test", "/", Response.html("y".repeat(5000)).closeAfter(0));
    fetch(web.url("a.test", "/"));
    assertEquals("fetch_retry", status(web.url("a.test", "/")));
    assertEquals(Map.of(), contents);
  }

  /** Of the times, only the deadline is short enough for the two slow ones to end. */
  @Test
  @Timeout(120)
  void hugeAndSlowBodiesAreCut() throws Exception {
    conf.setInt("http.content.limit", 100_000);
    conf.setInt("http.timeout", 3_600_000);
    conf.setInt("orbweaver.fetch.deadline.ms", 1500);
    web.on("huge.test", "/", Response.endless());
    web.page("huge.test", "/after", "after");
    web.on("drip.test", "/", Response.html("x".repeat(50_000)).drip(10, Duration.ofMillis(50)));
    web.on("short.test", "/", Response.html("y".repeat(5000)).closeAfter(1000));
    web.on("hang.test", "/", Response.hang());
    fetch(
        web.url("huge.test", "/"),
        web.url("huge.test", "/after"),
        web.url("drip.test", "/"),
        web.url("short.test", "/"),
        web.url("hang.test", "/"));
    Content huge = contents.get(web.url("huge.test", "/"));
    assertEquals(100_000, huge.getContent().length);
    assertEquals("true", huge.getMetadata().get("http.content.truncated"));
    assertEquals("length", huge.getMetadata().get("http.content.truncated.reason"));
    assertEquals("fetch_success", status(web.url("huge.test", "/after")));
    Content drip = contents.get(web.url("drip.test", "/"));
    assertEquals("time", drip.getMetadata().get("http.content.truncated.reason"));
    assertTrue(drip.getContent().length > 20 && drip.getContent().length < 4000);
    Content cut = contents.get(web.url("short.test", "/"));
    assertEquals("disconnect", cut.getMetadata().get("http.content.truncated.reason"));
    assertEquals(1000, cut.getContent().length);
    assertEquals("fetch_retry", status(web.url("hang.test", "/")));
  }

  @Test
  void runsThatDoNotFitInMemoryAreMerged() throws Exception {
    conf.setLong("orbweaver.fetch.spill.bytes", 20_000);
    List<String> urls = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String host = "h" + i % 7 + ".test";
      web.page(host, "/" + i, "page " + i + " ".repeat(i));
      urls.add(web.url(host, "/" + i));
    }
    fetch(urls.toArray(String[]::new));
    assertEquals(300, contents.size());
    for (int i = 0; i < 300; i++) {
      String text = new String(contents.get(urls.get(i)).getContent(), UTF_8);
      assertEquals("page " + i, text.strip());
    }
    CrawlDir crawl = CrawlDir.open(conf, dir().toString());
    assertFalse(crawl.fs().exists(new org.apache.hadoop.fs.Path(dir(), ".staging")));
  }

  @Test
  void nothingToFetchIsSaid() throws Exception {
    web.page("a.test", "/", "a");
    fetch(web.url("a.test", "/"));
    OrbException error = assertThrows(OrbException.class, this::fetch);
    assertEquals(ExitCode.NOTHING_TO_DO, error.exitCode());
  }
}
