package org.orbweaver.crawler.site;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.LoginSite;
import org.orbweaver.testkit.Response;

/** Ways in which a secret might get to a stranger. */
class SecretLeaksTest {
  private static final String BASIC =
      Base64.getEncoder()
          .encodeToString((LoginSite.USER + ":" + LoginSite.PASSWORD).getBytes(UTF_8));

  private static final List<String> SECRETS =
      List.of(LoginSite.PASSWORD, LoginSite.TOKEN, LoginSite.COOKIE, BASIC);

  /** All that a block can send. */
  private static final String ALL =
      """
      login.type basic
      login.user alice
      login.password ${env:PASSWORD}
      headers X-Api-Key ${env:TOKEN}
      cookie-file ${file:cookies.txt}
      certificate ${file:client.p12}
      certificate-password ${env:CHANGEIT}
      """;

  private static final String FORM =
      """
      login.type form
      login.url ROOT/login
      login.fields user alice
      login.fields pass ${env:PASSWORD}
      send-over-http true
      """;

  @TempDir static Path folder;
  private static Map<String, byte[]> secrets;
  private static LoginSite site;

  @BeforeAll
  static void start() throws Exception {
    Path keys = LoginSite.keys(folder.resolve("keys.p12"), "app.test");
    secrets = SiteFetchers.secrets(keys);
    site = new LoginSite(keys);
  }

  @AfterAll
  static void stop() {
    site.close();
  }

  private static SiteFetcher fetcher(String sites) {
    return SiteFetchers.fetcher(sites, secrets);
  }

  private static void assertNoSecretIn(String text) {
    for (String secret : SECRETS) {
      assertFalse(text.contains(secret), () -> secret + " in " + text);
    }
  }

  private static String lastRequest() {
    LoginSite.Seen last = site.seen().get(site.seen().size() - 1);
    return last.host() + last.text();
  }

  private static String ports(String text) {
    return text.replace("TLS", "" + site.tlsPort()).replace("HTTP", "" + site.port());
  }

  @Test
  void theSiteItselfGetsThem() throws Exception {
    try (SiteFetcher fetcher = fetcher(ports("[host app.test:TLS]\n") + ALL)) {
      FetchedPage page =
          fetcher.fetch(FetchRequest.get(ports("https://app.test:TLS/certificate/")));
      assertNull(page.heads(), "no heads of a private page are kept");
      String sent = lastRequest();
      assertTrue(sent.contains("Basic " + BASIC), sent);
      assertTrue(sent.contains(LoginSite.TOKEN), sent);
      assertTrue(sent.contains(LoginSite.COOKIE), sent);
    }
  }

  @ParameterizedTest(name = "{0} does not send to {1}")
  @CsvSource({
    "[host app.test:TLS], https://evil.test:TLS/",
    "[host app.test:TLS], https://www.app.test:TLS/",
    "[host www.app.test:TLS], https://app.test:TLS/",
    "[host app.test:TLS], https://app.test.evil.test:TLS/",
    "[host app.test:TLS], https://notapp.test:TLS/",
    "[host app.test:TLS], https://evil.test:TLS/app.test",
    "[host app.test], https://app.test:TLS/",
    "[host app.test:8443], https://app.test:TLS/",
    "[host app.test:TLS], http://app.test:HTTP/",
    "[host app.test:HTTP], http://app.test:HTTP/",
    "[host app.test], http://app.test:HTTP/",
    "[domain app.test], https://app.test:TLS/",
    "[domain app.test], http://www.app.test:HTTP/",
    "[domain app.test], https://notapp.test:TLS/",
    "[prefix https://app.test:TLS/private/], https://app.test:TLS/public",
    "[prefix https://app.test:TLS/private], https://app.test:TLS/privateer",
    "[prefix https://app.test:TLS/private/], https://app.test:TLS/private/../public",
    "[prefix https://app.test:TLS/private/], https://app.test:TLS/private/%2e%2e/public",
    "[prefix https://app.test:TLS/private/], https://evil.test:TLS/private/",
    "[prefix https://app.test:TLS/], http://app.test:HTTP/",
    "[prefix http://app.test:HTTP/], http://evil.test:HTTP/",
  })
  void anotherOriginGetsNothing(String block, String url) throws Exception {
    try (SiteFetcher fetcher = fetcher(ports(block) + "\n" + ALL)) {
      int before = site.seen().size();
      FetchedPage page = fetcher.fetch(FetchRequest.get(ports(url)));
      assertTrue(site.seen().size() > before);
      assertNoSecretIn(lastRequest());
      assertNoSecretIn(new String(page.body(), UTF_8));
      assertTrue(fetcher.jar(ports(url)).isEmpty(), "no jar");
      assertEquals(Optional.empty(), fetcher.of(ports(url)).privateBlock(ports(url)));
    }
  }

