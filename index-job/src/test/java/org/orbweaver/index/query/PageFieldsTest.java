package org.orbweaver.index.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.PageFields;
import org.orbweaver.index.search.TestIndex;

class PageFieldsTest {
  private static Page page(String name, Page.Field... fields) {
    return new Page(
        "http://a.org/" + name,
        Page.Content.of("", "zebra", "en"),
        Page.Facts.NONE,
        "",
        List.of(fields));
  }

  private static Page.Field text(String name, String value) {
    return new Page.Field(name, value, false);
  }

  private static Page.Field keyword(String name, String value) {
    return new Page.Field(name, value, true);
  }

  @Test
  void wordsPhrasesAndWholeValuesAreFound() throws IOException {
    try (TestIndex index =
        new TestIndex(
            page("a", text("tag", "dark red"), text("tag", "Sky BLUE"), keyword("t", "C")),
            page("b", text("tag", "red sky"), keyword("t", "C sharp"), keyword("t-x", "+++")),
            page("none"))) {
      assertEquals(Set.of("tag", "t", "t-x"), PageFields.names(index.reader()));
      assertEquals(Set.of("a", "b"), index.find("tag:red"));
      assertEquals(Set.of("a"), index.find("tag:\"Dark  RED\""));
      assertEquals(Set.of("a"), index.find("TAG:blue zebra"));
      // Not across values.
      assertEquals(Set.of("b"), index.find("tag:\"red sky\""));
      assertEquals(Set.of("a"), index.find("t:c"));
      assertEquals(Set.of("b"), index.find("t:\"c sharp\""));
      assertEquals(Set.of("b"), index.find("t-x:+++"));
      assertEquals(Set.of(), index.find("t:sharp"));
      assertEquals(Set.of("b", "none"), index.find("zebra -t:c"));
      assertEquals(Set.of(), index.find("dark"));
    }
  }

  @Test
  void aPhraseMayBeLoose() throws IOException {
    try (TestIndex index =
        new TestIndex(
            page("a", text("tag", "dark wine red")), page("b", text("tag", "dark red")))) {
      assertEquals(Set.of("b"), index.find("tag:\"dark red\""));
      assertEquals(Set.of("a", "b"), index.find("tag:\"dark red\"~1"));
      assertEquals(Set.of("a"), index.find("zebra -tag:\"dark red\""));
    }
    assertEquals(
        "(tag:\"dark red\"~3)",
        QueryParser.parse("tag:\"dark red\"~3", Set.of("tag")).query().toString());
  }

  @Test
  void bracketsAreRefused() {
    OrbException e =
        assertThrows(
            OrbException.class, () -> QueryParser.parse("zebra tag:(dark red)", Set.of("tag")));
    assertEquals(
        "brackets are not possible after 'tag:' at character 11 of the query;"
            + " write tag: before each word",
        e.getMessage());
  }
}
