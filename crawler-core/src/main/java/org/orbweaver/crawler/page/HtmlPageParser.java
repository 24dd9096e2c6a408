package org.orbweaver.crawler.page;

import static org.orbweaver.crawler.page.document.HtmlAttributes.attr;
import static org.orbweaver.crawler.page.document.HtmlAttributes.hasAttr;

import java.io.IOException;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeVisitor;
import org.orbweaver.crawler.page.content.ContentFinder;
import org.orbweaver.crawler.page.content.ContentSettings;
import org.orbweaver.crawler.page.content.MainContent;
import org.orbweaver.crawler.page.document.Deadline;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.page.document.TextCollector;
import org.orbweaver.crawler.page.markdown.MarkdownConverter;
import org.orbweaver.crawler.page.noncontent.NonContentRules;
import org.orbweaver.crawler.page.spam.SpamCollector;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.crawler.usage.UsageStatement;

/**
 * Reads HTML: one pass over jsoup's tree collects text, title, headings, metadata and links. The
 * pass is a loop, not a recursion, and jsoup bounds the tree's depth, so nesting cannot overflow
 * the stack. Scripts are not run, so text written by them is not seen. An instance is for one page.
 */
final class HtmlPageParser implements NodeVisitor {

  /** Names of meta elements whose content is kept. */
  private static final Set<String> NAMED_META =
      Set.of(
          MetaNames.DESCRIPTION,
          MetaNames.KEYWORDS,
          UsageStatement.TDM_RESERVATION,
          UsageStatement.TDM_POLICY);

  /** Types of inputs for words; the default is the first. */
  private static final Set<String> TEXT_FIELDS = Set.of("", "text", "search");

  private static final int MAX_META_CHARS = 2000;
  private static final int MAX_HEADING_CHARS = 10_000;
  private static final int MAX_ALTERNATIVE_CHARS = 10_000;

  private final Deadline deadline;
  private final RobotsDirectives robots;
  private final TextCollector text;
  private final TextCollector headings = new TextCollector(MAX_HEADING_CHARS);
  private final TextCollector alternatives = new TextCollector(MAX_ALTERNATIVE_CHARS);
  private final LinkCollector links;
  private final PageRelations relations;
  private final UnshownText unshown = new UnshownText();
  private final ScriptSigns scripts = new ScriptSigns();
  private final Map<String, String> meta = new LinkedHashMap<>();
  private final FactCollector facts = new FactCollector();
  private final SpamCollector spam;

  private final ContentFinder content;

  /** Converts the page to Markdown; null if nobody asked for it. */
  private MarkdownConverter markdown;

  private String title;
  private String baseReference;
  private String language = "";
  private MetaRefresh refresh;

  /** The open element whose contents are not text. */
  private Node skipped;

  private Element openLink;
  private TextCollector anchor;
  private int anchorAt;
  private final Regions regions = new Regions();
  private Element openHeading;
  private int preformatted;
  private boolean hasTextField;
  private boolean hasPasswordField;

  private HtmlPageParser(
      String url,
      ContentFinder content,
      ParseLimits limits,
      RobotsDirectives robots,
      PageRelations relations,
      Deadline deadline) {
    this.deadline = deadline;
    this.relations = relations;
    this.robots = robots;
    this.text = new TextCollector(limits.maxTextChars());
    this.links = new LinkCollector(limits);
    this.content = content;
    this.spam = new SpamCollector(url);
  }

