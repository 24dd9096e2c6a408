package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.identity.KeyFolder;
import org.orbweaver.crawler.signature.PublicKey;
import org.orbweaver.crawler.signature.SignatureVerifier;
import org.orbweaver.crawler.signature.SignatureVerifier.Outcome;
import org.orbweaver.crawler.signature.SignatureVerifier.Verdict;
import org.orbweaver.crawler.signature.SignedMessage;
import org.orbweaver.crawler.signature.SigningKey;
import org.orbweaver.testkit.LoginSite;

/** A crawl whose requests are signed, against a server that verifies each. */
class SignatureIT {
  private static final URI AGENT = URI.create("https://crawler.test");
  private static final int PAGES = 12;

  @TempDir private Path tmp;
  private KeyFolder keys;
  private HttpServer http;
  private HttpsServer https;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Queue<Seen> seen = new ConcurrentLinkedQueue<>();
  private final StringBuilder allPrinted = new StringBuilder();

  /** Is called before a request for a page is answered. */
  private volatile Runnable before = () -> {};

  private record Seen(String url, String agent, Verdict verdict, String input) {}

  @BeforeEach
  void start() throws Exception {
    keys = new KeyFolder(tmp.resolve("keys"));
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    Path tls = LoginSite.keys(tmp.resolve("tls.p12"), "a.test");
    https = HttpsServer.create(new InetSocketAddress(loopback, 0), 0);
    https.setHttpsConfigurator(new HttpsConfigurator(LoginSite.tls(tls)));
    http = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    for (HttpServer server : List.of(http, https)) {
      server.createContext("/", exchange -> handle(exchange, server == https));
      server.setExecutor(threads);
      server.start();
    }
    Files.writeString(
        tmp.resolve("hosts"), "127.0.0.1 a.test\n127.0.0.1 b.test\n127.0.0.1 xn--bcher-kva.test\n");
  }

  @AfterEach
  void stop() {
    http.stop(0);
    https.stop(0);
    threads.shutdownNow();
  }

  private String url(String host, String path) {
    return "https://" + host + ":" + https.getAddress().getPort() + path;
  }

  private String plainUrl(String host, String path) {
    return "http://" + host + ":" + http.getAddress().getPort() + path;
  }

