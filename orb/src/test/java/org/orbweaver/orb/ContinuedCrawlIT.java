package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.text.Console;
import org.orbweaver.testkit.FakeWeb;

/**
 * {@code orb crawl DIR} on an existing crawl: page 0 links to page 1, that to page 2, and so on.
 */
class ContinuedCrawlIT {
  private static final int PAGES = 3;

  @TempDir private Path tmp;
  private final FakeWeb web = FakeWeb.start();
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private String dir;

  @BeforeEach
  void chain() {
    dir = tmp.resolve("crawl").toString();
    for (int i = 0; i < PAGES; i++) {
      web.page("a.test", "/" + i, "<title>Page</title><a href=/" + (i + 1) + ">next</a>");
    }
  }

  @AfterEach
  void stop() {
    web.close();
  }

  private String orb(int status, String... args) {
    printed.reset();
    List<String> words = new ArrayList<>(List.of(args));
    words.addAll(List.of("-D", "hadoop.tmp.dir=" + tmp.resolve("hadoop")));
    if (!Files.exists(Path.of(dir))) {
      // Later commands use the crawl's own settings.
      for (String setting :
          List.of(
              "http.agent.name=orbweaver-test",
              "orbweaver.fetch.private.addresses=127.0.0.0/8",
              "orbweaver.fetch.dns.hosts.file=" + web.hostsFile(tmp.resolve("hosts")),
              "fetcher.server.delay=0")) {
        words.addAll(List.of("-D", setting));
      }
    }
    PrintStream stream = new PrintStream(printed, true, UTF_8);
    int ended =
        Orb.run(
            words.toArray(new String[0]), new Console(stream, stream, false), new Configuration());
    String text = printed.toString(UTF_8);
    assertEquals(status, ended, text);
    return text;
  }

  private int requests(int page) {
    return web.log().requestsFor("a.test", "/" + page).size();
  }

  @Test
  void anExistingCrawlNeedsNoSeeds() {
    orb(0, "crawl", web.url("a.test", "/0"), dir, "--rounds", "1", "--no-index");
    assertEquals(List.of(1, 0), List.of(requests(0), requests(1)));
    orb(0, "crawl", dir, "--rounds", "2", "--no-index");
    assertEquals(List.of(1, 1, 0), List.of(requests(0), requests(1), requests(2)));
    String told = orb(3, "crawl", dir, "--rounds", "2", "--no-index");
    assertTrue(told.contains("already has 2 rounds"), told);
    orb(0, "crawl", dir, "--more", "1", "--no-index");
    assertEquals(List.of(1, 0), List.of(requests(2), requests(3)));
    orb(0, "crawl", dir, "--until-done", "--no-index");
    assertEquals(1, requests(3), "not found, so that nothing is left");
    assertTrue(orb(3, "crawl", dir, "--until-done", "--no-index").contains("is due"));
    assertEquals(1, requests(0));
  }

  @Test
  void theSettingsOfACrawlAreKeptAndShown() {
    orb(0, "inject", web.url("a.test", "/0"), dir);
    String told = orb(0, "generate", dir, "-D", "http.agent.name=other");
    assertTrue(
        told.contains("kept with the crawl: http.agent.name=other (was orbweaver-test)"), told);
    orb(0, "fetch", dir, "--threads", "3");
    assertTrue(web.requests().get(0).header("User-Agent").orElse("").startsWith("other/"));

    String shown = orb(0, "read", "settings", dir);
    assertTrue(shown.contains("http.agent.name=other  (-D, kept since "), shown);
    assertTrue(shown.contains("fetcher.threads.fetch=3  (--threads, kept since "), shown);
    assertTrue(shown.contains("hosts.file=" + tmp.resolve("hosts")), shown);
    assertFalse(shown.contains("hadoop.tmp.dir"), shown);
    String json = orb(0, "read", "settings", dir, "--json", "-D", "fetcher.server.delay=7");
    assertTrue(
        json.contains(
            "{\"name\":\"fetcher.server.delay\",\"value\":\"7\",\"origin\":\"-D\",\"kept\":false,"),
        json);
    assertFalse(orb(0, "read", "settings", dir).contains("=7"), "reading keeps nothing");
  }

  @Test
  void addDaysTakesWhatIsDueLaterOnce() {
    orb(0, "crawl", web.url("a.test", "/0"), dir, "--rounds", "1", "--no-index");
    orb(0, "crawl", dir, "--until-done", "--add-days", "31", "--no-index");
    assertEquals(2, requests(0), "due in 30 days");
    assertEquals(1, requests(1), "due now");
    assertEquals(1, requests(2), "found in later rounds");
    orb(3, "generate", dir, "--add-days", "29");
    orb(0, "generate", dir, "--add-days", "31");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--rounds 2 --more 1",
        "--more 1 --until-done",
        "--rounds -1",
        "--more 0",
        "--add-days -1",
        "--top-n 0",
        "--rounds 2"
      })
  void whatCannotBeIsRefusedAndLeavesNothing(String options) {
    List<String> words = new ArrayList<>(List.of("crawl", dir));
    words.addAll(List.of(options.split(" ")));
    String told = orb(2, words.toArray(new String[0]));
    assertEquals(1, told.lines().count(), told);
    assertFalse(Files.exists(Path.of(dir)));
  }
}
