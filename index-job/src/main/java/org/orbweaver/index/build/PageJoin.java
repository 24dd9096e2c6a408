package org.orbweaver.index.build;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.orbweaver.index.schema.Page;

/**
 * Joins what the stores know of one URL.
 *
 * @param page the page to index, or null
 * @param outcome what became of it; null where the crawldb does not have it as fetched
 * @param parses how many parses there were
 * @param promoted whether it is a duplicate that is indexed as the canonical page
 */
record PageJoin(Page page, IndexCounter outcome, int parses, boolean promoted) {

  /** The folder of PageRank in a run. */
  private static final String PAGERANK = "scores";

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
    Map<String, Double> scores = new HashMap<>();
    PagePart.Named named = new PagePart.Named(List.of(), 0);
    Map<String, PagePart.Canonical> canonicals = new HashMap<>();
    int parses = 0;
    while (parts.hasNext()) {
      PagePart part = parts.next();
      if (part instanceof PagePart.Candidate c) {
        candidate = c;
      } else if (part instanceof PagePart.Rank r) {
        scores.put(r.store(), r.score());
      } else if (part instanceof PagePart.Named n) {
        named = n;
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
    if (parsed == null && named.anchors().isEmpty()) {
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
      scores.merge(PAGERANK, canonical.pageRank(), Math::max);
    }
    Page.Facts facts =
        new Page.Facts(
            candidate.date(),
            candidate.type(),
            candidate.group(),
            candidate.representative(),
            named.anchors(),
            named.hosts(),
            scores.getOrDefault(PAGERANK, 0.),
            scores.getOrDefault("authorities", 0.),
            scores.getOrDefault("hubs", 0.));
    Page page = new Page(url, parsed == null ? Page.Content.NONE : parsed.content(), facts);
    return page.isEmpty()
        ? new PageJoin(null, IndexCounter.EMPTY, parses)
        : new PageJoin(page, IndexCounter.INDEXED, parses, candidate.duplicate());
  }
}
