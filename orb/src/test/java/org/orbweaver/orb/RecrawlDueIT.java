package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.text.Json;

/** When a scheduled run rebuilds graph, PageRank and index, and its report as JSON. */
class RecrawlDueIT {
  @TempDir private Path tmp;

  /** Runs with these thresholds; returns the fields of the JSON line. */
  private static Map<String, Object> recrawl(
      RecrawledWeb crawl, int ranksPercent, int indexPercent, int hours) throws Exception {
    TestSite.Run run =
        crawl.run(
            "recrawl",
            crawl.dir().toString(),
            "--json",
            "-Dorbweaver.recrawl.ranks.changed.percent=" + ranksPercent,
            "-Dorbweaver.recrawl.index.changed.percent=" + indexPercent,
            "-Dorbweaver.recrawl.build.hours=" + hours);
    Map<String, Object> told = Json.parse(run.out());
    assertEquals(run.status(), ((Number) told.get("exitStatus")).intValue(), run::err);
    assertEquals(crawl.dir().toString(), told.get("crawl"));
    return told;
  }

  private static double share(Map<String, Object> told, String name) {
    return ((Number) told.get(name)).doubleValue();
  }

  @Test
  void buildsWaitForChangesButNotForever() throws Exception {
    try (RecrawledWeb crawl = new RecrawledWeb(tmp, Duration.ofDays(1))) {
      crawl.begin(1, true);
      Map<String, Object> told = recrawl(crawl, 90, 90, 100);
      assertEquals("not_due", told.get("index"), told::toString);
      assertEquals(1, crawl.children("graph"));
      double fresh = share(told, "fresh");
      assertTrue(fresh > .5 && fresh < 1, "about a third of the pages differ: " + told);
      assertTrue(share(told, "expectedFreshness") > .99, "just after a run: " + told);

      crawl.begin(2, true);
      assertEquals("updated", recrawl(crawl, 90, 1, 100).get("index"));
      assertEquals(1, crawl.children("graph"), "the graph waits for 90 %");

      crawl.begin(3, true);
      assertEquals("not_due", recrawl(crawl, 90, 90, 60).get("index"), "a day old");
      assertEquals(2, crawl.children("graph"), "three days old");

      Map<String, Object> later = recrawl(crawl, 90, 90, 60);
      assertEquals(3, ((Number) later.get("exitStatus")).intValue());
      assertTrue(later.get("message").toString().contains("nothing to do"), later::toString);

      assertEquals("updated", recrawl(crawl, 0, 0, 60).get("index"));
      crawl.requireTruth("after all");
    }
  }
}