  @Test
  void aCertificateIsShownToItsSiteAlone() throws Exception {
    try (SiteFetcher fetcher = fetcher(ports("[host app.test:TLS]\n") + ALL)) {
      String own = ports("https://app.test:TLS/certificate/");
      String other = ports("https://evil.test:TLS/certificate/");
      assertEquals(200, fetcher.fetch(FetchRequest.get(own)).status());
      assertEquals(403, fetcher.fetch(FetchRequest.get(other)).status());
    }
  }

  @Test
  void aPageThatRepeatsWhatItGotIsKeptWithoutIt() throws Exception {
    try (SiteFetcher fetcher = fetcher(ports("[host app.test:TLS]\n") + ALL)) {
      FetchedPage page = fetcher.fetch(FetchRequest.get(ports("https://app.test:TLS/echo/")));
      String body = new String(page.body(), UTF_8);
      assertFalse(body.contains(BASIC), body);
      assertFalse(body.contains(LoginSite.TOKEN), body);
      assertTrue(body.contains("*".repeat(LoginSite.TOKEN.length())), body);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Basic realm=\"x\"", "Bearer", "NTLM", "Negotiate", "Digest realm=\"x\""})
  void onlyTheNamedChallengeIsAnswered(String challenge) throws Exception {
    try (FakeWeb web = FakeWeb.start()) {
      web.on("app.test", "/", Response.status(401).header("WWW-Authenticate", challenge));
      String block =
          "[host app.test:"
              + web.port()
              + "]\nsend-over-http true\nlogin.user alice\n"
              + "login.password ${env:PASSWORD}\nlogin.type "
              + (challenge.startsWith("Digest") ? "ntlm" : "digest");
      try (SiteFetcher fetcher = fetcher(block)) {
        String url = "http://app.test:" + web.port() + "/";
        assertEquals(401, fetcher.fetch(FetchRequest.get(url)).status());
      }
      web.requests().forEach(one -> assertTrue(one.header("authorization").isEmpty()));
    }
  }

  @Test
  void aProxyGetsNothingOfTheSites() throws Exception {
    try (FakeWeb proxy = FakeWeb.start()) {
      Response asks =
          Response.status(407).header("Proxy-Authenticate", "Digest realm=\"x\", nonce=\"n\"");
      proxy.on("app.test", "http://app.test/", asks);
      proxy.on("app.test", "/", asks);
      String block =
          "[host app.test]\nsend-over-http true\nproxy http://127.0.0.1:"
              + proxy.port()
              + "\nlogin.type digest\nlogin.user alice\nlogin.password ${env:PASSWORD}";
      try (SiteFetcher fetcher = fetcher(block)) {
        assertThrows(IOException.class, () -> fetcher.fetch(FetchRequest.get("http://app.test/")));
      }
      assertFalse(proxy.requests().isEmpty());
      proxy.requests().forEach(one -> assertNoSecretIn(one.headers().toString()));
      proxy
          .requests()
          .forEach(one -> assertTrue(one.header("proxy-authorization").isEmpty(), one.toString()));
    }
  }

