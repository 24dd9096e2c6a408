package org.orbweaver.index;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.why.Fate;
import org.orbweaver.common.why.Fate.Standing;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.common.why.WhySource;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.eval.FindingQueries;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.store.IndexMeta;

/**
 * Reports on a URL for {@code orb why}: whether the newest index has it, and which words find it.
 */
final class IndexWhy implements WhySource {
  private static final String TOPIC = "index";
  private static final int MOST_QUERIES = 4;
  private static final String REMEDY = "run 'orb index DIR' to build a new index";

  @Override
  public void explain(UrlHistory history) throws IOException {
    boolean duplicate = history.fate().filter(f -> f.cause().equals("duplicate")).isPresent();
    boolean page = standing(history) == Standing.PAGE;
    Optional<Path> newest = history.crawl().latest(history.crawl().indexes());
    if (newest.isEmpty()) {
      if (page) {
        history.add(TOPIC, "there is no index").with("indexed", false);
        history.conclude(
            Fate.of(Standing.PAGE, "no-index", sentence(history) + "; there is no index", REMEDY));
      }
      return;
    }
    try (SearchIndex index = SearchIndex.openLatest(history.conf(), history.crawl())) {
      Optional<Map<String, Object>> stored = index.stored(history.url());
      if (stored.isPresent()) {
        indexed(history, index, stored.get(), page || duplicate);
      } else if (page) {
        missing(history, index);
      }
    }
  }

  private static Standing standing(UrlHistory history) {
    return history.fate().map(Fate::standing).orElse(null);
  }

  private static String sentence(UrlHistory history) {
    return history.fate().map(Fate::sentence).orElse("");
  }

  private static void indexed(
      UrlHistory history, SearchIndex index, Map<String, Object> stored, boolean page)
      throws IOException {
    IndexMeta meta = index.meta();
    if (Page.Content.UNFETCHED_KIND.equals(stored.get(IndexField.KIND.fieldName()))) {
      history
          .add(
              TOPIC,
              meta.created(),
              "in index " + meta.build() + " by the texts of links to it, without its content")
          .with("indexed", true)
          .with("build", meta.build());
      return;
    }
    boolean waits = standing(history) == Standing.WAITING;
    Object rank = stored.get(IndexField.PAGERANK.fieldName());
    // A failure that may pass does not take a page out.
    String standing = waits ? ", as fetched earlier" : ", with PageRank " + rank;
    String text =
        waits || page
            ? "in index " + meta.build() + standing
            : "still in index " + meta.build() + ", which is older; the next index will omit it";
    history
        .add(TOPIC, meta.created(), text)
        .with("indexed", true)
        .with("build", meta.build())
        .with("title", stored.get(IndexField.TITLE.fieldName()))
        .with("pageRank", rank);
    if (waits) {
      return;
    }
    if (!page) {
      history.fate().ifPresent(fate -> history.conclude(fate.withRemedy(REMEDY)));
      return;
    }
    List<FindingQueries.TriedQuery> found = FindingQueries.of(index, history.url(), stored);
    for (FindingQueries.TriedQuery query : found.subList(0, Math.min(MOST_QUERIES, found.size()))) {
      history
          .add(
              TOPIC,
              String.format(
                  Locale.ROOT,
                  "result %d of %,d for '%s' (%s)",
                  query.rank(),
                  query.total(),
                  query.query(),
                  query.from()))
          .with("query", query.query())
          .with("from", query.from())
          .with("rank", query.rank())
          .with("results", query.total());
    }
    // A duplicate is indexed if its original names it as canonical.
    String indexed =
        standing(history) == Standing.PAGE
            ? sentence(history) + " and indexed; "
            : "Fetched and indexed, as the canonical page of its duplicates; ";
    String searched =
        found.isEmpty()
            ? "no query from its own words finds it among the first "
                + FindingQueries.FIRST
                + " results"
            : "result " + found.get(0).rank() + " for '" + found.get(0).query() + "'";
    history.conclude(Fate.of(Standing.SEARCHABLE, "indexed", indexed + searched));
  }

  /** True if the newest parse says that the owner disallows search. */
  private static boolean disallowsSearch(UrlHistory history) {
    return history.events().stream()
        .filter(event -> "search".equals(event.details().get("use")))
        .reduce((older, newer) -> newer)
        .filter(event -> Boolean.FALSE.equals(event.details().get("allowed")))
        .isPresent();
  }

  /** True if the crawldb says that the page was fetched with a login. */
  private static boolean needsLogin(UrlHistory history) {
    return history.events().stream()
        .anyMatch(event -> event.topic().equals("crawldb") && event.details().containsKey("site"));
  }

  private static void missing(UrlHistory history, SearchIndex index) throws IOException {
    IndexMeta meta = index.meta();
    String newer = null;
    String canonical = null;
    for (UrlHistory.Event event : history.events()) {
      if (event.details().get("segment") instanceof String segment
          && !meta.segments().contains(segment)) {
        newer = segment;
      }
      if (event.details().get("canonical") instanceof String named) {
        canonical = named;
      }
    }
    boolean indexedAs = newer == null && canonical != null && index.stored(canonical).isPresent();
    boolean noSearch = newer == null && !indexedAs && disallowsSearch(history);
    history
        .add(
            TOPIC,
            meta.created(),
            indexedAs
                ? "in index " + meta.build() + " as " + canonical
                : "not in index " + meta.build())
        .with("indexed", false)
        .with("build", meta.build())
        .withKnown("indexedAs", indexedAs ? canonical : null);
    if (indexedAs) {
      String why = ", but indexed as " + canonical + ", which it names as its canonical page";
      history.conclude(Fate.of(Standing.LEFT_OUT, "canonical", sentence(history) + why));
      return;
    }
    if (noSearch && IndexKeys.HONOUR_SEARCH.get(history.conf())) {
      history.conclude(
          Fate.of(
              Standing.LEFT_OUT,
              "no-search",
              sentence(history) + ", but not indexed: its owner disallows search",
              "set " + IndexKeys.HONOUR_SEARCH.name() + " to false to index such pages"));
      return;
    }
    if (newer == null && needsLogin(history) && IndexKeys.PUBLIC.get(history.conf())) {
      history.conclude(
          Fate.of(
              Standing.LEFT_OUT,
              "not-public",
              sentence(history) + ", but not indexed: it was fetched with the login of a site",
              "set " + IndexKeys.PUBLIC.name() + " to false to index such pages"));
      return;
    }
    String why =
        newer == null
            ? " does not have it"
                + (meta.counters().getOrDefault("left_out", 0L) > 0
                    ? ", which may be a plugin's doing"
                    : "")
            : " was built before segment " + newer + " was parsed";
    history.conclude(
        Fate.of(
            Standing.PAGE,
            "index-outdated",
            sentence(history) + "; the newest index, " + meta.build() + "," + why,
            REMEDY));
  }
}
