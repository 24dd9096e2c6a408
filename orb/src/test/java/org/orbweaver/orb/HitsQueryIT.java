package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.Console;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;

/** {@code orb hits --query} with the real index and the real parses of a small crawl. */
class HitsQueryIT {

  @TempDir private Path tmp;
  private final FakeWeb web =
      FakeWeb.start(FakeWebSpec.builder().seed(1).hosts(1).pagesPerHost(1).build());
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @AfterEach
  void stop() {
    web.close();
  }

  private int orb(String... args) {
    List<String> words = new ArrayList<>(List.of(args));
    PrintStream stream = new PrintStream(printed, true, UTF_8);
    for (String setting :
        List.of(
            "http.agent.name=orbweaver-test",
            "orbweaver.fetch.private.addresses=127.0.0.0/8",
            "orbweaver.fetch.dns.hosts.file=" + web.hostsFile(tmp.resolve("hosts")).toUri(),
            "fetcher.server.delay=0.01",
            // Several parse parts: any of them may have a page.
            "orbweaver.generate.parts=4",
            "hadoop.tmp.dir=" + tmp.resolve("hadoop"))) {
      words.addAll(List.of("-D", setting));
    }
    return Orb.run(
        words.toArray(new String[0]), new Console(stream, stream, false), new Configuration());
  }

  private String link(String host, String anchor) {
    return "<a href=" + web.url(host, "/") + ">" + anchor + "</a> ";
  }

  /** The authorities of the last output, best first. */
  private List<String> authorities() {
    return printed
        .toString(UTF_8)
        .lines()
        .filter(line -> line.startsWith("{\"list\":\"authorities\""))
        .map(line -> line.replaceAll(".*\"url\":\"([^\"]*)\".*", "$1"))
        .toList();
  }

  @Test
  void fromTheWordsToHubsAndAuthorities() {
    // Two of the authorities are not found by the word: the hubs bring them in.
    String seeds = "";
    for (int hub = 0; hub < 3; hub++) {
      String host = "hub" + hub + ".test";
      web.page(
          host,
          "/",
          "<title>Hub "
              + hub
              + "</title><p>Pages about zebras: "
              + link("stripes.test", "zebra stripes")
              + link("savanna.test", "their home")
              + link("grass.test", "grass"));
      seeds += link(host, "hub");
    }
    for (String host : List.of("stripes.test", "savanna.test", "grass.test")) {
      web.page(host, "/", "<title>Of " + host + "</title>animals");
    }
    web.page("start.test", "/", "<title>Start</title>" + seeds);
    String dir = tmp.resolve("crawl").toString();
    assertEquals(
        0,
        orb("crawl", web.url("start.test", "/"), dir, "--rounds", "3"),
        () -> printed.toString(UTF_8));
    printed.reset();
    assertEquals(
        0,
        orb("hits", dir, "--query", "zebras", "--weighted", "--json"),
        () -> printed.toString(UTF_8));
    assertEquals(3, authorities().size(), () -> printed.toString(UTF_8));
    assertEquals(web.url("stripes.test", "/"), authorities().get(0));
    // The anchor has the word's stem: weights 2, 1, 1.
    String first =
        printed.toString(UTF_8).lines().filter(l -> l.contains("\"rank\":1,")).toList().get(0);
    assertTrue(first.contains("\"title\":\"Of stripes.test\""), first);
    assertTrue(first.contains("\"root\":true"), first);
    long broughtIn =
        printed
            .toString(UTF_8)
            .lines()
            .filter(l -> l.startsWith("{\"list\":\"authorities\"") && l.contains("\"root\":false"))
            .count();
    assertEquals(2, broughtIn, () -> printed.toString(UTF_8));
    double score = Double.parseDouble(first.replaceAll(".*\"score\":([0-9.]+).*", "$1"));
    assertEquals(2 / Math.sqrt(6), score, 1e-9);
    printed.reset();
    assertEquals(0, orb("hits", dir, "--similar", web.url("grass.test", "/"), "--json"));
    assertTrue(
        printed.toString(UTF_8).contains("\"list\":\"similar\",\"rank\":1"),
        () -> printed.toString(UTF_8));
  }
}
