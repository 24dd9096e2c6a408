package org.orbweaver.crawler.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.url.SemanticRules.Www;

class SemanticRulesTest {
  private static final String PARAMETERS =
      "# tracking\n-utm_*\n-gclid\n+utm_id\n> shop.a.org\n-ref\n+gclid\n<\n> a.org\n-ref\n-v*\n<\n";
  private static final String HOSTS = "m.a.org www.a.org\n*.b.org b.org\n";
  private static final String PROTOCOLS = "* https\nold.a.org http\n*.b.org\thttp\n";
  private static final String SLASHES = "*.a.org -\nb.org +\n";
  private static final String REGEX =
      """
      <?xml version="1.0"?>
      <!-- As Nutch's. -->
      <regex-normalize>
        <regex>
          <pattern>(?&lt;!:)/{2,}</pattern>
          <substitution>/</substitution>
        </regex>
        <regex><pattern>[?&amp;]print=1$</pattern><substitution/></regex>
        <regex><pattern>(/archive)/(\\d+)</pattern><substitution>$1?y=$2</substitution></regex>
      </regex-normalize>
      """;

  private static UrlNormalizer with(UnaryOperator<SemanticRules.Builder> rules) {
    return new UrlNormalizer(rules.apply(new SemanticRules.Builder()).build());
  }

