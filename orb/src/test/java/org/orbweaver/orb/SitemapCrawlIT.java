package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.Console;
import org.orbweaver.testkit.Answer;
import org.orbweaver.testkit.FakeWeb;

/** {@code orb crawl} from a feed to the index. */
class SitemapCrawlIT {
  @TempDir private Path tmp;
  private final FakeWeb web = FakeWeb.start();
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @AfterEach
  void stop() {
    web.close();
  }

  private String orb(int status, String... args) {
    printed.reset();
    List<String> words = new ArrayList<>(List.of(args));
    for (String setting :
        List.of(
            "http.agent.name=orbweaver-test",
            "orbweaver.fetch.private.addresses=127.0.0.0/8",
            "orbweaver.fetch.dns.hosts.file=" + web.hostsFile(tmp.resolve("hosts")).toUri(),
            "fetcher.server.delay=0",
            "hadoop.tmp.dir=" + tmp.resolve("hadoop"))) {
      words.addAll(List.of("-D", setting));
    }
    PrintStream stream = new PrintStream(printed, true, UTF_8);
    int ended =
        Orb.run(
            words.toArray(new String[0]), new Console(stream, stream, false), new Configuration());
    String text = printed.toString(UTF_8);
    assertEquals(status, ended, text);
    return text;
  }

  @Test
  void itsPagesAreIndexedRankedAndFoundAndItIsNot() {
    String feed = web.url("a.test", "/feed");
    String page = web.url("a.test", "/page");
    String other = web.url("a.test", "/other");
    web.on(
        "a.test",
        "/feed",
        Answer.text(
                "<rss><channel><title>zebra giraffe</title><item><title>zebra</title><link>"
                    + page
                    + "</link></item></channel></rss>")
            .contentType("application/rss+xml"));
    web.page(
        "a.test",
        "/page",
        "<title>Zebra</title>stripes <a href=/other>okapi</a> <a href=/feed>zebra feed</a>");
    web.page("a.test", "/other", "<title>Other</title>text");
    String dir = tmp.resolve("crawl").toString();

    String told = orb(0, "crawl", dir, "--sitemap", feed, "--rounds", "3");
    assertTrue(told.contains("1 URL in 1 sitemap"), told);
    orb(3, "crawl", dir, "--sitemap", feed, "--rounds", "3");

    String found = orb(0, "search", dir, "zebra", "--json");
    assertTrue(found.contains(page), found);
    assertFalse(found.contains(feed), found);
    assertTrue(orb(0, "search", dir, "okapi", "--json").contains(other), "by its anchor");
    // The feed is in the graph as what it is to the page that links to it: a target.
    String nodes = orb(0, "read", "graph", dir, "--url", feed);
    assertTrue(nodes.contains("0 successors, 1 predecessors"), nodes);
  }
}
