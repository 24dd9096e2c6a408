package org.orbweaver.crawler.fetch;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.crawler.address.NameResolver;
import org.orbweaver.crawler.conf.FetchKeys;
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
import org.orbweaver.crawler.http.Fetcher;
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
 */
public final class TrialFetch {
  /** A User-Agent other than ours, for {@link #asBrowser} alone. */
  static final String USER_AGENT = "orbweaver.internal.fetch.user.agent";

  private static final String BROWSER =
      "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

  private static final int MOST_ROUNDS = 10;

  private final Configuration conf;
  private final Consumer<String> progress;
  private final List<TrialRequest> exchanges = new ArrayList<>();
  private final Map<String, TrialPage> pages = new LinkedHashMap<>();
  private RobotsCache robots;
  private SourceRoots sources;
  private String left;

  /** Of the last request: there is one thread. */
  private volatile TrialSignature signature;

  private TrialFetch(Configuration conf, Consumer<String> progress) {
    this.conf = new Configuration(conf);
    this.progress = progress;
    FetchKeys.FETCH_THREADS.set(this.conf, 1);
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
    TrialFetch trial = new TrialFetch(conf, progress);
    trial.run(url);
    return new Trial(trial.exchanges, trial.pages);
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
    FetchSettings.prepare(conf);
    FetchPolicy policy = FetchPolicy.of(conf, "trial", 0);
    NameResolver names = FetchRules.names(conf);
    Memory memory = new Memory();
    try (SiteFetcher http =
            FetchSettings.fetcher(conf, names, FetchSettings.secrets(conf), recorder());
        ProtocolFetcher all = new ProtocolFetcher(conf, http, memory);
        HostTable hosts = new HostTable(key -> null, key -> null, new File(".").toPath())) {
      sources = policy.politeness().sources();
      Fetcher fetcher = request -> exchange(all, request);
      FetchTools tools =
          FetchSettings.tools(
              conf,
              names,
              fetcher,
              http,
              hosts,
              memory,
              () -> {},
              HostTurns.ALONE,
              Clock.systemUTC());
      robots = tools.files().robots();
      left = url;
      for (int round = 0;
          left != null && !pages.containsKey(left) && round < MOST_ROUNDS;
          round++) {
        String next = left;
        left = null;
        new FetchTask(policy, tools, listOf(next, conf), FetchSettings.frontier(conf, null)).run();
      }
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
  private FetchedPage exchange(Fetcher fetcher, FetchRequest request) throws IOException {
    String url = request.shownUrl();
    progress.accept(url);
    signature = null;
    try {
      FetchedPage answer = fetcher.fetch(request);
      // What a login leads to may have tokens in its URL.
      exchanges.add(
          new TrialRequest(
              url,
              url.equals(request.url()) ? answer : answer.without("Location"),
              null,
              signature));
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
