package org.orbweaver.crawler.robots;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines that RFC 9309 does not define: Sitemap and Crawl-delay. */
class RobotsExtensionsTest {
  private static RobotsRules rules(String agent, String... lines) {
    return RobotsRules.parse(String.join("\n", lines).getBytes(UTF_8), List.of(agent));
  }

  @Test
  void sitemapsAreCollectedFromTheWholeFileOnceEachWithinLimits() {
    StringBuilder more = new StringBuilder();
    more.append("Sitemap: http://h.test/").append("x".repeat(2048)).append('\n');
    for (int i = 0; i < 1000; i++) {
      more.append("Sitemap: http://h.test/").append(i).append('\n');
    }
    List<String> sitemaps =
        rules(
                "bee",
                "Sitemap http://h.test/1.xml",
                "User-agent: wasp",
                "SITEMAP:http://h.test/2.xml # two",
                "Disallow: /",
                "Sitemaps: /3.xml",
                "site-map: http://h.test/1.xml",
                "Sitemap:",
                "Sitemap: http://h.test/\u00e9.xml",
                more.toString())
            .sitemaps();
    assertEquals(
        List.of("http://h.test/1.xml", "http://h.test/2.xml", "/3.xml", "http://h.test/\u00e9.xml"),
        sitemaps.subList(0, 4));
    assertEquals("http://h.test/0", sitemaps.get(4));
    assertEquals(RobotsParser.MAX_SITEMAPS, sitemaps.size());
  }

  @ParameterizedTest
  @CsvSource({
    "3, 3000",
    "0, 0",
    "0.5, 500",
    ".5, 500",
    "10., 10000",
    "0.0004, 0",
    "-4, 0",
    "+4, 0",
    "soon, 0",
    "'', 0",
    "5s, 0",
    "[5], 0",
    "'1,5', 0",
    "1e3, 0",
    "0x10, 0",
    "NaN, 0",
    "Infinity, 0",
    "1 2, 0",
    "3600, 3600000",
    "99999999999999999999999999, 31536000000",
    "9223372036854775807, 31536000000",
    "3 # seconds, 3000"
  })
  void crawlDelay(String value, long millis) {
    assertEquals(millis, rules("bee", "User-agent: *", "crawl delay: " + value).crawlDelayMs());
  }

  @Test
  void crawlDelayOfThousandsOfDigitsIsCapped() {
    assertEquals(
        RobotsParser.MAX_CRAWL_DELAY_MS,
        rules("bee", "User-agent: *", "Crawl-delay: " + "9".repeat(16_000)).crawlDelayMs());
  }

  /**
   * A Crawl-delay applies only to its group, and the longest applies. A list of crawlers with a
   * delay each is one group by the RFC, since there is no rule between them; each still gets its
   * own delay.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Crawl-delay: 1 | bee 0
          Crawl-delay: 1~User-agent: *~Crawl-delay: 20~Disallow: /a~User-agent: wasp~Disallow: /~\
          Crawl-delay: 30~User-agent: bee~Disallow: /b | bee 0; hornet 20; wasp 30
          User-agent: bee~Crawl-delay: 5~~User-agent: wasp~User-agent: hornet~Crawl-delay: 9~~\
          User-agent: *~Disallow: /a | bee 5; wasp 9; hornet 9; moth 0
          User-agent: bee~Crawl-delay: 7~Disallow: /a~Crawl-delay: 2 | bee 7
          User-agent: bee~Crawl-delay: 2~User-agent: bee~Crawl-delay: 7 | bee 7
          """)
  void crawlDelayByGroup(String text, String seconds) {
    for (String check : seconds.split(";", -1)) {
      String[] words = check.strip().split(" ", -1);
      long delay = rules(words[0], text.replace('~', '\n')).crawlDelayMs();
      assertEquals(Long.parseLong(words[1]) * 1000, delay, words[0]);
    }
  }
}
