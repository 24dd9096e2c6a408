package org.orbweaver.crawler.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.page.content.MainContent;
import org.orbweaver.crawler.page.document.Deadline;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.page.document.TextCollector;

class HtmlPageParserTest {

  @Test
  void separatesBlocksAndCollapsesSpace() {
    ParsedPage page =
        Pages.html(
            "<title> A\n title </title><body><p>one  <b>t</b>wo<p>three<br>four"
                + "<table><tr><td>a</td><td>b</td></tr></table><pre>x  y\nz</pre>");
    assertEquals("A title", page.title());
    assertEquals("one two\nthree\nfour\na b\nx y\nz", page.text());
  }

  @Test
  void leavesOutWhatNobodyReads() {
    ParsedPage page =
        Pages.html(
            "<script>var a = 1;</script><style>p {}</style><template>t</template><!-- c -->"
                + "<p>seen</p><noscript>plain</noscript><select><option>o</select>");
    assertEquals("seen\nplain", page.text().replace(" ", "\n"));
  }

  /** Obstacles to a crawler that fills in no form and runs no script. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<p>text<a href=a>a</a>                                                 | ",
        "<form action=find><input name=q><button>Find</button></form>          | form",
        "<form><input type=SEARCH name=q></form>                                | form",
        "<form><textarea name=comment></textarea></form>                        | form",
        "<form><input type=checkbox><input type=submit></form>                  | ",
        "<form><input name=user><input type=password></form>                    | login",
        "<div id=app></div><script src=app.js></script>                         | script",
        "<div id=app></div><script type=application/ld+json>{}</script>         | ",
        "<script src=a.js></script><a href=a>a</a><a href=b>b</a><a href=c>c</a> | ",
        "<form><input name=q></form><script>fill()</script>                     | form script",
      })
  void whatIsNotReachedIsTold(String html, String unreached) {
    assertEquals(unreached, Pages.html(html).meta().get(MetaNames.UNREACHED));
  }

  @Test
  void aPageThatTakesTooLongKeepsTheDirectivesOfItsHeaders() {
    PageParser.Document document =
        new PageParser.Document(
            Pages.URL, "<p>text".getBytes(UTF_8), "text/html", null, List.of("noai"));
    ParsedPage page = Pages.parser(ParseLimits.DEFAULT).parse(document, Deadline.in(-1));
    assertEquals(ParsedPage.Outcome.TIMEOUT, page.outcome());
    assertEquals("noai", page.meta().get(MetaNames.ROBOTS));
  }

  /** As web-platform-tests' query-encoding: the path is in UTF-8 always, the query seldom. */
  @ParameterizedTest
  @CsvSource({
    "windows-1251, /s?q=при, s?q=%EF%F0%E8",
    "windows-1251, /при?q=a%20&при=é#при, %D0%BF%D1%80%D0%B8?q=a%20&%EF%F0%E8=%26%23233%3B",
    "windows-1251, /s#при?q=при, s",
    "windows-1252, /s?é€😀, s?%E9%80%26%23128512%3B",
    "ISO-8859-1, /s?’, s?%92",
    "windows-1255, /s?ֺ, s?%CA",
    "koi8-u, /s?ў, s?%AE",
    "Shift_JIS, /s?ソ～, s?%83%5C%81%60",
    "EUC-JP, /s?日本é, s?%C6%FC%CB%DC%26%23233%3B",
    "EUC-KR, /s?한, s?%C7%D1",
    "GBK, /s?中€, s?%D6%D0%80",
    "gb18030, /s?é, s?%A8%A6",
    "Big5, /s?中￠, s?%A4%A4%A2F",
    "UTF-8, /s?при, s?%D0%BF%D1%80%D0%B8",
    "UTF-16LE, /s?при, s?%D0%BF%D1%80%D0%B8",
  })
  void queriesAreEncodedAsThePageIs(String charset, String reference, String expected) {
    String entities =
        reference
            .codePoints()
            .mapToObj(c -> c < 0x80 ? Character.toString(c) : "&#" + c + ";")
            .collect(Collectors.joining());
    String html =
        "<base href='//b.example/'><link rel=canonical href='"
            + entities
            + "'><a href='"
            + entities
            + "'>a</a><meta http-equiv=refresh content='9; url="
            + entities
            + "'>";
    boolean wide = charset.startsWith("UTF-16");
    byte[] bytes = html.getBytes(wide ? StandardCharsets.UTF_16LE : StandardCharsets.US_ASCII);
    ParsedPage page = Pages.parse(bytes, "text/html; charset=" + charset);
    String url = "http://b.example/" + expected;
    assertEquals(url, page.meta().get(MetaNames.CANONICAL));
    assertEquals(url, page.refresh().url());
    assertEquals(List.of(url), page.links().stream().map(PageLink::url).toList());
  }

