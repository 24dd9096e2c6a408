package org.orbweaver.crawler.page;

import static org.orbweaver.crawler.page.document.HtmlAttributes.attr;
import static org.orbweaver.crawler.page.document.HtmlAttributes.hasAttr;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.orbweaver.crawler.page.document.TextCollector;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * A page's declared relations to others: by Link headers (RFC 8288) and by link elements in its
 * head. Elements in the body do not count, since comments on a page may contain them. If canonical
 * pages differ, none counts, as with Google.
 */
final class PageRelations {
  /** Relations that name pages. */
  private static final List<String> TO_PAGES = List.of("canonical", "alternate", "next", "prev");

  private static final int MAX_TITLE_CHARS = 200;

  private record RelatedLink(
      String reference,
      String rel,
      String hreflang,
      String title,
      boolean isPage,
      boolean isFeed) {}

  private final UrlNormalizer urls;
  private final List<RelatedLink> ofHeaders = new ArrayList<>();

  /** Canonical pages named by headers, resolved. */
  private final Set<String> canonicals = new LinkedHashSet<>();

  /** Canonical pages named by elements, as written. */
  private final Set<String> canonicalReferences = new LinkedHashSet<>();

  private boolean hasFeed;

  /**
   * @param headers values of Link headers
   * @param url of the page, the base of their references
   */
  PageRelations(List<String> headers, String url, UrlNormalizer urls) {
    this.urls = urls;
    for (String header : headers) {
      for (LinkHeader link : LinkHeader.parse(header)) {
        String rel = PageLink.relOf(link.parameter("rel"));
        String target = resolve(url, link.target(), Encoding.UTF_8);
        // A link with another context is not a link of this page.
        String context = link.parameter("anchor");
        if (target == null || !isToPage(rel) || (!context.isEmpty() && !isSame(url, context))) {
          continue;
        }
        if (PageLink.hasRel(rel, "canonical")) {
          canonicals.add(target);
        }
        ofHeaders.add(
            new RelatedLink(
                target,
                rel,
                link.parameter("hreflang"),
                link.parameter("title"),
                link.parameters().containsKey("hreflang"),
                MediaTypes.isFeed(link.parameter("type"))));
      }
    }
  }

  private boolean isSame(String url, String context) {
    return Objects.equals(resolve(url, "", Encoding.UTF_8), resolve(url, context, Encoding.UTF_8));
  }

  private String resolve(String base, String reference, Encoding encoding) {
    return urls.resolve(base, encoding.encodeQuery(reference));
  }

  private static boolean isToPage(String rel) {
    return TO_PAGES.stream().anyMatch(page -> PageLink.hasRel(rel, page));
  }

  /** Adds the relations in headers to the links of the page. */
  void addHeaders(LinkCollector links) {
    ofHeaders.forEach(related -> add(related, links));
  }

  /** Reads a link element, and adds it to the links of the page if it names one. */
  void element(Element element, LinkCollector links) {
    String rel = PageLink.relOf(attr(element, "rel"));
    String href = attr(element, "href").strip();
    if (href.isEmpty() || !isToPage(rel) || !isInHead(element)) {
      return;
    }
    if (PageLink.hasRel(rel, "canonical")) {
      canonicalReferences.add(href);
    }
    add(
        new RelatedLink(
            href,
            rel,
            attr(element, "hreflang"),
            attr(element, "title"),
            hasAttr(element, "hreflang") || attr(element, "media").contains("only"),
            MediaTypes.isFeed(attr(element, "type"))),
        links);
  }

  private static boolean isInHead(Element element) {
    Element above = element.parent();
    while (above != null && !above.normalName().equals("head")) {
      above = above.normalName().equals("body") ? null : above.parent();
    }
    return above != null;
  }

  private void add(RelatedLink related, LinkCollector links) {
    boolean isAlternate = PageLink.hasRel(related.rel, "alternate");
    // An alternate style sheet is not a page in another language. The first feed is usually the
    // site's; others are for comments and the like.
    if (isAlternate && !related.isPage) {
      if (hasFeed || !related.isFeed) {
        return;
      }
      hasFeed = true;
    }
    links.add(
        related.reference,
        TextCollector.collapse(related.title, MAX_TITLE_CHARS),
        related.rel,
        PageLink.Place.NONE,
        isAlternate ? language(related.hreflang) : "");
  }

  private static String language(String hreflang) {
    String tag = hreflang.strip().toLowerCase(Locale.ROOT);
    String canonical = Languages.canonicalTag(tag);
    return tag.equals("x-default") ? tag : canonical == null ? "" : canonical;
  }

  /**
   * The page that this one names as canonical; null if it names none, or different ones.
   *
   * @param base absolute URL that references of the page are relative to
   */
  String canonical(String base, Encoding encoding) {
    Set<String> named = new LinkedHashSet<>(canonicals);
    canonicalReferences.stream()
        .map(reference -> resolve(base, reference, encoding))
        .filter(Objects::nonNull)
        .forEach(named::add);
    return named.size() == 1 ? named.iterator().next() : null;
  }
}
