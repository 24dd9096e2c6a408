package org.orbweaver.crawler.page;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * One link of a page: absolute and normalised target, anchor text, and what the page says about it.
 *
 * @param url the target, absolute and normalised
 * @param anchor the link's text with white space collapsed; empty when there is none
 * @param rel the relations that matter to a crawler, lower case, separated by one space (see {@link
 *     #relOf}); empty when there is none
 * @param place where on the page it stands
 * @param hreflang language tag of the target as an alternate of this page, or {@code x-default};
 *     empty when it is none
 */
public record PageLink(String url, String anchor, String rel, Place place, String hreflang) {

  /**
   * Where a link stands.
   *
   * @param at characters of the page's text before its anchor, so that the text around it need not
   *     be kept twice; −1 for a link outside the text
   * @param region {@code nav}, {@code header}, {@code footer}, {@code aside} or {@code main}; empty
   *     where the page does not say
   */
  public record Place(int at, String region) {
    static final Place NONE = new Place(-1, "");
  }

  /** Relations that crawling, ranking or indexing act on; the others of a page are not kept. */
  private static final List<String> KEPT_RELATIONS =
      List.of("nofollow", "ugc", "sponsored", "canonical", "alternate", "next", "prev", "refresh");

  /** Whether the page allows to follow this link. */
  public boolean followable() {
    return !hasRel(rel, "nofollow");
  }

  /** Whether {@code rel} holds the given relation. */
  static boolean hasRel(String rel, String relation) {
    return !rel.isEmpty() && (" " + rel + " ").contains(" " + relation + " ");
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
    List<String> given = List.of(attribute.toLowerCase(Locale.ROOT).split("[\\s,]+", -1));
    return KEPT_RELATIONS.stream().filter(given::contains).collect(Collectors.joining(" "));
  }

  /** The relation list {@code rel} with {@code relation} in it. */
  static String with(String rel, String relation) {
    if (hasRel(rel, relation)) {
      return rel;
    }
    return rel.isEmpty() ? relation : rel + ' ' + relation;
  }
}
