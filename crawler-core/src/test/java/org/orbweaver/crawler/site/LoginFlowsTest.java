package org.orbweaver.crawler.site;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.testkit.LoginSite;

class LoginFlowsTest {
  @TempDir static Path folder;
  private static Path keys;

  @BeforeAll
  static void makeKeys() throws Exception {
    keys = LoginSite.keys(folder.resolve("keys.p12"), "app.test");
  }

  private static SiteFetcher fetcher(String sites) throws IOException {
    return SiteFetchers.fetcher(sites, SiteFetchers.secrets(keys));
  }

  /** A page as a task fetches it: with its login first, and again if that has expired. */
  private static FetchedPage page(SiteFetcher fetcher, String url) throws Exception {
    FormLogin login = fetcher.login(url).orElse(null);
    for (int round = 0; ; round++) {
      int number = login == null ? 0 : login.ensure(fetcher::fetch);
      FetchedPage page = fetcher.fetch(FetchRequest.get(url));
      if (login == null
          || round > 5
          || login.judge(number, url, page) != FormLogin.Session.EXPIRED) {
        return page;
      }
    }
  }

  private static final String FORM =
      """
      login.type form
      login.url ROOT/%s/login
      login.fields %s alice
      login.fields %s ${env:PASSWORD}
      """;

  private static String block(String kind) {
    String form =
        switch (kind) {
          case "steps" -> String.format(FORM, kind, "user", "pass");
          default -> String.format(FORM, kind, "username", "password");
        };
    return switch (kind) {
      case "basic", "digest" ->
          "login.type " + kind + "\nlogin.user alice\nlogin.password ${env:PASSWORD}";
      case "bearer" -> "login.type bearer\nlogin.token ${env:TOKEN}";
      case "key" -> "headers X-Api-Key ${env:TOKEN}";
      case "cookie" -> "cookie-file ${file:cookies.txt}";
      case "certificate" -> "certificate ${file:client.p12}\ncertificate-password ${env:CHANGEIT}";
      case "sso", "saml" -> form + "login.origins https://sso.test:PORT";
      case "form-selector" ->
          String.format(FORM, "form", "username", "password")
              + "login.success.selector a[href=logout]";
      case "form-status" ->
          String.format(FORM, "form", "username", "password") + "login.success.status 302";
      case "form-cookie" ->
          String.format(FORM, "form", "username", "password") + "login.success.cookie session";
      default -> form;
    };
  }

  @ParameterizedTest
  @CsvSource({
    "basic",
    "digest",
    "bearer",
    "key",
    "cookie",
    "certificate",
    "form",
    "form-selector",
    "form-status",
    "form-cookie",
    "steps",
    "sso",
    "saml"
  })
  void aPageBehindALogin(String kind) throws Exception {
    try (LoginSite site = new LoginSite(keys)) {
      String root = "https://app.test:" + site.tlsPort();
      String text =
          "[host app.test:"
              + site.tlsPort()
              + "]\n"
              + block(kind).replace("ROOT", root).replace("PORT", "" + site.tlsPort());
      String folder = root + "/" + kind.replaceFirst("-.*", "") + "/";
      try (SiteFetcher open = fetcher("");
          SiteFetcher fetcher = fetcher(text)) {
        assertTrue(open.fetch(FetchRequest.get(folder + "p1")).status() >= 300, "closed");
        for (int i = 0; i < 8; i++) {
          FetchedPage page = page(fetcher, folder + "p" + i);
          assertEquals(200, page.status());
          assertTrue(new String(page.body(), UTF_8).contains("behind a login at /"));
          assertTrue(page.header("Set-Cookie").isEmpty(), "a session's cookie is as a password");
        }
        assertEquals(site.logins() > 0 ? 1 : 0, site.logins(), "once for all pages");
        assertEquals(
            folder.contains("/form") || folder.matches(".*/(steps|sso|saml)/") ? 1 : 0,
            site.logins());
        long asked = site.seen().stream().filter(one -> one.path().contains("/digest/p")).count();
        // A nonce of this server is good for three requests.
        assertTrue(!kind.equals("digest") || asked <= 13, "digest requests: " + asked);
      }
    }
  }

  @Test
  void anExpiredSessionIsRenewed() throws Exception {
    try (LoginSite site = new LoginSite(keys)) {
      site.endSessionsAfter(5);
      String root = "https://app.test:" + site.tlsPort();
      String text =
          "[host app.test:" + site.tlsPort() + "]\n" + block("form").replace("ROOT", root);
      try (SiteFetcher fetcher = fetcher(text)) {
        for (int i = 0; i < 20; i++) {
          assertEquals(200, page(fetcher, root + "/form/p" + i).status(), "page " + i);
        }
        assertTrue(site.logins() >= 4 && site.logins() <= 6, site.logins() + " logins");
      }
    }
  }

  @Test
  void aForbiddenPageDoesNotCostItsSite() throws Exception {
    try (LoginSite site = new LoginSite(keys)) {
      String root = "https://app.test:" + site.tlsPort();
      for (int i = 0; i < 30; i++) {
        site.serve("/form/admin" + i, 302, "/form/login?next=admin", "");
      }
      String text =
          "[host app.test:" + site.tlsPort() + "]\n" + block("form").replace("ROOT", root);
      try (SiteFetcher fetcher = fetcher(text)) {
        for (int i = 0; i < 30; i++) {
          assertEquals(302, page(fetcher, root + "/form/admin" + i).status());
          assertEquals(200, page(fetcher, root + "/form/p" + i).status());
        }
        assertTrue(site.logins() <= 7, site.logins() + " logins");
      }
    }
  }

  @Test
  void aWrongPasswordIsTriedOnce() throws Exception {
    try (LoginSite site = new LoginSite(keys)) {
      String root = "https://app.test:" + site.tlsPort();
      String text =
          "[host app.test:"
              + site.tlsPort()
              + "]\n"
              + block("form").replace("ROOT", root).replace("alice", "mallory");
      try (SiteFetcher fetcher = fetcher(text)) {
        for (int i = 0; i < 3; i++) {
          LoginException e =
              assertThrows(LoginException.class, () -> page(fetcher, root + "/form/p"));
          assertEquals(
              "the login of site host app.test:"
                  + site.tlsPort()
                  + " failed: the page after it asks for a password again",
              e.getMessage());
        }
        assertEquals(1, site.seen().stream().filter(one -> one.method().equals("POST")).count());
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "login.fields username alice | login.fields user alice | has a field user; the fields",
        "login.type form | login.type form~login.form form#none | no form 'form#none' at",
        "login.type form | login.type form~login.success.selector p.welcome | 'p.welcome'",
        "login.type form | login.type form~login.success.status 303 | HTTP status 302, not 303",
        "login.type form | login.type form~login.success.cookie JSESSIONID | JSESSIONID was set",
        "/form/login | /nothing | fields there are"
      })
  void faultsOfAFormAreNamed(String from, String to, String said) throws Exception {
    try (LoginSite site = new LoginSite(keys)) {
      String root = "https://app.test:" + site.tlsPort();
      String text =
          "[host app.test:"
              + site.tlsPort()
              + "]\n"
              + block("form").replace(from, to.replace('~', '\n')).replace("ROOT", root);
      try (SiteFetcher fetcher = fetcher(text)) {
        String page = root + "/form/p";
        LoginException e = assertThrows(LoginException.class, () -> page(fetcher, page));
        String expected = said.startsWith("fields there") ? "no form at" : said;
        assertTrue(e.getMessage().contains(expected), e.getMessage());
        assertFalse(e.getMessage().contains(LoginSite.PASSWORD));
      }
    }
  }
}
