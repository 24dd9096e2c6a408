package org.orbweaver.crawler.page;

import java.io.Reader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jsoup.parser.Parser;
import org.orbweaver.crawler.page.content.ContentSettings;
import org.orbweaver.crawler.page.content.MainContent;
import org.orbweaver.crawler.page.document.Deadline;
import org.orbweaver.crawler.page.document.DocumentParsers;
import org.orbweaver.crawler.page.document.DocumentReader;
import org.orbweaver.crawler.page.document.Failures;
import org.orbweaver.crawler.page.document.Limit;
import org.orbweaver.crawler.page.document.NoParserException;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.page.document.ProcessSettings;
import org.orbweaver.crawler.page.document.RawLink;
import org.orbweaver.crawler.page.document.ReadDocument;
import org.orbweaver.crawler.page.document.TextCollector;
import org.orbweaver.crawler.page.markdown.PlainMarkdown;
import org.orbweaver.crawler.topic.TopicModel;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.plugin.PageFilter;
import org.orbweaver.plugin.loader.Provided;

/**
 * Parses one document of any type: determines the type, decodes, calls its parser and detects the
 * language. Plain Java, usable by the parse job, by tests and by tools.
 *
 * <p>For one thread at a time: give each thread its own (the normaliser caches its last base).
 */
public final class PageParser {

  /** Types that seldom contain text: one without text is not a page. */
  private static final Pattern WORDLESS =
      Pattern.compile(
          "(image|audio|video|font|model)/.*|application/(?!pdf|rtf|msword|xml|.*\\+xml|vnd\\.).*"
              + "|application/vnd\\.(rar|debian|android|ms-fontobject|ms-cab).*");

  private final UrlNormalizer urls;
  private final ParseLimits limits;
  private final DocumentParsers parsers;
  private final String agent;
  private final ContentSettings content;
  private final TopicModel topics;
  private final PageFilters filters;

  private boolean withMarkdown;

  /** Elements and encoding of the current document, for filters. */
  private org.jsoup.nodes.Document dom;

  private Encoding encoding;

  /** Without rules for URLs, selectors, topics and filters. */
  public PageParser(ParseLimits limits, String agent) {
    this(limits, agent, new UrlNormalizer(), ContentSettings.DEFAULT, null, List.of());
  }

  /**
   * @param limits bounds for one document
   * @param agent the crawler's name in robots rules, lower case, possibly empty
   * @param urls normalises links
   * @param content settings for finding main content
   * @param topics classifies topics; null for none
   * @param filters see each parsed page
   */
  public PageParser(
      ParseLimits limits,
      String agent,
      UrlNormalizer urls,
      ContentSettings content,
      TopicModel topics,
      List<Provided<PageFilter>> filters) {
    this.limits = limits;
    this.parsers = DocumentParsers.of(limits.processes().plugins());
    this.agent = agent;
    this.urls = urls;
    this.content = content;
    this.topics = topics;
    this.filters = filters.isEmpty() ? null : new PageFilters(filters, limits, urls);
  }

  /** This parser, which from now on gives each page {@link MetaNames#MARKDOWN}. */
  public PageParser withMarkdown() {
    withMarkdown = true;
    return this;
  }

  /**
   * One fetched document.
   *
   * @param url absolute URL that links are relative to
   * @param content the body, decoded from any content coding
   * @param contentType the Content-Type header, or null
   * @param contentLanguage the Content-Language header, or null
   * @param robotsTags values of X-Robots-Tag headers
   * @param contentDisposition the Content-Disposition header, or null
   * @param links values of Link headers
   * @param headers the values of any header, for filters
   */
  @SuppressWarnings("ArrayRecordComponent") // Contents are passed on, never compared.
  public record Document(
      String url,
      byte[] content,
      String contentType,
      String contentLanguage,
      List<String> robotsTags,
      String contentDisposition,
      List<String> links,
      Function<String, List<String>> headers) {

    /** Without Content-Disposition, Link and other headers. */
    public Document(
        String url,
        byte[] content,
        String contentType,
        String contentLanguage,
        List<String> robotsTags) {
      this(
          url,
          content,
          contentType,
          contentLanguage,
          robotsTags,
          null,
          List.of(),
          name -> List.of());
    }

    String fileName() {
      return FileNames.of(contentDisposition, url);
    }
  }

