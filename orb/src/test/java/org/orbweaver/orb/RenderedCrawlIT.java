package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.browser.Chromium;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;
import org.orbweaver.testkit.apps.RenderedApp;
import org.orbweaver.testkit.apps.RenderedApps;

/** A crawl of applications whose text their scripts write, with a real browser. */
class RenderedCrawlIT {
  private static final Set<String> NAMES =
      Set.of(
          "fetch-json",
          "xhr",
          "graphql-get",
          "lazy-list",
          "promise-chain",
          "timers",
          "xhr-redirect",
          "gzip-data",
          "custom-element",
          "shadow-open",
          "dynamic-import",
          "import-map");

  /** Of these, the ones whose text has at most five words, which are not a gain. */
  private static final Set<String> FIVE_WORDS = Set.of("custom-element", "dynamic-import");

  @TempDir private Path folder;

  @Test
  void theirTextIsFoundAndToldOf() throws Exception {
    assumeTrue(Chromium.find("chromium").isPresent(), "no chromium in the PATH");
    FakeWeb web = FakeWeb.start(FakeWebSpec.builder().addresses(1).build());
    List<RenderedApp> apps =
        RenderedApps.all().stream().filter(app -> NAMES.contains(app.name())).toList();
    assertEquals(NAMES.size(), apps.size());
    apps.forEach(app -> app.addTo(web));
    // A build may run as root, for whom Chromium has no sandbox.
    try (TestSite site =
        new TestSite(
            web,
            folder,
            "orbweaver.render=auto",
            "orbweaver.render.sandbox=false",
            "fetcher.server.delay=.05")) {
      List<String> crawl = new ArrayList<>(List.of("crawl"));
      apps.forEach(app -> crawl.add(web.url(app.host(), "/")));
      crawl.addAll(List.of(site.dir(), "--rounds", "1"));
      String said = site.orb(0, crawl.toArray(new String[0]));
      long gained = (long) NAMES.size() - FIVE_WORDS.size();
      assertTrue(said.contains("12 pages rendered, " + gained + " gained"), said);

      for (RenderedApp app : apps) {
        String text = app.expected().get(0);
        TestSite.Run hits = site.orb(List.of("search", site.dir(), '"' + text + '"'));
        boolean gains = !FIVE_WORDS.contains(app.name());
        assertEquals(gains, hits.out().contains(app.host()), () -> app.name() + hits);
        String why = site.orb(0, "why", web.url(app.host(), "/"), site.dir());
        assertTrue(why.contains(gains ? "gained: " : "no gain: 0 words became"), why);
      }
      String app = web.url("fetch-json.apps.test", "/");
      String why = site.orb(0, "why", app, site.dir());
      assertTrue(why.contains("rendered: marked as made by scripts"), why);
      assertTrue(why.contains("gained:"), why);
      String segment = Path.of(site.dir(), "segments").toFile().list()[0];
      String proof =
          site.orb(0, "read", "segment", site.dir(), "--segment", segment, "--politeness");
      assertTrue(proof.contains("politeness violations: 0"), proof);
      web.log().assertPolite(Duration.ofMillis(50));
      String health = site.orb(0, "doctor", site.dir(), "--offline", "--deep");
      assertTrue(health.contains("Chromium"), health);
      Map<?, ?> report = Json.parse(site.orb(0, "report", site.dir(), "--json"));
      Map<?, ?> round = (Map<?, ?>) ((List<?>) report.get("rounds")).get(0);
      assertEquals(gained, ((Map<?, ?>) round.get("rendering")).get("gained"));
      String metrics = site.orb(0, "report", site.dir(), "--prometheus");
      assertTrue(
          metrics.contains(
              "orbweaver_rendered_pages{crawl=\"crawl\",outcome=\"gained\"} " + gained),
          metrics);
    }
  }
}
