package org.orbweaver.crawler.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Every oddity of 4,231 real robots.txt files is read without an exception, and checks are cheap.
 */
class RealRobotsTest {
  private static final List<String> PATHS =
      List.of(
          "/",
          "/a/b.gif?c=*$%zz%",
          "/index.php?option=com_content&view=article&id=17&Itemid=42&page=2",
          "/shop/category/shoes/women/sandals-summer-2024/product-123456.html?ref=nav",
          "/search?q=%E3%83%84+caf%C3%A9&url=https%3A%2F%2Fexample.org%2Fpath",
          "/wp-content/uploads/2019/05/a-rather-long-file-name-of-a-picture.jpeg",
          "/" + "segment/".repeat(250));

  @Test
  void readsThemAll() throws Exception {
    String shared = System.getProperty("orbweaver.shared", "");
    Path archive = Path.of(shared, "data/robots/real-robots-4231.tar.xz");
    Assumptions.assumeTrue(Files.exists(archive), "no real robots.txt files at " + archive);
    int files = 0;
    int rules = 0;
    int delays = 0;
    int sitemaps = 0;
    int decided = 0;
    IntStream.Builder steps = IntStream.builder();
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(
            new XZCompressorInputStream(new BufferedInputStream(Files.newInputStream(archive))))) {
      for (TarArchiveEntry e = tar.getNextEntry(); e != null; e = tar.getNextEntry()) {
        if (!e.isFile()) {
          continue;
        }
        byte[] content = tar.readAllBytes();
        RobotsRules r = RobotsRules.parse(content, List.of("orbweaver"));
        files++;
        RuleSet set =
            new RobotsParser(content, RobotsRules.MAX_BYTES, List.of("orbweaver")).rules();
        PATHS.forEach(path -> steps.add(set.steps(RobotsPath.ofUrl(path))));
        rules += r.size();
        delays += r.crawlDelayMs() > 0 ? 1 : 0;
        assertTrue(r.allows("http://h.test/robots.txt"));
        r.allows("http://h.test/a/b.gif?c=*$%zz%");
        sitemaps += r.sitemaps().size();
        RobotsRules.Decision decision = r.decision("http://h.test/search?q=a");
        if (decision.line() > 0) {
          decided++;
          assertLineSays(decision, content, e.getName());
        }
      }
    }
    assertEquals(4231, files);
    assertTrue(rules > 40_000, "rules: " + rules);
    assertTrue(delays > 100, "with a delay: " + delays);
    assertEquals(7771, sitemaps);
    assertTrue(decided > 500, "decided by a rule: " + decided);
    int[] sorted = steps.build().sorted().toArray();
    assertTrue(
        sorted[(int) (.999 * sorted.length)] < 40_000,
        "99.9 % " + sorted[(int) (.999 * sorted.length)]);
    assertTrue(
        sorted[sorted.length - 1] < RuleSet.MAX_STEPS / 4, "most " + sorted[sorted.length - 1]);
  }

  private static void assertLineSays(RobotsRules.Decision decision, byte[] content, String name) {
    if (content[0] == (byte) 0xFF) {
      return; // UTF-16
    }
    String[] lines = new String(content, ISO_8859_1).split("\r\n|\r|\n", -1);
    String line = lines[decision.line() - 1].toLowerCase(Locale.ROOT).strip();
    assertTrue(line.startsWith(decision.allowed() ? "allow" : "dis"), name + ": " + line);
  }
}