  private void handle(HttpExchange exchange, boolean isTls) throws IOException {
    String host = exchange.getRequestHeaders().getFirst("Host");
    String path = exchange.getRequestURI().toString();
    URI url = URI.create((isTls ? "https://" : "http://") + host + path);
    List<Header> headers = new ArrayList<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> values.forEach(value -> headers.add(new Header(name, value))));
    SignatureVerifier verifier =
        new SignatureVerifier(agent -> agent.equals(AGENT) ? published() : Optional.empty());
    Verdict verdict =
        verifier.verify(
            SignedMessage.request(exchange.getRequestMethod(), url, headers), Instant.now());
    seen.add(
        new Seen(
            url.toString(),
            exchange.getRequestHeaders().getFirst("User-Agent"),
            verdict,
            String.join(
                "\n",
                headers.stream()
                    .filter(header -> header.name().regionMatches(true, 0, "signature", 0, 9))
                    .map(Header::value)
                    .toList())));
    if (path.startsWith("/p")) {
      before.run();
    }
    answer(exchange, host.replaceFirst(":.*", ""), path);
  }

  /** What the origin's directory of keys has at this time. */
  private Optional<List<PublicKey>> published() {
    return Optional.of(keys.keys().stream().map(SigningKey::shown).toList());
  }

  private void answer(HttpExchange exchange, String host, String path) throws IOException {
    StringBuilder body = new StringBuilder("<title>" + path + "</title><p>Some words.");
    String type = "text/html";
    int status = 200;
    if (path.equals("/broken")) {
      exchange.close();
      return;
    }
    switch (path) {
      case "/robots.txt" -> {
        type = "text/plain";
        body.setLength(0);
        body.append("User-agent: *\nContent-Usage: train-ai=y\nAllow: /\n");
        if (host.equals("a.test")) {
          body.append("Sitemap: ").append(url(host, "/sitemap.xml")).append('\n');
        }
      }
      case "/sitemap.xml" -> {
        type = "application/xml";
        body.setLength(0);
        body.append("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>")
            .append(url(host, "/of-sitemap"))
            .append("</loc></url></urlset>");
      }
      case "/" -> {
        for (int i = 0; i < PAGES; i++) {
          body.append("<a href='/p").append(i).append("'>page</a> ");
        }
        body.append("<a href='/away'>b</a> <a href='/forbidden'>c</a> <a href='/broken'>c</a>");
        body.append("<a href='").append(url("xn--bcher-kva.test", "/idn")).append("'>d</a>");
        body.append("<a href='").append(plainUrl("b.test", "/plain")).append("'>e</a>");
        body.append("<a href='").append(plainUrl("b.test", "/forbidden")).append("'>f</a>");
      }
      case "/away" -> {
        status = 301;
        exchange.getResponseHeaders().set("Location", "/away2");
      }
      case "/away2" -> {
        status = 302;
        exchange.getResponseHeaders().set("Location", url("b.test", "/landed"));
      }
      case "/forbidden" -> status = 403;
      case "/.well-known/tdmrep.json" -> {
        type = "application/json";
        body.setLength(0);
        body.append("[]");
      }
      default -> {
        if (path.startsWith("/orbweaver") || path.contains("no-such")) {
          status = 404;
        }
      }
    }
    byte[] bytes = body.toString().getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private Path crawlFile(String more) throws IOException {
    Path file = tmp.resolve("crawl.yaml");
    Files.writeString(
        file,
        "directory: crawl\nseeds: [\""
            + url("a.test", "/")
            + "\"]\nrounds: 3\n"
            + "agent: {name: signbot"
            + more
            + "}\npoliteness: {delay: 0, tdmrep: stated}\n"
            + "sitemaps: {from-robots: true}\n"
            + "fetching: {check-certificates: false}\n"
            + "network: {private-addresses: [127.0.0.0/8], hosts-file: "
            + tmp.resolve("hosts")
            + "}\n");
    return file;
  }

  private String orb(int status, String... args) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    List<String> words = new ArrayList<>(List.of(args));
    words.addAll(List.of("-D", "hadoop.tmp.dir=" + tmp.resolve("hadoop")));
    PrintStream stream = new PrintStream(printed, true, UTF_8);
    int ended =
        Orb.run(
            words.toArray(new String[0]), new Console(stream, stream, false), new Configuration());
    assertEquals(status, ended, printed.toString(UTF_8));
    allPrinted.append(printed.toString(UTF_8));
    return printed.toString(UTF_8);
  }

  /** The new key is known before the round in which it takes over, as 24 hours' notice is. */
  @Test
  void everyRequestIsVerifiedAlsoWhileKeysRotate() throws Exception {
    Path file = crawlFile(", keys: keys, keys-origin: 'https://crawler.test'");
    String first = orb(0, "key", "new", file.toString()).lines().findFirst().orElseThrow();
    Instant[] change = new Instant[1];
    int[] pages = new int[1];
    before =
        () -> {
          synchronized (pages) {
            // In the middle of the round's requests.
            if (++pages[0] == PAGES / 2 && change[0].isAfter(Instant.now())) {
              sleepUntil(change[0].plusMillis(100));
            }
          }
        };
    // The round that fetches / does not know the key; the next one does.
    Thread rotation =
        new Thread(
            () -> {
              while (seen.stream().noneMatch(one -> one.url().equals(url("a.test", "/")))) {
                sleepUntil(Instant.now().plusMillis(20));
              }
              change[0] = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(12);
              keys.add(change[0], change[0].plus(Duration.ofDays(1)));
              keys.retire(first, change[0].plusSeconds(1));
            });
    rotation.start();
    orb(0, "crawl", file.toString());
    rotation.join();

    Set<String> paths = new TreeSet<>();
    Map<Outcome, Long> outcomes = new TreeMap<>();
    Map<String, Long> byKey = new TreeMap<>();
    for (Seen one : seen) {
      if (one.url().startsWith("https:")) {
        outcomes.merge(one.verdict().outcome(), 1L, Long::sum);
        paths.add(one.url().replaceFirst(":\\d+/", "/").substring("https://".length()));
        assertEquals(Outcome.VERIFIED, one.verdict().outcome(), one.toString());
        byKey.merge(one.input().contains(first) ? "first" : "second", 1L, Long::sum);
      } else {
        assertEquals("", one.input(), one.url());
      }
    }
    assertEquals(Set.of(Outcome.VERIFIED), outcomes.keySet());
    assertEquals(Set.of("first", "second"), byKey.keySet());
    assertTrue(
        paths.containsAll(
            Set.of(
                "a.test/robots.txt",
                "a.test/sitemap.xml",
                "a.test/of-sitemap",
                "a.test/.well-known/tdmrep.json",
                "a.test/away2",
                "a.test/p11",
                "b.test/robots.txt",
                "b.test/landed",
                "xn--bcher-kva.test/idn")),
        paths::toString);
    assertTrue(seen.stream().anyMatch(one -> one.url().equals(plainUrl("b.test", "/plain"))));

    String why = orb(0, "why", url("a.test", "/forbidden"), file.toString());
    assertTrue(why.contains("requested: 403"), why);
    assertTrue(why.contains("; signed"), why);
    assertTrue(why.contains("refused 1 of "), why);
    why = orb(0, "why", plainUrl("b.test", "/forbidden"), file.toString());
    assertTrue(why.contains("; not signed"), why);
    why = orb(0, "why", url("a.test", "/broken"), file.toString(), "--json");
    assertTrue(
        Pattern.compile("\"answer\":\"TRUNCATED\".*?\"signed\":true").matcher(why).find(), why);
    assertFalse(why.contains("\"signed\":false"), why);
    String report = orb(0, "report", file.toString(), "--json");
    for (String row :
        List.of(
            "\"a.test\", \"\\d+\", \"1\", \"0\", \"0\", \"403 [(]1[)]\"",
            "\"b.test\", \"\\d+\", \"0\", \"\\d+\", \"1\", \"403 [(]1[)]\"")) {
      assertTrue(Pattern.compile(row).matcher(report).find(), () -> row + " in " + report);
    }

    seen.clear();
    orb(0, "try", url("a.test", "/p1"), file.toString(), "--as-browser");
    orb(1, "try", url("a.test", "/forbidden"), file.toString());
    Set<String> agents = new TreeSet<>();
    for (Seen one : seen) {
      boolean isBrowser = one.agent().startsWith("Mozilla");
      agents.add(isBrowser ? "browser" : "own");
      assertEquals(isBrowser, one.input().isEmpty(), one.toString());
      assertTrue(isBrowser || one.verdict().outcome() == Outcome.VERIFIED, one.toString());
    }
    assertEquals(Set.of("browser", "own"), agents);

    orb(0, "config", file.toString());
    orb(0, "config", "--from", tmp.resolve("crawl").toString());
    orb(0, "read", "settings", file.toString());
    orb(0, "key", "list", file.toString());
    String listed = orb(0, "key", "list", file.toString(), "--json");
    assertEquals(2, listed.lines().count());
    assertTrue(listed.contains("\"kid\":\"" + first + "\""), listed);
    orb(0, "export", file.toString(), "--format", "warc", "--out", tmp.resolve("warc").toString());
    for (SigningKey key : keys.keys()) {
      String secret = (String) key.secret().get("d");
      assertFalse(allPrinted.toString().contains(secret));
      try (Stream<Path> all = Files.walk(tmp)) {
        for (Path one : all.filter(Files::isRegularFile).toList()) {
          assertEquals(
              one.startsWith(keys.path()) && one.getFileName().toString().contains(thumb(key)),
              Files.readString(one, ISO_8859_1).contains(secret),
              one.toString());
        }
      }
    }
  }

  private static String thumb(SigningKey key) {
    return key.shown().thumbprint();
  }

  private static void sleepUntil(Instant time) {
    try {
      TimeUnit.MILLISECONDS.sleep(Math.max(0, Duration.between(Instant.now(), time).toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void withoutAKeyNothingIsSigned() throws Exception {
    Path file = crawlFile("");
    orb(0, "crawl", file.toString());
    assertTrue(seen.size() > PAGES, seen.toString());
    for (Seen one : seen) {
      assertEquals("", one.input(), one.url());
    }
    String why = orb(0, "why", url("a.test", "/forbidden"), file.toString());
    assertTrue(why.contains("; not signed"), why);
  }

  @Test
  void keysAreMadeListedAndRetired() throws Exception {
    String folder = keys.path().toString();
    assertTrue(orb(1, "key", "list", "--keys", folder).contains("no folder of keys " + folder));
    String first = orb(0, "key", "new", "--keys", folder).lines().findFirst().orElseThrow();
    String told = orb(1, "key", "retire", first, "--keys", folder);
    assertTrue(told.contains("no other key is valid at"), told);
    String second = orb(0, "key", "new", "--keys", folder).lines().findFirst().orElseThrow();
    Instant now = Instant.now();
    PublicKey next = keys.keys().get(1).shown();
    assertEquals(second, next.thumbprint());
    assertTrue(next.from().isAfter(now.plus(Duration.ofHours(23))), next.toString());
    String listed = orb(0, "key", "list", "--keys", folder);
    assertTrue(listed.contains(first) && listed.contains("signs now"), listed);
    assertTrue(listed.contains("begins later"), listed);
    orb(1, "key", "retire", first, "--keys", folder);
    orb(0, "key", "retire", first, "--keys", folder, "--in", "48 h");
    assertTrue(keys.keys().get(0).shown().until().isBefore(now.plus(Duration.ofHours(49))));
    orb(2, "key", "retire", first, "--keys", folder, "--in", "72h");
    orb(0, "key", "retire", second, "--keys", folder, "--in", "2d", "--force");
    // The next one begins while the last signatures of the present one are made.
    Instant end = keys.keys().get(0).shown().until();
    Instant endOfSecond = keys.keys().get(1).shown().until();
    orb(0, "key", "retire", first, "--keys", folder, "--in", "1h", "--force");
    orb(0, "key", "new", "--keys", folder, "--days", "30");
    PublicKey third = keys.keys().get(1).shown();
    Instant endOfFirst = keys.keys().get(0).shown().until();
    assertTrue(endOfFirst.isBefore(end.minus(Duration.ofHours(40))), endOfFirst.toString());
    assertEquals(endOfFirst.minusSeconds(300), third.from());
    // Another key is valid then, but not for as long.
    String name = third.thumbprint();
    told = orb(1, "key", "retire", name, "--keys", folder, "--in", "26h");
    assertTrue(told.contains("no other key is valid at " + endOfSecond), told);
    orb(0, "key", "retire", name, "--keys", folder, "--in", "30min", "--force");
    listed = orb(0, "key", "list", "--keys", folder);
    assertTrue(Pattern.compile(name + ".* ended").matcher(listed).find(), listed);

    Path file = crawlFile(", keys: keys");
    told = orb(2, "crawl", file.toString());
    assertTrue(told.contains("setting orbweaver.signature.agent: expected the https origin"), told);
    file = crawlFile(", keys: crawl/keys, keys-origin: 'https://crawler.test'");
    for (String[] words : new String[][] {{"key", "new"}, {"crawl"}}) {
      List<String> all = new ArrayList<>(List.of(words));
      all.add(file.toString());
      told = orb(words[0].equals("key") ? 1 : 2, all.toArray(new String[0]));
      assertTrue(told.contains("is in the crawl directory " + tmp.resolve("crawl")), told);
      assertFalse(Files.exists(tmp.resolve("crawl")));
    }
    file = crawlFile(", keys: other, keys-origin: 'https://crawler.test'");
    told = orb(2, "crawl", file.toString());
    assertTrue(told.contains("no folder of keys " + tmp.resolve("other")), told);
    assertEquals(0, seen.size());
  }
}
