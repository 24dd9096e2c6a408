package org.orbweaver.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The fake web seen by the JDK's client, which uses it as a proxy to reach host names. */
@Timeout(60)
class FakeWebTest {
  private final FakeWeb web = FakeWeb.start();
  private HttpClient client;

  @BeforeEach
  void connect() {
    client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(
                ProxySelector.of(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), web.port())))
            .build();
  }

  @AfterEach
  void stop() {
    web.close();
  }

  private HttpResponse<byte[]> get(String host, String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + host + path)).timeout(Duration.ofSeconds(10));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  @Test
  void tellsHostsApart() throws Exception {
    web.page("a.test", "/x?q=1", "<p>à la carte</p>").page("B.test", "/x?q=1", "bee");

    HttpResponse<byte[]> a = get("a.test", "/x?q=1", "User-Agent", "spider/1");
    HttpResponse<byte[]> b = get("b.test", "/x?q=1");
    HttpResponse<byte[]> none = get("c.test", "/x?q=1");

    assertEquals("<p>à la carte</p>", new String(a.body(), UTF_8));
    assertEquals("text/html; charset=utf-8", a.headers().firstValue("content-type").orElse(""));
    assertEquals("bee", new String(b.body(), UTF_8));
    assertEquals(404, none.statusCode());
    List<Request> requests = web.requests();
    assertEquals(3, requests.size());
    assertEquals("a.test", requests.get(0).host());
    assertEquals("/x?q=1", requests.get(0).path());
    assertEquals("spider/1", requests.get(0).userAgent());
    assertEquals(404, requests.get(2).status());
    assertTrue(requests.get(0).finished());
    assertTrue(requests.get(0).bytes() > 17);
  }

  @Test
  void keepsConnections() throws Exception {
    web.page("a.test", "/", "one");
    for (int i = 0; i < 20; i++) {
      get("a.test", "/");
    }

    assertTrue(web.requests().stream().allMatch(r -> r.connection() == 1));
  }

  @Test
  void answersInTurn() throws Exception {
    web.on("a.test", "/", Response.status(503), Response.html("up"));

    assertEquals(503, get("a.test", "/").statusCode());
    assertEquals(200, get("a.test", "/").statusCode());
    assertEquals(200, get("a.test", "/").statusCode());
    assertEquals(java.util.Map.of("a.test/", 3L), web.log().repeated());
  }

  @Test
  void answersUnderTheLongestFolder() throws Exception {
    web.under("a.test", "/trap/", (r, n) -> Response.html("<a href=" + r.path() + "x/>on</a>"));
    web.under("a.test", "/trap/end/", (r, n) -> Response.status(410));

    assertEquals("<a href=/trap/7/x/>on</a>", new String(get("a.test", "/trap/7/").body(), UTF_8));
    assertEquals(410, get("a.test", "/trap/end/7").statusCode());
  }

  @Test
  void headHasNoBody() throws Exception {
    web.page("a.test", "/", "four");
    HttpRequest head =
        HttpRequest.newBuilder(URI.create("http://a.test/"))
            .method("HEAD", HttpRequest.BodyPublishers.noBody())
            .build();

    HttpResponse<String> response = client.send(head, BodyHandlers.ofString());

    assertEquals("", response.body());
    assertEquals("4", response.headers().firstValue("content-length").orElse(""));
    assertEquals("four", new String(get("a.test", "/").body(), UTF_8));
  }

  @Test
  void answersConditionalRequests() throws Exception {
    Instant then = Instant.parse("2024-02-03T04:05:06Z");
    web.on("a.test", "/", Response.html("page").etag("\"v1\"").lastModified(then));

    String date = get("a.test", "/").headers().firstValue("last-modified").orElse("");
    assertEquals("Sat, 03 Feb 2024 04:05:06 GMT", date);
    assertEquals(304, get("a.test", "/", "If-None-Match", "\"v0\", \"v1\"").statusCode());
    assertEquals(200, get("a.test", "/", "If-None-Match", "\"v2\"").statusCode());
    assertEquals(304, get("a.test", "/", "If-Modified-Since", date).statusCode());
    assertEquals(
        200, get("a.test", "/", "If-Modified-Since", "Sat, 03 Feb 2024 04:05:05 GMT").statusCode());
    assertEquals(200, get("a.test", "/", "If-Modified-Since", "yesterday").statusCode());
    assertEquals(
        200, get("a.test", "/", "If-None-Match", "\"v2\"", "If-Modified-Since", date).statusCode());
  }

  @Test
  void redirects() throws Exception {
    web.redirectChain("a.test", "/r", 3, 302, "http://b.test/end").page("b.test", "/end", "there");
    web.redirectLoop("a.test", "/loop", 2, 301);
    client =
        HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NORMAL)
            .proxy(
                ProxySelector.of(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), web.port())))
            .build();

    assertEquals("there", new String(get("a.test", "/r").body(), UTF_8));
    assertEquals(
        List.of("/r", "/r/1", "/r/2", "/end"), web.requests().stream().map(Request::path).toList());
    web.log().clear();
    get("a.test", "/loop"); // the JDK gives up after five
    assertEquals(
        List.of("/loop", "/loop/1", "/loop", "/loop/1"),
        web.requests().stream().map(Request::path).limit(4).toList());
  }

  @Test
  void delaysTheFirstByteAndDripsTheOthers() throws Exception {
    Response slow = Response.html("0123456789").delay(Duration.ofMillis(150));
    web.on("a.test", "/late", slow);
    web.on("a.test", "/drip", slow.delay(Duration.ZERO).drip(2, Duration.ofMillis(30)));

    assertEquals(200, get("a.test", "/late").statusCode());
    assertEquals("0123456789", new String(get("a.test", "/drip").body(), UTF_8));
    assertTrue(millis(web.log().requestsFor("a.test", "/late").get(0)) >= 150);
    assertTrue(millis(web.log().requestsFor("a.test", "/drip").get(0)) >= 4 * 30);
  }

  private static long millis(Request request) {
    return (request.endNanos() - request.startNanos()) / 1_000_000;
  }

  @Test
  void serves304And204WithoutABody() throws Exception {
    web.on("a.test", "/204", Response.status(204)).page("a.test", "/", "next");

    assertEquals(204, get("a.test", "/204").statusCode());
    assertEquals("next", new String(get("a.test", "/").body(), UTF_8));
    assertTrue(web.requests().stream().allMatch(r -> r.connection() == 1));
  }

  @Test
  void encodesBodies() throws Exception {
    String text = "abcdefghij".repeat(1_000);
    web.on("a.test", "/chunked", Response.html(text).chunked(333));
    web.on("a.test", "/gzip", Response.html(text).gzip());
    web.on("a.test", "/both", Response.html(text).gzip().chunked(7));

    assertEquals(text, new String(get("a.test", "/chunked").body(), UTF_8));
    for (String path : List.of("/gzip", "/both")) {
      byte[] packed = get("a.test", path).body();
      assertEquals(text, new String(inflate(packed), UTF_8), path);
    }
  }

  private static byte[] inflate(byte[] packed) throws IOException {
    return new GZIPInputStream(new ByteArrayInputStream(packed)).readAllBytes();
  }

  @Test
  void endlessBodiesEndWhenTheClientLeaves() throws Exception {
    web.on("a.test", "/endless", Response.endless());
    try (RawClient raw = new RawClient(web)) {
      assertEquals(5_000_000, raw.get("a.test", "/endless").read(5_000_000).length());
    }

    awaitFinished(0);
    assertTrue(web.requests().get(0).bytes() >= 5_000_000);
  }

  private void awaitFinished(int request) throws InterruptedException {
    while (!web.requests().get(request).finished()) {
      Thread.sleep(5);
    }
  }

  @Test
  void hangsUntilTheClientLeaves() throws Exception {
    web.on("a.test", "/", Response.hang());
    try (RawClient raw = new RawClient(web)) {
      raw.get("a.test", "/");
      while (web.requests().isEmpty()) {
        Thread.sleep(5);
      }
      Thread.sleep(50);
      assertFalse(web.requests().get(0).finished());
    }
    awaitFinished(0);

    assertTrue(millis(web.requests().get(0)) >= 45);
  }

  @Test
  void cutsConnections() throws Exception {
    web.on("a.test", "/drop", Response.drop()).on("a.test", "/reset", Response.reset());
    web.on("a.test", "/half", Response.html("0123456789").closeAfter(5));
    web.on("a.test", "/torn", Response.html("0123456789").resetAfter(5));

    assertEquals("", raw("a.test", "/drop"));
    assertTrue(raw("a.test", "/half").endsWith("Content-Length: 10\r\n\r\n01234"));
    assertThrows(SocketException.class, () -> raw("a.test", "/reset"));
    assertThrows(SocketException.class, () -> raw("a.test", "/torn"));
    assertTrue(web.requests().stream().allMatch(Request::finished));
    assertEquals(0, web.log().requestsFor("a.test", "/drop").get(0).status());
  }

  private String raw(String host, String path) throws IOException {
    try (RawClient raw = new RawClient(web)) {
      return raw.get(host, path).readAll();
    }
  }

  @Test
  void liesOnRequest() throws Exception {
    web.on("a.test", "/charset", Response.html("x").contentType("text/html; charset=klingon"));
    web.on("a.test", "/br", Response.html("x").header("Content-Encoding", "br"));
    web.on("a.test", "/untyped", Response.bytes("", new byte[] {1, 2}));

    assertEquals(
        "text/html; charset=klingon",
        get("a.test", "/charset").headers().firstValue("content-type").orElse(""));
    assertEquals("br", get("a.test", "/br").headers().firstValue("content-encoding").orElse(""));
    assertTrue(get("a.test", "/untyped").headers().firstValue("content-type").isEmpty());
  }

  @Test
  void answersRobotsOfAllKinds() throws Exception {
    web.robots("text.test", "User-agent: *\nDisallow: /x\n");
    web.robots("down.test", Response.status(503));

    assertEquals(
        "User-agent: *\nDisallow: /x\n", new String(get("text.test", "/robots.txt").body(), UTF_8));
    assertEquals(503, get("down.test", "/robots.txt").statusCode());
    assertEquals(404, get("none.test", "/robots.txt").statusCode());
    assertTrue(web.requests().get(0).isRobots());
  }

  @Test
  void understandsAwkwardRequests() throws Exception {
    web.page("a.test", "/", "one").page("a.test", "/2", "two");
    try (RawClient raw = new RawClient(web)) {
      raw.send("GET / HT");
      Thread.sleep(30);
      raw.send("TP/1.1\r\nHOST: A.test:80\r\n\r");
      Thread.sleep(30);
      raw.send("\nPOST /2 HTTP/1.1\r\nHost: a.test\r\nContent-Length: 3\r\n\r\nabc");
      raw.send("GET /2 HTTP/1.0\r\nHost: a.test\r\n\r\n");
      String all = raw.readAll();
      assertTrue(all.contains("one") && all.endsWith("two"), all);
    }
    try (RawClient raw = new RawClient(web)) {
      assertTrue(raw.send("nonsense\r\n\r\n").readAll().startsWith("HTTP/1.1 400"));
    }
    assertEquals(
        List.of("GET", "POST", "GET", ""), web.requests().stream().map(Request::method).toList());
  }

  @Test
  void measuresGapsAndOverlaps() throws Exception {
    web.on("a.test", "/", Response.html("x").delay(Duration.ofMillis(100)));
    get("a.test", "/");
    Thread.sleep(60);
    get("a.test", "/");
    get("b.test", "/");

    assertEquals(1, web.log().maxConcurrent("a.test"));
    web.log().assertPolite(Duration.ofMillis(60));
    AssertionError error =
        assertThrows(AssertionError.class, () -> web.log().assertPolite(Duration.ofDays(1)));
    assertTrue(error.getMessage().startsWith("a.test: GET / began "), error.getMessage());

    List<CompletableFuture<?>> both = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      HttpRequest request = HttpRequest.newBuilder(URI.create("http://a.test/")).build();
      both.add(client.sendAsync(request, BodyHandlers.ofString()));
    }
    both.forEach(CompletableFuture::join);
    assertEquals(2, web.log().maxConcurrent("a.test"));
    assertThrows(AssertionError.class, () -> web.log().assertPolite(Duration.ZERO));
  }

  @Test
  void holdsThousandsOfConnections() throws Exception {
    web.page("a.test", "/", "x");
    List<RawClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < 2_000; i++) {
        clients.add(new RawClient(web).get("a.test", "/"));
      }
      for (RawClient raw : clients) {
        assertEquals('H', raw.readByte());
      }
    } finally {
      for (RawClient raw : clients) {
        raw.close();
      }
    }
  }

  @Test
  void writesAHostsFile(@TempDir Path tmp) throws Exception {
    FakeWebSpec spec = FakeWebSpec.builder().hosts(50).addresses(3).build();
    try (FakeWeb spread = FakeWeb.start(spec)) {
      spread.page("extra.test", "/", "x");
      List<String> lines = Files.readAllLines(spread.hostsFile(tmp.resolve("hosts")));

      assertEquals(51, lines.size());
      assertTrue(lines.contains(spread.address("h0.test") + " h0.test"));
      List<String> addresses =
          lines.stream().map(l -> l.split(" ", 2)[0]).distinct().sorted().toList();
      assertEquals(List.of("127.0.0.1", "127.0.0.2", "127.0.0.3"), addresses);
      for (String address : addresses) {
        HttpRequest direct =
            HttpRequest.newBuilder(URI.create("http://" + address + ":" + spread.port() + "/"))
                .build();
        assertEquals(
            404, HttpClient.newHttpClient().send(direct, BodyHandlers.discarding()).statusCode());
      }
    }
  }

  @Test
  void keepsNoMoreRequestsThanAsked() throws Exception {
    try (FakeWeb few = FakeWeb.start(FakeWebSpec.builder().hosts(1).recorded(2).build())) {
      IntStream.range(0, 5)
          .forEach(
              i -> {
                try (RawClient raw = new RawClient(few)) {
                  raw.get("h0.test", "/").readByte();
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      assertEquals(2, few.requests().size());
      assertEquals(5, few.log().count());
    }
  }
}
