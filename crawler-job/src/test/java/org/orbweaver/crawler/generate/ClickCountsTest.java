package org.orbweaver.crawler.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;

class ClickCountsTest {
  @TempDir private Path tmp;
  private final Configuration conf = new Configuration();
  private Path log;

  @BeforeEach
  void setLog() {
    log = tmp.resolve("clicks.jsonl");
    conf.set("orbweaver.recrawl.clicks.file", log.toString());
  }

  private static String click(String url) {
    return "{\"time\":\"2026-01-01T00:00:00Z\",\"query\":\"q\",\"rank\":1,\"url\":\"" + url + "\"}";
  }

  private ClickCounts counts() {
    ClickCounts.embed(conf);
    return ClickCounts.of(conf);
  }

  @Test
  void clicksRaiseImportance() throws IOException {
    Files.writeString(
        log,
        String.join(
            "\n",
            click("http://a/1"),
            click("http://a/2"),
            "no JSON",
            click("http://a/1"),
            "{\"ur"));
    conf.setFloat("orbweaver.recrawl.clicks.weight", .5f);
    ClickCounts.embed(conf);
    try (UrlPriority priority = UrlPriority.of(conf)) {
      CrawlDatum page = new CrawlDatum(CrawlDatum.STATUS_DB_FETCHED, 0);
      assertEquals(2, priority.clicks(new Text("http://a/1")));
      assertEquals(1 + .5 * Math.log(3), priority.importance(new Text("http://a/1"), page), 1e-9);
      assertEquals(1 + .5 * Math.log(2), priority.importance(new Text("http://a/2"), page), 1e-9);
      assertEquals(1, priority.importance(new Text("http://a/3"), page));
    }
  }

  @Test
  void thePagesOpenedMostAreKept() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 150_000; i++) {
      lines.add(click("http://a/" + (i < 15_000 ? 0 : i)));
      if (i % 10 == 0) {
        lines.add(click("http://a/often" + i % 30_000));
      }
    }
    Files.write(log, lines);
    ClickCounts counts = counts();
    assertEquals(15_000, counts.of("http://a/0"), 2);
    assertEquals(5, counts.of("http://a/often20"), 2);
    assertTrue(conf.get("orbweaver.internal.generate.clicks").length() <= 16 * ClickCounts.URLS);
  }

  @Test
  void withoutWeightNothingIsRead() {
    conf.setFloat("orbweaver.recrawl.clicks.weight", 0);
    assertEquals(0, counts().of("http://a/1"));
  }

  @Test
  void missingLogIsNamed() {
    OrbException e = assertThrows(OrbException.class, this::counts);
    assertTrue(e.getMessage().contains("orbweaver.recrawl.clicks.file"), e.getMessage());
    assertTrue(e.getMessage().contains(log.toString()), e.getMessage());
  }
}