  /**
   * Parses a page that jsoup has read.
   *
   * @param document the page's tree
   * @param encoding used to decode it
   * @param url of the page, absolute
   * @param urls makes links absolute and normal
   * @param settings for finding main content
   * @param robots directives of the HTTP headers; the page's own are added
   * @param relations those of the HTTP headers; the page's own are added
   * @param withMarkdown whether the page also gets {@link MetaNames#MARKDOWN}
   * @throws Deadline.Passed after the deadline
   */
  static ParsedPage parse(
      Document document,
      Encoding encoding,
      String url,
      UrlNormalizer urls,
      ParseLimits limits,
      ContentSettings settings,
      RobotsDirectives robots,
      PageRelations relations,
      boolean withMarkdown,
      Deadline deadline) {
    ContentFinder content = settings.finder(url, document);
    HtmlPageParser visitor = new HtmlPageParser(url, content, limits, robots, relations, deadline);
    relations.addHeaders(visitor.links);
    if (withMarkdown) {
      visitor.markdown =
          new MarkdownConverter(
              reference -> visitor.absolute(reference, url, encoding, urls),
              limits.maxTextChars(),
              deadline::check);
    }
    visitor.traverse(document);
    ParsedPage page = visitor.page(url, encoding, urls);
    if (withMarkdown) {
      visitor.putMarkdown(document, page, limits);
    }
    return NonContentRules.judge(document, url, page.title(), page.text(), deadline)
        .map(page::asNonContent)
        .orElse(page);
  }

  /** A link as it is, for readers: without the rules that make URLs of one page the same. */
  private String absolute(String reference, String url, Encoding encoding, UrlNormalizer urls) {
    String base = reference.startsWith("#") ? url : base(baseReference, url, encoding, urls);
    return urls.resolveAsIs(base, encoding.encodeQuery(reference));
  }

  private void putMarkdown(Document document, ParsedPage page, ParseLimits limits) {
    String stored = page.meta().get(MetaNames.MAIN);
    MainContent main = stored == null ? null : MainContent.parse(stored, text.length());
    long chars = MainContent.of(page.text(), stored).length();
    page.meta().put(MetaNames.MARKDOWN, markdown.convert(document, main, chars));
    if (markdown.isCut() || text.full()) {
      String why =
          "has more than " + limits.maxTextChars() + " characters (orbweaver.parse.text.max.chars)";
      page.meta().put(MetaNames.PARTIAL, why);
    }
  }

  /** The page as a stream from which jsoup takes a piece at a time; it ends at the deadline. */
  static final class TimedReader extends StringReader {
    private final Deadline deadline;

    TimedReader(String html, Deadline deadline) {
      super(html);
      this.deadline = deadline;
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
      deadline.check();
      return super.read(buffer, offset, length);
    }
  }

  @Override
  public void head(Node node, int depth) {
    deadline.check();
    if (skipped != null) {
      return;
    }
    if (node instanceof TextNode piece) {
      characters(piece.getWholeText());
      if (markdown != null) {
        markdown.see(node, text.length());
      }
    } else if (node instanceof Element element) {
      if (breaksLine(element)) {
        lineBreak();
      }
      scripts.open(element, depth, text.length());
      open(element);
      if (skipped == null) {
        content.open(element);
        spam.open(element);
      }
    }
  }

  @Override
  public void tail(Node node, int depth) {
    if (skipped != null) {
      if (node.equals(skipped)) {
        skipped = null;
      }
      return;
    }
    if (node instanceof Element element) {
      content.close(element);
      regions.close(element);
      unshown.close(element, text.length());
      scripts.close(element, text.soFar());
      if (node.equals(openLink)) {
        closeLink(element);
      } else if (node.equals(openHeading)) {
        openHeading = null;
      } else if (element.normalName().equals("pre")) {
        preformatted--;
      }
      spam.close(element);
      if (breaksLine(element)) {
        lineBreak();
      }
    }
  }

  /** Each block is on its own line, but the cells of a row share one. */
  private static boolean breaksLine(Element element) {
    return element.isBlock() && !isCell(element.normalName());
  }

  private static boolean isCell(String name) {
    return name.equals("td") || name.equals("th");
  }

  private void characters(String piece) {
    int start = text.length();
    if (preformatted > 0) {
      text.preformatted(piece);
    } else {
      text.text(piece);
    }
    content.text(text.soFar(), start, text.length());
    spam.text(piece, start, text.length());
    if (anchor != null) {
      anchor.text(piece);
    }
    if (openHeading != null) {
      headings.text(piece);
    }
  }

  private void lineBreak() {
    text.line();
    if (anchor != null) {
      anchor.space();
    }
    if (openHeading != null) {
      headings.space();
    }
  }

