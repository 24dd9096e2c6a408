package org.orbweaver.crawler.page;

import static org.orbweaver.crawler.page.document.HtmlAttributes.attr;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jsoup.nodes.Element;

/** Tracks the current part of a page while its tree is visited. */
final class Regions {
  /** The part of a page by element, ARIA role, or id; null for none. */
  private static String part(String name) {
    return switch (name) {
      case "nav", "navigation", "menu" -> "nav";
      case "header", "banner" -> "header";
      case "footer", "contentinfo" -> "footer";
      case "aside", "complementary", "sidebar" -> "aside";
      case "main", "article", "content" -> "main";
      default -> null;
    };
  }

  /** An open element that is such a part. */
  private record Region(Element element, String name) {}

  private final Deque<Region> open = new ArrayDeque<>();

  /** An element begins. */
  void open(Element element) {
    String name = part(element.normalName());
    if (name == null && element.normalName().equals("div") && element.attributesSize() > 0) {
      name = part(attr(element, "role"));
      name = name == null ? part(attr(element, "id")) : name;
    }
    // The header and footer of an article belong to the article, not to the page.
    boolean own = current().equals("main") && ("header".equals(name) || "footer".equals(name));
    if (name != null && !own) {
      open.push(new Region(element, name));
    }
  }

  /** An element ends. */
  void close(Element element) {
    if (!open.isEmpty() && element.equals(open.peek().element())) {
      open.pop();
    }
  }

  /** The innermost part: nav, header, footer, aside or main; empty outside of all. */
  String current() {
    return open.isEmpty() ? "" : open.peek().name();
  }
}
