package org.orbweaver.crawler.page;

import java.util.Map;
import org.orbweaver.crawler.page.noncontent.NonContent;

/** Names under which a page's parse metadata stand in {@code parse_data}. */
public final class MetaNames {

  /** Primary language subtag, lower case: {@code en}, {@code zh}; what search goes by. */
  public static final String LANGUAGE = "lang";

  /** Language tag that the document or its server declares, in canonical form: {@code en-US}. */
  public static final String DECLARED_LANGUAGE = "lang.declared";

  /** Primary language subtag of the language that the text was recognised to be in. */
  public static final String DETECTED_LANGUAGE = "lang.detected";

  /** As {@link #DETECTED_LANGUAGE}, of a second language that a good part of the text is in. */
  public static final String SECOND_LANGUAGE = "lang.second";

  /** Names of the authors, separated by {@code "; "}. */
  public static final String AUTHOR = "author";

  /** When the document was published or made, ISO 8601: a date, or a time with its offset. */
  public static final String PUBLISHED = "published";

  /** When the document was last changed, by its own word; form as {@link #PUBLISHED}. */
  public static final String MODIFIED = "modified";

  /**
   * Robots directives of page and header, lower case, separated by commas: {@code
   * noindex,nofollow}.
   */
  public static final String ROBOTS = "robots";

  /** The title of the piece itself, without the name of the site that a title element has. */
  public static final String HEADLINE = "headline";

  /** Kind of page by its own word: schema.org's type ({@code NewsArticle}), or Open Graph's. */
  public static final String PAGE_TYPE = "page.type";

  /** Names of the pages above this one, from the top: {@code Home > Books > Poetry}. */
  public static final String BREADCRUMB = "breadcrumb";

  /** Name of the site. */
  public static final String SITE_NAME = "site.name";

  /** When the page is no longer to be indexed, by its robots directive: ISO 8601, in UTC. */
  public static final String UNAVAILABLE_AFTER = "unavailable_after";

  /** What the owner allows and does not, as {@code "search:y ai-train:n"}. */
  public static final String USAGE = "usage";

  /** Who said so: the lines of {@link org.orbweaver.crawler.usage.UsagePreferences#encode}. */
  public static final String USAGE_STATEMENTS = "usage.statements";

  /** Absolute, normalised URL of the page that this one names as canonical. */
  public static final String CANONICAL = "canonical";

  /** The page's own description. */
  public static final String DESCRIPTION = "description";

  /** The page's own key words. */
  public static final String KEYWORDS = "keywords";

  /** Alternative texts of images, one a line; at most 10,000 characters. */
  public static final String ALTERNATIVES = "alternatives";

  /** Texts of h1 to h6, one a line. */
  public static final String HEADINGS = "headings";

  /**
   * Where the main content is in the text, as {@link
   * org.orbweaver.crawler.page.content.MainContent} writes it; absent where all of it is.
   */
  public static final String MAIN = "main";

  /**
   * Where the text is that is not to be in snippets ({@code data-nosnippet}), in the form of {@link
   * #MAIN}; absent where there is none.
   */
  public static final String NO_SNIPPET = "nosnippet";

  /**
   * What stands out in the text (headings, large and small fonts, emphasis), as {@link
   * org.orbweaver.crawler.page.content.Prominence} writes it.
   */
  public static final String PROMINENCE = "prominence";

  /**
   * What kind of page it is: {@code article}, {@code documentation}, {@code forum}, {@code
   * product}, {@code listing}, {@code directory} or {@code other}.
   */
  public static final String KIND = "kind";

  /**
   * What the page is about, most likely first, with probabilities: {@code sport:0.913 news:0.062};
   * see {@link org.orbweaver.crawler.topic.TopicModel}.
   */
  public static final String TOPICS = "topics";

  /** What the answer is instead of a page: a {@link NonContent#word}; absent for pages. */
  public static final String NON_CONTENT = "non.content";

  /**
   * What keeps a crawler, which fills in no form and runs no script, from more: of {@code form},
   * {@code login} and {@code script}, separated by blanks; absent where nothing does.
   */
  public static final String UNREACHED = "unreached";

  /** Media type that the content turned out to be, without parameters. */
  public static final String TYPE = "type";

  /** Encoding that the text was decoded with, by its name in the Encoding Standard. */
  public static final String CHARSET = "CharEncodingForConversion";

  /**
   * Where that encoding was found: {@code bom}, {@code header}, {@code meta} (which includes the
   * XML declaration), {@code detected}, or {@code default} where nothing says it and the text is
   * ASCII.
   */
  public static final String CHARSET_SOURCE = "CharEncodingSource";

  /** Encoding that header or page claimed, as Nutch names it; absent when none was claimed. */
  public static final String CLAIMED_CHARSET = "OriginalCharEncoding";

  /** Why text may be missing: the parser failed, or broke a limit, after it had given some. */
  public static final String PARTIAL = "partial";

  /**
   * Signals of spam, as {@link org.orbweaver.crawler.page.spam.SpamSignals} writes them; absent
   * where there are none.
   */
  public static final String SPAM = "spam";

  private MetaNames() {}

  /** Puts a value, unless it is null or blank. */
  static void put(Map<String, String> meta, String name, String value) {
    if (value != null && !value.isBlank()) {
      meta.put(name, value);
    }
  }
}