  private void open(Element element) {
    facts.element(element, text.length());
    regions.open(element);
    unshown.open(element, text.length());
    switch (element.normalName()) {
      case "html" -> {
        language = attr(element, "lang");
        if (language.isEmpty()) {
          language = attr(element, "xml:lang");
        }
      }
      case "title" -> {
        if (title == null) {
          title = TextCollector.collapse(element.wholeText(), MAX_META_CHARS);
        }
        skipped = element;
      }
      case "base" -> {
        if (baseReference == null && hasAttr(element, "href")) {
          baseReference = attr(element, "href").strip();
        }
      }
      case "meta" -> {
        facts.meta(element);
        meta(element);
      }
      case "script" -> {
        facts.script(element);
        spam.script(element);
        scripts.script(element, text.length());
        skipped = element;
      }
      case "link" -> {
        spam.linked(attr(element, "rel"));
        relations.element(element, links);
      }
      case "a" -> {
        if (openLink != null) { // Across a table or svg, a link can contain another one.
          closeLink(openLink);
        }
        openLink = element;
        anchorAt = text.length();
        anchor = new TextCollector(LinkCollector.MAX_ANCHOR_CHARS);
      }
      case "area" ->
          links.add(
              attribute(element, "href"),
              TextCollector.collapse(attr(element, "alt"), LinkCollector.MAX_ANCHOR_CHARS),
              rel(element));
      case "frame", "iframe" -> {
        links.add(
            attribute(element, "src"), TextCollector.collapse(attr(element, "title"), 200), "");
        skipped = element;
      }
      case "img" -> {
        if (markdown != null) {
          markdown.see(element, text.length());
        }
        String alternative = attr(element, "alt");
        if (!alternative.isBlank()) {
          alternatives.line();
          alternatives.text(alternative);
          if (anchor != null) {
            anchor.space();
            anchor.text(alternative);
            anchor.space();
          }
        }
      }
      case "input" -> {
        String type = attr(element, "type").strip().toLowerCase(Locale.ROOT);
        hasTextField |= TEXT_FIELDS.contains(type);
        hasPasswordField |= type.equals("password");
      }
      case "textarea" -> hasTextField = true;
      case "br", "hr" -> {
        if (markdown != null) {
          markdown.see(element, text.length());
        }
        lineBreak();
      }
      case "td", "th" -> text.space();
      case "pre" -> preformatted++;
      case "h1", "h2", "h3", "h4", "h5", "h6" -> {
        openHeading = element;
        headings.line();
      }
      case "style" -> {
        spam.style(element);
        skipped = element;
      }
      // Ruby readings would otherwise be inserted into the words that they annotate.
      case "rt", "rp", "rtc" -> {
        if (isInRuby(element)) {
          skipped = element;
        }
      }
      // Noframes, noembed: raw markup. Template: not part of the page until a script uses it.
      case "template", "noframes", "noembed", "svg", "select", "datalist" -> skipped = element;
      default -> {}
    }
  }

  private static boolean isInRuby(Element element) {
    Element above = element.parent();
    boolean isPart = above != null && above.normalName().matches("rtc|rb");
    return above != null && (isPart ? above.parent() : above).normalName().equals("ruby");
  }

  private void closeLink(Element link) {
    String words = LinkCollector.anchor(anchor);
    if (words.isEmpty()) {
      words = TextCollector.collapse(attr(link, "title"), LinkCollector.MAX_ANCHOR_CHARS);
    }
    PageLink.Place place = new PageLink.Place(anchorAt, regions.current());
    links.add(attribute(link, "href"), words, rel(link), place, "");
    spam.link(attribute(link, "href"), words);
    openLink = null;
    anchor = null;
  }

  private void meta(Element element) {
    String content = attr(element, "content");
    String name = attr(element, "name").strip().toLowerCase(Locale.ROOT);
    if (!name.isEmpty()) {
      robots.addMeta(name, content);
      if (NAMED_META.contains(name)) {
        putMeta(name, content);
      }
      return;
    }
    switch (attr(element, "http-equiv").strip().toLowerCase(Locale.ROOT)) {
      case "refresh" -> {
        if (refresh == null) {
          refresh = MetaRefresh.parse(content);
        }
      }
      case "content-language" -> {
        if (language.isEmpty()) {
          language = content;
        }
      }
      default -> {
        String property = attr(element, "property");
        if (property.equals("og:title") || property.equals("og:description")) {
          putMeta(property, content);
        }
      }
    }
  }

