package org.orbweaver.crawler.page;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * One link of a page: absolute and normalised target, anchor text, and the page's statements about
 * it.
 *
 * @param url the target, absolute and normalised
 * @param anchor the link's text with white space collapsed; empty if there is none
 * @param rel the relations that matter to a crawler, lower case, separated by one space (see {@link
 *     #relOf}); empty if there are none
 * @param place its place on the page
 * @param hreflang language tag of the target as an alternate of this page, or {@code x-default};
 *     empty if it is not an alternate
 */
public record PageLink(String url, String anchor, String rel, Place place, String hreflang) {

  /**
   * The place of a link.
   *
   * @param at characters of the page's text before its anchor, so that the text around it need not
   *     be stored twice; −1 for a link outside the text
   * @param region {@code nav}, {@code header}, {@code footer}, {@code aside} or {@code main}; empty
   *     if the page does not mark it
   */
  public record Place(int at, String region) {
    static final Place NONE = new Place(-1, "");
  }

  /** Relations used in crawling, ranking or indexing; the others of a page are not kept. */
  private static final List<String> KEPT_RELATIONS =
      List.of("nofollow", "ugc", "sponsored", "canonical", "alternate", "next", "prev", "refresh");

  /** Whether the page allows following this link. */
  public boolean followable() {
    return !hasRel(rel, "nofollow");
  }

  /** This link on a page that forbids following its links. */
  PageLink notFollowed() {
    return new PageLink(url, anchor, with(rel, "nofollow"), place, hreflang);
  }

  /** Whether {@code rel} contains the given relation. */
  static boolean hasRel(String rel, String relation) {
    return !rel.isEmpty() && (" " + rel + " ").contains(" " + relation + " ");
  }

  /**
   * Reduces a rel attribute to the relations that are kept, in a fixed order.
   *
   * @param attribute the attribute as written in the page, possibly empty
   */
  static String relOf(String attribute) {
    if (attribute.isEmpty()) {
      return "";
    }
    List<String> given = List.of(attribute.toLowerCase(Locale.ROOT).split("[\\s,]+", -1));
    return KEPT_RELATIONS.stream().filter(given::contains).collect(Collectors.joining(" "));
  }

  /** The relation list {@code rel} with {@code relation} added. */
  static String with(String rel, String relation) {
    if (hasRel(rel, relation)) {
      return rel;
    }
    return rel.isEmpty() ? relation : rel + ' ' + relation;
  }
}
