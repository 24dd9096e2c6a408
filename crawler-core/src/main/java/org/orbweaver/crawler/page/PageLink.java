package org.orbweaver.crawler.page;

import java.util.Locale;

/**
 * One link of a page: absolute and normalised target, anchor text, and what the page says about it.
 *
 * @param url the target, absolute and normalised
 * @param anchor the link's text with white space collapsed; empty when there is none
 * @param rel the relations that matter to a crawler, lower case, separated by one space (see {@link
 *     #relOf}); empty when there is none
 */
public record PageLink(String url, String anchor, String rel) {

  /** Relations that crawling, ranking or indexing act on; the others of a page are not kept. */
  private static final String[] KEPT_RELATIONS = {
    "nofollow", "ugc", "sponsored", "canonical", "alternate", "next", "prev", "refresh"
  };

  /** Whether the page allows to follow this link. */
  public boolean followable() {
    return !hasRel(rel, "nofollow");
  }

  /** Whether {@code rel} holds the given relation. */
  static boolean hasRel(String rel, String relation) {
    int at = rel.indexOf(relation);
    if (at < 0) {
      return false;
    }
    int end = at + relation.length();
    return (at == 0 || rel.charAt(at - 1) == ' ')
        && (end == rel.length() || rel.charAt(end) == ' ');
  }

  /**
   * Reduces a rel attribute to the relations that are kept, in a fixed order.
   *
   * @param attribute the attribute as it stands in the page, possibly empty
   */
  static String relOf(String attribute) {
    if (attribute.isEmpty()) {
      return "";
    }
    String given = attribute.toLowerCase(Locale.ROOT).replaceAll("[\\s,]+", " ").strip();
    StringBuilder kept = new StringBuilder();
    for (String relation : KEPT_RELATIONS) {
      if (hasRel(given, relation)) {
        addTo(kept, relation);
      }
    }
    return kept.toString();
  }

  /** The relation list {@code rel} with {@code relation} in it. */
  static String with(String rel, String relation) {
    if (hasRel(rel, relation)) {
      return rel;
    }
    return rel.isEmpty() ? relation : rel + ' ' + relation;
  }

  private static void addTo(StringBuilder list, String relation) {
    if (list.length() > 0) {
      list.append(' ');
    }
    list.append(relation);
  }
}
