package org.orbweaver.crawler.page.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.PageParser;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.page.content.ContentFinder.ContentMethod;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.url.UrlNormalizer;

class ContentFinderTest {
  private static final String PROSE =
      "The river had risen in the night, and by morning the lower fields lay under water, as they"
          + " had in every spring that the oldest farmers could remember. Nobody was surprised.";
  private static final String CJK = "昨夜の雨で川の水位が上がり、朝には低い畑が水に沈んでいた。誰も驚かなかった。";

  /** A page as sites make them; %s is its content. */
  private static final String FRAME =
      "<html><head><title>T</title></head><body><header><a href=/>Home</a></header>"
          + "<nav><ul><li><a href=/a>Weather</a><li><a href=/b>Sport</a></ul></nav>"
          + "<div class=cookie-banner>We use cookies. <button>Accept</button></div>"
          + "<main><article class=post><h1>Floods</h1>%s</article>"
          + "<div class=share-bar><a href=/s>Share this</a></div>"
          + "<div class=related><h3>Related</h3><ul><li><a href=/x>Rain again</a>"
          + "<li><a href=/y>Dry summer</a></ul></div></main>"
          + "<aside class=sidebar><a href=/z>Subscribe now</a></aside>"
          + "<footer>© 2024 The Paper. <a href=/i>Imprint</a></footer></body></html>";

  private static ParsedPage parse(String html, String url, ContentSettings settings) {
    return new PageParser(ParseLimits.DEFAULT, "", new UrlNormalizer(), settings, null, List.of())
        .parse(
            new PageParser.Document(
                url,
                html.getBytes(StandardCharsets.UTF_8),
                "text/html;charset=utf-8",
                null,
                List.of()));
  }

  private static String main(ParsedPage page) {
    return MainContent.of(page.text(), page.meta().get(MetaNames.MAIN));
  }

  private static String main(String html, String url) {
    return main(parse(html, url, ContentSettings.DEFAULT));
  }

  private static String framed(String content) {
    return FRAME.replace("%s", content);
  }

  @ParameterizedTest
  @CsvSource({"p", "div", "blockquote", "li"})
  void proseIsFoundAndWhatSurroundsItIsNot(String tag) {
    String block = "<" + tag + ">" + PROSE + "</" + tag + ">";
    String content = tag.equals("li") ? "<p>" + PROSE + "<ul>" + block + block + "</ul>" : block;
    String main = main(framed(content.repeat(3)), "https://a.test/2024/floods");
    assertTrue(main.contains(PROSE), main);
    for (String noise :
        List.of("Home", "Weather", "cookies", "Share", "Rain", "Subscribe", "Imprint")) {
      assertFalse(main.contains(noise), noise + " in " + main);
    }
  }

  @Test
  void ideographsCountAsWords() {
    String main = main(framed(("<p>" + CJK + "</p>").repeat(4)), "https://a.test/x");
    assertTrue(main.contains(CJK), main);
    assertFalse(main.contains("Imprint"), main);
  }

  @Test
  void codeTablesAndListsOfDocumentationStayInOrder() {
    String page =
        "<meta name=generator content='DocBook XSL'><div class=navheader><table><tr><td>"
            + "<a href=p>Prev</a><td><a href=u>Up</a><td><a href=n>Next</a></table></div>"
            + "<h1>copy</h1><pre>copy [-f] FROM TO</pre><p>Copies.<table><tr><th>Option<th>Use"
            + "<tr><td>-f<td>force</table><ul><li>fast<li>safe</ul>"
            + "<div class=navfooter><a href=p>Prev</a> <a href=n>Next</a></div>";
    assertEquals(
        "copy\ncopy [-f] FROM TO\nCopies.\nOption Use\n-f force\nfast\nsafe",
        main(page, "https://a.test/copy.html"));
  }

  @Test
  void commentsAreContentOfAForumAndOfNothingElse() {
    String comments = ("<div class=comment><p>" + PROSE + "</p></div>").repeat(6);
    String page = framed("<p>" + PROSE.replace("river", "brook") + "</p>" + comments);
    assertTrue(main(page, "https://forum.a.test/viewtopic.php?t=1").contains("river"));
    String article =
        framed(("<p>" + PROSE.replace("river", "brook") + "</p>").repeat(8))
            .replace("<aside", "<div id=comments>" + comments + "</div><aside");
    assertFalse(main(article, "https://a.test/2024/floods").contains("river"));
  }