  /** Each page that a login page may be, and what the failed login says. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "a redirect to a stranger | 302 | https://evil.test:TLS/login | | leads to",
        "a form to a stranger | 200 | | <form method=post action=https://evil.test:TLS/x>FIELDS"
            + " | go to https://evil.test",
        "a form without TLS | 200 | | <form method=post action=http://app.test:HTTP/x>FIELDS"
            + " | without TLS",
        "a form without a method | 200 | | <form action=/x>FIELDS | within the URL",
        "a form that a base leads away | 200 | | <base href=https://evil.test:TLS/><form"
            + " method=post action=/x>FIELDS | go to https://evil.test",
        "a button that leads away | 200 | | <form method=post action=/ok>FIELDS<button"
            + " formaction=https://evil.test:TLS/x>go</button> | asks for a password",
        "another port | 200 | | <form method=post action=https://app.test:9/x>FIELDS"
            + " | go to https://app.test:9,",
        "a script's URL | 200 | | <form method=post action=javascript:x()>FIELDS | go to no URL",
        "a form that is sent on with its fields | 200 | | <form method=post action=/on>FIELDS"
            + " | leads to",
        "a form that leads away | 200 | | <form method=post action=/away>FIELDS | leads to",
        "a form that sends itself to a stranger | 200 | | <form method=post action=/self>FIELDS"
            + " | go to https://evil.test",
        "a second form to a stranger | 200 | | <form method=post action=/step><input name=user>"
            + " | go to https://evil.test"
      })
  void aLoginThatLeadsAstray(String what, int status, String to, String html, String said)
      throws Exception {
    String fields = "<input name=user><input name=pass type=password>";
    String page = html == null ? "" : ports(html.replace("FIELDS", fields));
    site.serve("/login", status, to == null ? null : ports(to), page);
    site.serve("/ok", 200, null, "<input type=password>");
    site.serve("/on", 307, ports("https://evil.test:TLS/x"), "");
    site.serve("/away", 302, ports("https://evil.test:TLS/x"), "");
    String evil = ports("<form method=post action=https://evil.test:TLS/x>");
    site.serve(
        "/self",
        200,
        null,
        "<body onload=submit()>" + evil + "<input type=hidden name=a value=b></form>");
    site.serve("/step", 200, null, evil + "<input name=pass type=password></form>");
    int before = site.seen().size();
    String block =
        ports("[host app.test:TLS]\n") + FORM.replace("ROOT", ports("https://app.test:TLS"));
    try (SiteFetcher fetcher = fetcher(block)) {
      FormLogin login = fetcher.login(ports("https://app.test:TLS/x")).orElseThrow();
      IOException e = assertThrows(IOException.class, () -> login.ensure(fetcher::fetch));
      assertTrue(e.getMessage().contains(said), e.getMessage());
      assertNoSecretIn(e.getMessage());
    }
    for (LoginSite.Seen one : site.seen().subList(before, site.seen().size())) {
      boolean isOwn = one.tls() && one.host().equals(ports("app.test:TLS"));
      assertFalse(one.path().contains(LoginSite.PASSWORD), what);
      if (!isOwn) {
        assertNoSecretIn(one.text());
      }
    }
  }

  @Test
  void cookiesStayWithinTheirHost() throws Exception {
    String block = ports("[domain app.test]\ncookies site\nsend-over-http true\n");
    try (SiteFetcher fetcher = fetcher(block)) {
      assertTrue(fetcher.jar("https://app.test/").isPresent());
      assertTrue(fetcher.jar(ports("https://app.test:TLS/")).isEmpty(), "another port");
      assertTrue(fetcher.jar("https://evil.test/").isEmpty());
    }
  }

  @Test
  void nothingPrintsThem() {
    String block = ports("[host app.test:TLS]\n");
    Sites sites = Sites.parse(block + ALL);
    assertNoSecretIn(new SiteSecrets(secrets).toString());
    assertNoSecretIn("" + sites.of(ports("https://app.test:TLS/")));
    IllegalArgumentException missing =
        assertThrows(
            IllegalArgumentException.class,
            () -> fetcher(block + "login.type bearer\nlogin.token ${env:NONE}"));
    assertTrue(missing.getMessage().contains("${env:NONE} is not known"), missing.getMessage());
    IllegalArgumentException broken =
        assertThrows(
            IllegalArgumentException.class, () -> fetcher(block + "headers X-Key ${env:LINES}"));
    assertTrue(broken.getMessage().contains("${env:LINES} has characters"), broken.getMessage());
    assertFalse(broken.getMessage().contains("lines"), broken.getMessage());
    IllegalArgumentException file =
        assertThrows(
            IllegalArgumentException.class, () -> fetcher(block + "cookie-file ${env:TOKEN}"));
    assertNoSecretIn(file.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"co.uk", "github.io", "com"})
  void aPublicSuffixHasNoSecrets(String suffix) {
    assertThrows(
        IllegalArgumentException.class, () -> Sites.parse("[domain " + suffix + "]\n" + ALL));
    Sites.parse("[domain " + suffix + "]\ndelay 3");
    Sites.parse("[domain intranet]\n" + ALL);
  }
}
