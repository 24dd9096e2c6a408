package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.testkit.Request;

/**
 * A week of recrawls every twelve hours of a web that changes, in simulated time. One run is killed
 * while it fetches, and the next one, as from cron by scripts/recrawl and without an environment,
 * continues; another is killed later and restarted. All moments of a crash: {@code scripts/bench
 * crash}.
 */
class RecrawlIT {
  private static final int RUNS = 7 * 2;
  private static final int KILLED_IN_FETCH = 3;
  private static final int KILLED_LATER = 6;
  private static final int KEPT = RecrawledWeb.KEPT;

  @TempDir private Path tmp;
  private final Random random = new Random(9);
  private RecrawledWeb crawl;
  private ChangingWeb web;

  /** After each run, the size of the crawl directory for each page of the web. */
  private final List<Long> bytesPerPage = new ArrayList<>();

  /** Start of the last run whose pages the crawl has; its changes came before. */
  private Instant lastVisit;

  @AfterEach
  void stop() {
    crawl.close();
  }

  @Test
  void aWeekOfRunsHoldsWhatTheWebHas() throws Exception {
    crawl = new RecrawledWeb(tmp, Duration.ofHours(12));
    web = crawl.web();
    for (int run = 1; run <= RUNS; run++) {
      Instant visit = crawl.begin(run, run != KILLED_IN_FETCH + 1);
      String name = "run " + run;
      if (run == KILLED_IN_FETCH) {
        int requests = 5 + random.nextInt(20);
        kill(() -> web.server().requests().size() >= requests);
        // Pages fetched now may be out of date at the next run.
        continue;
      } else if (run == KILLED_IN_FETCH + 1) {
        assertEquals(0, crawl.script(Map.of("LC_ALL", "C")).waitFor(), crawl::printed);
        crawl.requireTruth(name);
      } else if (run == KILLED_LATER) {
        long steps = crawl.steps() + 3 + random.nextInt(6);
        kill(() -> crawl.steps() >= steps);
        crawl.recrawl(0);
        crawl.requireTruth(name);
      } else {
        crawl.recrawl(0);
        crawl.requireTruth(name);
        requireConditional(name);
      }
      lastVisit = visit;
      bytesPerPage.add(crawl.size() / web.states().size());
      assertTrue(crawl.children("segments") <= 2 * KEPT, name);
      assertTrue(crawl.children("graph") <= KEPT && crawl.children("pagerank") <= KEPT, name);
      crawl.recrawl(3);
    }
    long before = most(bytesPerPage.subList(0, 3 * KEPT));
    long after = most(bytesPerPage.subList(3 * KEPT, bytesPerPage.size()));
    assertTrue(after <= before * 1.1, "the disk use is level: " + bytesPerPage);
  }

  private static long most(List<Long> values) {
    return values.stream().mapToLong(value -> value).max().orElseThrow();
  }

  private void kill(BooleanSupplier moment) throws Exception {
    Process run = crawl.script(Map.of());
    while (run.isAlive() && !moment.getAsBoolean()) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    assertEquals(4, crawl.script(Map.of()).waitFor(), "a second start");
    crawl.recrawl(4);
    assertTrue(run.isAlive(), () -> "ended before it was to be killed\n" + crawl.printed());
    RecrawledWeb.kill(run);
  }

  /** Each page was requested once, and unchanged ones conditionally. */
  private void requireConditional(String when) {
    Set<String> unmodified = web.unmodifiedSince(lastVisit == null ? Instant.MIN : lastVisit);
    TreeSet<String> notModified = new TreeSet<>();
    Set<String> requested = new TreeSet<>();
    for (Request request : web.server().requests()) {
      if (request.isRobots()) {
        continue;
      }
      String url = web.server().url(request.host(), request.path());
      assertTrue(requested.add(url), () -> when + ": requested twice: " + url);
      if (request.status() == 304) {
        notModified.add(url);
      }
      boolean conditional =
          request.header("if-none-match").isPresent()
              || request.header("if-modified-since").isPresent();
      assertTrue(conditional || !unmodified.contains(url), () -> when + ": " + request);
    }
    if (lastVisit != null) {
      assertEquals(unmodified, notModified, when);
      assertFalse(unmodified.isEmpty(), when);
    }
  }
}