  /**
   * Parses a document. Faults of the document are outcomes of the result.
   *
   * @throws NoParserException if no parser process is available, which is no fault of the document
   */
  public ParsedPage parse(Document document) {
    return parse(document, Deadline.in(limits.timeoutMillis()));
  }

  /**
   * As {@link #parse(Document)}.
   *
   * @param deadline for parsing in this process; the time of a parser process begins when it has
   *     the document
   * @throws Deadline.Passed if a filter takes too long
   */
  public ParsedPage parse(Document document, Deadline deadline) {
    RobotsDirectives robots = RobotsDirectives.ofHeaders(agent, document.robotsTags());
    MediaTypes.MediaType type =
        MediaTypes.of(document.contentType(), document.fileName(), document.content(), parsers);
    dom = null;
    encoding = Encoding.UTF_8;
    ParsedPage page;
    try {
      page =
          switch (type.kind()) {
            case HTML, XML, MARKDOWN -> parseMarkup(document, type, robots, deadline);
            case TEXT -> parseText(document, type, robots);
            case DOCUMENT -> readDocument(document, type, robots);
            case UNSUPPORTED ->
                ParsedPage.failed(
                    ParsedPage.Outcome.UNSUPPORTED,
                    type.name().equals(MediaTypes.UNKNOWN)
                        ? "binary data of no known type"
                        : "no text in " + type.name(),
                    typeMeta(type));
          };
    } catch (Deadline.Passed e) {
      page = overLimit(Limit.TIME, typeMeta(type));
    } catch (NoParserException e) {
      throw e; // The state of this task, not the document.
    } catch (RuntimeException e) {
      // Parsers of hostile input fail in many ways; any exception means that the document is
      // broken.
      page = ParsedPage.failed(ParsedPage.Outcome.FAILED, Failures.describe(e), typeMeta(type));
    }
    if (page.parsed() && robots.unavailableAfter() != null) {
      page.meta().put(MetaNames.UNAVAILABLE_AFTER, robots.unavailableAfter().toString());
    }
    if (page.parsed()) {
      setLanguage(page, document.contentLanguage(), type);
      setTopics(page);
      page = filters == null ? page : filtered(page, document, type, deadline);
    } else {
      MetaNames.put(page.meta(), MetaNames.ROBOTS, robots.toString());
    }
    return page;
  }

  private ParsedPage filtered(
      ParsedPage page, Document document, MediaTypes.MediaType type, Deadline deadline) {
    if (type.kind() == MediaTypes.ParserKind.DOCUMENT) {
      deadline.restart(limits.timeoutMillis());
    }
    return filters.apply(page, new PageFilters.Source(document, dom, encoding), deadline);
  }

  private ParsedPage overLimit(Limit limit, Map<String, String> meta) {
    return ParsedPage.failed(
        limit == Limit.TIME ? ParsedPage.Outcome.TIMEOUT : ParsedPage.Outcome.OVER_LIMIT,
        message(limit),
        meta);
  }

  private String message(Limit limit) {
    ProcessSettings process = limits.processes();
    String what =
        switch (limit) {
          case TIME -> "took longer than " + limits.timeoutMillis() / 1000.0 + " s";
          case MEMORY -> "needs more than " + process.heapMegabytes() + " MB";
          case OUTPUT -> "yields more than " + limits.document().maxOutputBytes() + " bytes";
          case TEMPORARY_FILES -> "unpacks to more than " + process.maxTempBytes() + " bytes";
          case MEMBERS -> "contains more than " + limits.document().maxMembers() + " documents";
          case UNPACKED ->
              "contains more than " + limits.document().maxUnpackedBytes() + " bytes unpacked";
          case NESTING ->
              "nests deeper than " + limits.document().maxDepth() + ", or too deep for the stack";
        };
    return what + " (" + limit.setting() + ")";
  }

