package org.orbweaver.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The whole path on {@code s3a:} has the same result as on local files. */
class CrawlOnS3IT {
  private static final Logger LOG = LoggerFactory.getLogger(CrawlOnS3IT.class);

  @TempDir private static Path temp;
  private static SmallCrawl crawl;
  private static S3Server server;

  @BeforeAll
  static void start() throws Exception {
    crawl = new SmallCrawl(temp);
    server = new S3Server();
    server.bucket("crawls");
  }

  @AfterAll
  static void stop() {
    server.close();
    crawl.close();
  }

  @Test
  void hasTheSamePagesAndResults() throws Exception {
    String local = temp.resolve("crawl").toString();
    String remote = "s3a://crawls/crawl";
    Configuration conf = server.conf();
    crawl.ok(conf, "crawl SEEDS " + local + " --rounds 2");
    server.begin(Integer.MAX_VALUE);
    crawl.ok(conf, "crawl SEEDS " + remote + " --rounds 2");
    LOG.info("requests of a crawl with two rounds: {}", server.requests());
    assertEquals(SmallCrawl.pages(conf, local), SmallCrawl.pages(conf, remote));
    assertEquals(
        crawl.ok(conf, "search " + local + " page --top 10").out().lines().count(),
        crawl.ok(conf, "search " + remote + " page --top 10").out().lines().count());
    String url = SmallCrawl.pages(conf, remote).keySet().iterator().next();
    for (String line :
        List.of(
            "why " + remote + " " + url,
            "report " + remote + " --json",
            "doctor " + remote + " --deep --offline",
            "recrawl " + remote)) {
      SmallCrawl.Run run = crawl.run(conf, line);
      assertTrue(run.status() == 0 || run.status() == 3, () -> line + ": " + run);
    }
    List<String> left =
        server.keys("crawls").stream()
            .filter(key -> key.matches(".*/\\.(staging|moving|replacing)(/.*)?"))
            .toList();
    assertEquals(List.of(), left);
    assertFalse(server.keys("crawls").isEmpty());
  }
}