  private static List<String> links(ParsedPage page) {
    return page.links().stream()
        .map(link -> String.join("|", link.url(), link.anchor(), link.rel()))
        .toList();
  }

  @Test
  void linksKnowTheirPlace() {
    ParsedPage page =
        Pages.html(
            "<link rel=alternate hreflang=DE_at href=/de><link rel=alternate hreflang=x-default"
                + " href=/><nav>Menu <a href=n>N</a></nav><main>Some words, <a href=m>the link</a>"
                + " more<header><a href=h>H</a></header><aside><a href=s>S</a></aside></main>"
                + "<div id=footer><a href=f>F</a></div><a href=o>O</a>");
    assertEquals(
        List.of(
            "de-AT -1 ",
            "x-default -1 ",
            " 4 nav",
            " 18 main",
            " 32 main",
            " 34 aside",
            " 36 footer",
            " 38 "),
        page.links().stream()
            .map(l -> l.hreflang() + ' ' + l.place().at() + ' ' + l.place().region())
            .toList());
    assertTrue(page.text().substring(18).strip().startsWith("the link more"), page.text());
  }

  @Test
  void resolvesLinksAgainstBaseAndNormalises() {
    ParsedPage page =
        Pages.html(
            "<base href='/other/'><a href='a.html#x'>A</a> <a href='HTTP://Site.Example:80/b'>B</a>"
                + "<a href='javascript:x()'>j</a><a href='mailto:a@b'>m</a><a href='#top'>t</a>"
                + "<a href=' c d '>C</a><map><area href=area alt='An area'></map>");
    assertEquals(
        List.of(
            String.join("|", "http://site.example/other/a.html", "A", ""),
            String.join("|", "http://site.example/b", "B", ""),
            String.join("|", "http://site.example/other/c%20d", "C", ""),
            String.join("|", "http://site.example/other/area", "An area", "")),
        links(page));
  }

  @Test
  void keepsTheLongestAnchorAndTheFriendliestRel() {
    ParsedPage page =
        Pages.html(
            "<a href=x rel=nofollow><img src=i alt=''></a><a href=x>short</a>"
                + "<a href=x>a longer text</a><a href=y rel='UGC nofollow noopener'>y</a>"
                + "<a href=z><img src=i alt='alt text'></a>");
    assertEquals(
        List.of(
            String.join("|", "http://site.example/dir/x", "a longer text", ""),
            String.join("|", "http://site.example/dir/y", "y", "nofollow ugc"),
            String.join("|", "http://site.example/dir/z", "alt text", "")),
        links(page));
    assertFalse(page.links().get(1).followable());
    assertEquals("alt text", page.meta().get(MetaNames.ALTERNATIVES));
  }

  @Test
  void survivesNestedLinks() {
    ParsedPage page =
        Pages.html(
            "<a href=1>one<table><tr><td><a href=2>two</a></table> more</a> <a href=3>3</a>");
    assertEquals(
        List.of("1", "2", "3"),
        page.links().stream().map(l -> l.url().substring(l.url().length() - 1)).sorted().toList());
  }

