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
          "Seconds until a page is tried again after a failure that may pass, or when its host was"
              + " left alone for the rest of a round (one day).");
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
  public static final Key<String> GENERATE_SCORE =
      Key.ofString(
          "orbweaver.generate.score",
          "crawldb",
          "What URLs are the better by: crawldb (the scores there) or pagerank (the newest PageRank,"
              + " scaled to a mean of 1; URLs that it does not have by the crawldb's score).");
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
          "What is never divided among the parts of a fetch list, and contacted by one connection at a"
              + " time, with a gap between requests: byHost, byDomain (registered domain) or byIP (then"
              + " generate looks up the addresses, and fetch connects to those).");

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
          GENERATE_SCORE,
          GENERATE_PARTS,
          PARTITION_URL_MODE);

  // fetch

  public static final Key<String> AGENT_NAME =
      Key.ofString(
          "http.agent.name",
          "",
          "The crawler's name, first in the User-Agent header and looked for in robots.txt; needed"
              + " to crawl beyond private addresses. Where it is not set: orbweaver.");
  public static final Key<String> AGENT_VERSION =
      Key.ofString("http.agent.version", "0.1", "The version told in the User-Agent header.");
  public static final Key<String> AGENT_DESCRIPTION =
      Key.ofString(
          "http.agent.description",
          "",
          "A few words about the crawler, for the User-Agent header.");
  public static final Key<String> AGENT_URL =
      Key.ofString(
          "http.agent.url", "", "A page that tells about the crawler, for the User-Agent header.");
  public static final Key<String> AGENT_EMAIL =
      Key.ofString("http.agent.email", "", "An address to complain to, for the User-Agent header.");
  public static final Key<List<String>> ROBOTS_AGENTS =
      Key.ofStrings(
          "http.robots.agents",
          List.of(),
          "Further names looked for in robots.txt, beside http.agent.name.");
  public static final Key<String> ACCEPT =
      Key.ofString(
          "http.accept",
          "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
          "The Accept header.");
  public static final Key<String> ACCEPT_LANGUAGE =
      Key.ofString(
          "http.accept.language", "en-us,en-gb,en;q=0.7,*;q=0.3", "The Accept-Language header.");
  public static final Key<Integer> HTTP_TIMEOUT =
      Key.ofInt(
          "http.timeout",
          10_000,
          "The longest wait for the next bytes of an answer, in milliseconds.");
  public static final Key<Long> CONNECT_TIMEOUT =
      Key.ofLong(
          "orbweaver.fetch.connect.timeout.ms",
          0,
          "The longest wait for a connection, TLS included, in milliseconds; 0: http.timeout.");
  public static final Key<Long> FETCH_DEADLINE =
      Key.ofLong(
          "orbweaver.fetch.deadline.ms",
          60_000,
          "The longest time a request may take in all; what arrived of the body is kept.");
  public static final Key<Integer> FETCH_MIN_RATE =
      Key.ofInt(
          "orbweaver.fetch.min.rate",
          100,
          "Bytes a second that a document must come at, from 10 seconds after the request's start"
              + " on; of a slower one what arrived is kept; 0: any rate.");
  public static final Key<List<String>> FETCH_PORTS =
      Key.ofStrings(
          "orbweaver.fetch.ports",
          List.of(),
          "Ports and ranges of ports that may be contacted, such as 80,443,1024-65535; empty: all"
              + " but the well-known ports of other services (the WHATWG Fetch standard's bad"
              + " ports).");
  public static final Key<String> PROXY_HOST =
      Key.ofString("http.proxy.host", "", "The proxy that requests go through; empty: no proxy.");
  public static final Key<Integer> PROXY_PORT =
      Key.ofInt("http.proxy.port", 8080, "The proxy's port.");
  public static final Key<String> PROXY_TYPE =
      Key.ofString("http.proxy.type", "HTTP", "What the proxy speaks: HTTP or SOCKS.");
  public static final Key<String> PROXY_USERNAME =
      Key.ofString(
          "http.proxy.username",
          "",
          "A name for Basic authentication at an HTTP proxy; empty: none.");
  public static final Key<String> PROXY_PASSWORD =
      Key.ofString("http.proxy.password", "", "The password for http.proxy.username.");
  public static final Key<List<String>> PROXY_EXCEPTIONS =
      Key.ofStrings(
          "http.proxy.exception.list", List.of(), "Hosts that are contacted without the proxy.");
  public static final Key<Integer> CONTENT_LIMIT =
      Key.ofInt(
          "http.content.limit",
          10 << 20,
          "Bytes of a document to keep, encoded and decoded; -1: as many as memory can hold.");
  public static final Key<Integer> REDIRECT_MAX =
      Key.ofInt(
          "http.redirect.max",
          5,
          "Redirects followed within a round; further ones wait for the next round.");
  public static final Key<Boolean> CHECK_CERTIFICATES =
      Key.ofBoolean(
          "http.tls.certificates.check", false, "Whether TLS certificates must be valid.");
  public static final Key<Boolean> IF_MODIFIED_SINCE =
      Key.ofBoolean(
          "http.enable.if.modified.since.header",
          true,
          "Whether pages seen before are asked for only if modified since.");
  public static final Key<Integer> FETCH_THREADS =
      Key.ofInt("fetcher.threads.fetch", 50, "Threads of a fetch task.");
  public static final Key<Float> SERVER_DELAY =
      Key.ofFloat(
          "fetcher.server.delay",
          5f,
          "Seconds from the end of a request to a host to the start of the next; a longer"
              + " Crawl-delay of the host's robots.txt holds instead.");
  public static final Key<Integer> MAX_CRAWL_DELAY =
      Key.ofInt(
          "fetcher.max.crawl.delay",
          30,
          "Hosts whose Crawl-delay is more seconds than this are not fetched; -1: wait as told.");
  public static final Key<Boolean> CAP_CRAWL_DELAY =
      Key.ofBoolean(
          "orbweaver.fetch.crawl.delay.cap",
          false,
          "Whether hosts with a longer Crawl-delay than fetcher.max.crawl.delay are fetched after all,"
              + " with that delay.");
  public static final Key<Float> RESPONSE_FACTOR =
      Key.ofFloat(
          "orbweaver.fetch.delay.response.factor",
          2f,
          "A host is left alone for at least so many times as long as its last answer took; not"
              + " where fetcher.server.delay is 0.");
  public static final Key<Long> MAX_WAIT =
      Key.ofLong(
          "orbweaver.fetch.wait.max.ms",
          60_000,
          "A host that is to be left alone for longer, after errors or because it says so, waits for"
              + " the next round: its URLs stay as they are.");
  public static final Key<Integer> TIME_LIMIT =
      Key.ofInt(
          "fetcher.timelimit.mins",
          -1,
          "Minutes after which a fetch task asks for no more pages; the rest stays as it is. -1:"
              + " none.");
  public static final Key<Integer> THROUGHPUT_THRESHOLD =
      Key.ofInt(
          "fetcher.throughput.threshold.pages",
          -1,
          "A fetch task that deals with fewer pages a second, judged by the minute, ends; the rest"
              + " stays as it is. -1: never.");
  public static final Key<Integer> THROUGHPUT_AFTER =
      Key.ofInt(
          "fetcher.throughput.threshold.check.after",
          5,
          "Minutes from a task's start before its throughput is judged.");
  public static final Key<Long> BANDWIDTH =
      Key.ofLong(
          "orbweaver.fetch.bandwidth.bytes",
          0,
          "Bytes a second that a fetch task receives at most, on average; 0: as many as come.");
  public static final Key<List<String>> HEAD_SUFFIXES =
      Key.ofStrings(
          "orbweaver.fetch.head.suffixes",
          List.of(),
          "URLs whose path ends so (.iso,.mp4) are asked for by HEAD first, and fetched only if they are"
              + " no longer than http.content.limit and of a type in orbweaver.fetch.head.types.");
  public static final Key<List<String>> HEAD_TYPES =
      Key.ofStrings(
          "orbweaver.fetch.head.types",
          List.of(),
          "Beginnings of the media types (text/,application/pdf) that are fetched after a HEAD; empty:"
              + " all.");
  public static final Key<Integer> FRONT_QUEUES =
      Key.ofInt(
          "orbweaver.fetch.front.queues",
          16,
          "Priorities of the frontier, 1 to 32; each is served twice as often as the next lower one.");
  public static final Key<Integer> BACK_QUEUES =
      Key.ofInt(
          "orbweaver.fetch.back.queues",
          0,
          "Hosts that a fetch task has in hand at a time; 0: as many as an eighth of its memory"
              + " holds, some 250,000 of a GB, and at least three a thread.");
  public static final Key<Long> FRONTIER_BYTES =
      Key.ofLong(
          "orbweaver.fetch.frontier.bytes",
          0,
          "Bytes of waiting URLs that a fetch task keeps in memory; the others wait in the list and"
              + " on its local disk. 0: an eighth of its memory.");
  public static final Key<Integer> MAX_EXCEPTIONS =
      Key.ofInt(
          "fetcher.max.exceptions.per.queue",
          10,
          "After so many failures in a row the rest of a host is not asked for in this round: its URLs"
              + " stay as they are, without a failure counted, and are due again after"
              + " orbweaver.fetch.retry.delay.sec; -1: never.");
  public static final Key<List<String>> PRIVATE_ADDRESSES =
      Key.ofStrings(
          "orbweaver.fetch.private.addresses",
          List.of(),
          "Blocks (CIDR) of loopback, private and other special addresses that may be contacted.");
  public static final Key<String> DNS_HOSTS_FILE =
      Key.ofString(
          "orbweaver.fetch.dns.hosts.file",
          "",
          "A hosts file; no other names resolve then. Empty: the system's name service.");
  public static final Key<Long> SPILL_BYTES =
      Key.ofLong(
          "orbweaver.fetch.spill.bytes",
          0,
          "Bytes of fetched pages that a task gathers in memory before it writes them; another as"
              + " much is being written. 0: a sixteenth of its memory, at most 64 MB.");
  public static final Key<Boolean> FETCH_JOURNAL =
      Key.ofBoolean(
          "orbweaver.fetch.journal",
          true,
          "Whether what is fetched is written ahead, within 20 ms, so that no more is asked for again"
              + " when a task is killed. Off, and on file systems that cannot flush, 2 s may be.");

  private static final List<Key<?>> FETCH =
      List.of(
          AGENT_NAME,
          AGENT_VERSION,
          AGENT_DESCRIPTION,
          AGENT_URL,
          AGENT_EMAIL,
          ROBOTS_AGENTS,
          ACCEPT,
          ACCEPT_LANGUAGE,
          HTTP_TIMEOUT,
          CONNECT_TIMEOUT,
          FETCH_DEADLINE,
          FETCH_MIN_RATE,
          FETCH_PORTS,
          PROXY_HOST,
          PROXY_PORT,
          PROXY_TYPE,
          PROXY_USERNAME,
          PROXY_PASSWORD,
          PROXY_EXCEPTIONS,
          CONTENT_LIMIT,
          REDIRECT_MAX,
          CHECK_CERTIFICATES,
          IF_MODIFIED_SINCE,
          FETCH_THREADS,
          SERVER_DELAY,
          MAX_CRAWL_DELAY,
          CAP_CRAWL_DELAY,
          RESPONSE_FACTOR,
          MAX_WAIT,
          TIME_LIMIT,
          THROUGHPUT_THRESHOLD,
          THROUGHPUT_AFTER,
          BANDWIDTH,
          HEAD_SUFFIXES,
          HEAD_TYPES,
          FRONT_QUEUES,
          BACK_QUEUES,
          FRONTIER_BYTES,
          MAX_EXCEPTIONS,
          PRIVATE_ADDRESSES,
          DNS_HOSTS_FILE,
          SPILL_BYTES,
          FETCH_JOURNAL);

  // parse, links and sitemaps

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

  public static final Key<Boolean> SITEMAP_ROBOTS =
      Key.ofBoolean(
          "orbweaver.sitemap.robots",
          false,
          "Whether the sitemaps that robots.txt files name become URLs of the crawl.");
  public static final Key<String> SITEMAP_SCOPE =
      Key.ofString(
          "orbweaver.sitemap.scope",
          "host",
          "Whose URLs a sitemap may list: host (its own, and those that name it in robots.txt), domain"
              + " (the registered domains of these) or any.");
  public static final Key<Integer> SITEMAP_MAX_URLS =
      Key.ofInt(
          "orbweaver.sitemap.max.urls",
          50_000,
          "URLs taken from one sitemap, the first ones; db.max.outlinks.per.page does not count.");
  public static final Key<Integer> SITEMAP_MAX_BYTES =
      Key.ofInt(
          "orbweaver.sitemap.max.bytes",
          50 << 20,
          "Bytes read of one sitemap, once unpacked; http.content.limit holds for what is fetched.");
  public static final Key<Integer> SITEMAP_INTERVAL =
      Key.ofInt(
          "orbweaver.sitemap.interval.sec",
          86_400,
          "Seconds from one fetch of a sitemap to the next (one day).");
  public static final Key<Integer> SITEMAP_AGAIN =
      Key.ofInt(
          "orbweaver.sitemap.again.sec",
          86_400,
          "A page whose lastmod in a sitemap is later than its fetch is due at once, but not sooner than"
              + " so many seconds after that fetch (one day).");

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
          LINKDB_MAX_ANCHOR_LENGTH,
          SITEMAP_ROBOTS,
          SITEMAP_SCOPE,
          SITEMAP_MAX_URLS,
          SITEMAP_MAX_BYTES,
          SITEMAP_INTERVAL,
          SITEMAP_AGAIN);

  /** All of them, in the order of the documentation. */
  public static List<Key<?>> all() {
    return Stream.of(CRAWLDB, FETCH, PARSE).<Key<?>>flatMap(List::stream).toList();
  }
}