  @ParameterizedTest
  @CsvSource({
    "https://a.test/forum/showthread.php?t=4, <p>x, forum",
    "https://docs.a.test/manual/x.html, <p>x, documentation",
    "https://a.test/forum/showthread.php?t=4, <p>PROSE, forum",
    "https://a.test/x, <meta name=generator content=phpBB><p>x, forum",
    "https://a.test/x, <meta name=generator content='Sphinx 4'><p>x, documentation",
    "https://a.test/x, <meta property=og:type content=product><p>x, product",
    "https://a.test/x, <meta property=og:type content=article><p>x, article",
    "https://a.test/x, <div itemscope itemtype=https://schema.org/QAPage>x, forum",
    "https://a.test/, <p>x, listing",
    "https://a.test/docs/man/, <h1>Index of /docs/man/</h1><pre>x, directory",
    "https://a.test/docs/, <h1>Directory listing for /docs/</h1>x, directory",
    "https://a.test/docs/x, <h1>Index of words</h1>x, documentation",
    "https://a.test/x, <p>x, other",
    "https://a.test/x, '', other",
  })
  void theKindOfPageIsToldFirst(String url, String html, String kind) {
    ParsedPage page = parse(html.replace("PROSE", PROSE) + " ", url, ContentSettings.DEFAULT);
    assertEquals(kind, page.meta().get(MetaNames.KIND));
  }

  @ParameterizedTest
  @CsvSource({
    "'keep #b',           two",
    "'drop #b | drop #d', one/three",
    "'keep .x | drop #b', one",
    "'keep .missing',     one/two/three/four",
  })
  void selectorsComeFirst(String rules, String main) throws Exception {
    List<String> lines = List.of(("a.test " + rules.replace(" | ", "\na.test ")).split("\n"));
    for (ContentMethod method : List.of(ContentMethod.NONE, ContentMethod.BLOCKS)) {
      String html = "<p class=x>one<p id=b class=x>two<p>three<p id=d>four";
      ContentSettings settings = new ContentSettings(method, SiteSelectors.of(lines));
      assertEquals(
          main.replace("/", "\n"), main(parse(html, "https://a.test/x", settings)), method::name);
    }
  }

