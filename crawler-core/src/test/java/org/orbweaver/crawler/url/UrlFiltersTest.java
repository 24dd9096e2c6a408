package org.orbweaver.crawler.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.plugin.UrlDecision;
import org.orbweaver.plugin.UrlRule;
import org.orbweaver.plugin.loader.Provided;

class UrlFiltersTest {
  @Test
  void firstMatchingRuleDecides() {
    var rules = RegexRules.of("f", "# a comment\n\n-\\.org/private\n+^http://a\\.org/\n-a\n");
    assertEquals("f:4, '+^http://a\\.org/'", rules.decision("http://a.org/x").toString());
    assertTrue(rules.decision("http://a.org/x").accepted());
    assertEquals(
        new UrlDecision(false, "f", 3, "-\\.org/private"),
        rules.decision("http://a.org/private/x"));
    assertEquals(5, rules.decision("http://b.org/a").line());
    assertEquals(0, rules.decision("http://b.org/").line(), "what no rule matches is refused");
    assertFalse(rules.decision("http://b.org/").accepted());
  }

  @Test
  void rulesMayHoldForOneHostOrDomain() {
    var rules = RegexRules.of("f", "> a.org\n-x\n<\n> www.b.org\n-x\n<\n+.\n");
    assertFalse(rules.decision("http://www.a.org/x").accepted());
    assertFalse(rules.decision("http://www.b.org/x").accepted());
    assertTrue(rules.decision("http://b.org/x").accepted());
    assertTrue(rules.decision("http://c.org/x").accepted());
  }

  @Test
  void namesFileAndLineOfABadRule() {
    var e = assertThrows(IllegalArgumentException.class, () -> RegexRules.of("f.txt", "+.\n-(\n"));
    assertTrue(e.getMessage().startsWith("f.txt:2: invalid expression '('"), e.getMessage());
    e = assertThrows(IllegalArgumentException.class, () -> RegexRules.of("f.txt", "x\n"));
    assertTrue(e.getMessage().startsWith("f.txt:1: "), e.getMessage());
    e = assertThrows(IllegalArgumentException.class, () -> new SuffixRules("s.txt", "+Q\n"));
    assertTrue(e.getMessage().startsWith("s.txt:1: "), e.getMessage());
    assertThrows(IllegalArgumentException.class, () -> new SuffixRules("s.txt", ".gif\n"));
    e = assertThrows(IllegalArgumentException.class, () -> RegexRules.automata("a.txt", "\n-(\n"));
    assertTrue(e.getMessage().startsWith("a.txt:2: invalid expression '('"), e.getMessage());
    e = assertThrows(IllegalArgumentException.class, () -> DomainRules.denying("d", "a\nb/c\n"));
    assertTrue(e.getMessage().startsWith("d:2: expected a host or domain"), e.getMessage());
  }

  @Test
  void refusesSuffixes() {
    var rules = new SuffixRules("f", "+\n.gif\n.tar.gz # not a comment here\n");
    assertTrue(refuses(rules, "http://a/x.gif"));
    assertEquals("f:2, '.gif'", rules.decision("http://a/x.gif").toString());
    assertTrue(refuses(rules, "http://a/x?y.gif"));
    assertFalse(refuses(rules, "http://a/x.GIF"));
    assertFalse(refuses(rules, "http://a/gif"));
    var pathOnly = new SuffixRules("f", "+PI\n.Zip\n");
    assertTrue(refuses(pathOnly, "http://a/x.ZIP?y"));
    assertFalse(refuses(pathOnly, "http://a/x?y.zip"));
    assertFalse(refuses(pathOnly, "http://example.zip"));
  }

  @Test
  void mayAcceptSuffixesOnly() {
    var rules = new SuffixRules("f", "-I\n/\n.html\n");
    assertFalse(refuses(rules, "http://a/"));
    assertFalse(refuses(rules, "http://a/b.HTML"));
    assertTrue(refuses(rules, "http://a/b.pdf"));
  }

