package org.orbweaver.index.schema;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The fields of a page in the index. */
public enum IndexField {
  /** The title's words. */
  TITLE("title", Kind.ZONE),
  /** The whole title, and each part of one like "Page - Site", as single terms. */
  TITLE_EXACT("title_exact", Kind.EXACT),
  /** Words of the page's headings. */
  HEADINGS("headings", Kind.ZONE),
  /** Description, keywords and alternative texts of images. */
  META("meta", Kind.ZONE),
  /** Names of the authors. */
  AUTHOR("author", Kind.ZONE),
  /** The main content; the whole text if none is known. Stored, for snippets. */
  MAIN("main", Kind.ZONE),
  /** The text outside the main content. Stored, for snippets. */
  BODY("body", Kind.ZONE),
  /** Large or emphasised words of the text, indexed a second time. */
  PROMINENT("prominent", Kind.ZONE),
  /** Texts of the links to the page. */
  ANCHOR("anchor", Kind.ZONE),
  /** Where words of the text are, for snippets; see {@link TextOffsets}. */
  OFFSETS("offsets", Kind.VALUE),
  /** Words of the URL: host labels, folders, file name. */
  URL_PARTS("url_parts", Kind.ZONE),
  /** Pairs of common words in any zone, for phrases of them; see {@link CommonPairs}. */
  PAIRS("pairs", Kind.EXACT),
  /** The URL; the key of the document. */
  URL("url", Kind.EXACT),
  /** The host name, as doc value, for grouping. */
  HOST("host", Kind.VALUE),
  /** The host and each of its suffixes. */
  SITE("site", Kind.EXACT),
  /** The registered domain. */
  DOMAIN("domain", Kind.EXACT),
  /** URLs that the page links to. */
  LINK("link", Kind.EXACT),
  /** Language: {@code zh-cn} and {@code zh}. */
  LANG("lang", Kind.EXACT),
  /** Media type: {@code application/pdf} and {@code pdf}. */
  TYPE("type", Kind.EXACT),
  /** Kind of page: {@code article}, {@code documentation}, {@code forum}. */
  KIND("kind", Kind.EXACT),
  /** Site block by whose login the page was fetched: {@code host intranet.example.org}. */
  LOGIN("login", Kind.EXACT),
  /** Group of near-duplicates. */
  GROUP("group", Kind.EXACT),
  /** Of a page in a group: 1 for the one to keep by the policy of duplicates, 0 for others. */
  REPRESENTATIVE("representative", Kind.VALUE),
  /** The owner's preferences on usage: {@code ai-train:n}. */
  USAGE("usage", Kind.EXACT),
  /** The page's topics, from a topic model. */
  TOPIC("topic", Kind.EXACT),
  /** Fields that sites and plugins name; see {@link PageFields}. */
  FIELDS("fields", Kind.EXACT),
  /** Date of the page in milliseconds since 1970. */
  DATE("date", Kind.VALUE),
  /** 1 if the page itself states its date; absent if it was modified or fetched then. */
  DATED("dated", Kind.VALUE),
  /** How many characters of the page a snippet may have; absent if there is no limit. */
  MAX_SNIPPET("max_snippet", Kind.VALUE),
  /** Length W_d of the page's vector, as a float, for the cosine. */
  VECTOR_LENGTH("vector_length", Kind.VALUE),
  /** PageRank, exact. */
  PAGERANK("pagerank", Kind.VALUE),
  /** Authority score of HITS. */
  AUTHORITY("authority", Kind.VALUE),
  /** Hub score of HITS. */
  HUB("hub", Kind.VALUE),
  /** Score of the signals of spam, from 0 to 1. */
  SPAM("spam", Kind.VALUE),
  /** How many hosts link to the page. */
  LINKING_HOSTS("linking_hosts", Kind.VALUE),
  /**
   * Features that add to the score independently of the words: PageRank, topic PageRank, and the
   * like.
   */
  FEATURES("features", Kind.EXACT);

  /** Of fields and analysis: documents of different versions do not go together in an index. */
  public static final int VERSION = 9;

  /** The type of a field. */
  public enum Kind {
    /** Analysed words with positions. */
    ZONE,
    /** Exact terms. */
    EXACT,
    /** A value that is not searched by term. */
    VALUE
  }

  private static final List<String> NAMES =
      Arrays.stream(values()).map(IndexField::fieldName).sorted().toList();

  private final String fieldName;
  private final Kind kind;

  IndexField(String fieldName, Kind kind) {
    this.fieldName = fieldName;
    this.kind = kind;
  }

  /** The field's name in Lucene. */
  public String fieldName() {
    return fieldName;
  }

  /** The fields with words. */
  public static List<IndexField> zones() {
    return Arrays.stream(values()).filter(f -> f.kind == Kind.ZONE).toList();
  }

  /** The names of all fields in Lucene, ascending. */
  public static List<String> names() {
    return NAMES;
  }

  /** The field of that name in Lucene. */
  public static Optional<IndexField> of(String fieldName) {
    String name = fieldName.toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(f -> f.fieldName.equals(name)).findFirst();
  }
}
