package org.orbweaver.crawler.parse;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses one document of whatever type: decides the type, decodes, calls the parser for it and adds
 * the language. Plain Java; the parse job calls it, and so can a test or a person's tool.
 *
 * <p>Not for several threads at once: give each its own (the resolver remembers its last base).
 */
public final class PageParser {

  private final HtmlPageParser html;
  private final TikaDocumentParser documents;
  private final ParseLimits limits;
  private final String agent;

  /**
   * @param limits bounds for one document
   * @param resolver makes links absolute and normal
   * @param agent our name as robots rules may call us, lower case, possibly empty
   */
  public PageParser(ParseLimits limits, LinkResolver resolver, String agent) {
    this.html = new HtmlPageParser(limits, resolver);
    this.documents = new TikaDocumentParser(limits, resolver);
    this.limits = limits;
    this.agent = agent;
  }

  /**
   * What the fetcher kept of one document.
   *
   * @param url absolute URL that links are relative to
   * @param content the body, decoded from any content coding
   * @param contentType the Content-Type header, or null
   * @param contentLanguage the Content-Language header, or null
   * @param robotsTags values of X-Robots-Tag headers
   */
  @SuppressWarnings("ArrayRecordComponent") // Contents are handed on, never compared.
  public record Document(
      String url,
      byte[] content,
      String contentType,
      String contentLanguage,
      List<String> robotsTags) {}

  /** Parses. Faults of the document are outcomes of the result; only errors of the JVM escape. */
  public ParsedPage parse(Document document) {
    return parse(document, Deadline.in(limits.timeoutMillis()), false);
  }

  /**
   * As {@link #parse(Document)}.
   *
   * @param careful whether formats whose parsers may hang are to be left alone
   */
  ParsedPage parse(Document document, Deadline deadline, boolean careful) {
    RobotsDirectives robots = new RobotsDirectives(agent);
    for (String tag : document.robotsTags()) {
      robots.addHeader(tag);
    }
    MediaTypes.Type type =
        MediaTypes.of(document.contentType(), document.url(), document.content());
    ParsedPage page;
    try {
      page =
          switch (type.kind()) {
            case HTML -> parseHtml(document, type, robots);
            case TEXT -> parseText(document, type, robots);
            case DOCUMENT ->
                careful
                    ? ParsedPage.failed(
                        ParsedPage.Outcome.FAILED, "too many parsers hang already", typeMeta(type))
                    : documents.parse(document.content(), document.url(), type, robots, deadline);
            case UNSUPPORTED ->
                ParsedPage.failed(
                    ParsedPage.Outcome.UNSUPPORTED, "no text in " + type.name(), typeMeta(type));
          };
    } catch (Deadline.Passed e) {
      return timeout(type);
    } catch (RuntimeException e) {
      // Parsers of hostile input fail in every way that there is; the document is what is broken.
      return ParsedPage.failed(
          ParsedPage.Outcome.FAILED, TikaDocumentParser.describe(e), typeMeta(type));
    }
    if (page.parsed()) {
      setLanguage(page, document.contentLanguage(), type);
    }
    return page;
  }

  private static ParsedPage timeout(MediaTypes.Type type) {
    return ParsedPage.failed(ParsedPage.Outcome.TIMEOUT, "took too long", typeMeta(type));
  }

  private static Map<String, String> typeMeta(MediaTypes.Type type) {
    Map<String, String> meta = new LinkedHashMap<>();
    meta.put(MetaNames.TYPE, type.name());
    return meta;
  }

  private ParsedPage parseHtml(Document document, MediaTypes.Type type, RobotsDirectives robots) {
    Encodings.Decoded decoded = Encodings.decode(document.content(), document.contentType(), true);
    ParsedPage page = html.parse(decoded.text(), document.url(), robots);
    addEncoding(page.meta(), type, decoded);
    return page;
  }

  private ParsedPage parseText(Document document, MediaTypes.Type type, RobotsDirectives robots) {
    Encodings.Decoded decoded = Encodings.decode(document.content(), document.contentType(), false);
    TextCollector text = new TextCollector(limits.maxTextChars());
    text.preformatted(decoded.text());
    Map<String, String> meta = new LinkedHashMap<>();
    addEncoding(meta, type, decoded);
    if (!robots.toString().isEmpty()) {
      meta.put(MetaNames.ROBOTS, robots.toString());
    }
    return new ParsedPage(
        ParsedPage.Outcome.PARSED,
        "",
        "",
        text.toString(),
        List.of(),
        meta,
        !robots.nofollow(),
        null,
        0,
        0);
  }

  private static void addEncoding(
      Map<String, String> meta, MediaTypes.Type type, Encodings.Decoded decoded) {
    meta.put(MetaNames.TYPE, type.name());
    meta.put(MetaNames.CHARSET, decoded.charset().name());
    if (decoded.claimed() != null) {
      meta.put(MetaNames.CLAIMED_CHARSET, decoded.claimed());
    }
  }

  private static void setLanguage(ParsedPage page, String header, MediaTypes.Type type) {
    String language = Languages.primarySubtag(page.meta().remove(MetaNames.LANGUAGE));
    if (language == null) {
      language = Languages.primarySubtag(header);
    }
    // What servers send as text is program text more often than not.
    if (language == null
        && (type.kind() != MediaTypes.Kind.TEXT || Languages.isProse(page.text()))) {
      language = Languages.detect(page.text());
    }
    if (language != null) {
      page.meta().put(MetaNames.LANGUAGE, language);
    }
  }
}
