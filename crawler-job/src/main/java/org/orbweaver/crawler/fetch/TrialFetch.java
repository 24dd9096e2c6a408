package org.orbweaver.crawler.fetch;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.job.UserThreads;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.crawler.address.NameResolver;
import org.orbweaver.crawler.browser.ResourceAnswer;
import org.orbweaver.crawler.browser.ResourceLoader;
import org.orbweaver.crawler.browser.ResourceRequest;
import org.orbweaver.crawler.conf.FetchKeys;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.fetch.politeness.HostTurns;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.fetch.task.FetchPolicy;
import org.orbweaver.crawler.fetch.task.FetchTask;
import org.orbweaver.crawler.fetch.task.FetchTools;
import org.orbweaver.crawler.fetch.task.ListFingerprints;
import org.orbweaver.crawler.fetch.task.ListUrls;
import org.orbweaver.crawler.fetch.task.RequestLine;
import org.orbweaver.crawler.hosts.HostTable;
import org.orbweaver.crawler.hosts.RobotsCache;
import org.orbweaver.crawler.http.FailureKind;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.identity.Signatures;
import org.orbweaver.crawler.signature.RequestSigner;
import org.orbweaver.crawler.signature.SigningKey;
import org.orbweaver.crawler.site.SiteFetcher;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.SourceRoots;

/**
 * Fetches one URL, and the URLs it redirects to, with the task that a round uses: robots.txt, the
 * guard, delays and limits apply as in a round. A redirect to another host, which a round leaves
 * for the next one, is followed by a task of its own. Nothing is read from or written to a disk.
 *
 * <p>As a loader it fetches what a page requests while it is rendered, one after another.
 */
public final class TrialFetch implements ResourceLoader, Closeable {
  /** A User-Agent other than ours, for {@link #asBrowser} alone. */
  static final String USER_AGENT = "orbweaver.internal.fetch.user.agent";

  private static final String BROWSER =
      "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

  private static final int MOST_ROUNDS = 10;
  private static final String SEGMENT = "trial";

  private final Configuration conf;
  private final Consumer<String> progress;
  private final List<TrialRequest> exchanges = new ArrayList<>();
  private final Map<String, TrialPage> pages = new LinkedHashMap<>();
  private final SiteFetcher http;
  private final ProtocolFetcher all;
  private final FetchTools tools;
  private final HostTable hosts = new HostTable(key -> null, key -> null, new File(".").toPath());
  private final RobotsCache robots;
  private final SourceRoots sources;

  /** What was requested for a page, by key; its requests have a thread of their own. */
  private final Map<String, CompletableFuture<ResourceAnswer>> resources =
      new ConcurrentHashMap<>();

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(UserThreads.named("trial-requests"));
  private String left;

  /** The request for a page that is being made, and its answer. */
  private volatile ResourceRequest resource;

  private volatile FetchedPage answer;

  /** Of the last request: there is one thread. */
  private volatile TrialSignature signature;

  private TrialFetch(Configuration given, Consumer<String> progress) throws IOException {
    this.conf = new Configuration(given);
    this.progress = progress;
    FetchKeys.FETCH_THREADS.set(conf, 1);
    FetchSettings.prepare(conf);
    NameResolver names = FetchRules.names(conf);
    Memory memory = new Memory();
    http = FetchSettings.fetcher(conf, names, FetchSettings.secrets(conf), recorder());
    all = new ProtocolFetcher(conf, http, memory);
    tools =
        FetchSettings.tools(
            conf,
            names,
            this::exchange,
            http,
            hosts,
            memory,
            () -> {},
            HostTurns.ALONE,
            Clock.systemUTC());
    robots = tools.files().robots();
    sources = FetchPolicy.of(conf, SEGMENT, 0).politeness().sources();
  }

  /**
   * A request and its outcome.
   *
   * @param answer null if none came
   * @param failure null if an answer came
   * @param signature what signed it; null if it was not signed
   */
  public record TrialRequest(
      String url, FetchedPage answer, String failure, TrialSignature signature) {}

  /** The headers that signed a request, and when. */
  public record TrialSignature(List<Header> headers, Instant at) {}

  /**
   * The records of one URL, as a segment would have them.
   *
   * @param fetch how its fetch ended
   * @param content null if there is none
   * @param robots the knowledge of its robots.txt; null for a file
   */
  public record TrialPage(CrawlDatum fetch, Content content, RobotsCache.RobotsState robots) {}

  /**
   * The result of a trial.
   *
   * @param exchanges in their order
   * @param pages by URL: the one that was tried first, then each redirect's target
   */
  public record Trial(List<TrialRequest> exchanges, Map<String, TrialPage> pages) {}

  /**
   * Fetches.
   *
   * @param url in normal form
   * @param progress called with the URL before each request
   */
  public static Trial of(Configuration conf, String url, Consumer<String> progress)
      throws IOException, InterruptedException {
    try (TrialFetch trial = new TrialFetch(conf, progress)) {
      trial.run(url);
      return new Trial(trial.exchanges, trial.pages);
    }
  }

