package org.orbweaver.index.query;

import java.util.Locale;

/** A part of the score that can be weighted; the defaults were tuned by {@code orb tune}. */
public enum ScorePart {
  /** A word in the title. */
  TITLE(3f),
  /** A word in a link to the page. */
  ANCHOR(1.2f),
  /** A word in a heading. */
  HEADINGS(2.4f),
  /** A word of the URL. */
  URL(1.9f),
  /** A word in description and keywords. */
  META(0.8f),
  /** A word in the main content. */
  MAIN(1f),
  /** A word in the text outside of it. */
  BODY(0.5f),
  /** A word in large or emphasised text. */
  PROMINENT(0.8f),
  /** A word in an author's name. */
  AUTHOR(0.8f),
  /** The share that zones other than the best add to a word's score. */
  OTHER_ZONES(0.25f),
  /** An occurrence of the stem beside one of the typed form. */
  STEM(0.7f),
  /** A function word of a long query, beside its other words. */
  FUNCTION_WORD(0.3f),
  /** The query is the whole title, or a part of one like "Page - Site". */
  TITLE_EXACT(2.5f),
  /** The words as a phrase in the title. */
  TITLE_PHRASE(1.5f),
  /** The words as a phrase in a link's text. */
  ANCHOR_PHRASE(1f),
  /** The words as a phrase in a heading. */
  HEADING_PHRASE(0.6f),
  /** The words as a phrase in the text. */
  TEXT_PHRASE(0.3f),
  /** The words near each other in the text. */
  TEXT_NEAR(0.2f),
  /** All words of a query of three or four, of which half are enough. */
  ALL_WORDS(12f),
  /** A page in the reader's language; half of it for the second language, and so on. */
  LANGUAGE(1f),
  /** PageRank; a page of geometric-mean rank gets half. */
  PAGERANK(2f),
  /** The PageRank of the topics that the query is about, likewise, in proportion to them. */
  TOPIC(2f),
  /** The authority score of HITS, likewise. */
  AUTHORITY(0.5f),
  /** The hub score of HITS, likewise. */
  HUB(0.25f),
  /** The share of its text's score that a page with signals of spam loses. */
  SPAM(0.5f),
  /** The share that a server's list of a folder loses. */
  DIRECTORY(0.5f),
  /** The share that source code loses. */
  CODE(0.3f),
  /** The share that an unfetched page loses, known only by links to it. */
  UNFETCHED(0.3f);

  private final float byDefault;

  ScorePart(float byDefault) {
    this.byDefault = byDefault;
  }

  /** The default. */
  public float byDefault() {
    return byDefault;
  }

  /** Its name in the configuration: {@code title-phrase}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
