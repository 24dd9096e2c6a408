package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.identity.KeyFolder;
import org.orbweaver.crawler.signature.KeyDirectory;
import org.orbweaver.crawler.signature.PublicKey;
import org.orbweaver.crawler.signature.SigningKey;
import org.orbweaver.testkit.Chromium;
import org.orbweaver.testkit.LoginSite;

/**
 * {@code orb identity} in the middle of a rotation, its files on a server with TLS and the headers
 * of the sample configuration, and {@code orb doctor} before and after one thing there is broken.
 */
class IdentityIT {
  private static final String HOST = "crawler.test";
  private static final String CARD = "/signature-agent-card.json";
  private static final String RANGES = "/crawler-addresses.json";
  private static Instant now;
  private static final String AT_ONCE = "fetcher.server.delay=0";
  private static final String TRUSTED = "javax.net.ssl.trustStore";

  /** A location of the sample for nginx, and a header in it. */
  private static final Pattern LOCATION = Pattern.compile("location = (\\S+) \\{(.*?)\n}", 32);

  private static final Pattern HEADER = Pattern.compile("add_header (\\S+) ['\"](.*)['\"];");

  @TempDir private static Path folder;
  private static HttpsServer server;
  private static String origin;
  private static SigningKey old;
  private static SigningKey next;

  /** The From header of the last request. */
  private static volatile String from;

  /** What the server serves, by path. */
  private static final Map<String, Served> SITE = new ConcurrentHashMap<>();

  private record Served(int status, String type, List<Header> headers, String body) {
    Served with(UnaryOperator<String> change) {
      return new Served(status, type, headers, change.apply(body));
    }
  }

