package org.orbweaver.crawler.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPInputStream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.crawler.browser.BrowserSettings;
import org.orbweaver.crawler.browser.Chromium;
import org.orbweaver.crawler.browser.ChromiumRenderer;
import org.orbweaver.crawler.browser.PageSource;
import org.orbweaver.crawler.browser.PostMode;
import org.orbweaver.crawler.browser.RenderException;
import org.orbweaver.crawler.browser.RenderedPage;
import org.orbweaver.crawler.browser.Renderer;
import org.orbweaver.crawler.browser.ResourceAnswer;
import org.orbweaver.crawler.browser.ResourceRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Request;
import org.orbweaver.testkit.apps.RenderedApp;
import org.orbweaver.testkit.apps.RenderedApps;

/** The applications in a real browser: their text, and that one page does not cost another. */
class RenderedAppsIT {
  /** As by default. */
  private static final int TABS = 4;

  @TempDir Path folder;

  private final FakeWeb web = FakeWeb.start();
  private final HttpClient client =
      HttpClient.newBuilder()
          .proxy(
              ProxySelector.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), web.port())))
          .build();

  /** Pieces of text found and expected, by kind. */
  private final Map<String, int[]> found = new TreeMap<>();

  private final List<String> faults = new CopyOnWriteArrayList<>();

  @Test
  void textsOfApplicationsAreFound() throws Exception {
    assumeTrue(Chromium.find("chromium").isPresent(), "skipped: no chromium in the path");
    List<RenderedApp> apps =
        RenderedApps.all().stream()
            .filter(app -> app.name().matches(System.getProperty("orbweaver.test.apps", ".*")))
            .toList();
    BrowserSettings settings =
        new BrowserSettings(
            "chromium",
            folder,
            !System.getProperty("user.name").equals("root"),
            "Orbweaver",
            TABS,
            100,
            1500,
            Duration.ofSeconds(30),
            200,
            5_000_000,
            PostMode.QUERIES);
    try (web;
        Renderer renderer = new ChromiumRenderer(settings)) {
      for (RenderedApp app : apps) {
        assertTrue(app.isRunnable(), "missing WebJars: " + app.libraries());
        app.addTo(web);
      }
      ExecutorService threads = Executors.newFixedThreadPool(TABS);
      for (Future<?> one :
          threads.invokeAll(
              apps.stream().map(app -> Executors.callable(() -> run(app, renderer))).toList())) {
        one.get();
      }
      threads.shutdown();
      int sum = found.values().stream().mapToInt(counts -> counts[0]).sum();
      int of = found.values().stream().mapToInt(counts -> counts[1]).sum();
      found.forEach((kind, n) -> System.out.printf("%s: %d of %d found%n", kind, n[0], n[1]));
      System.out.printf("%d applications: %d of %d texts and links found%n", apps.size(), sum, of);
      assertTrue(sum >= of * 0.99, () -> String.join("\n", faults));
      assertEquals(
          List.of(),
          web.requests().stream()
              .filter(r -> !r.method().equals("GET") && !r.path().contains("graphql"))
              .toList());
      assertEquals(
          List.of(),
          web.requests().stream()
              .map(Request::path)
              .filter(p -> p.equals("/favicon.ico"))
              .toList());
    }
  }

  private void run(RenderedApp app, Renderer renderer) {
    String url = web.url(app.host(), "/");
    long start = System.nanoTime();
    String outcome;
    String requests = "";
    String text = "";
    List<String> links = List.of();
    try {
      HttpResponse<byte[]> page = get(url).join();
      RenderedPage rendered =
          renderer.render(new PageSource(url, 200, headers(page), page.body()), this::load);
      var document = Jsoup.parse(rendered.html(), url);
      document.select("script, style").remove();
      text = document.text();
      links = document.select("a").eachAttr("abs:href");
      outcome = rendered.ending() + ", " + rendered.cpuMillis() + " ms CPU";
      requests = rendered.requests().toString();
    } catch (RenderException e) {
      outcome = e.kind() + ": " + e.getMessage();
      assertTrue(e.kind() != RenderException.Kind.NO_BROWSER, outcome);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    List<String> missing = new ArrayList<>();
    for (String expected : app.expected()) {
      count(app, text.contains(expected), "text '" + expected + "'", missing);
    }
    for (String link : app.links()) {
      count(app, links.contains(web.url(app.host(), link)), "link " + link, missing);
    }
    for (String absent : app.absent()) {
      if (text.contains(absent)) {
        missing.add("has '" + absent + "'");
      }
    }
    System.out.printf(
        "%-24s %5d ms  %s  %s%n",
        app.name(), (System.nanoTime() - start) / 1_000_000, outcome, missing);
    if (!missing.isEmpty()) {
      faults.add(app.name() + ": " + missing + " in '" + text + "' (" + outcome + ") " + requests);
    }
  }

  private void count(RenderedApp app, boolean isFound, String what, List<String> missing) {
    synchronized (found) {
      int[] counts = found.computeIfAbsent(app.kind(), k -> new int[2]);
      counts[0] += isFound ? 1 : 0;
      counts[1]++;
    }
    if (!isFound) {
      missing.add(what);
    }
  }

  private CompletableFuture<ResourceAnswer> load(ResourceRequest request) {
    return send(request(request.url()), request)
        .thenApply(
            answer ->
                (ResourceAnswer)
                    new ResourceAnswer.Loaded(
                        new FetchedPage(
                            answer.statusCode(),
                            headers(answer),
                            decoded(answer),
                            FetchedPage.Truncation.NONE)))
        .exceptionally(failure -> new ResourceAnswer.Refused(failure.toString()));
  }

  /** Through the fake web as a proxy, which knows all hosts. */
  private CompletableFuture<HttpResponse<byte[]>> get(String url) {
    return client.sendAsync(request(url).build(), BodyHandlers.ofByteArray());
  }

  private CompletableFuture<HttpResponse<byte[]>> send(
      HttpRequest.Builder builder, ResourceRequest request) {
    request.headers().forEach(header -> builder.setHeader(header.name(), header.value()));
    if (request.body() != null) {
      builder.POST(HttpRequest.BodyPublishers.ofString(request.body()));
    }
    return client.sendAsync(builder.build(), BodyHandlers.ofByteArray());
  }

  private static HttpRequest.Builder request(String url) {
    return HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(10));
  }

  private static List<Header> headers(HttpResponse<?> answer) {
    List<Header> headers = new ArrayList<>();
    answer
        .headers()
        .map()
        .forEach((name, values) -> values.forEach(value -> headers.add(new Header(name, value))));
    return headers;
  }

  private static byte[] decoded(HttpResponse<byte[]> answer) {
    if (answer.headers().firstValue("Content-Encoding").isEmpty()) {
      return answer.body();
    }
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