  @Test
  void readsFramesAndRelations() {
    ParsedPage page =
        Pages.html(
            "<head><link rel=canonical href=/c><link rel=alternate hreflang=de href=/de>"
                + "<link rel=alternate type=text/css href=/b.css>"
                + "<link rel=alternate type='application/rss+xml; charset=utf-8' title=News"
                + " href=/rss><link rel=alternate type=application/atom+xml href=/comments>"
                + "<link rel=next href=/2>"
                + "<link rel=stylesheet href=/s.css></head><iframe src=/f title=F></iframe>");
    assertEquals(
        List.of(
            String.join("|", "http://site.example/c", "", "canonical"),
            String.join("|", "http://site.example/de", "", "alternate"),
            String.join("|", "http://site.example/rss", "News", "alternate"),
            String.join("|", "http://site.example/2", "", "next"),
            String.join("|", "http://site.example/f", "F", "")),
        links(page));
    assertEquals("http://site.example/c", page.meta().get(MetaNames.CANONICAL));
    ParsedPage frames = Pages.html("<frameset><frame src=left><frame src=right></frameset>");
    assertEquals(2, frames.links().size());
  }

  @Test
  void keepsMetadata() {
    ParsedPage page =
        Pages.html(
            "<html lang=de-AT><meta name=Description content=' a  b '><meta name=keywords"
                + " content=k><h1>First <i>one</i></h1><p>x<h2>Second</h2>");
    assertEquals("de", page.meta().get(MetaNames.LANGUAGE));
    assertEquals("a b", page.meta().get(MetaNames.DESCRIPTION));
    assertEquals("k", page.meta().get(MetaNames.KEYWORDS));
    assertEquals("First one\nSecond", page.meta().get(MetaNames.HEADINGS));
    assertEquals("text/html", page.meta().get(MetaNames.TYPE));
  }

  @Test
  void obeysRobotsMetaAndHeader() {
    ParsedPage meta = Pages.html("<meta name=robots content='NoIndex, nofollow'><a href=x>x</a>");
    assertEquals("noindex,nofollow", meta.meta().get(MetaNames.ROBOTS));
    assertFalse(meta.outlinks().follow());
    assertEquals("nofollow", meta.links().get(0).rel());

    ParsedPage header =
        Pages.parser(ParseLimits.DEFAULT)
            .parse(
                new PageParser.Document(
                    Pages.URL,
                    "<a href=x>x</a>".getBytes(StandardCharsets.UTF_8),
                    "text/html",
                    "fr-CA, en",
                    List.of("otherbot: none", "noarchive", "OrbWeaver: noindex")));
    assertEquals("noarchive,noindex", header.meta().get(MetaNames.ROBOTS));
    assertTrue(header.outlinks().follow());
    assertEquals("fr", header.meta().get(MetaNames.LANGUAGE));
  }

  @Test
  void readsMetaRefresh() {
    ParsedPage page =
        Pages.html("<meta http-equiv=Refresh content='3; URL=\"next.html\"'><p>moving");
    assertEquals(ParsedPage.Outcome.REDIRECT, page.outcome());
    assertEquals("http://site.example/dir/next.html", page.refresh().url());
    assertEquals(3, page.refresh().seconds());
    assertEquals("refresh", page.links().get(0).rel());
    assertEquals("moving", page.text());

    ParsedPage self = Pages.html("<meta http-equiv=refresh content=60>");
    assertEquals(ParsedPage.Outcome.PARSED, self.outcome());
    assertNull(self.refresh());
    assertEquals(new MetaRefresh(0, "a"), MetaRefresh.parse(";url=a"));
    assertEquals(new MetaRefresh(5, "a b"), MetaRefresh.parse(" 5,'a b' x"));
    assertNull(MetaRefresh.parse("soon"));
  }

  @Test
  void boundsLinksAndText() {
    ParseLimits limits = new ParseLimits(10, 100, 20, 30_000);
    StringBuilder html = new StringBuilder("<p>");
    for (int i = 0; i < 30; i++) {
      html.append("<a href=/%d>link %d</a> ".formatted(i % 15, i));
    }
    byte[] bytes = html.toString().getBytes(StandardCharsets.UTF_8);
    ParsedPage page = Pages.parse(bytes, "text/html", Pages.URL, limits);
    assertEquals(10, page.links().size());
    assertTrue(page.outlinks().dropped() > 0);
    assertEquals("link 0 link 1 link 2", page.text());
  }

