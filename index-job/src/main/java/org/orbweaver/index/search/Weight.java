package org.orbweaver.index.search;

import java.util.Locale;

/** A part of the score that can be weighted; the defaults were tuned by {@code orb tune}. */
public enum Weight {
  /** A word in the title. */
  TITLE(3f, "a word in the title"),
  /** A word in a link to the page. */
  ANCHOR(1.2f, "a word in the text of a link to the page"),
  /** A word in a heading. */
  HEADINGS(2.4f, "a word in a heading"),
  /** A word of the URL. */
  URL(1.9f, "a word of the URL"),
  /** A word in description and keywords. */
  META(0.8f, "a word in description or keywords"),
  /** A word in the main content. */
  MAIN(1f, "a word in the main content"),
  /** A word in the text outside of it. */
  BODY(0.5f, "a word in the text outside the main content"),
  /** A word in large or emphasised text. */
  PROMINENT(0.8f, "a word in large or emphasised text"),
  /** A word in an author's name. */
  AUTHOR(0.8f, "a word in the name of an author"),
  /** What the zones other than the best add to a word's score, as a share. */
  OTHER_ZONES(0.25f, "the share of a word's score in zones other than its best"),
  /** An occurrence of the stem beside one of the form that was typed. */
  STEM(0.7f, "an occurrence of the stem, against one of the form that was typed"),
  /** The query is the whole title, or a part of one like "Page - Site". */
  TITLE_EXACT(2.5f, "the query is the whole title or a whole part of it"),
  /** The words as a phrase in the title. */
  TITLE_PHRASE(1.5f, "the words as a phrase in the title"),
  /** The words as a phrase in a link's text. */
  ANCHOR_PHRASE(1f, "the words as a phrase in the text of a link"),
  /** The words as a phrase in a heading. */
  HEADING_PHRASE(0.6f, "the words as a phrase in a heading"),
  /** The words as a phrase in the text. */
  TEXT_PHRASE(0.3f, "the words as a phrase in the text"),
  /** The words near each other in the text. */
  TEXT_NEAR(0.2f, "the words near each other in the text"),
  /** PageRank. */
  PAGERANK(2f, "PageRank; a page of geometric-mean rank gets half"),
  /** What a page with signals of spam loses. */
  SPAM(0.5f, "the share of its score that a page with signals of spam loses");

  private final float byDefault;
  private final String description;

  Weight(float byDefault, String description) {
    this.byDefault = byDefault;
    this.description = description;
  }

  /** Its value where nothing else is set. */
  public float byDefault() {
    return byDefault;
  }

  /** What it weighs, in a few words. */
  public String description() {
    return description;
  }

  /** Its name in the configuration: {@code title-phrase}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
