package org.orbweaver.index.build;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.orbweaver.index.schema.Anchors.Anchor;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Texts;

/**
 * Joins what the stores know of one URL.
 *
 * @param page the page to index, or null
 * @param outcome what became of it; null where the crawldb does not have it as fetched
 * @param parses how many parses there were
 * @param promoted whether it is a duplicate that is indexed as the canonical page
 */
record PageJoin(Page page, IndexCounter outcome, int parses, boolean promoted) {

  private PageJoin(Page page, IndexCounter outcome, int parses) {
    this(page, outcome, parses, false);
  }

  /**
   * @param parts all that is known of the page, in the order of the shuffle: the crawldb's word
   *     first, parses last and the newest of them first
   */
  static PageJoin of(String url, Iterator<PagePart> parts) {
    PagePart.Candidate candidate = null;
    PagePart.Parsed parsed = null;
    double pageRank = 0;
    List<Anchor> anchors = List.of();
    Map<String, PagePart.Canonical> canonicals = new HashMap<>();
    int parses = 0;
    while (parts.hasNext()) {
      PagePart part = parts.next();
      if (part instanceof PagePart.Candidate c) {
        candidate = c;
      } else if (part instanceof PagePart.Rank r) {
        pageRank = r.pageRank();
      } else if (part instanceof PagePart.Named n) {
        anchors = n.anchors();
      } else if (part instanceof PagePart.Canonical c) {
        canonicals.put(c.url(), c);
      } else if (part instanceof PagePart.Parsed p) {
        parses++;
        if (parsed == null) {
          parsed = p;
        }
      }
    }
    if (candidate == null || (candidate.duplicate() && !canonicals.containsKey(url))) {
      return new PageJoin(null, null, parses);
    }
    if (parsed == null && anchors.isEmpty()) {
      return new PageJoin(null, IndexCounter.NOT_PARSED, 0);
    }
    if (parsed != null && parsed.noindex()) {
      return new PageJoin(null, IndexCounter.NOINDEX, parses);
    }
    PagePart.Canonical canonical = parsed == null ? null : canonicals.get(parsed.canonical());
    if (canonical != null && canonical.indexed()) {
      return new PageJoin(null, IndexCounter.CANONICAL, parses);
    }
    if (canonical != null) {
      // The graph gave its links to a page that is not indexed: it stands for both.
      pageRank = Math.max(pageRank, canonical.pageRank());
    }
    Page page = page(url, candidate, parsed, anchors, pageRank);
    return page.isEmpty()
        ? new PageJoin(null, IndexCounter.EMPTY, parses)
        : new PageJoin(page, IndexCounter.INDEXED, parses, candidate.duplicate());
  }

  private static Page page(
      String url,
      PagePart.Candidate candidate,
      PagePart.Parsed parsed,
      List<Anchor> anchors,
      double pageRank) {
    if (parsed == null) {
      return new Page(
          url,
          "",
          List.of(),
          "",
          "",
          "",
          anchors,
          "",
          candidate.type(),
          "",
          "",
          candidate.date(),
          pageRank,
          candidate.group());
    }
    return new Page(
        url,
        parsed.title(),
        parsed.headings().lines().map(String::strip).filter(h -> !h.isEmpty()).toList(),
        parsed.description(),
        parsed.body(),
        Texts.ranges(parsed.body(), parsed.main()),
        anchors,
        parsed.lang(),
        parsed.type().isEmpty() ? candidate.type() : parsed.type(),
        parsed.usage(),
        parsed.topics(),
        parsed.date() > 0 ? parsed.date() : candidate.date(),
        pageRank,
        candidate.group());
  }
}
