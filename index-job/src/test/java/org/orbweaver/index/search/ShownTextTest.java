package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Facts;
import org.orbweaver.index.schema.Page.Showing;
import org.orbweaver.index.schema.Texts;

/** Snippets show only text that the page allows, but all of its text is searched. */
class ShownTextTest {
  private static final String TEXT = "A zebra is striped. Its secret password is okapi.";

  private static Snippet snippet(String query, Showing showing) throws IOException {
    Content content =
        new Content(
            "Title",
            List.of(),
            "It is about zebras",
            "",
            TEXT,
            "",
            "",
            List.of(),
            "en",
            "",
            "",
            "",
            "",
            0,
            0,
            showing);
    try (TestIndex pages = new TestIndex(new Page("http://a.org/a", content, Facts.NONE));
        SearchIndex index = pages.whole(new Configuration(false))) {
      SearchResult result = index.search(SearchRequest.of(query, 10));
      assertEquals(1, result.total());
      return result.hits().get(0).snippet();
    }
  }

  @Test
  void aPageWithoutSnippetShowsNeitherTextNorDescription() throws IOException {
    assertTrue(snippet("zebra", Showing.ALL).text().startsWith("A zebra"));
    assertEquals(Snippet.EMPTY, snippet("zebra", new Showing(0, List.of())));
    assertEquals(Snippet.EMPTY, snippet("title", new Showing(0, List.of())));
  }

  @Test
  void aSnippetIsCutToItsLimit() throws IOException {
    Snippet cut = snippet("zebra", new Showing(5, List.of()));
    assertEquals("A [ze]\u2026", cut.marked(text -> text, "[", "]"));
  }

  @Test
  void marksOfWhatIsNotShownFindThePage() throws IOException {
    String shown = Texts.blanked(TEXT, "24-100");
    String text =
        snippet("password okapi", new Showing(Integer.MAX_VALUE, List.of(shown, ""))).text();
    assertFalse(text.contains("okapi"), text);
    assertFalse(text.contains("secret"), text);
    assertEquals("     cd\n   ", Texts.blanked("a b  cd\nefg", "0-5 8-20"));
    assertEquals("   ", Texts.blanked("abc", "x"));
  }
}
