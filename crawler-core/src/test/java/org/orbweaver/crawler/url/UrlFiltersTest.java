package org.orbweaver.crawler.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class UrlFiltersTest {
  @Test
  void firstMatchingRuleDecides() {
    var rules = new RegexRules("f", "# a comment\n\n-\\.org/private\n+^http://a\\.org/\n-a\n");
    assertEquals("f:4, '+^http://a\\.org/'", rules.decision("http://a.org/x").toString());
    assertTrue(rules.decision("http://a.org/x").accepted());
    assertEquals(
        new FilterDecision(false, "f", 3, "-\\.org/private"),
        rules.decision("http://a.org/private/x"));
    assertEquals(5, rules.decision("http://b.org/a").line());
    assertEquals(0, rules.decision("http://b.org/").line(), "what no rule matches is refused");
    assertFalse(rules.decision("http://b.org/").accepted());
  }

  @Test
  void rulesMayHoldForOneHostOrDomain() {
    var rules = new RegexRules("f", "> a.org\n-x\n<\n> www.b.org\n-x\n<\n+.\n");
    assertFalse(rules.decision("http://www.a.org/x").accepted());
    assertFalse(rules.decision("http://www.b.org/x").accepted());
    assertTrue(rules.decision("http://b.org/x").accepted());
    assertTrue(rules.decision("http://c.org/x").accepted());
  }

  @Test
  void namesFileAndLineOfABadRule() {
    var e = assertThrows(IllegalArgumentException.class, () -> new RegexRules("f.txt", "+.\n-(\n"));
    assertTrue(e.getMessage().startsWith("f.txt:2: invalid expression '('"), e.getMessage());
    e = assertThrows(IllegalArgumentException.class, () -> new RegexRules("f.txt", "x\n"));
    assertTrue(e.getMessage().startsWith("f.txt:1: "), e.getMessage());
    e = assertThrows(IllegalArgumentException.class, () -> new SuffixRules("s.txt", "+Q\n"));
    assertTrue(e.getMessage().startsWith("s.txt:1: "), e.getMessage());
    assertThrows(IllegalArgumentException.class, () -> new SuffixRules("s.txt", ".gif\n"));
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
    FilterDecision decision = rules.decision(url);
    return decision != null && !decision.accepted();
  }

  @Test
  void policyFollowsWithinHostOrDomain() {
    String from = "http://www.a.co.uk/x";
    String domain = "http://b.a.co.uk/";
    String other = "http://b.co.uk/";
    assertTrue(new LinkPolicy(false, HostMode.HOST, false).follow(from, other));
    var host = new LinkPolicy(true, HostMode.HOST, false);
    assertTrue(host.follow(from, "https://www.a.co.uk/y"));
    assertFalse(host.follow(from, domain));
    var stay = new LinkPolicy(true, HostMode.DOMAIN, false);
    assertTrue(stay.follow(from, domain));
    assertFalse(stay.follow(from, other));
    assertTrue(stay.follow(other, other));
    assertFalse(new LinkPolicy(false, HostMode.HOST, true).follow(from, from));
    assertTrue(new LinkPolicy(false, HostMode.HOST, true).follow(from, domain));
  }
}
