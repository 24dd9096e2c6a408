package org.orbweaver.crawler;

import java.util.List;
import java.util.stream.Stream;
import org.orbweaver.common.conf.Key;

/** The crawler's configuration keys. Where the meaning is Nutch's, the name is Nutch's. */
public final class CrawlerKeys {
  private CrawlerKeys() {}

  // crawldb: inject, generate, update, dedup

  public static final Key<String> REGEX_FILTER_FILE =
      Key.ofString(
          "urlfilter.regex.file",
          "regex-urlfilter.txt",
          "Rules of the regular-expression URL filter: a path, or a name on the class path (conf/).");
  public static final Key<String> SUFFIX_FILTER_FILE =
      Key.ofString(
          "urlfilter.suffix.file",
          "suffix-urlfilter.txt",
          "Rules of the suffix URL filter: a path, or a name on the class path (conf/).");
  public static final Key<Boolean> SUFFIX_FILTER_ENABLED =
      Key.ofBoolean(
          "urlfilter.suffix.enabled",
          true,
          "Whether URLs are left out by their suffix (pictures, archives and such).");
  public static final Key<Boolean> IGNORE_EXTERNAL_LINKS =
      Key.ofBoolean(
          "db.ignore.external.links",
          false,
          "Whether links that leave the page's host (or domain, see db.ignore.external.links.mode)"
              + " are left out.");
  public static final Key<String> IGNORE_EXTERNAL_LINKS_MODE =
      Key.ofString(
          "db.ignore.external.links.mode",
          "byHost",
          "What a link must leave to be external: byHost or byDomain (the registered domain).");
  public static final Key<Boolean> IGNORE_INTERNAL_LINKS =
      Key.ofBoolean(
          "db.ignore.internal.links",
          false,
          "Whether links within a host are left out of the crawl.");
  public static final Key<Float> SCORE_INJECTED =
      Key.ofFloat(
          "db.score.injected", 1.0f, "The score of a seed without a nutch.score of its own.");
  public static final Key<Boolean> INJECT_OVERWRITE =
      Key.ofBoolean(
          "db.injector.overwrite",
          false,
          "Whether a seed takes the place of the URL's entry in the crawldb.");
  public static final Key<Boolean> INJECT_UPDATE =
      Key.ofBoolean(
          "db.injector.update",
          false,
          "Whether a seed's metadata, score and interval are added to the URL's entry.");
  public static final Key<Integer> FETCH_INTERVAL =
      Key.ofInt(
          "db.fetch.interval.default",
          2_592_000,
          "Seconds from one fetch of a page to the next (30 days).");
  public static final Key<Integer> FETCH_INTERVAL_MAX =
      Key.ofInt(
          "db.fetch.interval.max",
          7_776_000,
          "Seconds after which every page is asked for again, whatever its state (90 days).");
  public static final Key<Integer> FETCH_RETRY_MAX =
      Key.ofInt(
          "db.fetch.retry.max",
          3,
          "After so many failures in a row that may pass, a page counts as gone.");
  public static final Key<Integer> FETCH_RETRY_DELAY =
      Key.ofInt(
          "orbweaver.fetch.retry.delay.sec",
          86_400,
          "Seconds until a page is tried again after a failure that may pass (one day).");
  public static final Key<Boolean> ADDITIONS_ALLOWED =
      Key.ofBoolean(
          "db.update.additions.allowed",
          true,
          "Whether links to unknown URLs add them to the crawldb.");
  public static final Key<Integer> CRAWLDB_PARTS =
      Key.ofInt(
          "orbweaver.crawldb.parts",
          0,
          "Parts of a crawldb made anew; 0: one locally, four on a cluster. An existing crawldb"
              + " keeps its number.");
  public static final Key<Long> GENERATE_TOP_N =
      Key.ofLong(
          "generate.topN", Long.MAX_VALUE, "At most so many URLs in a fetch list, the best first.");
  public static final Key<Integer> GENERATE_MAX_COUNT =
      Key.ofInt(
          "generate.max.count",
          -1,
          "At most so many URLs of a host (or domain, see generate.count.mode) in a fetch list;"
              + " -1: no limit.");
  public static final Key<String> GENERATE_COUNT_MODE =
      Key.ofString(
          "generate.count.mode", "host", "What generate.max.count counts by: host or domain.");
  public static final Key<Float> GENERATE_MIN_SCORE =
      Key.ofFloat("generate.min.score", 0f, "URLs with a lower score are not generated.");
  public static final Key<Integer> GENERATE_PARTS =
      Key.ofInt(
          "orbweaver.generate.parts",
          0,
          "Parts of a fetch list, each one fetch task's; 0: locally mapreduce.local.map.tasks.maximum"
              + " (1 where it is not set), on a cluster mapreduce.job.maps.");
  public static final Key<String> PARTITION_URL_MODE =
      Key.ofString(
          "partition.url.mode",
          "byHost",
          "What is never divided among the parts of a fetch list: byHost or byDomain (byIP counts as"
              + " byHost).");