  private void putMeta(String name, String content) {
    String value = TextCollector.collapse(content, MAX_META_CHARS);
    if (!value.isEmpty()) {
      meta.putIfAbsent(name, value);
    }
  }

  private static String rel(Element element) {
    return PageLink.relOf(attr(element, "rel"));
  }

  private static String attribute(Element element, String name) {
    return attr(element, name).strip();
  }

  /**
   * The URL that references are relative to.
   *
   * @param reference of the page's base element; null if it has none
   */
  static String base(String reference, String url, Encoding encoding, UrlNormalizer urls) {
    String base = reference == null ? null : urls.resolveAsIs(url, encoding.encodeQuery(reference));
    return base == null ? url : base;
  }

  private ParsedPage page(String url, Encoding encoding, UrlNormalizer urls) {
    String base = base(baseReference, url, encoding, urls);
    String refreshUrl = null;
    if (refresh != null && !refresh.reference().isEmpty()) {
      refreshUrl = urls.resolve(base, encoding.encodeQuery(refresh.reference()));
      if (refreshUrl != null && refreshUrl.equals(urls.resolve(url, ""))) {
        refreshUrl = null;
      }
      links.add(refresh.reference(), "", "refresh");
    }
    boolean nofollow = robots.nofollow();
    List<PageLink> resolved = links.resolve(base, urls, encoding, nofollow);

    MetaNames.put(meta, MetaNames.LANGUAGE, language);
    MetaNames.put(meta, MetaNames.CANONICAL, relations.canonical(base, encoding));
    MetaNames.put(meta, MetaNames.HEADINGS, headings.toString());
    MetaNames.put(meta, MetaNames.ALTERNATIVES, alternatives.toString());
    MainContent main = content.main();
    if (main != null) {
      meta.put(MetaNames.MAIN, main.toString());
    }
    MetaNames.put(meta, MetaNames.PROMINENCE, content.prominence().toString());
    meta.put(MetaNames.KIND, content.kind().toString());
    String openGraphTitle = meta.remove("og:title");
    String openGraphDescription = meta.remove("og:description");
    if (openGraphDescription != null) {
      meta.putIfAbsent(MetaNames.DESCRIPTION, openGraphDescription);
    }
    if (title == null || title.isEmpty()) {
      title = openGraphTitle == null ? "" : openGraphTitle;
    }
    MetaNames.put(meta, MetaNames.ROBOTS, robots.toString());
    String body = text.toString();
    List<MainContent.Range> prompts =
        spam.prompts(body).stream()
            .map(text -> new MainContent.Range(text.start(), text.end()))
            .toList();
    unshown.add(prompts);
    MetaNames.put(meta, MetaNames.NO_SNIPPET, unshown.toString());
    String tag = Languages.canonicalTag(language);
    facts.decide(meta, url, title, body, tag == null ? "" : tag);
    String signals =
        spam.signals(
                body,
                meta.get(MetaNames.KEYWORDS),
                refreshUrl,
                refresh == null ? 0 : refresh.seconds(),
                !prompts.isEmpty())
            .toString();
    MetaNames.put(meta, MetaNames.SPAM, signals);
    MetaNames.put(meta, MetaNames.UNREACHED, unreached(body, resolved.size()));
    return new ParsedPage(
        refreshUrl == null ? ParsedPage.Outcome.PARSED : ParsedPage.Outcome.REDIRECT,
        "",
        title,
        body,
        new ParsedPage.Outlinks(resolved, !nofollow, links.dropped()),
        meta,
        refreshUrl == null ? null : new ParsedPage.Refresh(refreshUrl, refresh.seconds()));
  }

  private String unreached(String body, int found) {
    // The text field beside a password is for the user name.
    return Stream.of(
            hasTextField && !hasPasswordField ? "form" : "",
            hasPasswordField ? "login" : "",
            scripts.needsScript(body.strip().length(), found) ? "script" : "")
        .filter(word -> !word.isEmpty())
        .collect(Collectors.joining(" "));
  }
}
