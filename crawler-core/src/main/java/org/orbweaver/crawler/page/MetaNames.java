package org.orbweaver.crawler.page;

import java.util.Map;
import org.orbweaver.crawler.page.noncontent.NonContent;

/** Names of a page's parse metadata in {@code parse_data}. */
public final class MetaNames {

  /** Primary language subtag, lower case, used by search: {@code en}, {@code zh}. */
  public static final String LANGUAGE = "lang";

  /** Language tag declared by the document or its server, in canonical form: {@code en-US}. */
  public static final String DECLARED_LANGUAGE = "lang.declared";

  /** Primary language subtag of the detected language. */
  public static final String DETECTED_LANGUAGE = "lang.detected";

  /** As {@link #DETECTED_LANGUAGE}, for a second language of a good part of the text. */
  public static final String SECOND_LANGUAGE = "lang.second";

  /** Names of the authors, separated by {@code "; "}. */
  public static final String AUTHOR = "author";

  /** When the document was published or created, ISO 8601: a date, or a time with its offset. */
  public static final String PUBLISHED = "published";

  /** When the document was last changed, by its own declaration; form as {@link #PUBLISHED}. */
  public static final String MODIFIED = "modified";

  /**
   * Robots directives of page and header, lower case, separated by commas: {@code
   * noindex,nofollow}.
   */
  public static final String ROBOTS = "robots";

  /** The title of the article itself, without the site's name that a title element has. */
  public static final String HEADLINE = "headline";

  /** Declared kind of page: schema.org's type ({@code NewsArticle}), or Open Graph's. */
  public static final String PAGE_TYPE = "page.type";

  /** Names of the pages above this one, from the top: {@code Home > Books > Poetry}. */
  public static final String BREADCRUMB = "breadcrumb";

  /** Name of the site. */
  public static final String SITE_NAME = "site.name";

  /** When the page is no longer to be indexed, by its robots directive: ISO 8601, in UTC. */
  public static final String UNAVAILABLE_AFTER = "unavailable_after";

  /** The uses that the owner allows and forbids, as {@code "search:y ai-train:n"}. */
  public static final String USAGE = "usage";

  /**
   * The sources of {@link #USAGE}: the lines of {@link
   * org.orbweaver.crawler.usage.UsagePreferences#encode}.
   */
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
   * Ranges of the main content in the text, as {@link
   * org.orbweaver.crawler.page.content.MainContent} writes them; absent if all of the text is main
   * content.
   */
  public static final String MAIN = "main";

  /**
   * The main content as Markdown; only of a {@link PageParser} that is asked for it, and never
   * stored.
   */
  public static final String MARKDOWN = "markdown";

  /**
   * Ranges of the text that must not be in snippets ({@code data-nosnippet}, and hidden text that
   * addresses language models), in the form of {@link #MAIN}; absent if there are none.
   */
  public static final String NO_SNIPPET = "nosnippet";

  /**
   * The prominent parts of the text (headings, large and small fonts, emphasis), as {@link
   * org.orbweaver.crawler.page.content.Prominence} writes them.
   */
  public static final String PROMINENCE = "prominence";

  /**
   * Kind of page: {@code article}, {@code documentation}, {@code forum}, {@code product}, {@code
   * listing}, {@code directory} or {@code other}.
   */
  public static final String KIND = "kind";

  /**
   * Topics of the page, most likely first, with probabilities: {@code sport:0.913 news:0.062}; see
   * {@link org.orbweaver.crawler.topic.TopicModel}.
   */
  public static final String TOPICS = "topics";

  /** The kind of an answer that is not a page, a {@link NonContent#word}; absent for pages. */
  public static final String NON_CONTENT = "non.content";

  /**
   * The obstacles to a crawler, which fills in no form and runs no script: of {@code form}, {@code
   * login} and {@code script}, separated by blanks; absent if there are none.
   */
  public static final String UNREACHED = "unreached";

  /** Detected media type of the content, without parameters. */
  public static final String TYPE = "type";

  /** Encoding used to decode the text, by its name in the Encoding Standard. */
  public static final String CHARSET = "CharEncodingForConversion";

  /**
   * Source of that encoding: {@code bom}, {@code header}, {@code meta} (which includes the XML
   * declaration), {@code detected}, or {@code default} if nothing declares it and the text is
   * ASCII.
   */
  public static final String CHARSET_SOURCE = "CharEncodingSource";

  /** Encoding declared by header or page, under Nutch's name; absent if none was declared. */
  public static final String CLAIMED_CHARSET = "OriginalCharEncoding";

  /** Why text may be missing: the parser failed or exceeded a limit after it had returned some. */
  public static final String PARTIAL = "partial";

  /**
   * Signals of spam, as {@link org.orbweaver.crawler.page.spam.SpamSignals} writes them; absent if
   * there are none.
   */
  public static final String SPAM = "spam";

  /** What page filters decided, one a line: {@code plugin NAME: no index}. */
  public static final String PLUGIN_VERDICTS = "plugin.verdicts";

  /** The page filters that failed on the page, one a line: {@code plugin NAME: REASON}. */
  public static final String PLUGIN_FAILURES = "plugin.failures";

  /** The beginning of the names of fields that page filters add: {@code field.price}. */
  public static final String FIELD = "field.";

  private MetaNames() {}

  /** Puts a value, unless it is null or blank. */
  static void put(Map<String, String> meta, String name, String value) {
    if (value != null && !value.isBlank()) {
      meta.put(name, value);
    }
  }
}
