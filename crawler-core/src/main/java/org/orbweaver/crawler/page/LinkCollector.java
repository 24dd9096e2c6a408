package org.orbweaver.crawler.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.page.document.RawLink;
import org.orbweaver.crawler.page.document.TextCollector;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * Collects a page's links in order and resolves them at its end, when the base is known. Of several
 * links to one target the longest anchor is kept, and the target may be followed if one of the
 * links may.
 */
final class LinkCollector {

  /** Longer anchors are paragraphs wrapped in a link. */
  static final int MAX_ANCHOR_CHARS = 1000;

  /** A link as found in the page. */
  private record FoundLink(RawLink raw, PageLink.Place place, String hreflang) {}

  private final ParseLimits limits;
  private final List<FoundLink> raws = new ArrayList<>();
  private int dropped;

  LinkCollector(ParseLimits limits) {
    this.limits = limits;
  }

  /** Adds a link as written in the page. */
  void add(String reference, String anchor, String rel) {
    add(reference, anchor, rel, PageLink.Place.NONE, "");
  }

  /** As {@link #add(String, String, String)}, with its place and the language of an alternate. */
  void add(String reference, String anchor, String rel, PageLink.Place place, String hreflang) {
    // Twice as many as are kept: repeated targets are merged, and memory stays bounded.
    if (raws.size() >= 2L * limits.maxLinks()) {
      dropped++;
      return;
    }
    String trimmed = reference.strip();
    if (trimmed.isEmpty() || trimmed.charAt(0) == '#' || trimmed.length() > limits.maxUrlChars()) {
      return;
    }
    raws.add(new FoundLink(new RawLink(trimmed, anchor, rel), place, hreflang));
  }

  /**
   * The distinct targets in the order of the page.
   *
   * @param base absolute URL that references are relative to
   * @param encoding of the page, used for queries
   * @param nofollow whether the page forbids following any link
   */
  List<PageLink> resolve(String base, UrlNormalizer urls, Encoding encoding, boolean nofollow) {
    Map<String, Integer> places = new HashMap<>(raws.size() * 2);
    List<PageLink> links = new ArrayList<>(Math.min(raws.size(), limits.maxLinks()));
    for (FoundLink met : raws) {
      RawLink raw = met.raw();
      String url = urls.resolve(base, encoding.encodeQuery(raw.reference()));
      if (url == null || url.length() > limits.maxUrlChars()) {
        continue;
      }
      String rel = nofollow ? PageLink.with(raw.rel(), "nofollow") : raw.rel();
      PageLink link = new PageLink(url, raw.anchor(), rel, met.place(), met.hreflang());
      Integer place = places.get(url);
      if (place != null) {
        links.set(place, merge(links.get(place), link));
      } else if (links.size() >= limits.maxLinks()) {
        dropped++;
      } else {
        places.put(url, links.size());
        links.add(link);
      }
    }
    return links;
  }

  private static PageLink merge(PageLink kept, PageLink other) {
    boolean longer = other.anchor().length() > kept.anchor().length();
    boolean frees = !kept.followable() && other.followable();
    boolean plain = !kept.rel().isEmpty() && other.rel().isEmpty();
    if (!longer && !frees && !plain) {
      return kept;
    }
    PageLink told = longer ? other : kept;
    String rel = frees || plain ? other.rel() : kept.rel();
    String hreflang = kept.hreflang().isEmpty() ? other.hreflang() : kept.hreflang();
    return new PageLink(kept.url(), told.anchor(), rel, told.place(), hreflang);
  }

  /** Links beyond the bound; known after {@link #resolve}. */
  int dropped() {
    return dropped;
  }

  /** Cuts an anchor to the length that is kept. */
  static String anchor(TextCollector text) {
    return text.toString().replace('\n', ' ');
  }
}
