package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.crawlfile.CrawlFile;
import org.orbweaver.common.crawlfile.CrawlFileKeys;
import org.orbweaver.common.crawlfile.CrawlFileWriter;
import org.orbweaver.common.crawlfile.CrawlFileWriter.Value;
import org.orbweaver.common.crawlfile.SiteKeys;
import org.orbweaver.common.crawlfile.SiteKeys.Shape;
import org.orbweaver.common.crawlfile.SiteKeys.SiteKey;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.site.Sites;

/** The key {@code sites} of crawl files. */
class CrawlFileSitesTest {
  private static final Path CODE =
      Path.of("../crawler-core/src/main/java/org/orbweaver/crawler/site/SitesReader.java");

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void files() throws Exception {
    file = folder.resolve("crawl.yaml");
    for (String name : List.of("cookies.txt", "token", "reader.keytab")) {
      Files.writeString(folder.resolve(name), "s3cret");
    }
    // No text in UTF-8.
    Files.write(folder.resolve("client.p12"), new byte[] {(byte) 0xff, 0, (byte) 0xfe});
  }

  private Configuration conf(String text) throws Exception {
    Configuration conf = new Configuration(false);
    Files.writeString(file, text);
    CrawlFile.read(file.toString()).apply(conf);
    return conf;
  }

  /** The setting for some blocks, without the path of the folder. */
  private String read(String sites) throws Exception {
    return setting(conf("directory: c\n" + sites)).replace(folder.toString(), "F");
  }

  private static String setting(Configuration conf) {
    return conf.getRaw(UrlKeys.SITES.name());
  }

  private String written(Configuration conf) {
    return CrawlFileWriter.yaml(
        "c", name -> Optional.ofNullable(conf.getRaw(name)).map(v -> new Value(v, "note")));
  }

  private static final String ALL =
      """
      sites:
        - host: docs.example.org
          delay: 500 ms
          agent: "otherbot/1.0"
          accept-language: de, en;q=0.5
          headers: {X-Team: search, X-Api-Key: "${file:token}", X-Note: "a: ${env:PATH}, b"}
          proxy: http://proxy.example.org:3128
          proxy-user: crawler
          proxy-password: ${env:PATH}
          cookies: site
          cookie-file: cookies.txt
          certificate: client.p12
          certificate-password: ${file:token}
          send-over-http: true
          rules:
            - exclude: "*/print/*"
            - include: {domain: example.org, regex: 'x{2}$'}
          depth: 3
          pages-per-round: 500
          interval: 1 d
          main-content: div.document
          drop: [.related, "a[href='#']"]
          fields: {price: ".price", isbn: "[itemprop=isbn], .isbn"}
          sitemap-dates: trusted
          render: auto
          private-addresses: [10.0.0.0/8, 127.0.0.1]
          login:
            type: form
            success: {selector: a.logout, status: 302, cookie: session}
            url: https://docs.example.org/login
            form: form#login
            fields: {username: reader, password: "${env:PATH}"}
            origins: [https://sso.example.org]
            logout: ["/goodbye$", "x: y"]
        - prefix: https://example.org/private/
          login: {type: kerberos, user: reader, keytab: reader.keytab}
        - domain: example.net
          login: {type: ntlm, user: reader, password: "${file:token}", domain: CORP}
        - host: api.example.org
          login: {type: bearer, token: "${file:token}"}
      """;

  private static final String LINES =
      """
      [host docs.example.org]
      delay 0.5
      agent otherbot/1.0
      accept-language de, en;q=0.5
      headers X-Team search
      headers X-Api-Key ${file:F/token}
      headers X-Note a: ${env:PATH}, b
      proxy http://proxy.example.org:3128
      proxy-user crawler
      proxy-password ${env:PATH}
      cookies site
      cookie-file ${file:F/cookies.txt}
      certificate ${file:F/client.p12}
      certificate-password ${file:F/token}
      send-over-http true
      rules -glob */print/*
      rules +domain example.org
      rules +regex x{2}$
      depth 3
      pages-per-round 500
      interval 86400
      main-content div.document
      drop .related
      drop a[href='#']
      fields price .price
      fields isbn [itemprop=isbn], .isbn
      sitemap-dates trusted
      render auto
      private-addresses 10.0.0.0/8
      private-addresses 127.0.0.1
      login.type form
      login.url https://docs.example.org/login
      login.form form#login
      login.fields username reader
      login.fields password ${env:PATH}
      login.origins https://sso.example.org
      login.success.selector a.logout
      login.success.status 302
      login.success.cookie session
      login.logout /goodbye$
      login.logout x: y
      [prefix https://example.org/private/]
      login.type kerberos
      login.user reader
      login.keytab ${file:F/reader.keytab}
      [domain example.net]
      login.type ntlm
      login.user reader
      login.password ${file:F/token}
      login.domain CORP
      [host api.example.org]
      login.type bearer
      login.token ${file:F/token}""";