  private ParsedPage readDocument(
      Document document, MediaTypes.MediaType type, RobotsDirectives robots) {
    String name = document.fileName();
    String hint = FileNames.isOfPage(name) ? "" : name;
    ReadDocument read;
    try {
      read =
          DocumentReader.shared(limits.processes())
              .read(document.content(), type.name(), hint, limits);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoParserException("parsing was interrupted", e);
    }
    ReadDocument.Verdict verdict = read.verdict();
    Map<String, String> meta = new LinkedHashMap<>();
    meta.put(MetaNames.TYPE, read.type());
    return switch (verdict.fate()) {
      case READ ->
          read.text().isEmpty()
                  && read.properties().title().isEmpty()
                  && WORDLESS.matcher(read.type()).matches()
              ? ParsedPage.failed(ParsedPage.Outcome.UNSUPPORTED, "no text in " + read.type(), meta)
              : page(document, read, robots, meta);
      case OVER_LIMIT -> overLimit(verdict.limit(), meta);
      case UNSUPPORTED ->
          ParsedPage.failed(ParsedPage.Outcome.UNSUPPORTED, verdict.message(), meta);
      case BROKEN -> ParsedPage.failed(ParsedPage.Outcome.INVALID, verdict.message(), meta);
      case FAILED -> ParsedPage.failed(ParsedPage.Outcome.FAILED, verdict.message(), meta);
    };
  }

  private ParsedPage page(
      Document document, ReadDocument read, RobotsDirectives robots, Map<String, String> meta) {
    ReadDocument.DocumentProperties properties = read.properties();
    MetaNames.put(meta, MetaNames.DESCRIPTION, properties.description());
    MetaNames.put(meta, MetaNames.KEYWORDS, properties.keywords());
    MetaNames.put(meta, MetaNames.LANGUAGE, properties.language());
    MetaNames.put(meta, MetaNames.AUTHOR, properties.author());
    MetaNames.put(meta, MetaNames.PUBLISHED, properties.created());
    MetaNames.put(meta, MetaNames.MODIFIED, properties.modified());
    MetaNames.put(meta, MetaNames.HEADINGS, read.headings());
    if (read.partial()) {
      ReadDocument.Verdict verdict = read.verdict();
      boolean named = verdict.message().isEmpty() && verdict.limit() != null;
      MetaNames.put(meta, MetaNames.PARTIAL, named ? message(verdict.limit()) : verdict.message());
    }
    LinkCollector links = new LinkCollector(limits);
    addRelations(document, links, meta);
    for (RawLink link : read.links()) {
      links.add(link.reference(), link.anchor(), PageLink.relOf(link.rel()));
    }
    int dropped = read.droppedLinks();
    if (withMarkdown) {
      meta.put(MetaNames.MARKDOWN, PlainMarkdown.ofLines(read.text(), read.headings()));
    }
    return page(document, properties.title(), read.text(), links, dropped, robots, meta);
  }

  /** A page that is not HTML. */
  private ParsedPage page(
      Document document,
      String title,
      String text,
      LinkCollector links,
      int droppedBefore,
      RobotsDirectives robots,
      Map<String, String> meta) {
    MetaNames.put(meta, MetaNames.ROBOTS, robots.toString());
    boolean nofollow = robots.nofollow();
    List<PageLink> resolved = links.resolve(document.url(), urls, Encoding.UTF_8, nofollow);
    int dropped = links.dropped() + droppedBefore;
    return ParsedPage.of(title, text, new ParsedPage.Outlinks(resolved, !nofollow, dropped), meta);
  }

  private PageRelations relations(Document document) {
    return new PageRelations(document.links(), document.url(), urls);
  }

  /** Adds the relations in the headers of a document that is not HTML. */
  private void addRelations(Document document, LinkCollector links, Map<String, String> meta) {
    PageRelations relations = relations(document);
    relations.addHeaders(links);
    MetaNames.put(meta, MetaNames.CANONICAL, relations.canonical(document.url(), Encoding.UTF_8));
  }

  private static Map<String, String> typeMeta(MediaTypes.MediaType type) {
    Map<String, String> meta = new LinkedHashMap<>();
    meta.put(MetaNames.TYPE, type.name());
    return meta;
  }

