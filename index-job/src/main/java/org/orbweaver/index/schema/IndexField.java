package org.orbweaver.index.schema;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The fields of a page in the index. */
public enum IndexField {
  /** The title's words. */
  TITLE("title", Kind.ZONE, "words of the title"),
  /** The whole title, and each part of one like "Page - Site", as single terms. */
  TITLE_EXACT("title_exact", Kind.EXACT, "the title, and its parts, as one term each"),
  /** Words of the page's headings. */
  HEADINGS("headings", Kind.ZONE, "words of the headings"),
  /** Description and keywords. */
  META("meta", Kind.ZONE, "words of description and keywords"),
  /** The text; stored, for snippets. */
  BODY("body", Kind.ZONE, "words of the text (stored)"),
  /** What links to the page say. */
  ANCHOR("anchor", Kind.ZONE, "words of the links to the page"),
  /** Words of the URL: host labels, folders, file name. */
  URL_PARTS("url_parts", Kind.ZONE, "words of the URL"),
  /** The URL; the key of the document. */
  URL("url", Kind.EXACT, "the URL, also as sorted doc value"),
  /** The host name, as doc value, for grouping. */
  HOST("host", Kind.VALUE, "the host name, as doc value"),
  /** The host and each of its suffixes. */
  SITE("site", Kind.EXACT, "the host and each of its suffixes"),
  /** The registered domain. */
  DOMAIN("domain", Kind.EXACT, "the registered domain, also as doc value"),
  /** Language: {@code zh-cn} and {@code zh}. */
  LANG("lang", Kind.EXACT, "language, with and without its region (stored)"),
  /** Media type: {@code application/pdf} and {@code pdf}. */
  TYPE("type", Kind.EXACT, "media type, whole and by its parts (stored)"),
  /** Date of the page in milliseconds since 1970. */
  DATE("date", Kind.VALUE, "date of the page, ms since 1970 (stored)"),
  /** PageRank, exact. */
  PAGERANK("pagerank", Kind.VALUE, "PageRank, as doc value"),
  /** PageRank as a feature of the score. */
  FEATURES("features", Kind.EXACT, "PageRank as a feature of the score");

  /** What a field is made of. */
  public enum Kind {
    /** Analysed words with positions. */
    ZONE,
    /** Exact terms. */
    EXACT,
    /** A value that is not searched by term. */
    VALUE
  }

  private final String fieldName;
  private final Kind kind;
  private final String description;

  IndexField(String fieldName, Kind kind, String description) {
    this.fieldName = fieldName;
    this.kind = kind;
    this.description = description;
  }

  /** The field's name in Lucene. */
  public String fieldName() {
    return fieldName;
  }

  public Kind kind() {
    return kind;
  }

  public String description() {
    return description;
  }

  /** The fields with words. */
  public static List<IndexField> zones() {
    return Arrays.stream(values()).filter(f -> f.kind == Kind.ZONE).toList();
  }

  /** The field of that name in Lucene. */
  public static Optional<IndexField> of(String fieldName) {
    String name = fieldName.toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(f -> f.fieldName.equals(name)).findFirst();
  }
}