  private static final UrlNormalizer ALL =
      with(
          rules ->
              rules
                  .parameters("p.txt", PARAMETERS)
                  .sortParameters(true)
                  .indexPages(List.of("index.html", "default.asp"))
                  .slashes("s.txt", SLASHES)
                  .protocols("protocols.txt", PROTOCOLS)
                  .hosts("hosts.txt", HOSTS)
                  .www(Www.REMOVE)
                  .regex("r.xml", REGEX));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://c.org/?utm_source=x | http://c.org/",
        "http://c.org/?a=1&UTM_medium=x&b&gclid | http://c.org/?a=1&b",
        "http://c.org/?utm_source&a | http://c.org/?a",
        "http://c.org/?&a&&utm_x=1 | http://c.org/?&a&",
        "http://c.org/?utm_id=1&outm_x=1&ref=2 | http://c.org/?utm_id=1&outm_x=1&ref=2",
        "http://c.org/utm_source=x?x=utm_y | http://c.org/utm_source=x?x=utm_y",
        "http://a.org/?ref=1&view=2&x | http://a.org/?x",
        "http://shop.a.org/?ref=1&vid=3&gclid=4&utm_x=1 | http://shop.a.org/?gclid=4",
      })
  void removesParameters(String url, String expected) {
    assertEquals(expected, with(r -> r.parameters("p.txt", PARAMETERS)).normalize(url));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://c.org/?b=2&a=1&b=1&B | http://c.org/?B&a=1&b=2&b=1",
        "http://c.org/?&& | http://c.org/",
        "http://c.org/?a-b=1&a=2 | http://c.org/?a=2&a-b=1",
      })
  void sortsParameters(String url, String expected) {
    assertEquals(expected, with(r -> r.sortParameters(true)).normalize(url));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://a.org/x/index.html?y | https://a.org/x?y",
        "http://c.org/x/index.html | https://c.org/x/",
        "http://c.org/index.html/ | https://c.org/index.html/",
        "http://c.org/INDEX.HTML | https://c.org/INDEX.HTML",
        "http://a.org/x// | https://a.org/x",
        "http://a.org/ | https://a.org/",
        "http://b.org/x?y | http://b.org/x/?y",
        "http://b.org/x.html | http://b.org/x.html",
        "https://x.b.org/ | http://b.org/",
        "https://old.a.org/x | http://old.a.org/x",
        "http://c.org:8080/ | http://c.org:8080/",
        "http://m.a.org/ | https://a.org/",
        "http://www.c.org/ | https://c.org/",
        "http://www.co.uk/ | https://www.co.uk/",
        "http://www.x.c.org/ | https://www.x.c.org/",
        "http://c.org/x//y///z | https://c.org/x/y/z",
        "http://c.org/?a&print=1 | https://c.org/?a",
        "http://c.org/archive/2020/03 | https://c.org/archive?y=2020/03",
      })
  void appliesRulesOfAllKinds(String url, String expected) {
    assertEquals(expected, ALL.normalize(url));
  }

  @ParameterizedTest
  @CsvSource({
    "KEEP, http://c.co.uk/, http://c.co.uk/",
    "ADD, http://c.co.uk/, http://www.c.co.uk/",
    "ADD, http://x.c.co.uk/, http://x.c.co.uk/",
    "ADD, http://10.0.0.1/, http://10.0.0.1/",
    "ADD, http://localhost/, http://localhost/",
    "REMOVE, http://www.c.co.uk:81/, http://c.co.uk:81/",
    "REMOVE, http://www.localhost/, http://www.localhost/",
  })
  void prefersAHost(Www www, String url, String expected) {
    assertEquals(expected, with(rules -> rules.www(www)).normalize(url));
  }

  /** Rules that undo each other, never end, change the host, give no URL, or take very long. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "c$ -> a ; b$ -> c ; a$ -> b",
        "$ -> /x",
        "c\\.org -> d.org",
        "^http: -> gopher:",
        "(\\w+\\w*)+! -> x",
        "(a|b)*c -> x",
      })
  void leavesUrlsAloneThatARuleWouldSpoil(String rules) {
    var xml = new StringBuilder("<regex-normalize>");
    for (String rule : rules.split(" ; ")) {
      String[] words = rule.split(" -> ");
      xml.append("<regex><pattern>").append(words[0]).append("</pattern><substitution>");
      xml.append(words[1]).append("</substitution></regex>");
    }
    var normalizer = with(r -> r.regex("r.xml", xml + "</regex-normalize>"));
    String url = "http://c.org/" + "a".repeat(7000);
    assertEquals(url, normalizer.normalize(url));
    List<RuleChange> changes = normalizer.trace(url).changes();
    assertTrue(changes.toString().matches(".*(not applied|no end after 5 passes).*"), "" + changes);
  }

  @Test
  void resolvesLinksButNotBases() {
    String base = "http://c.org/x/index.html?utm_source=1";
    assertEquals("https://c.org/x/y?a", ALL.resolve(base, "y?utm_x=1&a"));
    assertEquals("https://c.org/x/", ALL.resolve(base, ""));
    assertEquals("http://c.org/x/index.html", ALL.resolveAsIs(base, "index.html#a"));
    String url = "http://c.org/x";
    assertSame(url, with(r -> r.parameters("p.txt", PARAMETERS)).normalize(url));
  }

  @Test
  void tracesEachRuleWithFileAndLine() {
    UrlNormalizer.Trace trace = ALL.trace("HTTP://m.a.org/x/index.html?utm_b=1&a#f");
    assertEquals("http://m.a.org/x/index.html?utm_b=1&a", trace.standard());
    assertEquals("https://a.org/x?a", trace.url());
    List<String> steps = trace.changes().stream().map(c -> c + " " + c.url()).toList();
    assertEquals(
        List.of(
            "hosts.txt:1, 'm.a.org www.a.org' http://www.a.org/x/index.html?utm_b=1&a",
            "protocols.txt:1, '* https' https://www.a.org/x/index.html?utm_b=1&a",
            "orbweaver.url.index.pages, 'index.html' https://www.a.org/x/?utm_b=1&a",
            "p.txt:2, '-utm_*' https://www.a.org/x/?a",
            "orbweaver.url.www, 'remove' https://a.org/x/?a",
            "s.txt:1, '*.a.org -' https://a.org/x?a"),
        steps);
    assertNull(ALL.trace("mailto:x").url());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "<regex-normalize><regex><pattern>(</pattern><substitution/></regex></regex-normalize>"
            + " | r:1: invalid expression '(': ",
        "<regex-normalize>\\n<regex><pattern>a</pattern></regex></regex-normalize>"
            + " | r:2: expected a <pattern> and a <substitution>",
        "<regex-normalize><regex>\\n\\n<pattern>a</pattern><substitution>$1</substitution></regex>"
            + "</regex-normalize> | r:3: invalid substitution '$1'",
        "<rules/> | r:1: ",
        "<regex-normalize>\\n<x/></regex-normalize> | r:2: ",
        "<regex-normalize>\\n | r:2: ",
        "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/hostname\">]><regex-normalize><regex>"
            + "<pattern>&e;</pattern><substitution/></regex></regex-normalize> | r:1: ",
      })
  void namesFileAndLineOfABadSubstitution(String xml, String message) {
    assertFault(message, () -> new SemanticRules.Builder().regex("r", xml.replace("\\n", "\n")));
  }

  @Test
  void namesFileAndLineOfABadRule() {
    assertFault(
        "p:2: expected - or +", () -> new SemanticRules.Builder().parameters("p", "-a\nb\n"));
    assertFault(
        "p:1: expected - or +", () -> new SemanticRules.Builder().parameters("p", "-a*b\n"));
    assertFault(
        "s:2: expected a host and + or -",
        () -> new SemanticRules.Builder().slashes("s", "\na.org x"));
    assertFault(
        "h:1: expected a host and another",
        () -> new SemanticRules.Builder().hosts("h", "a.org b/c"));
    assertFault(
        "q:1: expected a host and http or",
        () -> new SemanticRules.Builder().protocols("q", "a.org\n"));
  }

  private static void assertFault(String message, org.junit.jupiter.api.function.Executable rules) {
    var e = assertThrows(IllegalArgumentException.class, rules);
    assertTrue(e.getMessage().startsWith(message), e.getMessage());
  }

  /**
   * Random URLs under all rules: stable, a valid URI, and the host changed only by a host's rule.
   */
  @Test
  void isStableAndKeepsTheHost() {
    String[] pieces =
        ("/ // index.html default.asp x .html utm_a=1 gclid= ref=1 vid & ? ;jsessionid=1 a=1 b=2"
                + " %41 /archive/2001 print=1 ../ . = # utm_id index.html/ &&")
            .split(" ");
    String[] hosts = {"a.org", "m.a.org", "www.a.org", "x.b.org", "b.org:81", "www.c.org", "c.org"};
    var random = new Random(7);
    int changed = 0;
    UrlNormalizer plain = new UrlNormalizer();
    UrlNormalizer noHosts =
        with(
            rules ->
                rules
                    .parameters("p", PARAMETERS)
                    .slashes("s", SLASHES)
                    .indexPages(List.of("index.html"))
                    .regex("r", REGEX));
    for (int i = 0; i < 20_000; i++) {
      var text =
          new StringBuilder("http://").append(hosts[random.nextInt(hosts.length)]).append("/");
      for (int j = random.nextInt(12); j > 0; j--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      String url = text.toString();
      String normal = ALL.normalize(url);
      assertEquals(normal, ALL.normalize(normal), url);
      assertEquals(normal, plain.normalize(normal), url);
      assertEquals(normal, ALL.trace(url).url(), url);
      assertNotNull(URI.create(normal));
      assertEquals(Hosts.host(url), Hosts.host(noHosts.normalize(url)), url);
      changed += normal.equals(plain.normalize(url)) ? 0 : 1;
    }
    assertTrue(changed > 10_000, changed + " of the URLs were changed");
  }
}