  @Test
  void everyKeyBecomesALine() throws Exception {
    assertEquals(LINES, read(ALL));
    Set<String> used =
        LINES
            .lines()
            .map(line -> line.replaceFirst("^\\[", "").split(" ")[0])
            .collect(Collectors.toSet());
    assertEquals(SiteKeys.all().stream().map(SiteKey::name).collect(Collectors.toSet()), used);
  }

  @Test
  void whatIsWrittenIsReadAgain() throws Exception {
    Configuration conf = conf("directory: c\n" + ALL);
    String text = written(conf);
    assertEquals(setting(conf), setting(conf(text)), text);
    assertTrue(text.contains("\n  - host: docs.example.org\n    delay: 500 ms\n"), text);
    assertTrue(text.contains("\n      success:\n        selector: a.logout\n"), text);
    assertFalse(text.contains("s3cret"), text);
  }

  /** As -D may give it. */
  @Test
  void aTextInAnotherOrderIsWrittenWithTheSameMeaning() throws Exception {
    Configuration conf = new Configuration(false);
    conf.set(
        UrlKeys.SITES.name(),
        "\n[host a.org]\n interval 60 \nrules -glob *.pdf\n\ndelay   1.50\nfields a b > c\n");
    assertEquals(
        "[host a.org]\ndelay 1.5\nrules -glob *.pdf\ninterval 60\nfields a b > c",
        setting(conf(written(conf))));
  }

  @Test
  void theOrderOfKeysAndTheFormOfNumbersAreNoChange() throws Exception {
    assertEquals(
        read("sites: [{host: a.org, delay: 0.50, interval: 1 h}]"),
        read("sites: [{interval: 60 min, host: a.org, delay: 500 ms}]"));
    assertEquals("", read("sites: []"));
    assertEquals(
        "[host a.org]\nproxy none\ncookies none",
        read("sites: [{host: a.org, cookies: none, proxy: none}]"));
  }

  private List<String> faults(String text) throws Exception {
    Files.writeString(file, text);
    OrbException thrown = assertThrows(OrbException.class, () -> CrawlFile.read(file.toString()));
    List<String> lines =
        thrown.details().isEmpty() ? List.of(thrown.getMessage()) : thrown.details();
    return lines.stream()
        .map(line -> line.replace(file.toString(), "F").replace(folder.toString(), "D"))
        .toList();
  }

