package org.orbweaver.orb.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Walks through the demo as a crawler would, with the JDK's client and a regular expression. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DemoWebTest {
  private static final Pattern HREF = Pattern.compile("href=\"([^\"#]+)");

  private DemoWeb web;
  private HttpClient client;
  private final Map<String, HttpResponse<String>> found = new HashMap<>();
  private final Set<String> skipped = new HashSet<>();

  @BeforeAll
  void crawl() throws Exception {
    web = DemoWeb.start(0);
    client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).proxy(proxy()).build();
    Set<String> known = new LinkedHashSet<>(web.seeds());
    Deque<String> queue = new ArrayDeque<>(known);
    while (!queue.isEmpty()) {
      String url = queue.remove();
      if (web.forbidden().contains(url)) {
        skipped.add(url);
        continue;
      }
      HttpResponse<String> response = get(url);
      found.put(url, response);
      Set<String> links = new LinkedHashSet<>();
      response.headers().firstValue("location").ifPresent(links::add);
      if (response.statusCode() == 200) {
        Matcher href = HREF.matcher(response.body());
        while (href.find()) {
          links.add(href.group(1));
        }
      }
      for (String link : links) {
        String target = URI.create(url).resolve(link).toString();
        if (known.add(target)) {
          queue.add(target);
        }
      }
    }
  }

  @AfterAll
  void stop() {
    web.close();
  }

  /** Directs all host names to the demo; paths in requests then are absolute URLs. */
  private ProxySelector proxy() {
    return ProxySelector.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), web.port()));
  }

  private HttpResponse<String> get(String url) throws Exception {
    return client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
  }

  private long count(int status) {
    return found.values().stream().filter(r -> r.statusCode() == status).count();
  }

  private boolean isMissing(String url) {
    int status = found.get(url).statusCode();
    return status == 404 || status == 410;
  }

  @Test
  void allIsReachedFromTheSeed() {
    DemoExpected expected = DemoExpected.of(web);
    assertEquals(expected.pages() + expected.texts(), count(200));
    assertEquals(1, expected.texts());
    assertEquals(
        expected.missing(),
        count(404) + count(410),
        () -> "missing: " + found.keySet().stream().filter(this::isMissing).toList());
    assertEquals(expected.redirects(), count(301) + count(302) + count(307) + count(308));
    assertEquals(expected.forbidden(), skipped.size());
    assertEquals(expected.urls(), found.size() + skipped.size());
    assertTrue(expected.pages() >= 120 && expected.pages() <= 300, "pages: " + expected.pages());
    assertEquals(8, expected.hosts());
  }

  @Test
  void theMirrorIsExactAndNothingElseIs() {
    Map<String, Integer> copies = new HashMap<>();
    found.values().stream()
        .filter(r -> r.statusCode() == 200)
        .forEach(r -> copies.merge(r.body(), 1, Integer::sum));
    long twice = copies.values().stream().filter(n -> n == 2).count();
    assertEquals(DemoExpected.of(web).duplicates(), twice);
    assertTrue(copies.values().stream().allMatch(n -> n <= 2));
  }

  @Test
  void theReadersEditionIsNearTheFirst() {
    String path = "/chapter-7.html";
    Set<String> first = words(found.get(web.url("wonderland.demo", path)).body());
    Set<String> second = words(found.get(web.url("reader.demo", path)).body());
    Set<String> common = new HashSet<>(first);
    common.retainAll(second);
    first.addAll(second);
    double jaccard = common.size() / (double) first.size();
    assertTrue(jaccard > 0.9 && jaccard < 1, "Jaccard coefficient: " + jaccard);
    assertEquals(12, DemoExpected.of(web).nearDuplicates());
  }

  private static Set<String> words(String html) {
    return new HashSet<>(List.of(html.replaceAll("<[^>]*>", " ").split("[\\s'‘’]+", -1)));
  }

  @Test
  void pagesHaveTheirText() {
    String tea = found.get(web.url("wonderland.demo", "/chapter-7.html")).body();
    assertTrue(tea.contains("<title>Chapter VII: A Mad Tea-Party – Alice’s Adventures"), tea);
    assertTrue(tea.contains("Twinkle, twinkle, little bat!"));
    String stage = found.get(web.url("arden.demo", "/act-2/scene-7.html")).body();
    assertTrue(stage.contains("All the world’s a stage"));
    String reign = found.get(web.url("milton.demo", "/book-1/lines-201.html")).body();
    assertTrue(reign.contains("Better to reign in Hell than serve in Heaven."));
    String speech = found.get(web.url("law.demo", "/amendments/1.html")).body();
    assertTrue(speech.contains("freedom of\nspeech"));
  }

  @Test
  void redirectsLeadSomewhereOrInCircles() {
    assertEquals(web.url("wonderland.demo", "/"), location("/alice"));
    assertEquals("/round/about", location("/round"));
    assertEquals("/round", location("/round/about"));
  }

  private String location(String path) {
    return found.get(web.url("old.demo", path)).headers().firstValue("location").orElse("");
  }

  @Test
  void robotsForbidTheDrafts() throws Exception {
    assertTrue(get(web.url("law.demo", "/robots.txt")).body().contains("Disallow: /drafts/"));
    assertEquals(404, get(web.url("arden.demo", "/robots.txt")).statusCode());
    assertTrue(web.forbidden().contains(web.url("law.demo", "/drafts/preamble.html")));
  }

  @Test
  void hostsFileNamesAll(@TempDir Path tmp) throws Exception {
    List<String> lines = Files.readAllLines(web.hostsFile(tmp.resolve("hosts")));
    assertEquals(8, lines.size());
    assertEquals("127.0.0.1 docs.demo", lines.get(0));
  }

  /** A copied demo continues while the first one runs: its URLs have the port of the first. */
  @Test
  void portInUseIsServedAtAnotherAddress(@TempDir Path tmp) throws Exception {
    try (DemoWeb second = DemoWeb.start(web.port())) {
      assertEquals(web.seeds(), second.seeds());
      assertNotEquals(web.address(), second.address());
      List<String> lines = Files.readAllLines(second.hostsFile(tmp.resolve("hosts")));
      assertEquals(second.address() + " docs.demo", lines.get(0));
    }
  }
}
