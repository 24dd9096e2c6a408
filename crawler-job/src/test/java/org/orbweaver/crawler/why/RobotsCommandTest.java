package org.orbweaver.crawler.why;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.crawler.CommandRun;

class RobotsCommandTest {
  @TempDir Path temporary;

  private static CommandRun run(String... args) {
    return CommandRun.of(new Configuration(false), ArrayUtils.insert(0, args, "read", "robots"));
  }

  private String file(String text) throws IOException {
    return Files.writeString(temporary.resolve("robots.txt"), text).toString();
  }

  @Test
  void aForbiddenUrlExitsWith1AndNamesTheLine() throws Exception {
    String file = file("User-agent: bee\nCrawl-delay: 1.5\nDisallow: /private/\n");
    CommandRun run = run(file, "--agent", "Bee/1.0", "--url", "http://h.test/private/x");
    assertEquals(1, run.status());
    assertEquals("disallowed by line 3, \"Disallow: /private/\"; Crawl-delay 1.5 s\n", run.out());
  }

  @Test
  void anAllowedUrlExitsWith0() throws Exception {
    String file = file("User-agent: *\nDisallow: /\nAllow: /a\n");
    CommandRun run = run(file, "--url", "http://h.test/a");
    assertEquals(0, run.status());
    assertEquals("allowed by line 3, \"Allow: /a\"\n", run.out());
  }

  @Test
  void jsonNamesTheLineOrNull() throws Exception {
    String file = file("User-agent: *\nDisallow: /a\n");
    assertEquals(
        "{\"url\":\"http://h.test/a\",\"agent\":\"bee\",\"allowed\":false,"
            + "\"rule\":\"Disallow: /a\",\"line\":2,\"crawlDelayMs\":0}\n",
        run(file, "--agent", "bee", "--url", "http://h.test/a", "--json").out());
    assertTrue(
        run(file, "--agent", "bee", "--url", "http://h.test/b", "--json")
            .out()
            .contains("\"allowed\":true,\"rule\":null,\"line\":null"));
  }

  @Test
  void anEmptyNameIsAName() throws Exception {
    String file = file("User-agent: bee\nDisallow: /\n");
    assertEquals(0, run(file, "--agent", "", "--url", "/").status());
    assertEquals(1, run(file, "--agent", "bee", "--url", "/").status());
    assertEquals(0, run(file(""), "--agent", "bee", "--url", "/").status());
  }

  @Test
  void theUrlIsReadAsTheCrawlReadsIt() throws Exception {
    String file = file("User-agent: *\nDisallow: /b/\nDisallow: /*?sid\n");
    assertEquals(1, run(file, "--url", "HTTP://H.test/a/../b/x").status());
    assertEquals(1, run(file, "--url", "http://h.test\\b\\x#f").status());
    assertEquals(0, run(file, "--url", "http://h.test/?PHPSESSID=1").status());
    String json = run(file, "--url", "http://h.test:80/%7ea", "--json").out();
    assertTrue(json.contains("\"url\":\"http://h.test/~a\""), json);
    CommandRun wrong = run(file, "--url", "h.test/a");
    assertEquals(2, wrong.status());
    assertTrue(wrong.err().contains("got 'h.test/a'"), wrong.err());
  }

  @Test
  void withoutANameItIsThatOfTheCrawl() throws Exception {
    String file = file("User-agent: bee\nDisallow: /\n");
    assertEquals(0, run(file, "--url", "/").status());
    assertEquals(1, run(file, "--url", "/", "-D", "http.agent.name=bee").status());
    assertEquals(1, run(file, "--url", "/", "-D", "http.robots.agents=bee").status());
  }

  @Test
  void aFileThatCannotBeReadExitsWith2() {
    String missing = temporary.resolve("missing.txt").toString();
    CommandRun run = run(missing, "--url", "http://h.test/a");
    assertEquals(2, run.status());
    assertTrue(run.err().contains("cannot open " + missing), run.err());
    assertEquals(2, run(temporary.toString(), "--url", "http://h.test/a").status());
  }
}
