package org.orbweaver.crawler.page.content;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Derives an element's part in a page from the names in its class, id and role attributes, as a set
 * of {@link ElementRole}s. Authors choose these names freely, but mostly choose the same ones.
 */
final class NameWords {

  /** A part of an element in a page. */
  enum ElementRole {
    NAVIGATION(0, "nav menu breadcrumb pagin =pager =tabs =tab toolbar =toc jump skip"),
    HEADER(1, "header masthead =head =top logo =banner"),
    FOOTER(2, "footer =foot =bottom contentinfo copyright colophon =legal"),
    SIDE(3, "sidebar =aside =side complementary =rail widget =left =right sidenav column"),
    RELATED(
        4,
        "related recommend similar popular trending teaser promo recirc readmore outbrain taboola"
            + " =more =also =next =prev =previous latest =top =list =card =cards =tile carousel"
            + " slider =box =grid =feed"),
    SHARE(5, "share sharing social follow facebook twitter addthis =like =likes bookmark =tools"),
    COMMENT(6, "comment respond =reply disqus discussion feedback"),
    ADVERTISEMENT(7, "=ad =ads advert sponsor =adv banner dfp commercial affiliate =promo werbung"),
    DIALOG(
        8,
        "cookie consent gdpr modal popup overlay newsletter subscri signup =login paywall =alert"
            + " =notice =form =search donat"),
    ABOUT(
        9,
        "=meta byline author =date =dates =tag =tags categor credit =bio timestamp =info published"
            + " =time =label =labels kicker =edit rating"),
    CAPTION(10, "caption gallery =media =image =img photo figure video =thumb embed infobox"),
    HIDDEN(11, "hidden =hide =none visually offscreen =sr =print noscreen =collapse"),
    TEXT(
        12,
        "article =body content =entry =story =text richtext paragraph markdown prose =copy wysiwyg"
            + " =lead =intro articlebody =abstract =field"),
    POST(13, "=post =posts posting message =thread =topic postbody =single hentry"),
    MAIN(14, "=main =article =document maincontent =page");

    private final int number;
    private final String words;

    ElementRole(int number, String words) {
      this.number = number;
      this.words = words;
    }

    /** The bit of this part in a set. */
    int bit() {
      return 1 << number;
    }
  }

  static final int PARTS = ElementRole.values().length;

  private static final int MAX_CHARS = 200;

  /** A site repeats its names on each of its pages. */
  private static final Map<String, Integer> CACHE = new ConcurrentHashMap<>();

  private static final int MAX_CACHED = 20_000;

  private static final Map<String, Integer> WORDS = new LinkedHashMap<>();
  private static final Map<String, Integer> PIECES = new LinkedHashMap<>();

  static {
    for (ElementRole part : ElementRole.values()) {
      for (String word : part.words.split(" ")) {
        boolean whole = word.startsWith("=");
        (whole ? WORDS : PIECES)
            .merge(whole ? word.substring(1) : word, part.bit(), (a, b) -> a | b);
      }
    }
  }

  private NameWords() {}

  /** The parts named by an attribute's words, as a set of {@link ElementRole#bit}s. */
  static int parts(String names) {
    if (names.isEmpty()) {
      return 0;
    }
    Integer known = CACHE.get(names);
    if (known != null) {
      return known;
    }
    int parts = find(names.length() > MAX_CHARS ? names.substring(0, MAX_CHARS) : names);
    if (names.length() <= MAX_CHARS) {
      if (CACHE.size() >= MAX_CACHED) {
        CACHE.clear();
      }
      CACHE.put(names, parts);
    }
    return parts;
  }

  private static int find(String names) {
    int parts = 0;
    String lower = names.toLowerCase(Locale.ROOT);
    for (Map.Entry<String, Integer> piece : PIECES.entrySet()) {
      if (lower.contains(piece.getKey())) {
        parts |= piece.getValue();
      }
    }
    int start = 0;
    for (int i = 1; i <= names.length(); i++) {
      boolean end =
          i == names.length()
              || !Character.isLetter(names.charAt(i))
              || (Character.isUpperCase(names.charAt(i))
                  && Character.isLowerCase(names.charAt(i - 1)));
      if (end) {
        parts |= WORDS.getOrDefault(lower.substring(Math.min(start, i), i), 0);
        start = i < names.length() && Character.isLetter(names.charAt(i)) ? i : i + 1;
      }
    }
    return parts;
  }
}
