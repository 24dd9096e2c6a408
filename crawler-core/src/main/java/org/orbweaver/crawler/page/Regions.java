package org.orbweaver.crawler.page;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.jsoup.nodes.Element;

/** Follows, while a page's tree is visited, in which part of the page it is. */
final class Regions {
  /** Parts of a page by element, ARIA role, or id. */
  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("nav", "nav"),
          Map.entry("navigation", "nav"),
          Map.entry("menu", "nav"),
          Map.entry("header", "header"),
          Map.entry("banner", "header"),
          Map.entry("footer", "footer"),
          Map.entry("contentinfo", "footer"),
          Map.entry("aside", "aside"),
          Map.entry("complementary", "aside"),
          Map.entry("sidebar", "aside"),
          Map.entry("main", "main"),
          Map.entry("article", "main"),
          Map.entry("content", "main"));

  /** An open element that is such a part. */
  private record Region(Element element, String name) {}

  private final Deque<Region> open = new ArrayDeque<>();

  /** An element begins. */
  void open(Element element) {
    String name = NAMES.get(element.normalName());
    if (name == null && element.normalName().equals("div") && element.attributesSize() > 0) {
      name = NAMES.get(element.attr("role"));
      name = name == null ? NAMES.get(element.attr("id")) : name;
    }
    // The header and footer of an article are the article's, not the page's.
    boolean part = current().equals("main") && ("header".equals(name) || "footer".equals(name));
    if (name != null && !part) {
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
