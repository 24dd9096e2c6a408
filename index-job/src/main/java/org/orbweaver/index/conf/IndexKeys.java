package org.orbweaver.index.conf;

import java.util.List;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.KeySource.Heading;

/** Configuration keys of indexing and search. */
public final class IndexKeys implements KeySource {
  @Heading("Index")
  public static final Key<Integer> SHARDS =
      Key.ofInt(
              "orbweaver.index.shards",
              2,
              "Number of Lucene shards in an index, and of reduce tasks that write them. Search"
                  + " results do not depend on it.")
          .between(1, 10_000);

  public static final Key<Integer> BODY_MAX_CHARS =
      Key.ofInt(
              "orbweaver.index.body.max.chars",
              1_000_000,
              "Maximum characters of text indexed per page.")
          .from(0);

  public static final Key<Integer> STORED_MAX_CHARS =
      Key.ofInt(
              "orbweaver.index.stored.max.chars",
              100_000,
              "Maximum characters of text stored per page, for snippets.")
          .from(0);

  public static final Key<Long> BUFFER_BYTES =
      Key.ofLong(
              "orbweaver.index.buffer.bytes",
              128L << 20,
              "Memory a map task uses to invert pages before it writes a sorted run, at most a"
                  + " sixth of its heap; with --writer indexwriter, memory of a reduce task for"
                  + " documents, at most a quarter.")
          .from(1L);

  public static final Key<Integer> BUILDS_KEPT =
      Key.ofInt(
              "orbweaver.index.builds.kept",
              3,
              "Index builds to keep, including the newest; older ones are removed once a new one is"
                  + " published. 0: keep all.")
          .from(0);

  public static final Key<Integer> GENERATIONS =
      Key.ofInt(
              "orbweaver.index.generations.max",
              10,
              "Builds whose shards an index may consist of. A build that would be one more is"
                  + " whole; 1: every build is.")
          .between(1, 1000);

  public static final Key<Integer> DELETED_PERCENT =
      Key.ofInt(
              "orbweaver.index.deleted.max.percent",
              20,
              "Maximum share of deleted documents in an index; a build that would have more is"
                  + " whole.")
          .between(0, 100);

  public static final Key<Double> SCORE_FACTOR =
      Key.ofDouble(
              "orbweaver.index.score.factor",
              1.5,
              "Factor by which a page's PageRank, HITS scores or number of linking hosts must have"
                  + " changed for an incremental build to index it again.")
          .from(1.0);

  public static final Key<Integer> UNFETCHED_HOSTS =
      Key.ofInt(
              "orbweaver.index.unfetched.hosts",
              2,
              "Hosts that must link to a page that was not fetched, or hides behind a login, a"
                  + " consent form or a challenge, for it to be indexed by the texts of its links."
                  + " 0: no such page is.")
          .from(0);

  public static final Key<Boolean> CANONICALS =
      Key.ofBoolean(
          "orbweaver.index.canonicals",
          true,
          "Whether to omit a page that names another page of its site (registered domain) as"
              + " canonical, if that page is indexed. Otherwise both are indexed.");

  public static final Key<Boolean> HONOUR_SEARCH =
      Key.ofBoolean(
          "orbweaver.index.usage.search",
          true,
          "Whether to omit pages whose owner disallows search (Content-Usage: search=n,"
              + " Content-Signal: search=no), as those that say noindex are omitted.");

  public static final Key<Boolean> PUBLIC =
      Key.ofBoolean(
          "orbweaver.index.public",
          false,
          "Whether to index only pages that everybody can see, and omit those fetched with the"
              + " login of a site.");

  @Heading("Search")
  public static final Key<String> WEIGHTS =
      Key.ofString(
          "orbweaver.search.weights",
          "",
          "Weights of the parts of the score that differ from their defaults, such as 'title=2.5"
              + " pagerank=0'; docs/search.md lists them, and orb tune finds them by judged"
              + " queries.");

  public static final Key<Phrases> PHRASES =
      Key.ofEnum(
          "orbweaver.search.phrases",
          Phrases.PAIRS,
          "How phrases are found: by positions; by pairs of common words, then positions; or by a"
              + " check of the stored text of all pages with their words, which is slow. All find"
              + " the same pages, but for text beyond orbweaver.index.stored.max.chars.");

  public static final Key<String> SYNONYMS_FILE =
      Key.ofString(
              "orbweaver.search.synonyms.file",
              "synonyms.txt",
              "Synonyms in Solr's format, read with each index that is opened: a path, or a name on"
                  + " the class path (conf/); empty: none. The default file has British and American"
                  + " spellings.")
          .optionalFile();

