package org.orbweaver.crawler.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.cli.OrbMain;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.crawler.CrawlerCommands;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.why.CrawlerWhy;
import org.orbweaver.testkit.Response;

/** The ledger of URLs with every kind of fate, and the evidence of politeness. */
class LedgerIT extends FetchTestBed {
  private record Said(int status, String text) {}

  private Said read(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    List<String> all = new ArrayList<>(List.of("read", "segment", dir().toString()));
    all.addAll(List.of(words));
    int status =
        OrbMain.run(
            "orb",
            all.toArray(new String[0]),
            CrawlerCommands.all(),
            CrawlerCommands.readers(),
            new Console(stream, stream, false),
            new Configuration());
    return new Said(status, out.toString(StandardCharsets.UTF_8));
  }

  private String why(String url) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    CrawlDir crawl = CrawlDir.open(conf, dir().toString());
    UrlHistory history = new UrlHistory(conf, crawl, url, System.currentTimeMillis());
    new CrawlerWhy().explain(history);
    history.print(new Console(stream, stream, false), false);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static void assertSays(String text, String... parts) {
    for (String part : parts) {
      assertTrue(text.contains(part), "«" + part + "» is not said in:\n" + text);
    }
  }

  @Test
  void everyFateIsTold() throws Exception {
    conf.set("fetcher.server.delay", "0.1");
    conf.set("orbweaver.fetch.delay.response.factor", "0");
    conf.set("orbweaver.fetch.wait.max.ms", "5000");
    conf.set("http.timeout", "700");
    conf.set("orbweaver.fetch.ports", web.port() + "");
    web.page("a.test", "/", "front").page("a.test", "/end", "end");
    web.redirect("a.test", "/moved", 301, "/on").redirect("a.test", "/on", 302, "/end");
    web.robots("a.test", "User-agent: *\nAllow: /\nDisallow: /private/\n");
    web.on("slow.test", "/", Response.hang());
    web.on("busy.test", "/1", Response.status(503).header("Retry-After", "99"));
    web.on("cut.test", "/", Response.html("y".repeat(5000)).closeAfter(1000));
    String a = web.url("a.test", "");
    String port = "http://a.test:25/";
    FetchPhase.FetchResult result =
        fetch(
            a + "/",
            a + "/moved",
            a + "/private/x",
            port,
            web.url("slow.test", "/"),
            web.url("busy.test", "/1"),
            web.url("busy.test", "/2"),
            web.url("cut.test", "/"),
            web.url("unknown.test", "/"));
    assertEquals(1, result.get(FetchCounter.FAILED_TIMEOUT));
    assertEquals(1, result.get(FetchCounter.FAILED_STATUS));
    assertSays(why(a + "/"), "on the fetch list, score 0.5", "5 bytes from 127.", "fetched");
    assertSays(
        why(a + "/moved"),
        "permanent redirect to " + a + "/on",
        a + "/on: temporary redirect to " + a + "/end",
        a + "/end: fetched",
        a + "/end: stored: 3 bytes");
    assertSays(
        why(a + "/private/x"),
        "robots.txt forbids it: robots rule, line 3: Disallow: /private/ (" + a + "/robots.txt)");
    assertSays(why(port), "25");
    assertSays(why(web.url("slow.test", "/")), "failed: TIMEOUT, no response in time");
    assertSays(why(web.url("busy.test", "/1")), "requested: 503 in", "failed: HTTP status 503");
    assertSays(
        why(web.url("busy.test", "/2")), "deferred, not requested: the host must not be contacted");
    assertSays(why(web.url("cut.test", "/")), "stored: 1,000 bytes, truncated: disconnect");
    assertSays(why(web.url("unknown.test", "/")), "failed: DNS, ");
    assertSays(why(web.url("nobody.test", "/")), "Never seen: no fetched page");

    Said proof = read("--politeness");
    assertEquals(0, proof.status(), proof.text());
    assertSays(
        proof.text(),
        web.log().count() + " requests to 4 hosts at ",
        "maximum concurrent requests to a host: 1",
        "politeness violations: 0");
    Said lines = read("--politeness", "--json");
    Matcher gap =
        Pattern.compile("\"group\":\"a.test\",\"requests\":5,\"smallestGapMs\":(\\d+),")
            .matcher(lines.text());
    assertTrue(gap.find(), lines.text());
    // The log has whole milliseconds: the delay of 100 may show as one less.
    assertTrue(Integer.parseInt(gap.group(1)) >= 99, lines.text());
  }
}
