package org.orbweaver.crawler.why;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.crawler.CommandRun;

class ReadUrlCommandTest {
  @TempDir Path temporary;

  private static CommandRun run(String... args) {
    return CommandRun.of(new Configuration(), ArrayUtils.insert(0, args, "read", "url"));
  }

  @Test
  void showsEachStepAndTheRuleThatDecided() throws Exception {
    Path domains = Files.writeString(temporary.resolve("domains.txt"), "# ours\na.org\n");
    CommandRun run =
        run(
            "HTTP://www.A.org/b/../c?utm_source=x#top",
            "-D",
            "urlfilter.domain.file=" + domains,
            "-D",
            "orbweaver.url.www=remove");
    assertEquals(0, run.status(), run::err);
    String[] lines = run.out().split("\n");
    assertEquals("http://a.org/c", lines[0]);
    assertTrue(lines[1].matches("  Accepted by regex-urlfilter.txt:[0-9]+, '\\+\\.'\\."), lines[1]);
    assertTrue(lines[3].endsWith("lowercased, dot segments resolved, fragment removed"), lines[3]);
    assertTrue(
        lines[4].endsWith("orbweaver.url.www, 'remove': http://a.org/c?utm_source=x"), lines[4]);
    assertTrue(lines[5].matches(" +tracking-parameters.txt:[0-9]+, '-utm_\\*': .*/c"), lines[5]);
    assertTrue(lines[6].endsWith("accepted by " + domains + ":2, 'a.org'"), lines[6]);
  }

  @Test
  void namesTheSitesThatCoverAUrl() {
    String sites = "[domain a.org]\nrules -glob *.pdf\nrules +glob *\n[host b.a.org]\ndelay 1\n";
    CommandRun run = run("http://b.a.org/x.pdf", "-D", "orbweaver.sites=" + sites);
    assertEquals(1, run.status(), run::err);
    assertTrue(run.out().contains("covered by host b.a.org, domain a.org"), run.out());
    assertTrue(run.out().contains("refused by site domain a.org:1, '-glob *.pdf'"), run.out());
  }

  @Test
  void readsFilesAndPrintsALineForEachUrl() throws Exception {
    String urls = "http://a.org/\n\nmailto:x@a.org\nhttp://a.org/x.zip\n";
    Path file = Files.writeString(temporary.resolve("urls.txt"), urls);
    CommandRun run = run("--file", file.toString(), "--json");
    assertEquals(1, run.status());
    String[] lines = run.out().split("\n");
    assertEquals(3, lines.length, run.out());
    assertTrue(lines[0].contains("\"cause\":\"accepted\""), lines[0]);
    assertTrue(lines[1].contains("\"cause\":\"scheme\""), lines[1]);
    assertTrue(lines[2].contains("\"accepted\":false,\"file\":\"suffix-urlfilter.txt\""), lines[2]);
    assertEquals(2, run("--file", temporary.resolve("absent").toString()).status());
    assertEquals(2, run().status());
  }
}
