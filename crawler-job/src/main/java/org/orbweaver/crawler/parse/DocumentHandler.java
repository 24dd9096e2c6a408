package org.orbweaver.crawler.parse;

import java.util.Locale;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Collects text, headings and links from the XHTML events that Tika's parsers send. It ends a parse
 * that has given all the text that is kept, or whose time is over, by an exception: the only way to
 * stop them.
 */
final class DocumentHandler extends DefaultHandler {

  /** Thrown when there is enough text: not a fault. */
  static final class Enough extends SAXException {
    private static final long serialVersionUID = 1L;

    Enough() {
      super("enough text");
    }
  }

  private final Deadline deadline;
  private final TextCollector text;
  private final TextCollector headings = new TextCollector(10_000);
  private final TextCollector title = new TextCollector(2000);
  private final LinkCollector links;

  private String openLink;
  private String openRel = "";
  private TextCollector anchor;
  private int headingDepth;
  private boolean inTitle;
  private boolean inBody;

  DocumentHandler(ParseLimits limits, Deadline deadline) {
    this.deadline = deadline;
    this.text = new TextCollector(limits.maxTextChars());
    this.links = new LinkCollector(limits);
  }

  @Override
  public void startElement(String uri, String localName, String qName, Attributes attributes)
      throws SAXException {
    deadline.check();
    String name = localName.toLowerCase(Locale.ROOT);
    switch (name) {
      case "title" -> inTitle = true;
      case "body" -> inBody = true;
      case "a" -> {
        openLink = attributes.getValue("href");
        openRel =
            PageLink.relOf(attributes.getValue("rel") == null ? "" : attributes.getValue("rel"));
        anchor = openLink == null ? null : new TextCollector(LinkCollector.MAX_ANCHOR_CHARS);
      }
      case "h1", "h2", "h3", "h4", "h5", "h6" -> {
        headingDepth++;
        headings.line();
        text.line();
      }
      case "b", "i", "u", "em", "strong", "span", "font", "sub", "sup" -> {}
      case "td", "th" -> text.space();
      default -> text.line();
    }
  }

  @Override
  public void endElement(String uri, String localName, String qName) throws SAXException {
    deadline.check();
    String name = localName.toLowerCase(Locale.ROOT);
    switch (name) {
      case "title" -> inTitle = false;
      case "a" -> {
        if (openLink != null) {
          links.add(openLink, LinkCollector.anchor(anchor), openRel);
          openLink = null;
          anchor = null;
        }
      }
      case "h1", "h2", "h3", "h4", "h5", "h6" -> {
        headingDepth--;
        text.line();
      }
      case "b", "i", "u", "em", "strong", "span", "font", "sub", "sup" -> {}
      case "td", "th" -> text.space();
      default -> text.line();
    }
  }

  @Override
  public void characters(char[] chars, int start, int length) throws SAXException {
    deadline.check();
    String piece = new String(chars, start, length);
    if (inTitle) {
      title.text(piece);
      return;
    }
    if (!inBody) {
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
      throw new Enough();
    }
  }

  @Override
  public void ignorableWhitespace(char[] chars, int start, int length) throws SAXException {
    deadline.check();
    for (int i = start; i < start + length; i++) {
      if (chars[i] == '\n') {
        text.line();
        return;
      }
    }
    text.space();
  }

  String text() {
    return text.toString();
  }

  String title() {
    return title.toString();
  }

  String headings() {
    return headings.toString();
  }

  LinkCollector links() {
    return links;
  }
}