  @BeforeAll
  static void start() throws Exception {
    now = Instant.ofEpochSecond(Instant.now().getEpochSecond());
    Path keys = LoginSite.keys(folder.resolve("tls.p12"), HOST);
    System.setProperty(TRUSTED, keys.toString());
    System.setProperty(TRUSTED + "Password", "changeit");
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      store.load(in, "changeit".toCharArray());
    }
    KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
    own.init(store, "changeit".toCharArray());
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(own.getKeyManagers(), null, null);
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    server = HttpsServer.create(new InetSocketAddress(loopback, 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    server.createContext("/", IdentityIT::serve);
    server.start();
    origin = "https://" + HOST + ":" + server.getAddress().getPort();
    Files.writeString(folder.resolve("hosts"), "127.0.0.1 " + HOST + "\n");
    KeyFolder keyFolder = new KeyFolder(folder.resolve("keys"));
    keyFolder.add(now.minusSeconds(900), now.minusSeconds(9)); // has ended
    old = keyFolder.add(now.minusSeconds(900), now.plus(Duration.ofDays(2)));
    next = keyFolder.add(now.plus(Duration.ofDays(1)), PublicKey.FOREVER);
    identity("--addresses", "198.51.100.0/28,2001:db8:7::/64");
  }

  @AfterAll
  static void stop() {
    server.stop(0);
    System.clearProperty(TRUSTED);
    System.clearProperty(TRUSTED + "Password");
  }

  private static void serve(HttpExchange exchange) throws IOException {
    from = exchange.getRequestHeaders().getFirst("From");
    Served served =
        SITE.getOrDefault(
            exchange.getRequestURI().getPath(), new Served(404, "text/plain", List.of(), "none"));
    exchange.getResponseHeaders().set("Content-Type", served.type);
    served.headers.forEach(one -> exchange.getResponseHeaders().add(one.name(), one.value()));
    byte[] body = served.body.getBytes(UTF_8);
    exchange.sendResponseHeaders(served.status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** Serves what the sample for nginx says. */
  @BeforeEach
  void serveAll() throws IOException {
    SITE.clear();
    String sample = Files.readString(folder.resolve("www/nginx.conf"));
    Matcher location = LOCATION.matcher(sample);
    while (location.find()) {
      String block = location.group(2);
      List<Header> headers = new ArrayList<>();
      HEADER
          .matcher(block)
          .results()
          .forEach(one -> headers.add(new Header(one.group(1), one.group(2))));
      Matcher body = Pattern.compile("return 200 '(.*)';").matcher(block);
      Matcher tried = Pattern.compile("try_files (\\S+)").matcher(block);
      String file = tried.find() ? tried.group(1) : location.group(1);
      Matcher type = Pattern.compile("default_type (.*);").matcher(block);
      assertTrue(type.find(), block);
      SITE.put(
          location.group(1),
          new Served(
              200,
              type.group(1),
              headers,
              body.find() ? body.group(1) : Files.readString(folder.resolve("www/site" + file))));
    }
    assertEquals(4, SITE.size(), sample);
  }

  private static TestSite.Run orb(List<String> settings, String... words) {
    Configuration conf = new Configuration();
    List<String> all = new ArrayList<>();
    all.add("http.agent.name=testbot/2");
    all.add("http.agent.url=" + origin + "/bot");
    all.add("http.agent.email=bot@crawler.test");
    all.add("http.agent.description=Finds <b>\"walruses\"</b> & more");
    all.add("orbweaver.fetch.private.addresses=127.0.0.0/8");
    all.add("orbweaver.fetch.dns.hosts.file=" + folder.resolve("hosts"));
    all.add("orbweaver.signature.keys=" + folder.resolve("keys"));
    all.add("orbweaver.signature.agent=" + origin);
    all.addAll(settings);
    return TestSite.run(conf, folder, all, List.of(words));
  }

  private static String identity(String... options) {
    List<String> words = new ArrayList<>(List.of("identity", "--out"));
    words.add(folder.resolve("www").toString());
    words.addAll(List.of(options));
    TestSite.Run run = orb(List.of(), words.toArray(new String[0]));
    assertEquals(0, run.status(), run.err());
    return run.out() + run.err();
  }

  /** The findings of doctor about the identity. */
  private static List<String> findings(String... settings) {
    return orb(List.of(settings), "doctor")
        .out()
        .lines()
        .filter(line -> line.matches("(ok|note|ERROR) +identity .*"))
        .toList();
  }

  @Test
  void allIsWellInTheMiddleOfARotation() throws Exception {
    List<String> findings = findings();
    assertEquals(
        List.of("ok", "ok", "ok", "ok", "ok"),
        findings.stream().map(line -> line.split(" ")[0]).toList(),
        findings.toString());
    assertTrue(findings.get(0).contains(old.shown().thumbprint()), findings.toString());
    assertTrue(findings.get(1).contains("has 2 keys, and is signed by each"), findings.toString());
    assertTrue(findings.get(3).contains("has 2 blocks"), findings.toString());
    Map<String, Object> card = Json.parse(SITE.get(CARD).body);
    assertEquals(origin + CARD, card.get("client_id"));
    assertEquals(List.of("mailto:bot@crawler.test"), card.get("contacts"));
    Map<?, ?> bot = (Map<?, ?>) card.get("web_bot_auth");
    assertEquals("testbot", bot.get("rfc9309-product-token"));
    assertEquals("Finds <b>\"walruses\"</b> & more", bot.get("purpose"));
    assertEquals("at most one request in 5 seconds to a host", bot.get("rate-expectation"));
    String page = SITE.get("/bot").body;
    assertTrue(page.contains("User-agent: testbot\nDisallow: /"), page);
    assertTrue(page.contains("Finds &lt;b&gt;&quot;walruses&quot;&lt;/b&gt; &amp; more."), page);
    assertTrue(page.contains("rel=\"client-ranges\" href=\"" + origin + RANGES), page);
    assertTrue(page.contains("Signature: sig1=:…:"), page);
    assertTrue(
        SITE.get(KeyDirectory.PATH).headers.contains(new Header("Cache-Control", "max-age=21600")));
    assertFalse(page.contains("<b>"), page);
  }

  @Test
  void aTrialSaysHowItsRequestsWereSigned() throws Exception {
    String url = origin + "/bot";
    TestSite.Run run = orb(List.of(AT_ONCE), "try", url, "--json");
    List<Map<?, ?>> signatures = new ArrayList<>();
    for (Object event : (List<?>) Json.parse(run.out()).get("timeline")) {
      if (((Map<?, ?>) event).get("topic").equals("signature")) {
        signatures.add((Map<?, ?>) event);
      }
    }
    // For robots.txt, a path that does not exist, and the page.
    assertEquals(3, signatures.size(), run.out());
    for (Map<?, ?> one : signatures) {
      assertEquals("verified", one.get("verdict"), run.out());
      assertEquals(old.shown().thumbprint(), one.get("key"), run.out());
    }
    assertTrue(
        orb(List.of(AT_ONCE), "try", url)
            .out()
            .matches(
                "(?s).*signed: verified, key "
                    + old.shown().thumbprint()
                    + ", valid for [0-9]+ s \\(Signature-Agent, Signature-Input, Signature\\).*"),
        run.out());
    assertFalse(
        orb(List.of(AT_ONCE, "orbweaver.signature.keys="), "try", url).out().contains("signed"));
    // Nothing was sent.
    for (String none : List.of("https://crawler.test:81/", "https://none.test/")) {
      String out = orb(List.of(AT_ONCE, "orbweaver.fetch.ports=80,443"), "try", none).out();
      assertTrue(out.contains("REFUSED, ") || out.contains("DNS, "), out);
      assertFalse(out.contains("signed"), out);
    }
  }

  @Test
  void requestsNameAnAddressToWriteTo() {
    String url = origin + "/bot";
    orb(List.of(AT_ONCE), "try", url);
    assertEquals("bot@crawler.test", from);
    orb(List.of(AT_ONCE, "http.agent.email=bot at crawler.test"), "try", url);
    assertEquals(null, from);
  }

  @Test
  void noPrivateKeyIsWritten() throws IOException {
    List<String> secrets = new ArrayList<>();
    for (SigningKey key : new KeyFolder(folder.resolve("keys")).keys()) {
      secrets.add((String) key.secret().get("d"));
    }
    assertEquals(3, secrets.size());
    try (Stream<Path> all = Files.walk(folder.resolve("www"))) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(file);
        assertTrue(secrets.stream().noneMatch(text::contains), file.toString());
        assertFalse(text.contains("\"d\""), file.toString());
      }
    }
  }

  private static Served edited(String path, String from, String to) {
    Served served = SITE.get(path);
    assertTrue(served.body.contains(from), served.body);
    return served.with(body -> body.replace(from, to));
  }

  private interface Change {
    Served of(String path);
  }

  private static Arguments change(String path, String level, String finding, Change change) {
    return Arguments.of(path, level, finding, change);
  }

  /** What is broken: the path, and the finding with its level. */
  static Stream<Arguments> changes() {
    String directory = KeyDirectory.PATH;
    return Stream.of(
        change(
            directory,
            "ERROR",
            "redirects to https://other.test/",
            path ->
                new Served(
                    302, "text/html", List.of(new Header("Location", "https://other.test/")), "")),
        change(
            directory,
            "ERROR",
            "has the media type 'application/json'",
            path ->
                new Served(200, "application/json", SITE.get(path).headers, SITE.get(path).body)),
        change(
            directory,
            "ERROR",
            "has the media type ''",
            path -> new Served(200, ";", SITE.get(path).headers, SITE.get(path).body)),
        change(
            directory,
            "ERROR",
            "is no JSON object",
            path -> SITE.get(path).with(body -> body.substring(1))),
        change(directory, "ERROR", "has no list 'keys'", path -> edited(path, "keys", "kings")),
        change(
            directory,
            "ERROR",
            "lacks the key NEXT, which signs from",
            path -> edited(path, next.shown().x(), SigningKey.generate(now, now).shown().x())),
        change(directory, "ERROR", "whose kid", path -> edited(path, "\"kid\":\"", "\"kid\":\"A")),
        change(
            directory,
            "ERROR",
            "has the key OLD for a shorter time",
            path -> edited(path, "\"exp\":1", "\"exp\":")),
        change(
            directory,
            "ERROR",
            "Content-Digest is not the SHA-256 of the body",
            path -> SITE.get(path).with(body -> body + " ")),
        change(directory, "ERROR", "the signature has expired: key OLD", IdentityIT::expired),
        change(
            directory,
            "note",
            "is not signed",
            path -> new Served(200, SITE.get(path).type, List.of(), SITE.get(path).body)),
        change(
            CARD,
            "ERROR",
            "has client_id https://other",
            path ->
                edited(path, "\"client_id\" : \"https://crawler", "\"client_id\":\"https://other")),
        change(
            CARD,
            "ERROR",
            "both jwks and jwks_uri",
            path -> edited(path, "\"jwks_uri\"", "\"jwks\":{},\"jwks_uri\"")),
        change(CARD, "ERROR", "product-token null", path -> edited(path, "rfc9309-p", "p")),
        change(CARD, "note", "expected-user-agent", path -> edited(path, "testbot/2", "older")),
        change(CARD, "note", "has no ips_uri", path -> edited(path, "ips_uri", "ips")),
        change(RANGES, "ERROR", "198.51.100.0/99", path -> edited(path, ".0/28", ".0/99")),
        change(RANGES, "ERROR", "creationTime null", path -> edited(path, "creationT", "t")),
        change(RANGES, "ERROR", "has no prefixes", path -> edited(path, "prefixes", "x")),
        change(
            RANGES,
            "ERROR",
            "returns status 404, not 200",
            path -> new Served(404, "text/plain", List.of(), "")),
        change(
            "/bot",
            "ERROR",
            "does not name the product token testbot",
            path -> edited(path, "testbot", "other")));
  }

  private static Served expired(String path) {
    Served served = SITE.get(path);
    List<Header> headers =
        KeyDirectory.headers(
            origin.substring("https://".length()),
            served.body,
            List.of(old, next),
            now.minus(Duration.ofDays(31)),
            now.minus(Duration.ofDays(1)));
    return new Served(200, served.type, headers, served.body);
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource("changes")
  void eachFaultHasItsFinding(String path, String level, String finding, Change change) {
    SITE.put(path, change.of(path));
    assertFound(level, finding);
  }

  private static void assertFound(String level, String finding) {
    String expected =
        finding.replace("NEXT", next.shown().thumbprint()).replace("OLD", old.shown().thumbprint());
    List<String> findings = findings();
    assertTrue(
        findings.stream().anyMatch(line -> line.startsWith(level) && line.contains(expected)),
        String.join("\n", findings));
  }

  /** What is found after some days if orb identity does not run again. */
  @ParameterizedTest(name = "after {0} days")
  @CsvSource(
      delimiter = '|',
      value = {
        "1.5 | ok   | requests are signed by the key NEXT, one of 2 keys",
        "1.5 | ok   | has 2 keys, and is signed by each",
        "3   | ok   | requests are signed by the key NEXT, one of 1 key",
        "3   | note | still has the key OLD, which has ended",
        "25  | note | its signature ends within 7 days",
        "31  | ERROR | the signature has expired: key NEXT"
      })
  void asTimePasses(double days, String level, String finding) {
    System.setProperty(WallClock.OFFSET_PROPERTY, String.valueOf((long) (days * 86_400)));
    try {
      assertFound(level, finding);
    } finally {
      System.clearProperty(WallClock.OFFSET_PROPERTY);
    }
  }

  @Test
  void withoutKeysNothingIsRequested() {
    SITE.clear();
    List<String> findings = findings("orbweaver.signature.keys=");
    assertEquals(1, findings.size(), findings.toString());
    assertTrue(findings.get(0).startsWith("ok"), findings.toString());
  }

  @Test
  void aFolderThatOthersReadIsAFinding() throws IOException {
    Path file =
        folder
            .resolve("keys")
            .resolve(
                new KeyFolder(folder.resolve("keys")).keys().get(0).shown().thumbprint() + ".json");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    try {
      List<String> findings = findings();
      assertEquals(1, findings.size(), findings.toString());
      assertTrue(findings.get(0).contains("is open to other users"), findings.toString());
    } finally {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
  }

  @Test
  void anOriginThatIsNotThereIsAFinding() {
    String gone = "https://" + HOST + ":1443";
    List<String> findings =
        findings("orbweaver.signature.agent=" + gone, "http.agent.url=" + gone + "/bot");
    assertEquals(
        3,
        findings.stream().filter(line -> line.contains("does not respond")).count(),
        findings.toString());
  }

  @Test
  void aSecondRunReplacesItsOwnFilesOnly() throws IOException {
    Path www = folder.resolve("second");
    String[] run = {"identity", "--out", www.toString(), "--addresses", "203.0.113.7"};
    assertEquals(0, orb(List.of(), run).status());
    assertTrue(Files.readString(www.resolve("site" + RANGES)).contains("\"203.0.113.7/32\""));
    TestSite.Run again = orb(List.of(), "identity", "--out", www.toString());
    assertEquals(0, again.status(), again.err());
    assertTrue(again.err().contains("no list of addresses"), again.err());
    assertFalse(Files.exists(www.resolve("site" + RANGES)));
    assertFalse(Files.readString(www.resolve("site" + CARD)).contains("ips_uri"));
    // The page may have the name of its file.
    String page = "http.agent.url=" + origin + "/bot.html";
    assertEquals(0, orb(List.of(page), run).status());
    assertTrue(Files.readString(www.resolve("nginx.conf")).contains("location = /bot.html {"));
    Files.writeString(www.resolve("site/index.html"), "mine");
    Files.delete(www.resolve("Caddyfile"));
    TestSite.Run refused = orb(List.of(), run);
    assertEquals(1, refused.status(), refused.out());
    assertTrue(refused.err().contains("has other things"), refused.err());
    assertFalse(Files.exists(www.resolve("Caddyfile")));
  }

  @Test
  void thePageSaysWhetherScriptsAreRun() throws IOException {
    String without = SITE.get("/bot").body;
    assertTrue(without.contains("It does not run the scripts of pages."), without);
    Path www = folder.resolve("rendering");
    TestSite.Run run = orb(List.of("orbweaver.render=auto"), "identity", "--out", www.toString());
    assertEquals(0, run.status(), run.err());
    String with = Files.readString(www.resolve("site/bot.html"));
    assertTrue(with.contains("It may run the scripts of a page in a browser"), with);
    assertFalse(with.contains("It does not run the scripts of pages."), with);
    assertTrue(with.contains("It reads pages only: it sends no comments or orders, and"), with);
    List<String> all = List.of("orbweaver.render=auto", "orbweaver.render.post=always");
    assertEquals(0, orb(all, "identity", "--out", www.toString()).status());
    String posts = Files.readString(www.resolve("site/bot.html"));
    assertTrue(posts.contains("but makes all requests of their scripts. It gets around"), posts);
  }

  @Test
  void wrongSettingsAreNamed() {
    String[] run = {"identity", "--out", folder.resolve("none").toString()};
    Map<String, String> faults =
        Map.of(
            "http.agent.name=",
            "setting http.agent.name: expected",
            "http.agent.url=https://other.test/bot",
            "setting http.agent.url: expected a page of",
            "http.agent.url=" + origin + "/?page=bot",
            "setting http.agent.url: expected a page of",
            "http.agent.url=" + origin + RANGES,
            "setting http.agent.url: expected a page of",
            "orbweaver.signature.agent=",
            "setting orbweaver.signature.agent: expected",
            "orbweaver.signature.keys=",
            "setting orbweaver.signature.keys: expected");
    faults.forEach(
        (setting, fault) -> {
          TestSite.Run refused = orb(List.of(setting), run);
          assertEquals(2, refused.status(), setting);
          assertTrue(refused.err().contains(fault), refused.err());
        });
    assertFalse(Files.exists(folder.resolve("none")));
  }

  @Test
  void thePageIsReadableOnAPhone() throws Exception {
    assumeTrue(Chromium.program().isPresent(), "no Chromium here: the page is not tried");
    try (Chromium browser = new Chromium(Chromium.program().get(), folder.resolve("chromium"))) {
      for (String colours : List.of("light", "dark")) {
        browser.screen(390, colours);
        browser.open(folder.resolve("www/site/bot.html").toUri());
        assertEquals(390L, browser.eval("document.documentElement.scrollWidth"));
        browser.isAccessible("bot-page-" + colours);
      }
    }
  }
}
