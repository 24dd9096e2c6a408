package org.orbweaver.crawler.robots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Every oddity of 4,231 real robots.txt files is read without an exception. */
class RealRobotsTest {
  @Test
  void readsThemAll() throws Exception {
    String shared = System.getProperty("orbweaver.shared", "");
    Path archive = Path.of(shared, "data/robots/real-robots-4231.tar.xz");
    Assumptions.assumeTrue(Files.exists(archive), "no real robots.txt files at " + archive);
    int files = 0;
    int rules = 0;
    int delays = 0;
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(
            new XZCompressorInputStream(new BufferedInputStream(Files.newInputStream(archive))))) {
      for (TarArchiveEntry e = tar.getNextEntry(); e != null; e = tar.getNextEntry()) {
        if (!e.isFile()) {
          continue;
        }
        RobotsRules r = RobotsRules.parse(tar.readAllBytes(), List.of("orbweaver"));
        files++;
        rules += r.size();
        delays += r.crawlDelayMs() > 0 ? 1 : 0;
        assertTrue(r.allows("http://h.test/robots.txt"));
        r.allows("http://h.test/a/b.gif?c=*$%zz%");
      }
    }
    assertEquals(4231, files);
    assertTrue(rules > 40_000, "rules: " + rules);
    assertTrue(delays > 100, "with a delay: " + delays);
  }
}