  @ParameterizedTest
  @EnumSource(ContentMethod.class)
  void oddPagesHaveRangesWithinTheirText(ContentMethod method) {
    ContentSettings settings = new ContentSettings(method, SiteSelectors.NONE);
    for (String html :
        List.of(
            "",
            "<div>".repeat(20_000) + "x",
            "<p>" + PROSE + "<p><a href=x>link to nowhere</a>".repeat(3000),
            "<table>" + "<tr><td>a<td>b".repeat(2000),
            "<b>".repeat(3000) + PROSE,
            "<p hidden>x".repeat(5000),
            "<p>a<span style='visibility:collapse'>x</span>".repeat(5000),
            ("<li class='" + "n av".repeat(300) + "'>x").repeat(50))) {
      ParsedPage page = parse(html + " ", "https://a.test/x", settings);
      String value = page.meta().get(MetaNames.MAIN);
      MainContent main = MainContent.parse(value, Integer.MAX_VALUE);
      if (value != null && !main.ranges().isEmpty()) {
        int last = main.ranges().get(main.ranges().size() - 1).end();
        assertTrue(last <= page.text().length() && main.ranges().size() <= 1000, value);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "style='display:none'",
    "style='color:red; DISPLAY : none !important'",
    "style='visibility:hidden'",
    "hidden"
  })
  void hiddenTextIsSearchedButNoContent(String attribute) {
    String html =
        framed(
            ("<p>%s</p><div ATTR><p>Nobody sees this sentence, which is as long as"
                    + " others.</p></div><p>%s <span ATTR>Unseen words.</span> %s</p>")
                .formatted(PROSE, PROSE, PROSE)
                .replace("ATTR", attribute));
    ParsedPage page = parse(html, "https://a.test/2024/floods", ContentSettings.DEFAULT);
    assertTrue(page.text().contains("Nobody sees this"), page.text());
    assertTrue(page.text().contains("Unseen"), page.text());
    String main = main(page);
    assertEquals(4, main.split("river had risen", -1).length, main);
    assertFalse(main.contains("Nobody sees this") || main.contains("Unseen"), main);
  }

  @Test
  void hiddenProseIsContentIfMostProseIsHidden() {
    String html =
        framed("<div style='display:none'>" + ("<p>" + PROSE + "</p>").repeat(3) + "</div>");
    assertTrue(main(html, "https://a.test/2024/floods").contains(PROSE));
    String whole = framed("<p>" + PROSE + "</p>").replace("<body>", "<body style=display:none>");
    assertTrue(main(whole, "https://a.test/2024/floods").contains(PROSE));
  }

  @Test
  void aSelectorKeepsHiddenText() throws Exception {
    ContentSettings settings =
        new ContentSettings(ContentMethod.BLOCKS, SiteSelectors.of(List.of("a.test keep #b")));
    String html = framed("<p>" + PROSE + "<p id=b>one <span hidden>two</span> three");
    assertEquals("one two three", main(parse(html, "https://a.test/x", settings)));
  }

  @Test
  void commentsBelowAnArticleAreNoContentHoweverMany() {
    String comment = "<div class=comment><p>I remember it well: " + PROSE + "</p></div>";
    String html =
        framed(
            "<div class=articlebody><p>%s</p><p>%s</p></div><div class=comments>%s</div>"
                .formatted(PROSE, PROSE.repeat(2), comment.repeat(4)));
    String main = main(html, "https://a.test/2024/floods");
    assertTrue(main.contains(PROSE), main);
    assertFalse(main.contains("I remember"), main);
  }

  @Test
  void aTableOfShortCellsIsContentAsAWhole() {
    StringBuilder rows = new StringBuilder();
    for (String station : List.of("Upper mill", "Old bridge", "Weir", "Lock")) {
      rows.append("<tr><td><a href=/a>" + station + "</a><td>3.41 metres at noon, rising.");
    }
    String prose = "<p>" + PROSE + "</p>";
    String html = framed(prose + "<table>" + rows + "</table>" + prose);
    String main = main(html, "https://a.test/2024/floods");
    assertTrue(main.contains("Upper mill 3.41") && main.contains("Weir 3.41"), main);
  }

  @ParameterizedTest
  @CsvSource({"teasers", "notice of comments", "staff"})
  void whatStandsAmongOrBelowTheParagraphsIsNoContent(String what) {
    String prose = ("<p>" + PROSE + "</p>").repeat(3);
    String teaser =
        "<div class=item><a href=/t%d><img src=t.jpg></a><h4><a href=/t%d>Zebra number %d is"
            + " born</a></h4><p>Visitors of the zoo, of whom there were many, saw it first.</p>"
            + "<span class=when>3 May 2024</span></div>";
    String html =
        switch (what) {
          case "teasers" -> {
            StringBuilder teasers = new StringBuilder("<div class=under>");
            for (int i = 0; i < 6; i++) {
              teasers.append(teaser.formatted(i, i, i));
            }
            yield prose + teasers + "</div>";
          }
          case "notice of comments" ->
              prose
                  + "<p><span class=comments-closed>Zebra comments are closed on this page after"
                  + " seven days.</span></p>";
          case "staff" -> {
            StringBuilder staff = new StringBuilder("<div class=people>");
            for (String name : List.of("Ann Lee", "Bo Dahl", "Cy Zebra", "Di Fox", "Ed Roe")) {
              staff.append(
                  "<div class=person><img src=p.jpg><p>"
                      + name
                      + "</p><p>Head of Sales</p>"
                      + "<p><a href=mailto:x>Zebra mail</a></p></div>");
            }
            yield prose + staff + "</div>";
          }
          default -> throw new IllegalArgumentException(what);
        };
    String main = main(framed(html), "https://a.test/2024/floods");
    assertTrue(main.contains(PROSE), main);
    assertFalse(main.contains("Zebra"), main);
  }
}
