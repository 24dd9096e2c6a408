package org.orbweaver.crawler.page;

import static org.orbweaver.crawler.page.document.HtmlAttributes.hasAttr;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.orbweaver.crawler.page.content.MainContent;

/**
 * Collects the ranges of text that snippets leave out: those that the page excludes by {@code
 * data-nosnippet}, and others that are {@link #add added}.
 */
final class UnshownText {
  /** The elements that may have the attribute. */
  private static final Set<String> ELEMENTS = Set.of("span", "div", "section");

  private static final int MAX_RANGES = 1000;

  private final List<MainContent.Range> ranges = new ArrayList<>();
  private Element outermost;
  private int start;

  /**
   * @param at characters of text before the element
   */
  void open(Element element, int at) {
    if (outermost == null
        && ELEMENTS.contains(element.normalName())
        && hasAttr(element, "data-nosnippet")) {
      outermost = element;
      start = at;
    }
  }

  /**
   * @param at characters of text up to its end
   */
  void close(Element element, int at) {
    if (element.equals(outermost)) {
      outermost = null;
      int last = ranges.size() - 1;
      if (last + 1 < MAX_RANGES) {
        ranges.add(new MainContent.Range(start, at));
      } else {
        // Rather exclude too much than too little.
        ranges.set(last, new MainContent.Range(ranges.get(last).start(), at));
      }
    }
  }

  /** Adds ranges, which may overlap those of the page. */
  void add(List<MainContent.Range> others) {
    ranges.addAll(others);
    ranges.sort(Comparator.comparingInt(MainContent.Range::start));
    for (int i = ranges.size() - 1; i > 0; i--) {
      MainContent.Range before = ranges.get(i - 1);
      MainContent.Range range = ranges.get(i);
      if (range.start() < before.end()) {
        int end = Math.max(before.end(), range.end());
        ranges.set(i - 1, new MainContent.Range(before.start(), end));
        ranges.remove(i);
      }
    }
  }

  /** The ranges as {@link MainContent} writes them; empty if there are none. */
  @Override
  public String toString() {
    return new MainContent(ranges).toString();
  }
}
