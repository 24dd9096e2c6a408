package org.orbweaver.crawler.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** XHTML, feeds and other XML, and text under other declared types. */
class XmlPagesTest {

  private static final String XHTML = "application/xhtml+xml";

  private static ParsedPage parse(String content, String type) {
    return Pages.parse(content.getBytes(StandardCharsets.UTF_8), type);
  }

  /** Beginnings of a body after which the rest of the page must still be there. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script src='x'/>",
        "<style/>",
        "<iframe src='/f'/>",
        "<select/>",
        "<title/>",
        "<textarea/><noscript/>",
        "<script>if (a<b && c) d('<p>');</script>",
        "<script>//<![CDATA[\n a<b //]]></script>",
        "<p>&nbsp;&unknown; & <",
        "<p>un<br>closed<p>",
        "<a href=unquoted selected>x</b></a>",
        "<!DOCTYPE html [<!ENTITY me SYSTEM 'file:///etc/passwd'>]>&me;",
      })
  void xhtmlLosesNothing(String start) {
    for (String namespace : List.of("", " xmlns='http://www.w3.org/1999/xhtml'")) {
      String page = "<html" + namespace + "><body>" + start + "<div>The rest.</div></body></html>";
      ParsedPage parsed = parse(page, XHTML);
      List<String> lines = parsed.text().lines().toList();
      assertTrue(lines.get(lines.size() - 1).endsWith("The rest."), parsed.text());
      assertFalse(parsed.text().contains("root:"), parsed.text());
    }
  }

  @Test
  void xhtmlIsReadAsAPage() {
    String page =
        "<?xml version='1.0'?><!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml' lang='fr'>"
            + "<head><title>T&eacute;</title></head><body><h1>H</h1><p>x <b>y</b>"
            + "<![CDATA[ <z>]]></p><a href='/l'>link</a></body></html>";
    for (String type : new String[] {XHTML, "application/xml", "text/xml", null}) {
      ParsedPage parsed = parse(page, type);
      assertEquals("H\nx y <z>\nlink", parsed.text());
      assertEquals("Té", parsed.title());
      assertEquals("http://site.example/l", parsed.links().get(0).url());
      assertEquals(XHTML, parsed.meta().get(MetaNames.TYPE));
    }
    // Browsers read it by HTML's rules if it is declared as HTML.
    assertEquals("H\nx y]]>\nlink", parse(page, "text/html").text());
    assertEquals("x", parse("<!DOCTYPE html><p>x", "application/xml").text());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<rss version='2.0'><channel><title>N &amp; M</title><link>http://f.example/</link>"
            + "<description>d&nbsp;e</description><item><title>I</title><link>/i</link><description>&lt;p&gt;one"
            + " &lt;b&gt;two&lt;/b&gt;</description></item></channel></rss> | application/rss+xml |"
            + " /i",
        "<!DOCTYPE rss PUBLIC '-//N//DTD' 'http://x.invalid/rss.dtd'><rss><channel>"
            + "<title>N &amp; M</title><link>http://f.example/</link><description>d&nbsp;e"
            + "</description><item><title>I</title><guid>/i</guid><content:encoded><![CDATA[<p>one"
            + " <b>two</b>]]></content:encoded></item></channel></rss>"
            + " | application/rss+xml | /i",
        "<feed xmlns='http://www.w3.org/2005/Atom'><title>N &amp; M</title><link rel='self'"
            + " href='/f'/><link href='http://f.example/'/><subtitle>d&nbsp;e</subtitle><entry>"
            + "<title type='html'>&lt;i&gt;I&lt;/i&gt;</title><link href='/i'/><summary>s</summary>"
            + "<content type='xhtml'><div>one <b>two</b></div></content></entry></feed>"
            + " | application/atom+xml | /i",
        "<rdf:RDF xmlns='http://purl.org/rss/1.0/'><channel><title>N &amp; M</title>"
            + "<link>http://f.example/</link><description>d&nbsp;e</description></channel><item>"
            + "<title>I</title><link>/i</link><description>one two</description></item></rdf:RDF>"
            + " | application/rss+xml | /i",
      })
  void feedsAreRead(String feed, String type, String link) {
    for (String sent : new String[] {"text/xml", "text/html", null, type}) {
      ParsedPage page = parse("<?xml version='1.0'?>" + feed, sent);
      assertEquals("N & M\nd e\nI\none two", page.text());
      assertEquals("N & M", page.title());
      assertEquals(
          List.of("http://f.example/", "http://site.example" + link),
          page.links().stream().map(PageLink::url).toList());
      assertEquals(type, page.meta().get(MetaNames.TYPE));
    }
  }

  @Test
  void aFeedMayNameItsEncodingInTheHeaderAlone() {
    String feed = "<rss><channel><title>Паук</title></channel></rss>";
    ParsedPage page =
        Pages.parse(
            feed.getBytes(Charset.forName("windows-1251")), "text/xml; charset=windows-1251");
    assertEquals("Паук", page.title());
    assertEquals("header", page.meta().get(MetaNames.CHARSET_SOURCE));
  }

  @Test
  void ofOtherXmlTheTextIsRead() {
    String xml =
        "<book xmlns:xlink='l'><!-- no --><title>T</title><para>running <em>on</em> here</para>"
            + "<list><item>one</item><item xlink:href='/two'>two</item></list>"
            + "<style>p {}</style></book>";
    for (String type : new String[] {"text/xml", "application/x+xml", "image/svg+xml"}) {
      ParsedPage page = parse(xml, type);
      assertEquals("T\nrunning on here\none\ntwo", page.text());
      assertEquals("T", page.title());
      assertEquals("http://site.example/two", page.links().get(0).url());
    }
    ParsedPage untyped = parse("<?xml version='1.0'?>" + xml, null);
    assertEquals("T\nrunning on here\none\ntwo", untyped.text());
    assertEquals("application/xml", untyped.meta().get(MetaNames.TYPE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/javascript",
        "application/vnd.api+json",
        "application/x-sh",
        "application/sql",
        "application/x-yaml",
        "application/toml",
        "application/x-httpd-php",
        "application/x-nobody-knows-this"
      })
  void textUnderApplicationIsText(String type) {
    ParsedPage page = parse("key: value\nmore = <b>", type);
    assertEquals("key: value\nmore = <b>", page.text());
    assertEquals(type, page.meta().get(MetaNames.TYPE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/html", "text/plain", "application/json", "text/xml", XHTML})
  void randomBytesAreNoPage(String type) {
    for (int size : new int[] {300, 5000}) {
      byte[] garbage = new byte[size];
      new Random(size).nextBytes(garbage);
      ParsedPage page = Pages.parse(garbage, type);
      assertEquals(ParsedPage.Outcome.UNSUPPORTED, page.outcome());
      assertEquals("binary data of no known type", page.message());
    }
  }

  @Test
  void strayControlCharactersAndUtf16AreText() {
    assertTrue(parse("<p>a\0b\u0001c\u000bd\u0002e" + "x".repeat(300), "text/html").parsed());
    byte[] wide = "<p>Some text without a mark.</p>".getBytes(StandardCharsets.UTF_16LE);
    assertEquals("Some text without a mark.", Pages.parse(wide, "text/html").text());
  }

  @Test
  void typesOfUtf16AreSniffedInItsCharacters() {
    String html = "<!DOCTYPE html><title>Ü</title><p>Some text of a page.</p>";
    String xhtml =
        "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><head><title>Ü</title>"
            + "</head><body><p>Some text of a page.</p></body></html>";
    String feed =
        "<?xml version='1.0'?><rss><channel><title>Ü</title><item><title>Some text of a page."
            + "</title></item></channel></rss>";
    for (Charset charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      for (String mark : List.of("\ufeff", "")) {
        for (String text : List.of(html, xhtml, feed)) {
          for (String type : new String[] {null, "text/html", "application/octet-stream"}) {
            String name = type + " " + mark.length() + " " + charset + " " + text;
            ParsedPage wide = Pages.parse((mark + text).getBytes(charset), type);
            ParsedPage narrow = Pages.parse(text.getBytes(StandardCharsets.UTF_8), type);
            assertEquals(narrow.meta().get(MetaNames.TYPE), wide.meta().get(MetaNames.TYPE), name);
            assertEquals("Ü", wide.title(), name);
            assertEquals(narrow.text(), wide.text(), name);
          }
        }
      }
    }
  }
}
