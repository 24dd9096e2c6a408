package org.orbweaver.crawler.page.noncontent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.page.PageParser;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.page.document.ParseLimits;

class NonContentTest {
  private static final String PROSE =
      "<p>A captcha tells people from programs by a task that people find easy, such as"
          + " reading.</p>";
  private static final String TEMPLATE =
      "<nav>Home\n<p>Products<p>Support<p>Company<p>Press</nav>".repeat(1)
          + "<footer>Terms of use<p>Privacy<p>All rights reserved, since 1998</footer>";

  private static ParsedPage parse(String url, String html) {
    byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
    String type = "text/html; charset=utf-8";
    return new PageParser(ParseLimits.DEFAULT, "")
        .parse(new PageParser.Document(url, bytes, type, null, List.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "challenge | <title>Just a moment...</title><noscript>Enable"
            + " JavaScript</noscript><script>x</script>",
        "challenge | <title>x</title><script"
            + " src='/cdn-cgi/challenge-platform/h/b/orchestrate.js'></script>",
        "challenge | <title>请稍候…</title><form action=/verify><input name=a></form>",
        "challenge | <iframe src='/_Incapsula_Resource?SWUDNSAI=9'>Request unsuccessful.</iframe>",
        "challenge | <meta http-equiv=refresh content='0;/.well-known/sgcaptcha/?r=%2F'>",
        "challenge | <script>document.cookie='k=1';window.location.reload();</script>",
        "challenge | <title>Are you a robot?</title><form><div class=g-recaptcha></div></form>",
        "parked | <title>host.test</title><script src='//img.sedoparking.com/x.js'></script><a"
            + " href=/1>Cars</a>",
        "parked | <title>host.test is for sale</title><h1>This domain is for sale</h1><p>Make an"
            + " offer for host.test",
        "parked | <title>host.test</title><h1>host.test</h1><p>Diese Domain steht zum Verkauf!",
        "parked | <title>Parked domain</title><p>This domain is parked free of charge.",
        "parked | <script>window.onload=function(){window.location.href='/lander'}</script>",
        "consent | <title>Before you continue</title><form><p>We use cookies and data to"
            + " deliver<button>Reject all</button><button>Accept all</button></form>",
        "consent | <title>Datenschutz</title><form>Wir verwenden Cookies für Werbung.<input"
            + " type=submit value='Alle akzeptieren'></form>",
        "login | <title>Sign in</title><form>Name<input name=n>Password<input"
            + " type=password></form>",
        "login | <title>Intranet</title><form>Benutzer<input name=n>Kennwort<input"
            + " type=password></form><p>Impressum",
      })
  void kindsAreToldByThePageAlone(String kind, String html) {
    ParsedPage page = parse("http://host.test/a", html);
    assertEquals(Optional.of(kind), page.nonContent().map(NonContent::word));
    assertTrue(page.meta().get("robots").contains("noindex"));
    assertTrue(page.nonContent().orElseThrow().linksFollowed() || page.links().isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<title>CAPTCHA</title><article>What it is.</article><script>x</script>",
        "<title>Comments</title><p>Well said.<form><script"
            + " src=https://hcaptcha.com/1/api.js></script></form>",
        "<title>Domain trade</title><p>How to tell that a domain is for sale, and what to pay.",
        "<title>Shop</title><header><form>Login<input type=password></form></header><p>Our opening"
            + " hours",
        "<title>Cookies</title><p>We use cookies on this site. <p>This page says which, and why, at"
            + " some length.<form><input name=q><button>Search</button></form>",
        "<title>Theme</title><script>document.cookie='theme=dark'</script><p>Hello there.",
        "<title>Hello</title><p>x"
      })
  void pagesAboutTheseMattersAreContent(String html) {
    assertEquals(Optional.empty(), parse("http://host.test/a", html).nonContent());
    String longer = html + "<form>Password<input type=password></form>" + PROSE.repeat(50);
    assertEquals(Optional.empty(), parse("http://host.test/a", longer).nonContent());
  }

  private static boolean isSoft404(String unknown, String page) {
    ParsedPage shown = parse("http://h.test/qzkfjwvblx", TEMPLATE + unknown);
    ParsedPage asked = parse("http://h.test/cat/item-7", TEMPLATE + page);
    String code = UnknownPage.of("http://h.test/qzkfjwvblx", shown.title(), shown.text()).encode();
    assertTrue(code.length() < 1100);
    return UnknownPage.decode(code)
        .orElseThrow()
        .matches("http://h.test/cat/item-7", asked.title(), asked.text());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true | <title>Shop</title><p>Nothing here. | <title>Shop</title><p>Nothing here.",
        "true | <title>No /qzkfjwvblx</title><p>No /qzkfjwvblx at 10:15 | <title>No"
            + " /cat/item-7</title><p>No /cat/item-7 at 11:20",
        "true | <title>Not found</title><p>Sorry, gone.<p>Try: red shoes | <title>Not"
            + " found</title><p>Sorry, gone.<p>Try: blue hats",
        "false | <title>Shop</title><p>Nothing here. | <title>Shop</title><p>A red shoe, size"
            + " nine.",
        "false | <title>Shop</title><p>Nothing here. | <title>Shop</title><p>",
        "false | <title>Shop</title><p>Nothing here. | <title>Hat</title><p>Nothing here.",
        "false | <title>Shop</title><p>Nothing here. | <title>Shop</title><p>Nothing here.<p>But a"
            + " sentence of its own.",
      })
  void soft404sAreToldByTheLinesThatDiffer(boolean expected, String unknown, String page) {
    assertEquals(expected, isSoft404(unknown, page));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "!", "AAAA", "AAAAAAA"})
  void whatIsNoFingerprintIsNone(String code) {
    assertEquals(Optional.empty(), UnknownPage.decode(code).filter(page -> !page.isBlank()));
  }

  @Test
  void longPagesAreRecognisedWholeAlone() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      lines
          .append("<p>")
          .append(Integer.toString(i, 26).replaceAll("[0-9]", "z"))
          .append('q')
          .append("x".repeat(i % 50));
    }
    assertTrue(isSoft404("<title>Home</title>" + lines, "<title>Home</title>" + lines));
    assertFalse(isSoft404("<title>Home</title>" + lines, "<title>Home</title><p>x" + lines));
  }
}