  public static final Key<Integer> FEEDBACK_PAGES =
      Key.ofInt(
              "orbweaver.search.feedback.pages",
              10,
              "Of a search with --rm3: the number of its best pages whose words expand the query.")
          .between(1, 100);

  public static final Key<Integer> FEEDBACK_WORDS =
      Key.ofInt(
              "orbweaver.search.feedback.words",
              10,
              "Of a search with --rm3: the maximum number of words added to the query.")
          .between(1, 50);

  public static final Key<Double> FEEDBACK_QUERY_WEIGHT =
      Key.ofDouble(
              "orbweaver.search.feedback.query.weight",
              .5,
              "Of a search with --rm3: the typed words' share of the score; the rest is that of the"
                  + " added words. 1: nothing is added.")
          .between(.05, 1.0);

  public static final Key<String> CACHE_DIR =
      Key.ofString(
              "orbweaver.search.cache.dir",
              "",
              "Local folder to which shards on a remote file system are copied for search. Empty:"
                  + " orbweaver/index in $XDG_CACHE_HOME, or in ~/.cache.")
          .local();

  public static final Key<String> CURATED_FILE =
      Key.ofString(
              "orbweaver.search.curated.file",
              "",
              "Local file of answers chosen for some queries, shown above the results: on each line"
                  + " a query, a URL and a title, separated by tabs. Empty: none.")
          .local();

  public static final Key<String> QUERIES_FILE =
      Key.ofString(
              "orbweaver.search.queries.file",
              "",
              "Local file of earlier queries, a JSON object with \"query\" on each line (a click"
                  + " log of 'orb serve'): those asked three times or more are suggested, from the"
                  + " next index build on. Empty: none.")
          .local();

  public static final Key<Long> TIMEOUT_MILLIS =
      Key.ofLong(
              "orbweaver.search.timeout.ms",
              10_000,
              "Maximum time to look for matching pages; then the best so far are shown, with a"
                  + " note.")
          .from(1L);

  @Heading("Search page")
  public static final Key<Integer> SERVE_QUEUE_LENGTH =
      Key.ofInt(
              "orbweaver.serve.queue.length",
              500,
              "Maximum searches that wait for a thread (there is one per core); more get status"
                  + " 503.")
          .from(1);

  public static final Key<Long> SERVE_WAIT_MAX_MILLIS =
      Key.ofLong(
              "orbweaver.serve.wait.max.ms",
              10_000,
              "Maximum time a search waits for a thread before it gets status 503.")
          .from(1L);

  public static final Key<Integer> SERVE_CACHE_ENTRIES =
      Key.ofInt(
              "orbweaver.serve.cache.entries",
              1_000,
              "Answers kept for repeated searches, until a newer index is taken up. 0: none.")
          .from(0);

  public static final Key<Long> SERVE_POLL_MILLIS =
      Key.ofLong("orbweaver.serve.poll.ms", 3_000, "Interval of looking for a newer index.")
          .from(10L);

  public static final Key<List<String>> SERVE_HOSTS =
      Key.ofStrings(
          "orbweaver.serve.hosts",
          List.of(),
          "Host names under which the search page may be addressed, as behind a proxy; on a"
              + " loopback address besides localhost. Empty: on other addresses, any.");

  public static final Key<String> SERVE_NAME =
      Key.ofString(
          "orbweaver.serve.name",
          "",
          "Name of the search, in the titles and the header of its pages. Empty: that of the crawl"
              + " directory.");

  public static final Key<List<String>> SERVE_CORS_ORIGINS =
      Key.ofStrings(
          "orbweaver.serve.cors.origins",
          List.of(),
          "Sites whose pages may read the API by their scripts, as https://www.example.org; * is"
              + " any. Empty: none.");

  public static final Key<String> SERVE_URL =
      Key.ofString(
              "orbweaver.serve.url",
              "",
              "Scheme and host under which people reach the search page, as behind a proxy with"
                  + " TLS: https://search.example.org. Its host is answered, too, besides"
                  + " orbweaver.serve.hosts. Empty: http and the host of the request.")
          .where(
              "http or https URL without a path, or nothing",
              url ->
                  url.strip()
                      .matches("(|(?i)https?://([a-z0-9.-]+|\\[[0-9a-f:.]+])(:\\d{1,5})?/?)"));

  public static final Key<Long> BROKER_TIMEOUT_MILLIS =
      Key.ofLong(
              "orbweaver.broker.timeout.ms",
              10_000,
              "Maximum time that a broker waits for a shard server.")
          .from(100L);

  /** For the service loader. */
  public IndexKeys() {}
}
