package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.testkit.LoginSite;

/** A crawl with logins, as a user has it: from a crawl file, with all that it leaves behind. */
class SitesIT {
  private static final List<String> SECRETS =
      List.of(
          LoginSite.PASSWORD,
          LoginSite.TOKEN,
          LoginSite.COOKIE,
          Base64.getEncoder()
              .encodeToString((LoginSite.USER + ":" + LoginSite.PASSWORD).getBytes(UTF_8)));

  @TempDir private Path tmp;
  private LoginSite site;
  private Path file;
  private final StringBuilder allPrinted = new StringBuilder();

  @BeforeEach
  void start() throws Exception {
    file = tmp.resolve("crawl.yaml");
    site = new LoginSite(LoginSite.keys(tmp.resolve("keys.p12"), "app.test"));
    Files.writeString(
        tmp.resolve("hosts"),
        "127.0.0.1 app.test\n127.0.0.1 sso.test\n127.0.0.1 open.test\n127.0.0.1 evil.test\n");
    Files.createDirectory(tmp.resolve("secret"));
    Files.writeString(tmp.resolve("secret/password"), LoginSite.PASSWORD + "\n");
    Files.writeString(tmp.resolve("secret/token"), LoginSite.TOKEN + "\n");
    Files.writeString(
        tmp.resolve("secret/cookies.txt"),
        "app.test\tFALSE\t/\tTRUE\t0\tticket\t" + LoginSite.COOKIE + "\n");
  }

  @AfterEach
  void stop() {
    site.close();
  }

  private String ports(String text) {
    return text.replace("TLS", "" + site.tlsPort()).replace("HTTP", "" + site.port());
  }

