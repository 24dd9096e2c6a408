package org.orbweaver.crawler.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.page.content.ContentSettings;
import org.orbweaver.crawler.page.document.Deadline;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.page.noncontent.NonContent;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.plugin.PageFilter;
import org.orbweaver.plugin.loader.PluginSet;
import org.orbweaver.plugin.loader.Provided;

class PageFiltersTest {
  private static final String HTML =
      "<title>T</title><base href=/b/><p class=x>word<a href=/known>known</a>";

  private static PageParser.Document document(String type) {
    return new PageParser.Document(
        Pages.URL,
        HTML.getBytes(UTF_8),
        type,
        null,
        List.of(),
        null,
        List.of(),
        name -> List.of("value of " + name));
  }

  private static ParsedPage parse(PageFilter... filters) {
    return Pages.parser(filters).parse(document("text/html"));
  }

  @Test
  void eachSeesWhatTheOnesBeforeItAdded() {
    PageFilter first =
        page -> {
          page.field("name", page.dom().orElseThrow().select(".x").text());
          page.field("name", page.header("X-Some").get(0));
          page.link("other", " the\nother ");
          page.link("/known", "known again");
          page.link("mailto:a@b.org", "no page");
          page.field("at", page.resolve("?q=é").orElseThrow());
          assertEquals(Optional.empty(), page.resolve("mailto:a@b.org"));
        };
    PageFilter second =
        page -> {
          page.field("name", "third\nvalue of " + page.title());
          page.field("seen", page.links().toString() + page.metadata().get("field.name"));
          assertThrows(
              UnsupportedOperationException.class, () -> page.metadata().put("field.name", "x"));
        };
    ParsedPage page = parse(first, second);
    assertEquals("wordknown\nvalue of X-Some\nthird value of T", page.meta().get("field.name"));
    assertEquals("http://site.example/b/?q=%E9", page.meta().get("field.at"));
    assertEquals(
        "[Link[url=http://site.example/known, text=known],"
            + " Link[url=http://site.example/b/other, text=the other]]"
            + "wordknown value of X-Some",
        page.meta().get("field.seen"));
    assertTrue(page.outlinks().follow());
    assertNull(page.meta().get(MetaNames.PLUGIN_FAILURES));
  }

  @Test
  void otherDocumentsHaveNoElements() {
    ParsedPage page =
        Pages.parser(one -> one.field("elements", "" + one.dom().isPresent()))
            .parse(document("text/plain"));
    assertEquals("false", page.meta().get("field.elements"));
  }

  @Test
  void fieldsAreLimited() {
    ParsedPage page =
        parse(
            one -> {
              for (int i = 0; i < 60; i++) {
                one.field("a", "x".repeat(2000));
                one.field("n" + i, "v");
                one.field("empty", " ");
              }
            });
    List<String> values = page.meta().get("field.a").lines().toList();
    assertEquals(20, values.size());
    assertEquals(1000, values.get(0).length());
    assertEquals(50, page.meta().keySet().stream().filter(n -> n.startsWith("field.")).count());
    assertNull(page.meta().get("field.empty"));
  }

  @Test
  void aFieldThatGetsMoreValuesIsNoFurtherOne() {
    ParsedPage page =
        parse(
            one -> {
              for (int i = 0; i < 30; i++) {
                one.field("n" + i, "v");
              }
            },
            one -> {
              for (int i = 0; i < 45; i++) {
                one.field("n" + i, "w");
              }
            });
    assertEquals("v\nw", page.meta().get("field.n29"));
    assertEquals("w", page.meta().get("field.n44"));
  }

