package org.orbweaver.orb.crawl;

import java.util.List;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.crawlfile.CrawlFile;

/** The settings of {@code crawl}. */
public final class CrawlKeys implements KeySource {
  @Heading("A crawl from its seeds")
  public static final Key<String> SEEDS =
      Key.ofString(
          "orbweaver.crawl.seeds",
          "",
          "Seeds for 'orb crawl', one per line: URLs, or files or folders of URLs. Used if a crawl"
              + " file or the command line gives them.");

  public static final Key<String> SITEMAPS =
      Key.ofString(
          "orbweaver.crawl.sitemaps",
          "",
          "Sitemaps whose URLs are seeds, likewise; see --sitemap.");

  public static final Key<String> ROUNDS =
      Key.ofString(
              "orbweaver.crawl.rounds",
              "3",
              "Rounds of 'orb crawl' from the crawl's beginning, or until-done: until no URL is"
                  + " due. Set by --rounds and --until-done for one run.")
          .where(
              "a number or " + CrawlFile.UNTIL_DONE,
              text -> text.equals(CrawlFile.UNTIL_DONE) || text.matches("\\d{1,9}"));

  public static final Key<Integer> RANK_EVERY =
      Key.ofInt(
              "orbweaver.crawl.rank.every",
              0,
              "Rounds of 'orb crawl' after which graph and PageRank are built anew, for fetch"
                  + " lists by PageRank; 0: only after the last. Set by --rank-every for one run.")
          .from(0);

  public static final Key<Boolean> INDEX =
      Key.ofBoolean(
          "orbweaver.crawl.index",
          true,
          "Whether 'orb crawl' builds links, graph, PageRank and index after the rounds; see"
              + " --no-index.");

  public static final Key<Long> MAX_PAGES =
      Key.ofLong(
              "orbweaver.crawl.pages.max",
              0,
              "Maximum pages in a crawl by 'orb crawl': fetch lists are cut to what is left. 0: no"
                  + " limit.")
          .from(0L);

  public static final Key<Long> MAX_BYTES =
      Key.ofLong(
              "orbweaver.crawl.bytes.max",
              0,
              "Bytes downloaded over the whole crawl, approximately, after which 'orb crawl' begins"
                  + " no further round; fetch lists are cut to fit. 0: no limit.")
          .from(0L);

  public static final Key<Integer> MAX_MINUTES =
      Key.ofInt(
              "orbweaver.crawl.minutes.max",
              0,
              "Minutes after which a run of 'orb crawl' stops fetching; it then updates links,"
                  + " rankings and index. 0: no limit.")
          .from(0);

  public static final Key<String> OUTPUTS =
      Key.ofString(
              "orbweaver.crawl.outputs",
              "",
              "Exports of each new index by 'orb crawl' and 'orb recrawl': a format of 'orb export'"
                  + " and a folder, one pair a line. Each export is a subfolder FORMAT-BUILD.")
          .readBy("a format of 'orb export' but hbase, and a folder", Outputs::of);

  /** The seeds or sitemaps of a value, one per line. */
  static List<String> lines(String value) {
    return value.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }
}