  private ParsedPage parseMarkup(
      Document document, MediaTypes.MediaType type, RobotsDirectives robots, Deadline deadline) {
    Encodings.Form form =
        switch (type.kind()) {
          case HTML -> Encodings.Form.HTML;
          case MARKDOWN -> Encodings.Form.TEXT;
          default ->
              type.name().equals(MediaTypes.XHTML) ? Encodings.Form.XHTML : Encodings.Form.XML;
        };
    Encodings.DecodedText decoded =
        Encodings.decode(document.content(), document.contentType(), form);
    Reader markup = new HtmlPageParser.TimedReader(decoded.text(), deadline);
    org.jsoup.nodes.Document read =
        switch (form) {
          case HTML -> Parser.htmlParser().parseInput(markup, document.url());
          case TEXT -> MarkdownPages.read(markup, document.url(), document.fileName(), deadline);
          case XHTML -> XmlPages.xhtml(markup, document.url());
          default -> XmlPages.other(markup, document.url());
        };
    ParsedPage page =
        HtmlPageParser.parse(
            read,
            decoded.encoding(),
            document.url(),
            urls,
            limits,
            content,
            robots,
            relations(document),
            withMarkdown,
            deadline);
    addEncoding(page.meta(), type, decoded);
    dom = filters == null ? null : read;
    encoding = decoded.encoding();
    return page;
  }

  private ParsedPage parseText(
      Document document, MediaTypes.MediaType type, RobotsDirectives robots) {
    Encodings.DecodedText decoded =
        Encodings.decode(document.content(), document.contentType(), Encodings.Form.TEXT);
    TextCollector text = new TextCollector(limits.maxTextChars());
    text.preformatted(decoded.text());
    Map<String, String> meta = new LinkedHashMap<>();
    addEncoding(meta, type, decoded);
    encoding = decoded.encoding();
    LinkCollector links = new LinkCollector(limits);
    addRelations(document, links, meta);
    if (withMarkdown) {
      putMarkdown(TextCollector.withoutInvisible(decoded.text()), text, meta);
    }
    return page(document, document.fileName(), text.toString(), links, 0, robots, meta);
  }

  /** Prose has paragraphs, and all else is code. */
  private void putMarkdown(String whole, TextCollector text, Map<String, String> meta) {
    String kept = whole;
    if (text.full()) {
      String why =
          "has more than " + limits.maxTextChars() + " characters (orbweaver.parse.text.max.chars)";
      meta.put(MetaNames.PARTIAL, why);
      int end = limits.maxTextChars();
      boolean halved = end > 0 && Character.isHighSurrogate(whole.charAt(end - 1));
      kept = whole.substring(0, halved ? end - 1 : end);
    }
    meta.put(
        MetaNames.MARKDOWN,
        Languages.isProse(kept) ? PlainMarkdown.ofProse(kept) : PlainMarkdown.ofCode(kept));
  }

  private static void addEncoding(
      Map<String, String> meta, MediaTypes.MediaType type, Encodings.DecodedText decoded) {
    meta.put(MetaNames.TYPE, type.name());
    meta.put(MetaNames.CHARSET, decoded.encoding().name());
    meta.put(MetaNames.CHARSET_SOURCE, decoded.source().name().toLowerCase(Locale.ROOT));
    if (decoded.claimed() != null) {
      meta.put(MetaNames.CLAIMED_CHARSET, decoded.claimed());
    }
  }

  private void setTopics(ParsedPage page) {
    if (topics != null) {
      String text = topicText(page.title(), page.text(), page.meta().get(MetaNames.MAIN));
      MetaNames.put(page.meta(), MetaNames.TOPICS, TopicModel.stored(topics.classify(text)));
    }
  }

  /** The part of a page used to classify its topic: title and main content. */
  public static String topicText(String title, String text, String main) {
    return title + '\n' + MainContent.of(text, main);
  }

  /**
   * Decides the language. The document's declaration holds, unless its text is surely in another
   * language: many templates keep the language they were made with.
   */
  private static void setLanguage(ParsedPage page, String header, MediaTypes.MediaType type) {
    Map<String, String> meta = page.meta();
    String declared = Languages.canonicalTag(meta.remove(MetaNames.LANGUAGE));
    if (declared == null) {
      declared = Languages.canonicalTag(header);
    }
    // Most content that servers declare as text is program text.
    boolean prose = type.kind() != MediaTypes.ParserKind.TEXT || Languages.isProse(page.text());
    Languages.Detected detected =
        prose ? Languages.detect(page.text()) : Languages.Detected.NOTHING;
    MetaNames.put(meta, MetaNames.DECLARED_LANGUAGE, declared);
    MetaNames.put(meta, MetaNames.DETECTED_LANGUAGE, detected.first());
    MetaNames.put(meta, MetaNames.SECOND_LANGUAGE, detected.second());
    MetaNames.put(meta, MetaNames.LANGUAGE, detected.decide(Languages.primarySubtag(declared)));
  }
}
