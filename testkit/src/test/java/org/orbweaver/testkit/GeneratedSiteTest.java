package org.orbweaver.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class GeneratedSiteTest {
  private static final FakeWebSpec SPEC =
      FakeWebSpec.builder()
          .seed(5)
          .hosts(7)
          .pagesPerHost(90)
          .pageBytes(6_000)
          .linksWithin(6)
          .linksAcross(2)
          .build();
  private static final Pattern HREF = Pattern.compile("href=\"([^\"]+)\"");

  private final GeneratedSite site = new GeneratedSite(SPEC, 8080);

  private static String html(GeneratedSite site, String host, String path) {
    return new String(site.answer(host, path).orElseThrow().chunk(0, 1 << 20).array(), UTF_8);
  }

  @Test
  void sameSeedSameBytes() {
    GeneratedSite again = new GeneratedSite(SPEC, 8080);
    assertEquals(html(site, "h3.test", "/d5/p5.html"), html(again, "h3.test", "/d5/p5.html"));
    assertEquals(6_000, html(site, "h3.test", "/d5/p5.html").length());
    assertNotEquals(html(site, "h3.test", "/d5/p5.html"), html(site, "h4.test", "/d5/p5.html"));
  }

  @Test
  void pagesHaveTheLinksItSays() {
    for (int page : new int[] {0, 1, 17, 89}) {
      Matcher href = HREF.matcher(html(site, "h2.test", site.path(page)));
      List<String> links =
          href.results()
              .map(m -> m.group(1))
              .map(l -> l.startsWith("/") ? "http://h2.test:8080" + l : l)
              .toList();
      assertEquals(site.links(2, page), links);
      assertEquals(links.size(), Set.copyOf(links).size());
    }
  }

  @Test
  void oneSeedReachesAll() {
    assertEquals(Set.copyOf(site.urls()), site.reachable(List.of(site.url(4, 0))));
  }

  @Test
  void unknownPagesAreNotThere() {
    assertTrue(site.answer("h0.test", "/d5/p5.html").isPresent());
    for (String path :
        List.of("/d4/p5.html", "/d5/p05.html", "/d5/p90.html", "/p5", "/d0/p0.html")) {
      assertFalse(site.answer("h0.test", path).isPresent(), path);
    }
    assertFalse(site.answer("h7.test", "/").isPresent());
    assertEquals(404, site.answer("h0.test", "/robots.txt").orElseThrow().status());
  }

  @Test
  void pagesAreNotNearDuplicates() {
    Set<String> a = shingles(html(site, "h1.test", "/d3/p3.html"));
    Set<String> b = shingles(html(site, "h1.test", "/d4/p4.html"));
    long common = a.stream().filter(b::contains).count();
    assertTrue(common < a.size() / 10, common + " of " + a.size());
  }

  private static Set<String> shingles(String html) {
    List<String> words = Arrays.asList(html.substring(html.indexOf("<p>")).split("\\W+", -1));
    Set<String> shingles = new HashSet<>();
    for (int i = 0; i + 3 <= words.size(); i++) {
      shingles.add(String.join(" ", words.subList(i, i + 3)));
    }
    return shingles;
  }

  @Test
  void faultsTakeTheirShare() {
    FakeWebSpec faulty =
        FakeWebSpec.builder()
            .hosts(10)
            .pagesPerHost(500)
            .pageBytes(0)
            .fault(0.1, Response.status(503))
            .fault(0.2, Response.drop())
            .build();
    GeneratedSite site = new GeneratedSite(faulty, 80);
    int[] counts = new int[1_000];
    for (int h = 0; h < 10; h++) {
      assertTrue(site.fault(h, 0).isEmpty());
      for (int p = 0; p < 500; p++) {
        Response answer = site.answer("h" + h + ".test", site.path(p)).orElseThrow();
        counts[answer.isRaw() ? 0 : answer.status()]++;
      }
    }
    Set<String> reachable = site.reachable(List.of(site.url(0, 0)));
    assertTrue(reachable.size() < 5_000 && reachable.size() > 1_000, "size: " + reachable.size());
    assertEquals(500, counts[503], 70);
    assertEquals(1_000, counts[0], 100);
    assertThrows(
        IllegalArgumentException.class, () -> FakeWebSpec.builder().fault(2, Response.drop()));
  }

  @Test
  void latenciesAreSpreadOverTheirRangeAndTheSameEachTime() {
    FakeWebSpec.Builder spec = FakeWebSpec.builder().hosts(50).pagesPerHost(40).latencyOf(3, 999);
    GeneratedSite slow = new GeneratedSite(spec.latency(100, 800).build(), 8080);
    GeneratedSite again = new GeneratedSite(spec.build(), 8080);
    long sum = 0;
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int page = -1; page < 40; page++) {
      assertEquals(999, slow.latency(3, page).toMillis());
      for (int host = 4; host < 50; host++) {
        long millis = slow.latency(host, page).toMillis();
        assertEquals(millis, again.latency(host, page).toMillis());
        sum += millis;
        least = Math.min(least, millis);
        most = Math.max(most, millis);
      }
    }
    assertTrue(least >= 100 && least < 110, "least " + least);
    assertTrue(most <= 800 && most > 790, "most " + most);
    assertEquals(450, (double) sum / (41 * 46), 20);
    assertEquals(0, site.latency(1, 1).toMillis());
  }
}
