package org.orbweaver.crawler.conf;

import java.util.List;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.KeySource.Heading;
import org.orbweaver.crawler.sitemap.SitemapScope;
import org.orbweaver.crawler.url.HostMode;

/**
 * The crawler's configuration keys, except those of fetch, which are in {@link FetchKeys}. A key
 * that means the same as in Nutch has Nutch's name.
 */
public final class CrawlerKeys implements KeySource {
  @Heading("Who crawls")
  public static final Key<String> AGENT_NAME =
      Key.ofString(
          "http.agent.name",
          "",
          "Your crawler's name: one word, sent first in the User-Agent header and matched in"
              + " robots.txt. Required unless only private addresses are crawled.");

  public static final Key<String> AGENT_URL =
      Key.ofString(
          "http.agent.url",
          "",
          "A web page about the crawler, for the User-Agent header: site owners look there first.");

  public static final Key<String> AGENT_EMAIL =
      Key.ofString("http.agent.email", "", "An address for complaints, for the User-Agent header.");

  public static final Key<String> AGENT_DESCRIPTION =
      Key.ofString(
          "http.agent.description",
          "",
          "A few words about the crawler, for the User-Agent header.");

  public static final Key<String> AGENT_VERSION =
      Key.ofString("http.agent.version", "0.1", "Version in the User-Agent header.");

  public static final Key<List<String>> ROBOTS_AGENTS =
      Key.ofStrings(
          "http.robots.agents",
          List.of(),
          "Further names to match in robots.txt, besides http.agent.name.");

  @Heading("Which URLs")
  public static final Key<String> REGEX_FILTER_FILE =
      Key.ofString(
              "urlfilter.regex.file",
              "regex-urlfilter.txt",
              "Rules of the regular-expression URL filter: a path, or a name on the class path"
                  + " (conf/).")
          .file();

  public static final Key<String> SUFFIX_FILTER_FILE =
      Key.ofString(
              "urlfilter.suffix.file",
              "suffix-urlfilter.txt",
              "Rules of the suffix URL filter: a path, or a name on the class path (conf/).")
          .file();

  public static final Key<Boolean> SUFFIX_FILTER_ENABLED =
      Key.ofBoolean(
          "urlfilter.suffix.enabled",
          true,
          "Whether to drop URLs by their suffix (images, archives and the like).");

  public static final Key<Boolean> IGNORE_EXTERNAL_LINKS =
      Key.ofBoolean(
          "db.ignore.external.links",
          false,
          "Whether to drop links that leave the page's host (or registered domain: see"
              + " db.ignore.external.links.mode). Set by --stay.");

  public static final Key<HostMode> IGNORE_EXTERNAL_LINKS_MODE =
      Key.ofEnum(
          "db.ignore.external.links.mode",
          HostMode.HOST,
          "What db.ignore.external.links stays within: the page's host or its registered domain.",
          HostMode.HOST,
          HostMode.DOMAIN);

  public static final Key<Boolean> IGNORE_INTERNAL_LINKS =
      Key.ofBoolean(
          "db.ignore.internal.links", false, "Whether to drop links within a host from the crawl.");

  public static final Key<Boolean> ADDITIONS_ALLOWED =
      Key.ofBoolean(
          "db.update.additions.allowed", true, "Whether newly found URLs join the crawldb.");

  public static final Key<Integer> MAX_DEPTH =
      Key.ofInt(
              "orbweaver.crawl.depth.max",
              -1,
              "Maximum links between a seed and a page: the links of a page that is so far from"
                  + " all seeds are not followed. -1: no limit. After a change, the links of fetched"
                  + " pages follow when these are fetched again. Pages that sitemaps list count as"
                  + " seeds, and so do those found before there was a limit.")
          .from(-1);

  @Heading("Seeds and the crawldb")
  public static final Key<Float> SCORE_INJECTED =
      Key.ofFloat("db.score.injected", 1.0f, "Score of a seed without a nutch.score of its own.");

  public static final Key<Boolean> INJECT_OVERWRITE =
      Key.ofBoolean(
          "db.injector.overwrite",
          false,
          "Whether a seed replaces the entry of a URL that the crawldb has already.");

  public static final Key<Boolean> INJECT_UPDATE =
      Key.ofBoolean(
          "db.injector.update",
          false,
          "Whether a seed's metadata, score and interval are added to an existing entry.");

