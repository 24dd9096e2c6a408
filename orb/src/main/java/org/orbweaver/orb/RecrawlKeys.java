package org.orbweaver.orb;

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

  public static final Key<Integer> SEGMENTS_KEPT =
      Key.ofInt(
              "orbweaver.recrawl.segments.kept",
              7,
              "Newest segments that a scheduled run leaves unmerged. Once there are twice as many,"
                  + " the older ones are merged into one that holds the newest version of each"
                  + " page. 0: never merge.")
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
