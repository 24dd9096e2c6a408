package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SnippetTest {
  @Test
  void whiteSpaceCollapsesAndMatchesFollow() {
    Snippet.Builder builder = new Snippet.Builder();
    String text = "a  big\n\n cat, a cat";
    builder.append(
        text, 0, text.length(), List.of(new Snippet.Span(9, 12), new Snippet.Span(16, 19)));
    Snippet snippet = builder.build();
    assertEquals("a big cat, a cat", snippet.text());
    assertEquals("a big <cat>, a <cat>", snippet.marked(t -> t, "<", ">"));
  }

  @Test
  void piecesAreJoined() {
    Snippet.Builder builder = new Snippet.Builder();
    builder.append("one two", 0, 3, List.of());
    builder.separator(" … ");
    builder.append("one two", 4, 7, List.of(new Snippet.Span(4, 7)));
    assertEquals("one … [two]", builder.build().marked(t -> t, "[", "]"));
  }

  @Test
  void piecesThatFollowEachOtherKeepTheSpaceBetweenThem() {
    String text = "They are equal. \nNow we are done. ";
    Snippet.Builder builder = new Snippet.Builder();
    builder.append(text, 0, 17, List.of());
    builder.append(text, 17, text.length(), List.of(new Snippet.Span(17, 20)));
    builder.separator(" \u2026");
    assertEquals(
        "They are equal. [Now] we are done. \u2026", builder.build().marked(t -> t, "[", "]"));
  }
}