  @Test
  void allFaultsAreReportedWithTheirPlaces() throws Exception {
    String literal = ": a secret does not belong in this file: write ${env:NAME} or ${file:PATH}";
    assertEquals(
        List.of(
            "F:4:5: unknown key sites.dealy; did you mean delay?",
            "F:5:12: sites.agent: only passwords and the like are read from ${...}",
            "F:6:42: sites.headers.X-C: environment variable NOT_THERE_ is not set",
            "F:7:21: sites.proxy-password" + literal,
            "F:8:19: sites.cookie-file: cannot read D/none: no such file",
            "F:9:19: sites.certificate: cannot read D: a folder",
            "F:10:27: sites.certificate-password: cannot read D/none: no such file",
            "F:11:11: sites.depth has no value: give one, or remove the line",
            "F:12:16: sites.interval: unknown unit 'yards': use ms, s, min, h, d",
            "F:13:12: sites.drop: expected one value",
            "F:14:14: expected names and values of sites.fields",
            "F:15:23: sites.rules: 'x' is neither a URL's beginning nor a pattern with *; say what"
                + " it is: {domain: x}, or host, prefix, glob, regex",
            "F:17:7: unknown key sites.login.usr; did you mean user?",
            "F:18:18: sites.login.password" + literal,
            "F:19:17: sites.login.token" + literal,
            "F:20:30: sites.login.fields: a name cannot be empty, or have spaces",
            "F:21:18: unknown key sites.login.success.text; known here: selector,"
                + " status, cookie"),
        faults(
            """
            directory: c
            sites:
              - host: a.org
                dealy: 1
                agent: ${env:PATH}
                headers: {X-Auth:  abc, X-B: d, X-C: "${env:NOT_THERE_}"}
                proxy-password: abc
                cookie-file:  none
                certificate:  .
                certificate-password: "${file:none}"
                depth:
                interval:  2 yards
                drop: [[a]]
                fields:  a
                rules: [{include: x}]
                login:
                  usr: x
                  password:  x${env:PATH}
                  token:    ${user.home}
                  fields: {UserPIN:  12, a b: c}
                  success:  {text: a}
            """));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "sites: a| F:2:8: sites: expected a list of blocks",
        "sites: [a]| F:2:9: expected keys of sites",
        "sites: [{delay: 1}]| F:2:9: sites: expected one of host, domain and prefix",
        "sites: [{host: a.org, domain: b.org}]| F:2:9: sites: expected one of host, domain and prefix",
        "sites: [{host: 'a b'}]| F:2:16: sites: expected a host, such as docs.example.org, got 'a b'",
        "sites: [{prefix: a.org}]| F:2:18: sites: expected the beginning of a URL, such as https://example.org/docs/, got 'a.org'",
        "sites: [{host: a.org, delay: -1}]| F:2:30: sites.delay: expected a number from 0 to 86400, got '-1'",
        "sites: [{host: a.org, interval: 1 ms}]| F:2:33: sites.interval: expected a number from 1 to 2147483647, got '0.001'",
        "sites: [{host: a.org, cookies: all}]| F:2:32: sites.cookies: expected redirects, site, none, got 'all'",
        "sites: [{host: a.org, agent: \"a\\\\nb\"}]| F:2:30: sites.agent: expected one line of text",
        "sites: [{host: a.org, agent: ' '}]| F:2:30: sites.agent: expected one line of text",
        "sites: [{host: a.org, headers: {Cookie: a}}]| F:2:41: sites.headers: Cookie is set by the key cookie-file",
        "sites: [{host: a.org, headers: {X: '${home}'}}]| F:2:36: sites.headers.X: only ${env:NAME} and ${file:PATH} may begin with ${",
        "sites: [{host: a.org, headers: {X: '${env:PATH}${home}'}}]| F:2:36: sites.headers.X: only ${env:NAME} and ${file:PATH} may begin with ${",
        "sites: [{host: a.org, rules: [{exclude: {regex: '('}}]}]| F:2:49: sites.rules:1: invalid rule '-regex (': Unclosed group",
        "sites: [{host: a.org, rules: [{exclude: {regex: \"a\\\\rb\"}}]}]| F:2:49: sites.rules: an item cannot contain a line break",
        "sites: [{host: a.org, rules: [{exclude: {regex: 'a${env:PATH}'}}]}]| F:2:49: sites.rules: only passwords and the like are read from ${...}",
        "sites: [{host: a.org, rules: [{reject: a}]}]| F:2:32: unknown key sites.rules.reject; known here: include, exclude",
        "sites: [{host: a.org, login: {user: a}}]| F:2:16: sites: host a.org: login needs a type: basic, digest, bearer, ntlm, kerberos, form",
        "sites: [{host: a.org, login: basic}]| F:2:30: expected keys of sites.login",
        "sites: [{host: a.org}, {host: b.org}, {host: A.org}]| F:2:46: sites: a second block for host a.org",
        "sites: [{host: a.org, whatever: 1}]| F:2:23: unknown key sites.whatever; see docs/guide.md",
        "sites: [{host: a.org, host: b.org}]| F:2:23: duplicate key host",
      })
  void aFaultNamesItsPlaceAndTheRemedy(String text, String fault) throws Exception {
    assertEquals(List.of(fault.strip()), faults("directory: c\n" + text.replace("\\\\", "\\")));
  }

  @Test
  void namesOfSecretsNeedReferences() throws Exception {
    String literal = ": a secret does not belong in this file: write ${env:NAME} or ${file:PATH}";
    assertEquals(
        List.of("F:2:41: sites.headers.X-Auth" + literal),
        faults("directory: c\nsites: [{host: a.org, headers: {X-Auth: abc, X-B: d}}]"));
    String form = "directory: c\nsites: [{host: a.org, login: {type: form, url: https://a.org/, ";
    assertEquals(
        List.of("F:2:82: sites.login.fields.UserPIN" + literal),
        faults(form + "fields: {UserPIN: 12}}}]"));
    read("sites: [{host: a.org, headers: {X-B: d}}]");
  }

  @Test
  void noFaultSaysASecret() throws Exception {
    Files.writeString(folder.resolve("token"), "s3cret\u00e4");
    String text =
        "directory: c\nsites: [{host: a.org, depth: x, headers: {X: '${file:token}'},"
            + " proxy-password: s3cret, login: {token: s3cret, fields: {pin: s3cret}}}]\n";
    assertFalse(faults(text).toString().contains("s3cret"));
  }

  @Test
  void referencesAreNotExpanded() throws Exception {
    Configuration conf = conf("directory: c\n" + ALL);
    conf.set("env:PATH", "expanded");
    assertEquals(setting(conf), UrlKeys.SITES.get(conf));
    assertEquals(Optional.empty(), UrlKeys.SITES.fault(conf));
    assertTrue(UrlKeys.sites(conf).references().contains("${env:PATH}"));
  }

  @Test
  void aChangeNamesTheBlocks() {
    String old = "[host a.org]\ndelay 1\n[host b.org]\ndelay 1\n[host c.org]";
    assertEquals(
        "sites: host a.org changed; host d.org new; host c.org gone",
        CrawlFileKeys.change(
            "orbweaver.sites", "[host b.org]\ndelay 1\n[host a.org]\ndelay 2\n[host d.org]", old));
    assertEquals(
        "sites: host a.org gone; host b.org gone; host c.org gone",
        CrawlFileKeys.change("orbweaver.sites", null, old));
    assertEquals(
        "scope.rules: -glob *.gif new",
        CrawlFileKeys.change("orbweaver.scope.rules", "-glob *.pdf\n-glob *.gif", "-glob *.pdf"));
    assertEquals(
        "scope.rules: in another order",
        CrawlFileKeys.change("orbweaver.scope.rules", "-glob b*\n-glob a*", "-glob a*\n-glob b*"));
    String many =
        "abcdefghijkl"
            .chars()
            .mapToObj(c -> "-glob *" + (char) c)
            .collect(Collectors.joining("\n"));
    assertTrue(
        CrawlFileKeys.change("orbweaver.scope.rules", many, null).endsWith("-glob *j new; 2 more"));
  }

  @Test
  void theSettingKnowsEveryKeyOfTheTable() {
    for (SiteKey key : SiteKeys.all()) {
      if (key.shape() != Shape.SITE) {
        assertTrue(isKnown(key.name()), key.name());
        assertEquals(
            Set.of(Shape.LIST, Shape.MAP, Shape.SECRETS, Shape.RULES).contains(key.shape()),
            !said("[host a.org]\n" + line(key) + "\n" + line(key))
                .contains("a second " + key.name() + "\0"),
            key.name());
        if (key.shape() == Shape.CHOICE) {
          assertEquals(
              "line 2: "
                  + key.name()
                  + ": expected "
                  + String.join(", ", key.choices())
                  + ", got 'a b'\0",
              said("[host a.org]\n" + key.name() + " a b"));
        }
      }
    }
  }

  /** All words in the reader's code that it takes as keys. */
  @Test
  void theTableKnowsEveryKeyOfTheSetting() throws Exception {
    Set<String> keys =
        Pattern.compile("\"([a-z-]+(\\.[a-z-]+)*)\"")
            .matcher(Files.readString(CODE))
            .results()
            .map((MatchResult found) -> found.group(1))
            .filter(CrawlFileSitesTest::isKnown)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(
        SiteKeys.all().stream()
            .filter(key -> key.shape() != Shape.SITE)
            .map(SiteKey::name)
            .collect(Collectors.toCollection(TreeSet::new)),
        keys);
  }

  private static String line(SiteKey key) {
    String prefix = key.name() + " ";
    return LINES.lines().filter(line -> line.startsWith(prefix)).findFirst().orElseThrow();
  }

  private static boolean isKnown(String key) {
    return !said("[host a.org]\n" + key + " a b").contains("unknown key");
  }

  private static String said(String text) {
    try {
      Sites unused = Sites.parse(text);
      return "";
    } catch (IllegalArgumentException e) {
      return e.getMessage() + "\0";
    }
  }
}