  /**
   * Fetches what a page requests while it is rendered; the page itself may have been fetched just
   * now.
   *
   * @param progress called with the URL before each request
   */
  public static TrialFetch resources(Configuration conf, Consumer<String> progress)
      throws IOException {
    return new TrialFetch(ResourceFetch.withoutOtherRequests(conf), progress);
  }

  /**
   * As {@link #of}, with the User-Agent of a browser, to compare the answer that people get. URLs
   * that robots.txt forbids to us are not requested. The caller waits for the politeness delay.
   */
  public static Trial asBrowser(Configuration conf, String url, Consumer<String> progress)
      throws IOException, InterruptedException {
    Configuration own = new Configuration(conf);
    own.set(USER_AGENT, BROWSER);
    FetchKeys.SOFT_404_DAYS.set(own, 0); // The first fetch has already tested for soft 404s.
    return of(own, url, progress);
  }

  private void run(String url) throws IOException, InterruptedException {
    left = url;
    for (int round = 0; left != null && !pages.containsKey(left) && round < MOST_ROUNDS; round++) {
      String next = left;
      left = null;
      fetch(next, 0);
    }
  }

  private void fetch(String url, long contactedUntil) throws IOException, InterruptedException {
    FetchPolicy policy = FetchPolicy.of(conf, SEGMENT, contactedUntil);
    new FetchTask(policy, tools, listOf(url, conf), FetchSettings.frontier(conf, null)).run();
  }

  @Override
  public CompletableFuture<ResourceAnswer> load(ResourceRequest request) {
    String refusal = ResourceFetch.refusal(request, UrlKeys.sites(conf));
    if (refusal != null) {
      return CompletableFuture.completedFuture(new ResourceAnswer.Refused(refusal));
    }
    return resources
        .computeIfAbsent(
            request.key(), key -> CompletableFuture.supplyAsync(() -> fetch(request), thread))
        .thenApply(
            result ->
                result instanceof ResourceAnswer.Loaded loaded
                    ? new ResourceAnswer.Loaded(ResourceFetch.allowed(request, loaded.answer()))
                    : result);
  }

  private ResourceAnswer fetch(ResourceRequest request) {
    resource = request;
    answer = null;
    try {
      // Each task waits as if the host had been contacted just now.
      fetch(request.key(), Clock.systemUTC().millis());
    } catch (IOException e) {
      return new ResourceAnswer.Refused(FailureKind.describe(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new ResourceAnswer.Refused("interrupted");
    }
    TrialPage page = pages.get(request.key());
    String why = page == null ? "no answer came" : ResourceFetch.refusal(answer, page.fetch());
    return why.isEmpty() ? new ResourceAnswer.Loaded(answer) : new ResourceAnswer.Refused(why);
  }

  @Override
  public void close() throws IOException {
    try (hosts;
        http;
        all) {
      thread.shutdownNow();
    }
  }

  /** Signs requests, and keeps the headers of the last one; a browser does not sign. */
  private Function<URI, List<Header>> recorder() {
    List<SigningKey> keys =
        conf.get(USER_AGENT) == null
            ? Signatures.keys(conf, WallClock.clock().instant())
            : List.of();
    RequestSigner signer = Signatures.signer(conf, keys, WallClock.clock());
    return url -> {
      List<Header> headers = signer == null ? List.of() : signer.headers(url);
      signature =
          headers.isEmpty() ? null : new TrialSignature(headers, WallClock.clock().instant());
      return headers;
    };
  }

  private static ListUrls listOf(String url, Configuration conf) {
    boolean[] given = new boolean[1];
    return new ListUrls(
        (key, datum) -> {
          if (given[0]) {
            return false;
          }
          given[0] = true;
          key.set(url);
          datum.set(new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 0, 1f));
          return true;
        },
        new ListFingerprints(conf, List.of()));
  }

  /** Sends the request and records it with its answer. */
  private FetchedPage exchange(FetchRequest request) throws IOException {
    boolean isResource = resource != null && request.url().equals(resource.key());
    FetchRequest own = isResource ? resource.of(request) : request;
    String url = own.shownUrl();
    progress.accept(url);
    signature = null;
    try {
      FetchedPage answer = all.fetch(own);
      this.answer = isResource ? answer : this.answer;
      // What a login leads to may have tokens in its URL.
      exchanges.add(
          new TrialRequest(
              url, url.equals(own.url()) ? answer : answer.without("Location"), null, signature));
      return answer;
    } catch (IOException e) {
      exchanges.add(new TrialRequest(url, null, FailureKind.describe(e), signature));
      throw e;
    }
  }

  /** Keeps the records. */
  private final class Memory implements FetchTools.Sink {
    @Override
    public synchronized void add(
        String url, CrawlDatum datum, Content content, FetchCounter counter) throws IOException {
      if (counter == FetchCounter.REDIRECTS_LEFT) {
        left = url;
      } else if (!counter.isLeft()) {
        pages.put(url, new TrialPage(datum, content, robotsOf(url)));
      }
    }

    private RobotsCache.RobotsState robotsOf(String url) throws IOException {
      return sources.isFile(url) ? null : robots.lookUp(Hosts.origin(url));
    }

    @Override
    public void count(FetchCounter counter, long n) {
      // A single page needs no counters.
    }

    @Override
    public void log(RequestLine line) {
      // The recorded exchange has more detail.
    }
  }
}
