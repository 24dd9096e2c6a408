package org.orbweaver.crawler.page.document;

import org.jsoup.nodes.Element;

/**
 * Attributes of HTML elements by their names in lower case, as jsoup's parser writes them. Its own
 * look-up by {@link Element#attr} compares in all cases: several times the work, and of the code
 * that is compiled for it.
 */
public final class HtmlAttributes {
  private HtmlAttributes() {}

  /** The value of an attribute; empty where there is none. */
  public static String attr(Element element, String name) {
    return element.attributesSize() == 0 ? "" : element.attributes().get(name);
  }

  /** Whether there is such an attribute, if only an empty one. */
  public static boolean hasAttr(Element element, String name) {
    return element.attributesSize() > 0 && element.attributes().hasKey(name);
  }
}