  public static final Key<Integer> CRAWLDB_PARTS =
      Key.ofInt(
              "orbweaver.crawldb.parts",
              0,
              "Parts of a new crawldb; an existing one keeps its number. 0: one locally, four on a"
                  + " cluster.")
          .from(0);

  @Heading("When pages are fetched again")
  public static final Key<Integer> FETCH_INTERVAL =
      Key.ofInt(
              "db.fetch.interval.default",
              2_592_000,
              "Seconds between two fetches of a page (30 days).")
          .from(1);

  public static final Key<Integer> FETCH_INTERVAL_MAX =
      Key.ofInt(
              "db.fetch.interval.max",
              7_776_000,
              "Seconds after which any page is fetched again, even one that is gone (90 days).")
          .from(1);

  public static final Key<Integer> FETCH_RETRY_MAX =
      Key.ofInt(
              "db.fetch.retry.max",
              3,
              "Consecutive transient failures before a page is marked gone.")
          .from(0);

  public static final Key<Integer> FETCH_RETRY_DELAY =
      Key.ofInt(
              "orbweaver.fetch.retry.delay.sec",
              86_400,
              "Seconds before a page is retried after a transient failure, or after it was deferred"
                  + " (one day).")
          .from(0);

  public static final Key<Integer> HOST_RETRY_MAX =
      Key.ofInt(
              "orbweaver.fetch.host.retry.max",
              6,
              "Failed rounds in a row after which a host (scheme, host and port) counts as gone,"
                  + " and is tried with one URL per db.fetch.interval.max. Before, it is tried with"
                  + " one URL after orbweaver.fetch.retry.delay.sec, and after twice as long each"
                  + " time: by default after 1, 3, 7, 15 and 31 days. 0: it never counts as gone.")
          .from(0);

  @Heading("Fetch lists")
  public static final Key<Long> GENERATE_TOP_N =
      Key.ofLong(
              "generate.topN",
              Long.MAX_VALUE,
              "Maximum URLs per fetch list, highest score first. Set by --top-n.")
          .from(1L);

  public static final Key<Integer> GENERATE_MAX_COUNT =
      Key.ofInt(
              "generate.max.count",
              -1,
              "Maximum URLs of one host (or domain: see generate.count.mode) per fetch list; -1:"
                  + " no limit.")
          .from(-1);

  public static final Key<HostMode> GENERATE_COUNT_MODE =
      Key.ofEnum("generate.count.mode", HostMode.HOST, "What generate.max.count counts by.");

  public static final Key<Float> GENERATE_MIN_SCORE =
      Key.ofFloat("generate.min.score", 0f, "Minimum score of a URL in a fetch list.");

  public static final Key<String> GENERATE_ORDER =
      Key.ofString(
              "orbweaver.generate.order",
              "crawldb",
              "What ranks URLs in a fetch list: their crawldb scores (the best score that a link passes"
                  + " on), the newest PageRank (scaled to a mean of 1; the crawldb score where a URL"
                  + " has none), the time since they were found (breadth-first), the sum of what links"
                  + " pass on, each page dividing its score among its links (opic), or the number of"
                  + " links (in-degree). The last two are kept as crawldb scores, so set them from the"
                  + " first round on.")
          .readBy(
              "crawldb, pagerank, breadth-first, opic, in-degree or the name of a plugin's rule",
              name -> {});

  public static final Key<Float> GENERATE_DEPTH_WEIGHT =
      Key.ofFloat(
              "orbweaver.generate.depth.weight",
              0f,
              "By how much the depth of a URL's path lowers its rank in a fetch list, and a page's"
                  + " importance under a recrawl policy with a budget: they count"
                  + " (1 + path segments) ^ -weight; 0: not at all.")
          .between(0f, 10f);

  public static final Key<Float> GENERATE_SPAM_WEIGHT =
      Key.ofFloat(
              "orbweaver.generate.spam.weight",
              0f,
              "By how much spam lowers the rank of a page in a fetch list when it is due again, and"
                  + " what its links pass on: the score counts 1 - weight * spam score; 0: not at"
                  + " all.")
          .between(0f, 1f);

