package org.orbweaver.orb.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.text.Console;

class LiveReportTest {
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final List<String> looked = new ArrayList<>();

  @TempDir private Path folder;

  private Clock clock() {
    InstantSource source = () -> now;
    return source.withZone(ZoneOffset.UTC);
  }

  private static String why(LiveReport live, String url) throws Exception {
    return live.page("/report/why", Map.of("url", url)).orElseThrow().body();
  }

  @Test
  void whatBecameOfAUrlIsKeptForAMinuteOrUntilAStepIsFinished() throws Exception {
    Configuration conf = new Configuration();
    CrawlDir dir = CrawlDir.open(conf, folder.toString());
    try (LiveReport live =
        new LiveReport(conf, dir, List.of(history -> looked.add(history.asked())), clock())) {
      String page = why(live, "http://a.test/");
      assertTrue(page.contains("http://a.test/"), page);
      assertEquals(page, why(live, "http://a.test/"));
      why(live, "http://b.test/");
      assertEquals(List.of("http://a.test/", "http://b.test/"), looked);
      now = now.plusSeconds(61);
      why(live, "http://a.test/");
      assertEquals(3, looked.size());
      try (Session session = Session.open(conf, folder.toString(), Console.silent(), "test")) {
        Step step = session.steps().begin("test", "1");
        step.commit(Map.of());
      }
      why(live, "http://a.test/");
      assertEquals(4, looked.size());
      for (int i = 0; i < 200; i++) {
        why(live, "http://a.test/" + i);
      }
      why(live, "http://a.test/");
      assertEquals(205, looked.size(), "memory is bounded");
    }
  }

  @Test
  void urlsThatNoCrawlHasAreNotLookedUp() throws Exception {
    Configuration conf = new Configuration();
    CrawlDir dir = CrawlDir.open(conf, folder.toString());
    try (LiveReport live =
        new LiveReport(conf, dir, List.of(history -> looked.add(history.asked())), clock())) {
      OrbException e =
          assertThrows(OrbException.class, () -> why(live, "http://a.test/" + "x".repeat(20_000)));
      assertEquals(ExitCode.USAGE, e.exitCode());
      assertTrue(e.getMessage().startsWith("the URL has 20014 characters"), e.getMessage());
      assertEquals(List.of(), looked);
      why(live, "http://a.test/" + "x".repeat(8192 - 14));
      assertEquals(1, looked.size());
    }
  }
}
