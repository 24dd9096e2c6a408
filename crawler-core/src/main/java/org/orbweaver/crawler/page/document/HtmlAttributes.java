package org.orbweaver.crawler.page.document;

import org.jsoup.nodes.Element;

/**
 * Attributes of HTML elements by their names in lower case, as jsoup's parser writes them. jsoup's
 * own {@link Element#attr} ignores case, which takes several times the work and several times the
 * compiled code.
 */
public final class HtmlAttributes {
  private HtmlAttributes() {}

  /** The value of an attribute; empty if it is missing. */
  public static String attr(Element element, String name) {
    return element.attributesSize() == 0 ? "" : element.attributes().get(name);
  }

  /** Whether the attribute exists, even if empty. */
  public static boolean hasAttr(Element element, String name) {
    return element.attributesSize() > 0 && element.attributes().hasKey(name);
  }
}