  @Test
  @Timeout(120) // Nested formatting has cost other parsers quadratic time.
  void nestingDoesNotOverflow() {
    String deep = "<div>".repeat(100_000) + "deep" + "</div>".repeat(100_000);
    String bold = "<b><i>".repeat(20_000) + "text";
    assertEquals("deep", Pages.html(deep).text());
    assertEquals("text", Pages.html(bold).text());
  }

  @Test
  void anEmptyPageIsAPage() {
    ParsedPage page = Pages.parse(new byte[0], "text/html");
    assertEquals(ParsedPage.Outcome.PARSED, page.outcome());
    assertEquals("", page.title() + page.text());
  }

  @Test
  void scoreFallsWithDepth() {
    assertEquals(0, LinkScore.depth("http://a.example/"));
    assertEquals(0, LinkScore.depth("http://a.example"));
    assertEquals(2, LinkScore.depth("http://a.example/b/c?d/e"));
    assertEquals(2, LinkScore.depth("http://a.example/b//c/"));
    assertEquals(0.5f, LinkScore.share(1f, "http://a.example/b"));
  }

  @ParameterizedTest
  @CsvSource({
    "<p>漢<rt>x</rt>,漢x",
    "<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>を,漢字を",
    "<ruby><rb>漢<rb>字<rt>かん<rt>じ</ruby>を,漢字を",
    "<ruby>漢字<rtc><rt>かん</rt></rtc></ruby>を,漢字を"
  })
  void readingsDoNotStandWithinWords(String html, String text) {
    assertEquals(text, Pages.html(html).text());
  }

  /** Messages to programs can be written in them. */
  @ParameterizedTest
  @CsvSource({
    "a&#xe0049;&#xe0067;&#xe007f;b, ab",
    "wo&#x2060;&#xfeff;&#x2060;rds, wo\u2060rds",
    "می&#x200c;خواهم, می\u200cخواهم",
    "a&zwnj;&zwj;&zwnj;&#x2060;&zwnj;b, a\u200cb",
    "👩&zwj;🚀 ❤&#xfe0f;&zwj;🔥, 👩\u200d🚀 ❤\ufe0f\u200d🔥",
    "葛&#xe0100;飾, 葛\udb40\udd00飾",
    "😀&#xe0141;&#xe0142;&#xfe01;&zwj;b, 😀\udb40\udd41\u200db",
  })
  void invisibleCharactersAreNoText(String html, String seen) {
    String page =
        "<title>#</title><meta name=description content='#'><h1>#</h1>"
            + "<p><a href=/>#</a> <img src=/i alt='#'><pre>#</pre>";
    byte[] bytes = page.replace("#", html).getBytes(StandardCharsets.UTF_8);
    ParsedPage parsed =
        new PageParser(ParseLimits.DEFAULT, "orb")
            .withMarkdown()
            .parse(
                new PageParser.Document(
                    "http://a.test/", bytes, "text/html; charset=utf-8", null, List.of()));
    assertEquals(seen, parsed.title());
    assertEquals(String.join("\n", seen, seen, seen), parsed.text());
    assertEquals(seen, parsed.links().get(0).anchor());
    assertEquals(seen, parsed.meta().get(MetaNames.DESCRIPTION));
    assertEquals(seen, parsed.meta().get(MetaNames.ALTERNATIVES));
    String markdown = parsed.meta().get(MetaNames.MARKDOWN);
    assertEquals(markdown, TextCollector.withoutInvisible(markdown));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<p>a <span data-nosnippet>b c</span> d                         | b c",
        "<div data-nosnippet=false>a<p>b</div><p>c                      | a_b",
        "<div data-nosnippet>a<span data-nosnippet>b</span>c</div>d     | abc",
        "<p data-nosnippet>a</p>b                                       | -",
        "<section data-nosnippet>a</section><p>b<div data-nosnippet>c   | a _c",
        "<p>a</p>                                                       | -",
      })
  void whatIsNotForSnippetsIsMarked(String html, String expected) {
    ParsedPage page = Pages.html(html);
    String ranges = page.meta().get(MetaNames.NO_SNIPPET);
    String unshown = ranges == null ? "-" : MainContent.of(page.text(), ranges);
    assertEquals(
        expected.replace(' ', '_').replaceAll("_+", "_"), unshown.strip().replaceAll("\\s+", "_"));
  }
}