  public static final Key<Integer> GENERATE_PARTS =
      Key.ofInt(
              "orbweaver.generate.parts",
              0,
              "Parts of a fetch list; each becomes one fetch task. 0: locally"
                  + " mapreduce.local.map.tasks.maximum (default 1), on a cluster one as long as"
                  + " the crawldb has at most 64 KB (some thousand URLs), then mapreduce.job.maps.")
          .from(0);

  public static final Key<HostMode> PARTITION_URL_MODE =
      Key.ofEnum(
          "partition.url.mode",
          HostMode.HOST,
          "Unit of politeness: what gets one connection at a time with a delay between"
              + " requests, and is never split among fetch tasks. byDomain means the registered"
              + " domain; with byIP generate looks up the addresses, and fetch connects to"
              + " those.");

  @Heading("Parsing")
  public static final Key<Integer> PARSE_THREADS =
      Key.ofInt("orbweaver.parse.threads", 0, "Parser threads per task; 0: one per processor.")
          .from(0);

  public static final Key<Integer> PARSE_TIMEOUT =
      Key.ofInt(
              "parser.timeout",
              30,
              "Maximum seconds of CPU time to parse one document, and four times as many by the"
                  + " clock; -1: no limit.")
          .from(-1);

  public static final Key<Integer> PARSE_TEXT_MAX_CHARS =
      Key.ofInt(
              "orbweaver.parse.text.max.chars",
              5_000_000,
              "Maximum characters of text kept per document.")
          .from(0);

  public static final Key<String> PARSE_TOPICS =
      Key.ofString(
          "orbweaver.parse.topics",
          "",
          "Model that tells the topics of pages, as 'orb topics' writes it. Default: that of the"
              + " crawl, topics/model, if there is one.");

  public static final Key<Integer> MAX_OUTLINKS =
      Key.ofInt(
              "db.max.outlinks.per.page",
              -1,
              "Maximum distinct links kept per page; -1: all, up to 100,000.")
          .from(-1);

  public static final Key<Integer> MAX_OUTLINK_LENGTH =
      Key.ofInt(
              "db.max.outlink.length",
              4096,
              "Maximum length of a link in characters; longer ones" + " are dropped.")
          .from(1);

  public static final Key<List<String>> PARSE_META_TO_CRAWLDB =
      Key.ofStrings(
          "db.parsemeta.to.crawldb",
          List.of(),
          "Parse metadata that update copies into a page's crawldb entry, by name.");

  @Heading("Inlinks")
  public static final Key<Boolean> LINKDB_IGNORE_INTERNAL =
      Key.ofBoolean(
          "linkdb.ignore.internal.links",
          false,
          "Whether to leave links within a host out of the linkdb.");

  public static final Key<Boolean> LINKDB_IGNORE_EXTERNAL =
      Key.ofBoolean(
          "linkdb.ignore.external.links",
          false,
          "Whether to leave links between hosts out of the linkdb.");

  public static final Key<Integer> LINKDB_MAX_INLINKS =
      Key.ofInt(
              "linkdb.max.inlinks",
              10_000,
              "Maximum inlinks kept per page; those with anchor text come first.")
          .from(0);

  public static final Key<Integer> LINKDB_MAX_ANCHOR_LENGTH =
      Key.ofInt(
              "linkdb.max.anchor.length",
              100,
              "Maximum characters of an anchor text; longer ones are cut.")
          .from(0);

  @Heading("Sitemaps")
  public static final Key<Boolean> SITEMAP_ROBOTS =
      Key.ofBoolean(
          "orbweaver.sitemap.robots",
          false,
          "Whether sitemaps named in robots.txt files join the crawl.");

  public static final Key<SitemapScope> SITEMAP_SCOPE =
      Key.ofEnum(
          "orbweaver.sitemap.scope",
          SitemapScope.HOST,
          "Hosts whose URLs a sitemap may list: its own and those that name it in robots.txt"
              + " (host), all hosts of their registered domains (domain), or any.");

  public static final Key<Integer> SITEMAP_INTERVAL =
      Key.ofInt(
              "orbweaver.sitemap.interval.sec",
              86_400,
              "Seconds between two fetches of a sitemap (one day).")
          .from(1);

  public static final Key<Integer> SITEMAP_AGAIN =
      Key.ofInt(
              "orbweaver.sitemap.again.sec",
              86_400,
              "Seconds after a fetch before a newer date in a sitemap or feed makes a page due (one"
                  + " day).")
          .from(0);

  /** For the service loader. */
  public CrawlerKeys() {}
}
