package org.orbweaver.index.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.index.build.PagePart.Candidate;
import org.orbweaver.index.build.PagePart.Canonical;
import org.orbweaver.index.build.PagePart.Named;
import org.orbweaver.index.build.PagePart.Parsed;
import org.orbweaver.index.build.PagePart.Rank;
import org.orbweaver.index.schema.Anchors.Anchor;
import org.orbweaver.index.schema.Page;

class PageJoinTest {
  private static final Candidate CANDIDATE = new Candidate(5000, "text/html");
  private static final Named NAMED = new Named(List.of(new Anchor("here", 1)), 1);

  private static Parsed parsed(String title, String body) {
    return parsed(title, body, "");
  }

  private static Parsed parsed(String title, String body, String canonical) {
    return new Parsed(false, canonical, Page.Content.of(title, body, "en"));
  }

  private static PageJoin join(PagePart... parts) {
    return PageJoin.of("http://a/", List.of(parts).iterator());
  }

  @Test
  void newestParseWins() {
    PageJoin join =
        join(
            CANDIDATE,
            new Rank("scores", .5),
            new Rank("hubs", .25),
            NAMED,
            parsed("new", "text"),
            parsed("old", "text"));
    assertEquals(IndexCounter.INDEXED, join.outcome());
    assertEquals(2, join.parses());
    assertEquals("new", join.page().content().title());
    assertEquals(.5, join.page().facts().pageRank());
    assertEquals(.25, join.page().facts().hub());
    assertEquals("text/html", join.page().type());
    assertEquals(5000, join.page().date());
    assertEquals(1, join.page().facts().anchors().size());
  }

  @Test
  void whatTheCrawldbDoesNotHaveIsLeftAside() {
    PageJoin join = join(new Rank("scores", .5), NAMED, parsed("gone", "text"));
    assertNull(join.outcome());
    assertNull(join.page());
    assertEquals(1, join.parses());
  }

  @Test
  void theNewestWordOnIndexingCounts() {
    assertEquals(
        IndexCounter.NOINDEX, join(CANDIDATE, ParsedPages.noindex(), parsed("a", "b")).outcome());
    assertEquals(
        IndexCounter.INDEXED, join(CANDIDATE, parsed("a", "b"), ParsedPages.noindex()).outcome());
  }

  @Test
  void emptyPagesNeedAnAnchor() {
    assertEquals(IndexCounter.EMPTY, join(CANDIDATE, parsed("", " ")).outcome());
    assertEquals(IndexCounter.INDEXED, join(CANDIDATE, NAMED, parsed("", "")).outcome());
    assertEquals(IndexCounter.NOT_PARSED, join(CANDIDATE).outcome());
    assertEquals(IndexCounter.INDEXED, join(CANDIDATE, NAMED).outcome());
  }

  @Test
  void aCopyIsLeftOutOnlyWhereTheNewestParseNamesAnIndexedPage() {
    Canonical indexed = new Canonical("http://a/x", true, .3);
    Canonical missing = new Canonical("http://a/x", false, .3);
    Parsed copy = parsed("copy", "text", "http://a/x");
    assertEquals(IndexCounter.CANONICAL, join(CANDIDATE, indexed, copy).outcome());
    assertNull(join(CANDIDATE, indexed, copy).page());
    assertEquals(
        IndexCounter.INDEXED, join(CANDIDATE, indexed, parsed("new", "text"), copy).outcome());
    assertEquals(
        IndexCounter.INDEXED,
        join(CANDIDATE, indexed, parsed("new", "text", "http://a/y"), copy).outcome());
    PageJoin kept = join(CANDIDATE, new Rank("scores", 0), missing, copy);
    assertEquals(IndexCounter.INDEXED, kept.outcome());
    assertEquals(.3, kept.page().facts().pageRank(), "the rank that the graph gave to the other");
  }

  @Test
  void aDuplicateIsIndexedOnlyAsTheCanonicalPageOfItsLike() {
    Candidate duplicate = new Candidate(true, 5000, "text/html", "g1", true);
    Canonical itself = new Canonical("http://a/", true, .3);
    assertNull(join(duplicate, parsed("twin", "text")).outcome());
    PageJoin join = join(duplicate, itself, parsed("twin", "text"));
    assertEquals(IndexCounter.INDEXED, join.outcome());
    assertEquals(true, join.promoted());
    assertEquals("g1", join.page().facts().group());
    assertEquals(true, join.page().facts().representative());
  }
}
