package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Scheduled runs killed at random moments, each with a rival that starts at the same time: the next
 * run finishes the interrupted work, and nothing is lost or duplicated. The number of kills is the
 * system property {@code orbweaver.test.recrawl.kills}.
 */
class RecrawlKillsIT {
  private static final int KILLS = Integer.getInteger("orbweaver.test.recrawl.kills", 1);

  /** Cron's environments: none, and a locale without UTF-8. */
  private static final List<Map<String, String>> ENVIRONMENTS =
      List.of(Map.of(), Map.of("LC_ALL", "C"));

  @TempDir private Path tmp;

  @Test
  void aRunAfterAnyKillEndsWithWhatTheWebHas() throws Exception {
    Random random = new Random(20261123);
    try (RecrawledWeb crawl = new RecrawledWeb(tmp, Duration.ofDays(1))) {
      crawl.begin(1, true);
      long start = System.nanoTime();
      assertEquals(0, crawl.script(Map.of()).waitFor(), crawl::printed);
      int millis = (int) TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      crawl.requireTruth("run 1");

      int killed = 0;
      for (int run = 2; killed < KILLS; run++) {
        assertTrue(run < 4 * KILLS + 4, "runs end before they can be killed");
        crawl.begin(run, true);
        Map<String, String> environment = ENVIRONMENTS.get(run % ENVIRONMENTS.size());
        Process one = crawl.script(environment);
        Process other = crawl.script(environment);
        TimeUnit.MILLISECONDS.sleep(random.nextInt(millis));
        killed += one.isAlive() || other.isAlive() ? 1 : 0;
        RecrawledWeb.kill(one);
        RecrawledWeb.kill(other);
        // Status 9 is the kill's; of two only one can have finished.
        assertFalse(one.exitValue() == 0 && other.exitValue() == 0, crawl::printed);
        int status = crawl.recrawl();
        assertTrue(status == 0 || status == 3, crawl::printed);
        crawl.requireTruth("run " + run);
        crawl.recrawl(3);
        assertFalse(Files.exists(crawl.dir().resolve(".staging")), "nothing is left lying about");
      }
    }
  }
}
