package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;

/** {@code orb hits --query} with the real index and the real parses of a small crawl. */
class HitsQueryIT {

  @TempDir private Path tmp;
  private final FakeWeb web =
      FakeWeb.start(FakeWebSpec.builder().seed(1).hosts(1).pagesPerHost(1).build());
  private String printed;

  @AfterEach
  void stop() {
    web.close();
  }

  /** Runs the command with several parse parts: any of them may have a page. */
  private void orb(String... words) {
    printed = new TestSite(web, tmp, "orbweaver.generate.parts=4").orb(0, words);
  }

  private String link(String host, String anchor) {
    return "<a href=" + web.url(host, "/") + ">" + anchor + "</a> ";
  }

  /** The authorities of the last output, best first. */
  private List<String> authorities() {
    return printed
        .lines()
        .filter(line -> line.startsWith("{\"list\":\"authorities\""))
        .map(line -> line.replaceAll(".*\"url\":\"([^\"]*)\".*", "$1"))
        .toList();
  }

  @Test
  void fromTheWordsToHubsAndAuthorities() {
    // The word does not find two of the authorities: the hubs bring them in. It occurs farther from
    // their links than the text that counts for a link.
    String apart = "<p>" + "They live in herds and walk far. ".repeat(4) + "<p>";
    String seeds = "";
    for (int hub = 0; hub < 3; hub++) {
      String host = "hub" + hub + ".test";
      web.page(
          host,
          "/",
          "<title>Hub "
              + hub
              + "</title><p>Pages about zebras: "
              + apart
              + link("stripes.test", "zebra stripes")
              + apart
              + link("savanna.test", "their home")
              + link("grass.test", "grass"));
      seeds += link(host, "hub");
    }
    for (String host : List.of("stripes.test", "savanna.test", "grass.test")) {
      web.page(host, "/", "<title>Of " + host + "</title>animals");
    }
    web.page("start.test", "/", "<title>Start</title>" + seeds);
    String dir = tmp.resolve("crawl").toString();
    orb("crawl", web.url("start.test", "/"), dir, "--rounds", "3");
    orb("hits", dir, "--query", "zebras", "--weighted", "--json");
    assertEquals(3, authorities().size(), () -> printed);
    assertEquals(web.url("stripes.test", "/"), authorities().get(0));
    // The anchor has the word's stem: weights 2, 1, 1.
    String first = printed.lines().filter(l -> l.contains("\"rank\":1,")).toList().get(0);
    assertTrue(first.contains("\"title\":\"Of stripes.test\""), first);
    assertTrue(first.contains("\"root\":true"), first);
    long broughtIn =
        printed
            .lines()
            .filter(l -> l.startsWith("{\"list\":\"authorities\"") && l.contains("\"root\":false"))
            .count();
    assertEquals(2, broughtIn, () -> printed);
    double score = Double.parseDouble(first.replaceAll(".*\"score\":([0-9.]+).*", "$1"));
    assertEquals(2 / Math.sqrt(6), score, 1e-9);
    orb("hits", dir, "--similar", web.url("grass.test", "/"), "--json");
    assertTrue(printed.contains("\"list\":\"similar\",\"rank\":1"), () -> printed);
  }
}
