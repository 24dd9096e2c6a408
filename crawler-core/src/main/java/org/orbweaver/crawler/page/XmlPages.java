package org.orbweaver.crawler.page;

import java.io.Reader;
import java.util.List;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.ParseSettings;
import org.jsoup.parser.Parser;
import org.jsoup.parser.Tag;
import org.jsoup.parser.TagSet;

/**
 * Converts XML to an HTML page with the same content, so that every reader of pages reads XML:
 * XHTML by XML's rules, a feed as its title and entries, other XML as the text of its elements.
 *
 * <p>jsoup's parser follows XML's rules if a document keeps them (self-closing elements, CDATA) and
 * reads on if it does not. It knows HTML's entities and ignores the document type, so it fetches
 * nothing and expands nothing.
 */
final class XmlPages {

  private static final Set<String> FEEDS = Set.of("rss", "feed", "rdf:rdf");

  /** The traits of an element that HTML defines and XML leaves open. */
  private static final int[] TRAITS = {
    Tag.Void, Tag.Block, Tag.PreserveWhitespace, Tag.RcData, Tag.Data
  };

  private XmlPages() {}

  /** The page of an XHTML document, which may lack its namespace or have mistakes. */
  static Document xhtml(Reader xml, String url) {
    TagSet html = TagSet.Html();
    TagSet tags = new TagSet(html);
    tags.onNewTag(
        tag -> {
          Tag known = html.get(tag.normalName(), Parser.NamespaceHtml);
          for (int trait : TRAITS) {
            if (known != null && known.is(trait)) {
              tag.set(trait);
            }
          }
        });
    return Parser.xmlParser().tagSet(tags).settings(ParseSettings.htmlDefault).parseInput(xml, url);
  }

  /** The page of any other XML. */
  static Document other(Reader xml, String url) {
    Document document = Parser.xmlParser().parseInput(xml, url);
    Document page = Document.createShell(url);
    Element root = document.firstElementChild();
    if (root != null && isFeed(root.normalName())) {
      feed(root, page);
    } else {
      elements(document, page);
    }
    return page;
  }

  /** Whether a root element's name, in lower case, is that of RSS or Atom. */
  static boolean isFeed(String root) {
    return FEEDS.contains(root);
  }

  /**
   * Name of the first element, in lower case; empty if there is none or the text is not markup.
   *
   * @param head beginning of the document, in lower case
   */
  static String rootName(String head) {
    int at = 0;
    while (at < head.length()) {
      if (Character.isWhitespace(head.charAt(at))) {
        at++;
      } else if (head.startsWith("<?", at)) {
        at = behind(head, "?>", at);
      } else if (head.startsWith("<!--", at)) {
        at = behind(head, "-->", at);
      } else if (head.startsWith("<!", at)) {
        int subset = head.indexOf('[', at);
        int close = behind(head, ">", at);
        at = subset > 0 && subset < close ? behind(head, ">", behind(head, "]", subset)) : close;
      } else if (head.charAt(at) == '<') {
        int end = at + 1;
        while (end < head.length() && " \t\r\n/>".indexOf(head.charAt(end)) < 0) {
          end++;
        }
        return head.substring(at + 1, end);
      } else {
        return "";
      }
    }
    return "";
  }

  private static int behind(String head, String mark, int from) {
    int at = head.indexOf(mark, from);
    return at < 0 ? head.length() : at + mark.length();
  }

  private static void feed(Element root, Document page) {
    Element channel = child(root, "channel");
    Element about = channel == null ? root : channel;
    Element title = child(about, "title");
    page.title(title == null ? "" : plain(title));
    Element language = child(about, "language");
    String tag = language == null ? root.attr("xml:lang") : language.text();
    page.firstElementChild().attr("lang", tag);
    section(about, "h1", page.body());
    for (Element parent : about.equals(root) ? List.of(root) : List.of(about, root)) {
      for (Element entry : parent.children()) {
        if (entry.normalName().equals("item") || entry.normalName().equals("entry")) {
          section(entry, "h2", page.body());
        }
      }
    }
  }

  /** Adds the title of a feed or entry, linked to its target, and its text. */
  private static void section(Element entry, String heading, Element body) {
    Element title = child(entry, "title");
    Element line = body.appendElement(heading);
    String target = target(entry);
    if (!target.isEmpty()) {
      line = line.appendElement("a").attr("href", target);
    }
    line.text(title == null ? target : plain(title));
    for (String name :
        List.of("content:encoded", "content", "description", "summary", "subtitle")) {
      Element text = child(entry, name);
      if (text != null && !text.text().isBlank()) {
        body.appendElement("div").append(html(text));
        return;
      }
    }
  }

  private static String target(Element entry) {
    for (Element child : entry.children()) {
      String rel = child.attr("rel");
      if (child.normalName().equals("link") && (rel.isEmpty() || rel.equals("alternate"))) {
        return child.hasAttr("href") ? child.attr("href") : child.text();
      }
    }
    Element id = child(entry, "guid");
    return id == null || id.attr("isPermaLink").equals("false") ? "" : id.text();
  }

  /** The markup in an element: its child elements, or markup written as text. */
  private static String html(Element text) {
    String type = text.attr("type");
    boolean plain = type.equals("text") || type.equals("text/plain");
    return !text.children().isEmpty()
        ? text.html()
        : plain ? new TextNode(text.wholeText()).outerHtml() : text.wholeText();
  }

  private static String plain(Element title) {
    return Jsoup.parseBodyFragment(html(title)).text();
  }

  private static Element child(Element parent, String name) {
    return parent.children().stream()
        .filter(child -> child.normalName().equals(name))
        .findFirst()
        .orElse(null);
  }

  /**
   * Moves the elements to the page: those beside text become inline, the others blocks; those that
   * refer to another document become links.
   */
  private static void elements(Document document, Document page) {
    TagSet html = TagSet.Html();
    Tag block = html.valueOf("div", Parser.NamespaceHtml);
    Tag inline = html.valueOf("span", Parser.NamespaceHtml);
    Tag link = html.valueOf("a", Parser.NamespaceHtml);
    Tag skipped = html.valueOf("script", Parser.NamespaceHtml);
    for (Element parent : document.getAllElements()) {
      boolean mixed = parent.textNodes().stream().anyMatch(text -> !text.isBlank());
      for (Element child : parent.children()) {
        String name = child.tag().localName();
        String reference = child.attr(child.hasAttr("href") ? "href" : "xlink:href");
        if (name.equals("title") && page.title().isEmpty()) {
          page.title(child.text());
        }
        Tag tag = mixed ? inline : block;
        if (name.equals("script") || name.equals("style")) {
          tag = skipped;
        } else if (!reference.isBlank()) {
          tag = link;
          child.attr("href", reference);
        }
        child.tag(tag);
      }
    }
    page.body().appendChildren(document.childNodes());
  }
}
