package org.orbweaver.orb.crawl;

import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;

/** The settings of {@code recrawl}. */
public final class RecrawlKeys implements KeySource {
  @Heading("Scheduled recrawls")
  public static final Key<Integer> MAX_ROUNDS =
      Key.ofInt(
              "orbweaver.recrawl.rounds.max",
              3,
              "Maximum rounds of a scheduled run. The first fetches what is due, each further round"
                  + " the links found by the previous one. 0: no limit.")
          .from(0);

  public static final Key<Integer> MAX_MINUTES =
      Key.ofInt(
              "orbweaver.recrawl.minutes.max",
              0,
              "Minutes after which a scheduled run stops fetching; it then updates links, rankings"
                  + " and index. 0: no limit.")
          .from(0);

  public static final Key<Long> MAX_PAGES =
      Key.ofLong(
              "orbweaver.recrawl.pages.max",
              0,
              "Maximum URLs that a scheduled run requests, highest score first. 0: no limit.")
          .from(0L);

  public static final Key<Long> MAX_BYTES =
      Key.ofLong(
              "orbweaver.recrawl.bytes.max",
              0,
              "Maximum bytes that a scheduled run downloads, approximately: fetch lists are cut to"
                  + " what is left, by the average size of the crawl's pages. 0: no limit.")
          .from(0L);

  public static final Key<Integer> AHEAD_MINUTES =
      Key.ofInt(
              "orbweaver.recrawl.ahead.minutes",
              120,
              "URLs due within this many minutes of the start of a scheduled run count as due."
                  + " Without this, a daily run would miss the daily pages that the previous"
                  + " run fetched last.")
          .from(0);

  public static final Key<Double> RANKS_CHANGED_PERCENT =
      Key.ofDouble(
              "orbweaver.recrawl.ranks.changed.percent",
              0,
              "Percentage of the crawl's pages that must have become new, changed, gone or moved"
                  + " since the last graph before a scheduled run builds another graph and"
                  + " computes PageRank. 0: any change.")
          .from(0.0);

  public static final Key<Double> INDEX_CHANGED_PERCENT =
      Key.ofDouble(
              "orbweaver.recrawl.index.changed.percent",
              0,
              "The same percentage for the index. 0: any change.")
          .from(0.0);

  public static final Key<Integer> BUILD_HOURS =
      Key.ofInt(
              "orbweaver.recrawl.build.hours",
              168,
              "Age in hours at which a scheduled run replaces graph, PageRank and index after any"
                  + " change, however small. 0: at once.")
          .from(0);

  public static final Key<Integer> SEGMENTS_KEPT =
      Key.ofInt(
              "orbweaver.recrawl.segments.kept",
              7,
              "Newest segments that a scheduled run leaves unmerged. Once there are twice as many,"
                  + " the older ones are merged into one that holds the newest version of each"
                  + " page. 0: never merge.")
          .from(0);

  public static final Key<Integer> VERSIONS_DAYS =
      Key.ofInt(
              "orbweaver.recrawl.versions.days",
              0,
              "Days for which every version of a page is kept: segments this young are not merged.")
          .from(0);

  public static final Key<Integer> VERSIONS_MONTHS =
      Key.ofInt(
              "orbweaver.recrawl.versions.months",
              0,
              "Months, before the current one, for each of which the last version of a page is"
                  + " kept: only segments of the same month are merged with each other. Of older"
                  + " months one version is kept in all.")
          .from(0);

  public static final Key<Integer> SLICE_MB =
      Key.ofInt(
              "orbweaver.recrawl.segments.slice.mb",
              0,
              "Size in MiB from which a merge of segments makes several, each with some of the"
                  + " URLs. 0: always one.")
          .from(0);

  public static final Key<Integer> BUILDS_KEPT =
      Key.ofInt(
              "orbweaver.recrawl.builds.kept",
              3,
              "Newest graphs and PageRank runs that a scheduled run keeps. Graphs that other"
                  + " rankings use are also kept, as are rankings by topic, host or domain. 0:"
                  + " keep all.")
          .from(0);

  /** For the service loader. */
  public RecrawlKeys() {}
}
