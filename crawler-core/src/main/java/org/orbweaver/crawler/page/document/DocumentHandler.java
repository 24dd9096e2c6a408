package org.orbweaver.crawler.page.document;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Collects text, headings and links from the XHTML events of Tika's parsers. It ends a parse that
 * has produced enough text, or nests too deep, by an exception, the only way to stop them.
 *
 * <p>Another thread may get the part collected so far.
 */
final class DocumentHandler extends DefaultHandler {

  /** Thrown when there is enough text: not a fault. */
  static final class LimitReached extends SAXException {
    private static final long serialVersionUID = 1L;

    LimitReached() {
      super("enough text");
    }
  }

  /** Thrown if elements nest too deep. */
  static final class TooDeep extends SAXException {
    private static final long serialVersionUID = 1L;

    TooDeep(int depth) {
      super("more than " + depth + " nested elements");
    }
  }

  /** Longer anchors are paragraphs wrapped in a link. */
  private static final int MAX_ANCHOR_CHARS = 1000;

  private final ParseLimits limits;
  private final TextCollector text;
  private final TextCollector headings = new TextCollector(10_000);
  private final TextCollector title = new TextCollector(2000);
  private final List<RawLink> links = new ArrayList<>();

  private String openLink;
  private String openRel = "";
  private TextCollector anchor;
  private int depth;
  private int droppedLinks;
  private int headingDepth;

  /**
   * Open elements of ruby readings, which would otherwise be inserted into the words that they
   * annotate.
   */
  private int readings;

  private boolean inTitle;
  private boolean inBody;

  DocumentHandler(ParseLimits limits) {
    this.limits = limits;
    this.text = new TextCollector(limits.maxTextChars());
  }

  @Override
  public synchronized void startElement(
      String uri, String localName, String qName, Attributes attributes) throws SAXException {
    if (++depth > limits.document().maxDepth()) {
      throw new TooDeep(limits.document().maxDepth());
    }
    String name = localName.toLowerCase(Locale.ROOT);
    switch (name) {
      case "title" -> inTitle = true;
      case "body" -> inBody = true;
      case "a" -> {
        openLink = attributes.getValue("href");
        openRel = attributes.getValue("rel") == null ? "" : attributes.getValue("rel");
        anchor = openLink == null ? null : new TextCollector(MAX_ANCHOR_CHARS);
      }
      case "h1", "h2", "h3", "h4", "h5", "h6" -> {
        headingDepth++;
        headings.line();
      }
      case "rt", "rp" -> readings++;
      default -> {}
    }
    separate(name);
  }

  /**
   * Separates the text of elements: none for inline ones, a space between the cells of a row, a new
   * line for all others.
   */
  private void separate(String name) {
    switch (name) {
      case "title", "body", "a", "b", "i", "u", "em", "strong", "span", "font", "sub", "sup" -> {}
      case "ruby", "rb", "rt", "rp", "rtc" -> {}
      case "td", "th" -> text.space();
      default -> text.line();
    }
  }

  @Override
  public synchronized void endElement(String uri, String localName, String qName)
      throws SAXException {
    depth--;
    String name = localName.toLowerCase(Locale.ROOT);
    switch (name) {
      case "title" -> inTitle = false;
      case "a" -> {
        if (openLink != null) {
          addLink(openLink.strip(), anchor.toString().replace('\n', ' '), openRel);
          openLink = null;
          anchor = null;
        }
      }
      case "h1", "h2", "h3", "h4", "h5", "h6" -> headingDepth--;
      case "rt", "rp" -> readings--;
      default -> {}
    }
    separate(name);
  }

  private void addLink(String reference, String words, String rel) {
    if (reference.isEmpty()
        || reference.charAt(0) == '#'
        || reference.length() > limits.maxUrlChars()) {
      return;
    }
    // Twice as many as are kept: repeated targets are merged.
    if (links.size() >= 2L * limits.maxLinks()) {
      droppedLinks++;
    } else {
      links.add(new RawLink(reference, words, rel.length() > 200 ? "" : rel));
    }
  }

  @Override
  public synchronized void characters(char[] chars, int start, int length) throws SAXException {
    String piece = new String(chars, start, length);
    if (inTitle) {
      title.text(piece);
      return;
    }
    if (!inBody || readings > 0) {
      return;
    }
    text.text(piece);
    if (anchor != null) {
      anchor.text(piece);
    }
    if (headingDepth > 0) {
      headings.text(piece);
    }
    if (text.full()) {
      throw new LimitReached();
    }
  }

  @Override
  public synchronized void ignorableWhitespace(char[] chars, int start, int length)
      throws SAXException {
    if (new String(chars, start, length).indexOf('\n') >= 0) {
      text.line();
    } else {
      text.space();
    }
  }

  synchronized String text() {
    return text.toString();
  }

  synchronized String title() {
    return title.toString();
  }

  synchronized String headings() {
    return headings.toString();
  }

  synchronized List<RawLink> links() {
    return List.copyOf(links);
  }

  int droppedLinks() {
    return droppedLinks;
  }
}