  @Test
  void oursHaveNoLimitOfNamesAndNoPlugin() {
    PageFilter ours =
        one -> {
          for (int i = 0; i < 60; i++) {
            one.field("n" + i, "v");
          }
        };
    PageFilter slow =
        one -> {
          while (true) {
            one.field("a", "b");
          }
        };
    Function<PageFilter, PageParser> parser =
        filter ->
            new PageParser(
                ParseLimits.DEFAULT,
                "orbweaver",
                new UrlNormalizer(),
                ContentSettings.DEFAULT,
                null,
                List.of(new Provided<>(PluginSet.OWN, filter)));
    ParsedPage page = parser.apply(ours).parse(document("text/html"));
    assertEquals("v", page.meta().get("field.n59"));
    Deadline deadline = Deadline.in(200);
    var e =
        assertThrows(
            Deadline.Passed.class, () -> parser.apply(slow).parse(document("text/html"), deadline));
    assertEquals("it took too long", e.getMessage());
  }

  @Test
  void aLongFailureIsCutToALine() {
    ParsedPage page =
        parse(
            one -> {
              throw new IllegalStateException("a\nb" + "x".repeat(10_000));
            });
    String failure = page.meta().get(MetaNames.PLUGIN_FAILURES);
    assertTrue(failure.startsWith("plugin some: a bx"), failure);
    assertTrue(failure.length() < 1000);
  }

  @Test
  void aLackOfMemoryIsNoFailureOfAPlugin() {
    assertThrows(
        OutOfMemoryError.class,
        () ->
            parse(
                one -> {
                  throw new OutOfMemoryError("of all");
                }));
  }

  @Test
  void verdictsHoldAsThoseOfRobotsAndNonContentDo() {
    ParsedPage page = parse(one -> one.verdict(PageFilter.Verdict.NO_INDEX));
    assertEquals("noindex", page.meta().get(MetaNames.ROBOTS));
    assertTrue(page.outlinks().follow());
    page =
        parse(
            one -> {
              one.link("other", "");
              one.verdict(PageFilter.Verdict.NO_FOLLOW);
            });
    assertEquals("nofollow", page.meta().get(MetaNames.ROBOTS));
    assertEquals("plugin some: no follow", page.meta().get(MetaNames.PLUGIN_VERDICTS));
    assertFalse(page.outlinks().follow());
    assertEquals(2, page.links().size());
    assertTrue(page.links().stream().noneMatch(PageLink::followable));
    page = parse(one -> one.verdict(PageFilter.Verdict.NO_CONTENT));
    assertEquals(Optional.of(NonContent.PLUGIN), page.nonContent());
    assertEquals(List.of(), page.links());
  }

  @Test
  void oneThatFailsAddsNothing() {
    List<PageFilter> failing =
        List.of(
            page -> {
              throw new IllegalStateException("no");
            },
            page -> {
              throw new NoSuchMethodError("no");
            },
            PageFiltersTest::overflow,
            page -> page.field("not a name", "x"));
    for (PageFilter one : failing) {
      ParsedPage page =
          parse(
              seen -> {
                seen.field("a", "b");
                seen.link("x", "");
                seen.verdict(PageFilter.Verdict.NO_INDEX);
                one.filter(seen);
              },
              seen -> seen.field("c", "d"));
      assertNull(page.meta().get("field.a"));
      assertNull(page.meta().get(MetaNames.ROBOTS));
      assertEquals(1, page.links().size());
      assertEquals("d", page.meta().get("field.c"), "others go on");
      String failure = page.meta().get(MetaNames.PLUGIN_FAILURES);
      assertTrue(failure.startsWith("plugin some: "), failure);
    }
  }

  private static void overflow(PageFilter.Page page) {
    page.field("a", "b");
    if (!page.url().isEmpty()) {
      overflow(page);
    }
  }

  @Test
  void itsTimeIsThatOfThePage() {
    PageParser parser =
        Pages.parser(
            page -> {
              while (true) {
                try {
                  page.field("a", "b");
                } catch (RuntimeException e) {
                  return; // A filter may swallow it.
                }
              }
            });
    Deadline deadline = Deadline.in(200);
    var e =
        assertThrows(Deadline.Passed.class, () -> parser.parse(document("text/html"), deadline));
    assertEquals("plugin some took too long", e.getMessage());
  }
}
