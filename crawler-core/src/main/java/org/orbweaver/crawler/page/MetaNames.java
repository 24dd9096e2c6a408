package org.orbweaver.crawler.page;

/** Names under which a page's parse metadata stand in {@code parse_data}. */
public final class MetaNames {

  /** Primary language subtag, lower case: {@code en}, {@code zh}. */
  public static final String LANGUAGE = "lang";

  /**
   * Robots directives of page and header, lower case, separated by commas: {@code
   * noindex,nofollow}.
   */
  public static final String ROBOTS = "robots";

  /** Absolute, normalised URL of the page that this one names as canonical. */
  public static final String CANONICAL = "canonical";

  /** The page's own description. */
  public static final String DESCRIPTION = "description";

  /** The page's own key words. */
  public static final String KEYWORDS = "keywords";

  /** Texts of h1 to h6, one a line. */
  public static final String HEADINGS = "headings";

  /** Media type that the content turned out to be, without parameters. */
  public static final String TYPE = "type";

  /** Encoding that the text was decoded with. */
  public static final String CHARSET = "CharEncodingForConversion";

  /** Encoding that header or page claimed, as Nutch names it; absent when none was claimed. */
  public static final String CLAIMED_CHARSET = "OriginalCharEncoding";

  private MetaNames() {}
}
