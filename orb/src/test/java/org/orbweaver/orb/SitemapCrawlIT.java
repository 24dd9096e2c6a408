package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Response;

/** {@code orb crawl} from a feed to the index. */
class SitemapCrawlIT {
  @TempDir private Path tmp;
  private final FakeWeb web = FakeWeb.start();

  @AfterEach
  void stop() {
    web.close();
  }

  private String orb(int status, String... words) {
    return new TestSite(web, tmp).orb(status, words);
  }

  @Test
  void itsPagesAreIndexedRankedAndFoundAndItIsNot() {
    String feed = web.url("a.test", "/feed");
    String page = web.url("a.test", "/page");
    String other = web.url("a.test", "/other");
    web.on(
        "a.test",
        "/feed",
        Response.text(
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
    // The feed is in the graph as it is to the page that links to it: a target.
    String nodes = orb(0, "read", "graph", dir, "--url", feed);
    assertTrue(nodes.contains("0 successors, 1 predecessors"), nodes);
  }
}