  private void write(String seeds, String more) throws IOException {
    Files.writeString(
        file,
        ports(
            "directory: crawl\nseeds: ["
                + seeds
                + "]\n"
                + "rounds: 2\n"
                + "agent: {name: sitebot}\n"
                + "politeness: {delay: 0, soft-404-check: 0}\n"
                + "fetching: {check-certificates: false}\n"
                + "network: {private-addresses: [127.0.0.0/8], hosts-file: "
                + tmp.resolve("hosts")
                + "}\n"
                + more));
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

  private long requested(String path) {
    return site.seen().stream().filter(one -> one.path().equals(path)).count();
  }

  @Test
  void pagesBehindLoginsAreCrawledAndNoSecretStays() throws Exception {
    String form =
        """
            login:
              type: form
              url: "https://app.test:TLS/%s/login"
              fields: {username: alice, password: "${file:secret/password}"}
        """;
    write(
        "\"https://app.test:TLS/form/start\", \"https://app.test:TLS/sso/start\","
            + " \"https://app.test:TLS/basic/start\", \"https://app.test:TLS/key/echo\","
            + " \"https://app.test:TLS/cookie/start\", \"https://app.test:TLS/certificate/start\","
            + " \"https://app.test:TLS/digest/start\", \"https://app.test:TLS/echo/x\","
            + " \"https://open.test:TLS/start\", \"https://open.test:TLS/basic/start\"",
        """
        sites:
          - host: app.test:TLS
            login: {type: basic, user: alice, password: "${file:secret/password}"}
            headers: {X-Api-Key: "${file:secret/token}"}
          - prefix: https://app.test:TLS/form/
        """
            + String.format(form, "form")
            + "  - prefix: https://app.test:TLS/sso/\n"
            + String.format(form, "sso")
            + "      origins: [\"https://sso.test:TLS\"]\n"
            + """
              - prefix: https://app.test:TLS/cookie/
                cookie-file: secret/cookies.txt
              - prefix: https://app.test:TLS/digest/
                login: {type: digest, user: alice, password: "${file:secret/password}"}
              - prefix: https://app.test:TLS/certificate/
                certificate: keys.p12
                certificate-password: ${file:keys.pw}
            """);
    Files.writeString(tmp.resolve("keys.pw"), "changeit");
    orb(0, "crawl", file.toString());

    for (String kind : List.of("form", "sso", "basic", "cookie", "digest", "certificate")) {
      String why = orb(0, "why", ports("https://app.test:TLS/" + kind + "/start"), file.toString());
      assertTrue(why.contains("fetched with the login of site "), why);
    }
    String why = orb(0, "why", ports("https://open.test:TLS/start"), file.toString());
    assertFalse(why.contains("fetched with the login"), why);
    assertEquals(0, requested("/form/logout"), "a logout link is not followed");
    assertEquals(1, requested("/form/next"));
    assertEquals(4, site.logins(), "two sites, two rounds");
    String search = orb(0, "search", file.toString(), "login", "--top", "50", "--all");
    assertTrue(search.contains("/form/start"), search);

    orb(0, "export", file.toString(), "--format", "tsv", "--out", tmp.resolve("all").toString());
    orb(
        0,
        "export",
        file.toString(),
        "--public",
        "--format",
        "tsv",
        "--out",
        tmp.resolve("public").toString());
    orb(
        0,
        "export",
        file.toString(),
        "--format",
        "warc",
        "--wet",
        "--wat",
        "--out",
        tmp.resolve("warc").toString());
    assertTrue(contents(tmp.resolve("all")).contains("/form/start"));
    assertFalse(contents(tmp.resolve("public")).contains("/form/start"));
    assertTrue(contents(tmp.resolve("public")).contains("open.test"));
    String json = orb(0, "report", file.toString(), "--json");
    assertTrue(json.contains("prefix https://app.test:" + site.tlsPort() + "/form/"), json);
    orb(0, "report", file.toString(), "--out", tmp.resolve("report.html").toString());
    orb(0, "read", "settings", file.toString());
    orb(0, "config", file.toString());
    orb(0, "config", file.toString(), "--nutch");
    orb(0, "config", "--from", tmp.resolve("crawl").toString());
    orb(0, "try", ports("https://app.test:TLS/basic/start"), file.toString());
    orb(0, "try", ports("https://app.test:TLS/form/start"), file.toString());

    try (Stream<Path> all = Files.walk(tmp)) {
      for (Path one : all.filter(Files::isRegularFile).toList()) {
        if (!one.startsWith(tmp.resolve("secret"))) {
          assertNoSecretIn(one.toString(), text(one));
        }
      }
    }
    assertNoSecretIn("what was printed", allPrinted.toString());
    for (LoginSite.Seen one : site.seen()) {
      if (!one.host().startsWith("app.test") && !one.path().startsWith("/realms/")) {
        assertNoSecretIn(one.host(), one.text());
      }
    }
  }

  private static void assertNoSecretIn(String where, String text) {
    for (String secret : SECRETS) {
      assertFalse(text.contains(secret), () -> secret + " in " + where);
    }
  }

  private static String contents(Path folder) throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path one : files.filter(Files::isRegularFile).toList()) {
        all.append(text(one));
      }
    }
    return all.toString();
  }

  private static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      boolean packed = file.toString().endsWith(".gz");
      return new String((packed ? new GZIPInputStream(in) : in).readAllBytes(), ISO_8859_1);
    }
  }

  @Test
  void pagesThatSetACookieAndRedirectAreCrawled() throws Exception {
    write(
        "\"http://open.test:HTTP/bounce/self/1\", \"http://open.test:HTTP/bounce/check/1\","
            + " \"http://open.test:HTTP/bounce/new/1\", \"http://open.test:HTTP/bounce/ever/1\"",
        "");
    orb(0, "crawl", file.toString());
    String found = orb(0, "search", file.toString(), "cookie", "--top", "50", "--all");
    assertTrue(found.contains("/bounce/self/1"), found);
    assertTrue(found.contains("/bounce/check/1"), found);
    assertTrue(found.contains("/bounce/arrived/1"), found);
    assertFalse(found.contains("/bounce/ever/1"), found);
    assertTrue(requested("/bounce/ever/1") <= 10, "a chain ends");
    assertEquals(2, requested("/bounce/self/1"));
  }

  @Test
  void aFailedLoginDefersItsPagesAndNoOthers() throws Exception {
    Files.writeString(tmp.resolve("secret/password"), "wrong");
    write(
        "\"https://app.test:TLS/form/1\", \"https://app.test:TLS/form/2\","
            + " \"https://open.test:TLS/page\"",
        """
        sites:
          - host: app.test:TLS
            login:
              type: form
              url: https://app.test:TLS/form/login
              fields: {username: alice, password: "${file:secret/password}"}
        """);
    String told = orb(0, "crawl", file.toString());
    assertTrue(told.contains("the login of the site failed"), told);
    assertEquals(1, site.seen().stream().filter(one -> one.method().equals("POST")).count());
    assertEquals(1, requested("/page"));
    String why = orb(0, "why", ports("https://app.test:TLS/form/1"), file.toString());
    assertTrue(why.contains("failed: the page after it asks for a password again"), why);
  }

  @Test
  void aMissingSecretIsAnErrorBeforeAnythingIsDone() throws Exception {
    write(
        "\"https://app.test:TLS/basic/1\"",
        """
        sites:
          - host: app.test
            login: {type: bearer, token: "${env:NO_SUCH_TOKEN}"}
          - host: b.test
            login: {type: bearer, token: "typed"}
        """);
    String told = orb(2, "crawl", file.toString());
    assertTrue(told.contains("environment variable NO_SUCH_TOKEN is not set"), told);
    assertTrue(told.contains("a secret does not belong in this file"), told);
    assertEquals(List.of(), site.seen());
  }
}