  private static boolean refuses(SuffixRules rules, String url) {
    UrlDecision decision = rules.decision(url);
    return decision != null && !decision.accepted();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // The expressions of an automaton match the whole URL.
        "AUTOMATON | -.*\\.exe\\n+http://a.*   | http://a.org/x     | f:2, '+http://a.*'",
        "AUTOMATON | -.*\\.exe\\n+http://a.*   | http://a.org/x.exe | !f:1, '-.*\\.exe'",
        "AUTOMATON | +a\\.org                   | http://a.org/      | !f: no rule that accepts it",
        "AUTOMATON | +http://<1-9>\\.org/       | http://7.org/      | f:1, '+http://<1-9>\\.org/'",
        "AUTOMATON | > a.org\\n-.*x\\n<\\n+.*   | http://b.a.org/x   | !f:2, '-.*x'",
        "AUTOMATON | > a.org\\n-.*x\\n<\\n+.*   | http://b.org/x     | f:4, '+.*'",
        "PREFIX    | #c\\nhttp://a\\nhttp://ab\\nhttps:// | http://abc/ | f:2, 'http://a'",
        "PREFIX    | http://b\\nhttp://ab        | http://b/          | f:1, 'http://b'",
        "PREFIX    | http://b\\n"
            + "http://ab        | http://aa/         | !f: none of the prefixes it accepts",
        "PREFIX    | http://b                    | http://Z/          | !f: none of the prefixes it"
            + " accepts",
        "DOMAIN    | com\\n#a.org\\nb.org\\nwww.c.org | http://x.com/ | f:1, 'com'",
        "DOMAIN    | com\\n"
            + "#a.org\\n"
            + "b.org\\n"
            + "www.c.org | http://a.org/ | !f: none of the hosts and domains it accepts",
        "DOMAIN    | com\\n#a.org\\nb.org\\nwww.c.org | http://x.B.org/ | f:3, 'b.org'",
        "DOMAIN    | com\\n#a.org\\nb.org\\nwww.c.org | http://www.c.org/ | f:4, 'www.c.org'",
        "DOMAIN    | com\\n"
            + "#a.org\\n"
            + "b.org\\n"
            + "www.c.org | http://x.c.org/ | !f: none of the hosts and domains it accepts",
        "DOMAIN    | co.uk\\nBücher.DE            | http://a.b.co.uk/  | f:1, 'co.uk'",
        "DOMAIN    | co.uk\\nBücher.DE            | http://xn--bcher-kva.de/ | f:2, 'Bücher.DE'",
        "DOMAIN_DENYLIST | b.org\\n              | http://x.b.org/    | !f:1, 'b.org'",
        "DOMAIN_DENYLIST | b.org\\n"
            + "              | http://x.c.org/    | URL filters: no rule about it",
        "SCOPE | -glob *.pdf\\n+prefix http://A.org/d | http://a.org/d/x.pdf | !f:1, '-glob *.pdf'",
        "SCOPE | -glob *.pdf\\n+prefix http://A.org/d | http://a.org/d/x | f:2, '+prefix"
            + " http://A.org/d'",
        "SCOPE | -glob *.pdf\\n+prefix http://A.org/d | http://a.org/e | !f: no rule matches, and"
            + " the last is +prefix http://A.org/d",
        "SCOPE | +glob http://a.org/*/x*\\n-host a.org | http://a.org/1/2/xy | f:1, '+glob"
            + " http://a.org/*/x*'",
        "SCOPE | +glob http://a.org/*/x*\\n-host a.org | http://a.org/x | !f:2, '-host a.org'",
        "SCOPE | +glob http://a.org/*/x*\\n-host a.org | http://b.a.org/x | f: no rule matches, and"
            + " the last is -host a.org",
        "SCOPE | +prefix http://a.org | http://a.org.test/ | !f: no rule matches, and the last is"
            + " +prefix http://a.org",
        "SCOPE | -domain b.a.org\\n+domain Bücher.DE\\n+host a.org | http://c.b.a.org/ | !f:1,"
            + " '-domain b.a.org'",
        "SCOPE | -domain b.a.org\\n+domain Bücher.DE\\n+host a.org | http://x.xn--bcher-kva.de/ |"
            + " f:2, '+domain Bücher.DE'",
        "SCOPE | +domain a.org\\n-regex [?&]id=\\d+ | http://a.org/?id=1 | f:1, '+domain a.org'",
        "SCOPE | -regex [?&]id=\\d+\\n+domain a.org | http://a.org/?id=1 | !f:1, '-regex"
            + " [?&]id=\\d+'",
        "VALIDATOR | | http://a.org/b;c=1?x=* | URL filters: no rule about it",
        "VALIDATOR | | http://10.0.0.1:81/    | URL filters: no rule about it",
        "VALIDATOR | | http://localhost/      | !f: 'localhost' is neither an IPv4 address nor a"
            + " name with a domain",
        "VALIDATOR | | http://a.b/            | !f: 'a.b' is neither an IPv4 address nor a name"
            + " with a domain",
        "VALIDATOR | | http://a_b.org/        | !f: 'a_b.org' is neither an IPv4 address nor a name"
            + " with a domain",
        "VALIDATOR | | http://[::1]/          | !f: '[::1]' is neither an IPv4 address nor a name"
            + " with a domain",
      })
  void readsNutchsFormats(String kind, String text, String url, String expected) {
    String rules = text == null ? "" : text.replace("\\n", "\n");
    UrlRule rule =
        switch (kind) {
          case "AUTOMATON" -> RegexRules.automata("f", rules);
          case "PREFIX" -> new PrefixRules("f", rules);
          case "DOMAIN" -> DomainRules.accepting("f", rules);
          case "DOMAIN_DENYLIST" -> DomainRules.denying("f", rules);
          case "SCOPE" -> new ScopeRules("f", rules);
          default -> new UrlValidator("f");
        };
    var filters = new UrlFilters(List.of(rule));
    UrlDecision decision = filters.decision(new UrlNormalizer().normalize(url));
    assertEquals(expected, (decision.accepted() ? "" : "!") + decision);
    assertEquals(decision.accepted(), filters.accepts(new UrlNormalizer().normalize(url)));
  }

  @Test
  void urlsPassAllFiltersAndSitemapsAllButTheSuffixes() {
    var filters =
        new UrlFilters(
            List.of(
                new SuffixRules("s", "+\n.gz"),
                DomainRules.accepting("d", "a.org"),
                RegexRules.of("r", "-private\n+.")));
    assertEquals("r:2, '+.'", filters.decision("http://a.org/").toString());
    assertEquals("s:2, '.gz'", filters.refusal("http://a.org/x.gz"));
    assertTrue(filters.acceptsSitemap("http://a.org/x.gz"));
    assertFalse(filters.acceptsSitemap("http://b.org/x.gz"));
    assertEquals("r:1, '-private'", filters.sitemapRefusal("http://a.org/private.gz"));
    assertEquals(
        List.of("s:2, '.gz'", "d:1, 'a.org'", "r:1, '-private'"),
        filters.decisions("http://a.org/private.gz").stream().map(String::valueOf).toList());
  }

  private static AddedRule added(UrlRule rule) {
    return new AddedRule(new Provided<>("p", rule), SourceRoots.parse("/share"));
  }

  @Test
  void whatARuleOfAPluginThrowsRefusesTheUrl() {
    UrlRule broken =
        new UrlRule() {
          @Override
          public UrlDecision decision(String url) {
            if (url.endsWith("/deep")) {
              return decision(url);
            }
            throw new IllegalStateException("no database");
          }

          @Override
          public String normalize(String url) {
            throw new NoSuchMethodError("x");
          }

          @Override
          public boolean decidesOnSitemaps() {
            throw new IllegalStateException();
          }
        };
    var filters = new UrlFilters(List.of(added(broken)));
    assertEquals("plugin p: no database", filters.refusal("http://a.org/"));
    assertEquals("plugin p: no database", filters.sitemapRefusal("http://a.org/"));
    assertEquals("plugin p: StackOverflowError", filters.refusal("http://a.org/deep"));
    var urls = new UrlNormalizer(SemanticRules.NONE, SourceRoots.NONE, List.of(added(broken)));
    assertNull(urls.normalize("http://a.org/"));
    String why = urls.trace("http://a.org/").refusal("http://a.org/").sentence();
    assertTrue(why.contains("plugin p, 'NoSuchMethodError: x"), why);
  }

  @Test
  void rulesOfPluginsGetEachOthersFormsAndTheLastIsMadeNormal() {
    UrlRule mobile = form(url -> url.replace("//m.", "//WWW."));
    UrlRule pages = form(url -> url.contains("/trash") ? null : url.replace("WWW.a.org", "b.org"));
    UrlRule odd = form(url -> url.endsWith("/none") ? "no URL" : url + "#x");
    var urls =
        new UrlNormalizer(
            SemanticRules.NONE,
            SourceRoots.parse("/share"),
            List.of(added(mobile), added(pages), added(odd)));
    assertEquals("http://b.org/x", urls.normalize("HTTP://m.a.org/x"));
    assertEquals("http://www.c.org/x", urls.normalize("http://m.c.org/x"));
    assertEquals("http://b.org/x", urls.resolve("http://m.a.org/y", "x"));
    assertNull(urls.normalize("http://a.org/trash"));
    assertNull(urls.normalize("http://a.org/none"));
    assertEquals("file:///share/trash", urls.normalize("file:///share/trash"));
    assertEquals(
        "[plugin p, 'another form', plugin p, 'another form', plugin p, 'another form']",
        urls.trace("http://m.a.org/x").changes().toString());
    // What waits in the crawldb from before the rule is refused, too.
    String refusal = new UrlFilters(List.of(added(pages))).refusal("http://a.org/trash");
    assertEquals("plugin p: it is no page's URL", refusal);
    assertNull(new UrlFilters(List.of(added(pages))).refusal("file:///share/trash"));
    UrlRule drafts = UrlRule.refusing("drafts", url -> url.contains("draft"));
    assertEquals(
        "plugin p: drafts: refused",
        new UrlFilters(List.of(added(drafts))).refusal("http://a/draft"));
  }

  private static UrlRule form(UnaryOperator<String> change) {
    return new UrlRule() {
      @Override
      public String normalize(String url) {
        return change.apply(url);
      }
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"-^http://a/(x+x+)+y", "-^http://a/(x|y)*z", "-(.*)(.*)(.*)(.*)z$"})
  void refusesUrlsForWhichARuleTakesTooLong(String rule) {
    UrlDecision decision =
        RegexRules.of("f", rule + "\n+.\n").decision("http://a/" + "x".repeat(8000));
    assertEquals("f:1, '" + rule + " (too costly for this URL)'", decision.toString());
    assertFalse(decision.accepted());
  }

  @Test
  void longListsAreLookedUpAndNotGoneThrough() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 100_000; i++) {
      lines.append("http://h").append(i).append(".org/\n");
    }
    var prefixes = new PrefixRules("f", lines.toString());
    var hosts = DomainRules.accepting("f", lines.toString().replaceAll("http://|/", ""));
    String rules = lines.toString().replaceAll("http://(.*)/", "> $1\n-private").concat("<\n+.\n");
    var regex = RegexRules.of("f", rules);
    for (int i = 0; i < 100_000; i += 10) {
      String url = "http://h" + i + ".org/private";
      assertEquals(i + 1, prefixes.decision(url).line());
      assertEquals(i + 1, hosts.decision(url).line());
      assertEquals(2 * i + 2, regex.decision(url).line());
    }
    assertEquals(0, prefixes.decision("http://h100001.org/").line());
  }

  @Test
  void policyFollowsWithinHostOrDomain() {
    String from = "http://www.a.co.uk/x";
    String domain = "http://b.a.co.uk/";
    String other = "http://b.co.uk/";
    assertTrue(new LinkPolicy(false, HostMode.HOST, false, SourceRoots.NONE).follow(from, other));
    var host = new LinkPolicy(true, HostMode.HOST, false, SourceRoots.NONE);
    assertTrue(host.follow(from, "https://www.a.co.uk/y"));
    assertFalse(host.follow(from, domain));
    var stay = new LinkPolicy(true, HostMode.DOMAIN, false, SourceRoots.NONE);
    assertTrue(stay.follow(from, domain));
    assertFalse(stay.follow(from, other));
    assertTrue(stay.follow(other, other));
    assertFalse(new LinkPolicy(false, HostMode.HOST, true, SourceRoots.NONE).follow(from, from));
    assertTrue(new LinkPolicy(false, HostMode.HOST, true, SourceRoots.NONE).follow(from, domain));
  }
}