  private static final List<Key<?>> CRAWLDB =
      List.of(
          REGEX_FILTER_FILE,
          SUFFIX_FILTER_FILE,
          SUFFIX_FILTER_ENABLED,
          IGNORE_EXTERNAL_LINKS,
          IGNORE_EXTERNAL_LINKS_MODE,
          IGNORE_INTERNAL_LINKS,
          SCORE_INJECTED,
          INJECT_OVERWRITE,
          INJECT_UPDATE,
          FETCH_INTERVAL,
          FETCH_INTERVAL_MAX,
          FETCH_RETRY_MAX,
          FETCH_RETRY_DELAY,
          ADDITIONS_ALLOWED,
          CRAWLDB_PARTS,
          GENERATE_TOP_N,
          GENERATE_MAX_COUNT,
          GENERATE_COUNT_MODE,
          GENERATE_MIN_SCORE,
          GENERATE_PARTS,
          PARTITION_URL_MODE);

  // fetch

  private static final List<Key<?>> FETCH = List.of();

  // parse and links

  public static final Key<Integer> PARSE_THREADS =
      Key.ofInt(
          "orbweaver.parse.threads",
          0,
          "Threads that parse in one map task; 0: as many as the machine has processors.");
  public static final Key<Integer> PARSE_TIMEOUT =
      Key.ofInt(
          "parser.timeout", 30, "Seconds for parsing one document; what takes longer is given up.");
  public static final Key<Integer> PARSE_TEXT_MAX_CHARS =
      Key.ofInt(
          "orbweaver.parse.text.max.chars", 5_000_000, "Characters of text kept of one document.");
  public static final Key<Integer> MAX_OUTLINKS =
      Key.ofInt(
          "db.max.outlinks.per.page",
          -1,
          "Distinct links kept of one page; -1: all, up to 100,000.");
  public static final Key<Integer> MAX_OUTLINK_LENGTH =
      Key.ofInt("db.max.outlink.length", 4096, "Longer URLs, in characters, are no links.");
  public static final Key<List<String>> PARSE_META_TO_CRAWLDB =
      Key.ofStrings(
          "db.parsemeta.to.crawldb",
          List.of(),
          "Names of parse metadata that update copies into a page's crawldb record.");
  public static final Key<Boolean> LINKDB_IGNORE_INTERNAL =
      Key.ofBoolean(
          "linkdb.ignore.internal.links",
          false,
          "Whether links within a host are left out of the linkdb.");
  public static final Key<Boolean> LINKDB_IGNORE_EXTERNAL =
      Key.ofBoolean(
          "linkdb.ignore.external.links",
          false,
          "Whether links from one host to another are left out of the linkdb.");
  public static final Key<Integer> LINKDB_MAX_INLINKS =
      Key.ofInt(
          "linkdb.max.inlinks",
          10_000,
          "Inlinks kept of one page; those with an anchor text go first.");
  public static final Key<Integer> LINKDB_MAX_ANCHOR_LENGTH =
      Key.ofInt("linkdb.max.anchor.length", 100, "Anchor texts are cut to this, in characters.");

  private static final List<Key<?>> PARSE =
      List.of(
          PARSE_THREADS,
          PARSE_TIMEOUT,
          PARSE_TEXT_MAX_CHARS,
          MAX_OUTLINKS,
          MAX_OUTLINK_LENGTH,
          PARSE_META_TO_CRAWLDB,
          LINKDB_IGNORE_INTERNAL,
          LINKDB_IGNORE_EXTERNAL,
          LINKDB_MAX_INLINKS,
          LINKDB_MAX_ANCHOR_LENGTH);

  /** All of them, in the order of the documentation. */
  public static List<Key<?>> all() {
    return Stream.of(CRAWLDB, FETCH, PARSE).<Key<?>>flatMap(List::stream).toList();
  }
}
