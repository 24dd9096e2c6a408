package org.orbweaver.crawler.fetch;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.job.UserThreads;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.crawler.address.NameResolver;
import org.orbweaver.crawler.browser.ResourceAnswer;
import org.orbweaver.crawler.browser.ResourceLoader;
import org.orbweaver.crawler.browser.ResourceRequest;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.FetchKeys;
import org.orbweaver.crawler.conf.TdmRepOrigins;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.fetch.politeness.HostAddresses;
import org.orbweaver.crawler.fetch.politeness.PartLease;
import org.orbweaver.crawler.fetch.politeness.SharedTurns;
import org.orbweaver.crawler.fetch.spill.Spills;
import org.orbweaver.crawler.fetch.spill.Table;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.fetch.task.FetchPolicy;
import org.orbweaver.crawler.fetch.task.FetchTask;
import org.orbweaver.crawler.fetch.task.FetchTools;
import org.orbweaver.crawler.fetch.task.ListFingerprints;
import org.orbweaver.crawler.fetch.task.ListUrls;
import org.orbweaver.crawler.fetch.task.Outcome;
import org.orbweaver.crawler.fetch.task.RequestLine;
import org.orbweaver.crawler.hosts.RecentHosts;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.http.FetchedPage.Truncation;
import org.orbweaver.crawler.site.SiteFetcher;
import org.orbweaver.crawler.site.Sites;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.crawler.url.WebUrl;

/**
 * Loads what pages request while they are rendered, by a {@link FetchTask} whose list grows with
 * each request. So guard, robots.txt, delays, limits, sessions and log hold as for the pages of a
 * round. The task knows a request by its {@link ResourceRequest#key}. Each is made once in a round;
 * later ones get the same answer ({@link ResourceCache}). Hosts that other tasks contact, too, have
 * {@link SharedTurns}.
 *
 * <p>It also keeps the rendered pages and what was learned about hosts, in the same durable output
 * as a fetch: what a killed attempt leaves is continued. Safe for use by many threads.
 */
public final class ResourceFetch implements ResourceLoader, AutoCloseable {
  /** In the configuration: the folder that all tasks share. */
  private static final String SHARED = "orbweaver.internal.render.shared";

  private static final String PARTS = "parts";
  private static final String CACHE = "cache";
  private static final String TURNS = "turns";

  /** The share of the heap for answers in memory. */
  private static final int SHARE_OF_MEMORY = 8;

  private static final long IDLE_MS = 10_000;

  /** A request may last a little longer than its deadline: a name is looked up before. */
  private static final long BEYOND_DEADLINE_MS = 60_000;

  private static final String ALLOWED_ORIGIN = "Access-Control-Allow-Origin";

  /** Marks the end of the list. */
  private static final String END = "";

  /** In place of a refusal. */
  private static final String ANSWERED = "";

  private final Configuration conf;
  private final FetchPart part;
  private final SiteFetcher fetcher;
  private final ProtocolFetcher all;
  private final Sites sites;
  private final ResourceCache cache;
  private final HostAddresses addresses;
  private final FetchTask task;
  private final BlockingQueue<String> list = new LinkedBlockingQueue<>();
  private final Map<String, Asked> asked = new ConcurrentHashMap<>();
  private final Thread thread;
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(2, UserThreads.named("render-progress"));

  private volatile IOException failure;
  private volatile boolean hasEnded;

  /** What was requested; its answer is in the cache, or the reason why there is none here. */
  private static final class Asked {
    private volatile ResourceRequest first;
    private final CompletableFuture<String> refusal = new CompletableFuture<>();
    private volatile FetchedPage answer;

    Asked(ResourceRequest first) {
      this.first = first;
    }

    /** Keeps no more of the request than its log needs: there may be many. */
    void end(String why) {
      first = new ResourceRequest(first.page(), first.url(), first.kind(), List.of(), null);
      refusal.complete(why);
    }
  }

  /**
   * Prepares a job whose tasks request what pages need.
   *
   * @param shared folder that outlives killed attempts and is the same for all tasks
   * @param interrupted whether attempts of earlier jobs may have contacted hosts until now
   */
  public static void prepare(
      Job job, Session session, Path segment, Path shared, boolean interrupted) throws IOException {
    Configuration own = job.getConfiguration();
    long now = session.clock().millis();
    FetchJob.prepare(job, session.conf(), session.dir(), segment, new Path(shared, PARTS));
    own.set(SHARED, shared.toString());
    own.setLong(FetchJob.CONTACTED_UNTIL, interrupted ? now : 0);
    RecentHosts.embed(own, session.dir(), session.steps().history(), now, FetchPhase.STEP);
  }

  /** The rendered pages that the tasks of a job have left, MapFiles in no order. */
  public static List<Path> pages(Configuration conf, Path shared) throws IOException {
    List<Path> pages = new java.util.ArrayList<>();
    for (Path folder : Parts.of(shared.getFileSystem(conf), new Path(shared, PARTS))) {
      pages.addAll(new Spills(conf, folder).results().get(Table.CONTENT));
    }
    return pages;
  }

  /**
   * Publishes what the tasks of a job have left: requests and facts about hosts beside those of the
   * segment's fetch, and the pages and their records in folders of their own.
   */
  public static void publish(
      Configuration conf, Path shared, Path segment, Map<Table, String> folders, Step step)
      throws IOException {
    FileSystem fs = shared.getFileSystem(conf);
    Map<String, Integer> next = new java.util.HashMap<>();
    for (Path folder : Parts.of(fs, new Path(shared, PARTS))) {
      for (var files : new Spills(conf, folder).results().entrySet()) {
        String name =
            Set.of(Table.LOG, Table.HOSTS).contains(files.getKey())
                ? files.getKey().folder()
                : folders.get(files.getKey());
        for (Path file : name == null ? List.<Path>of() : files.getValue()) {
          Path target = new Path(segment, name);
          if (!next.containsKey(name)) {
            next.put(name, Parts.of(fs, target).stream().mapToInt(Parts::number).max().orElse(-1));
          }
          step.publish(file, new Path(target, Parts.name(next.merge(name, 1, Integer::sum))));
        }
      }
    }
  }

  /**
   * Begins, once no other attempt has the part.
   *
   * @param name of the part, the same for all attempts
   */
  @SuppressWarnings("FutureReturnValueIgnored") // both end with the timer, and neither throws
  public ResourceFetch(TaskAttemptContext context, String name)
      throws IOException, InterruptedException {
    conf = withoutOtherRequests(FetchSecrets.configuration(context));
    Path shared = new Path(conf.get(SHARED));
    FileSystem fs = shared.getFileSystem(conf);
    part = FetchPart.take(context, conf, new Path(new Path(shared, PARTS), name));
    sites = UrlKeys.sites(conf);
    long memory = Runtime.getRuntime().maxMemory() / SHARE_OF_MEMORY;
    cache = new ResourceCache(fs, new Path(shared, CACHE), memory);
    NameResolver names = FetchRules.names(conf);
    addresses = new HostAddresses(CrawlerKeys.PARTITION_URL_MODE.get(conf), names);
    fetcher =
        FetchSettings.fetcher(conf, names, FetchSecrets.of(context), FetchSecrets.keys(context));
    Answers answers = new Answers();
    all = new ProtocolFetcher(conf, fetcher, answers);
    FetchTools tools =
        FetchSettings.tools(
            conf,
            names,
            this::fetch,
            fetcher,
            part.hosts(),
            answers,
            part.lease()::check,
            new SharedTurns(
                fs,
                new Path(shared, TURNS),
                FetchKeys.FETCH_DEADLINE.get(conf) + BEYOND_DEADLINE_MS),
            WallClock.clock());
    FetchPolicy policy =
        FetchPolicy.of(conf, conf.get(FetchJob.SEGMENT), FetchPart.contactedUntil(context));
    ListUrls urls = new ListUrls(this::read, new ListFingerprints(conf, List.of()));
    part.output()
        .recover(new ListUrls((url, datum) -> false, new ListFingerprints(conf, List.of())));
    task = new FetchTask(policy, tools, urls, FetchSettings.frontier(conf, part.local()));
    thread = UserThreads.named("render-requests").newThread(this::run);
    thread.start();
    timer.scheduleWithFixedDelay(() -> tick(context), 1, 1, TimeUnit.SECONDS);
    timer.scheduleWithFixedDelay(
        this::renew, PartLease.RENEWED_EVERY_MS, PartLease.RENEWED_EVERY_MS, TimeUnit.MILLISECONDS);
  }

  /**
   * The settings of a fetch that makes none but the requested requests, and those for robots.txt.
   */
  static Configuration withoutOtherRequests(Configuration given) {
    Configuration own = new Configuration(given);
    // The browser follows redirects itself.
    FetchKeys.REDIRECT_MAX.set(own, 0);
    FetchKeys.SOFT_404_DAYS.set(own, 0);
    FetchKeys.TDMREP.set(own, TdmRepOrigins.NEVER);
    FetchKeys.HEAD_SUFFIXES.set(own, List.of());
    FetchKeys.HEADS.set(own, false);
    CrawlerKeys.SITEMAP_ROBOTS.set(own, false);
    return own;
  }

  /** Whether an attempt has finished the part: then nothing is left to do. */
  public boolean isFinished() throws IOException {
    return part.output().isFinished();
  }

  /** The records of pages that earlier attempts have kept. */
  public void earlier(BiConsumer<String, CrawlDatum> taker) throws IOException {
    part.output().earlier(taker);
  }

  /** The record about a host under a key, or null. */
  public byte[] hostRecord(String key) throws IOException {
    return part.hosts().find(key);
  }

  /** Notes a record about a host. */
  public void note(String key, byte[] record) {
    part.hosts().put(key, record);
  }

  /**
   * Keeps the record of a page that was rendered.
   *
   * @param rendered its rendered version; null if the page stays as it was
   */
  public void keep(String url, CrawlDatum record, Content rendered) throws IOException {
    part.output().add(url, record, rendered);
  }

  /** The requests that this attempt and earlier ones have made for the part. */
  public long requests() {
    return part.output().stats().get(FetchCounter.REQUESTS);
  }

  @Override
  public CompletableFuture<ResourceAnswer> load(ResourceRequest request) {
    String refusal = refusal(request, sites);
    if (refusal != null) {
      return CompletableFuture.completedFuture(new ResourceAnswer.Refused(refusal));
    }
    Asked mine = new Asked(request);
    Asked known = asked.putIfAbsent(request.key(), mine);
    if (known == null) {
      ask(mine);
    }
    return (known == null ? mine : known).refusal.thenApply(why -> answer(request, why));
  }

  private void ask(Asked mine) {
    String key = mine.first.key();
    try {
      if (cache.find(key) != null) {
        mine.end(ANSWERED);
      } else {
        list.add(key);
        if (hasEnded) {
          mine.end("no more requests are made");
        }
      }
    } catch (IOException e) {
      mine.end("the cache of the round cannot be read: " + e.getMessage());
    }
  }

  /** Why a URL is not requested for a page; null if it may be. */
  static String refusal(ResourceRequest request, Sites sites) {
    WebUrl url = UrlNormalizer.parse(request.url());
    if (url == null || !url.scheme().matches("https?") || url.host().isEmpty()) {
      return "not an http or https URL with a host";
    }
    Optional<String> secret =
        sites.of(request.url()).privateBlock(request.url()).map(block -> block.name());
    Optional<String> own =
        sites.of(request.page()).privateBlock(request.page()).map(block -> block.name());
    if (secret.isPresent() && !secret.equals(own)) {
      return "it is fetched with a login, and the page is of another site";
    }
    Optional<String> inner = within(request.url(), sites);
    return inner.isPresent() && !inner.equals(within(request.page(), sites))
        ? "its site may have private addresses, and the page is of another site"
        : null;
  }

  /** The block that lets a URL's host have private addresses. */
  private static Optional<String> within(String url, Sites sites) {
    return sites.of(url).with("private-addresses").map(block -> block.name());
  }

  private ResourceAnswer answer(ResourceRequest request, String why) {
    if (!why.isEmpty()) {
      return new ResourceAnswer.Refused(why);
    }
    try {
      FetchedPage found = cache.find(request.key());
      return found == null
          ? new ResourceAnswer.Refused("its answer is no longer in the cache of the round")
          : new ResourceAnswer.Loaded(allowed(request, found));
    } catch (IOException e) {
      return new ResourceAnswer.Refused("the cache of the round cannot be read: " + e.getMessage());
    }
  }

  /**
   * The answer for the origin that asks. A server that allowed the origin which asked first allows
   * any: it saw no cookies of its users.
   */
  static FetchedPage allowed(ResourceRequest request, FetchedPage answer) {
    Optional<String> origin =
        request.headers().stream()
            .filter(header -> header.name().equalsIgnoreCase("Origin"))
            .map(Header::value)
            .findFirst();
    Optional<String> allowed = answer.header(ALLOWED_ORIGIN);
    if (origin.isEmpty() || allowed.isEmpty() || allowed.get().equals("*")) {
      return answer;
    }
    FetchedPage without = answer.without(ALLOWED_ORIGIN);
    List<Header> headers = new java.util.ArrayList<>(without.headers());
    headers.add(new Header(ALLOWED_ORIGIN, origin.get()));
    return new FetchedPage(
        answer.status(), headers, answer.body(), answer.truncation(), answer.transfer());
  }

  /** The fetch task's list: blocks until the next request, or the end. */
  private boolean read(Text url, CrawlDatum datum) throws IOException {
    try {
      String next = list.take();
      if (next.equals(END)) {
        return false;
      }
      url.set(next);
      datum.set(new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 0, 1f));
      addresses.note(next, datum);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for requests", e);
    }
  }

  /** Makes a request as the page does, and holds its answer until its record comes. */
  private FetchedPage fetch(FetchRequest request) throws IOException {
    Asked known = asked.get(request.url());
    if (known == null || request.method() != FetchRequest.Method.GET) {
      return all.fetch(request);
    }
    FetchedPage answer = all.fetch(known.first.of(request));
    known.answer = answer;
    return answer;
  }

  /**
   * Why a page does not get an answer; empty if it does.
   *
   * @param answer null if none came
   * @param record of its fetch
   */
  static String refusal(FetchedPage answer, CrawlDatum record) {
    if (answer == null) {
      String why = Outcome.detail(record);
      return why.isEmpty() ? "no answer came" : why;
    }
    return answer.truncation() == Truncation.NONE
        ? ANSWERED
        : "its answer is cut: " + answer.truncation().name().toLowerCase(java.util.Locale.ROOT);
  }

  private void run() {
    try {
      task.run();
    } catch (IOException | InterruptedException e) {
      failure = e instanceof IOException io ? io : new IOException("interrupted", e);
    } finally {
      hasEnded = true;
      asked.values().forEach(one -> one.refusal.complete("requests have ended"));
    }
  }

  private void renew() {
    part.lease().renew();
    if (!part.lease().isHeld()) {
      fetcher.close();
    }
  }

  private void tick(TaskAttemptContext context) {
    try {
      context.progress();
      task.checkTime();
      part.output().check();
      fetcher.closeIdle(IDLE_MS);
    } catch (IOException | RuntimeException | Error e) {
      task.fail(e);
    }
  }

  /**
   * Throws if requests have failed for a reason that holds for all: the disk, or a lost lease. The
   * attempt must fail.
   */
  public void check() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  /** Ends the requests and makes the part's output durable and whole. */
  public void finish() throws IOException, InterruptedException {
    list.add(END);
    thread.join();
    check();
    part.output().finish();
  }

  @Override
  public void close() throws IOException {
    timer.shutdownNow();
    list.add(END);
    task.fail(new IOException("closed"));
    try {
      all.close();
    } finally {
      try {
        fetcher.close();
      } finally {
        part.close();
      }
    }
  }

  /** Completes requests by the records of their URLs. */
  private final class Answers implements FetchTools.Sink {
    @Override
    public void add(String key, CrawlDatum datum, Content content, FetchCounter counter)
        throws IOException {
      Asked known = counter.isLeft() ? null : asked.get(key);
      if (known == null) {
        return;
      }
      FetchedPage answer = known.answer;
      known.answer = null;
      String why = refusal(answer, datum);
      if (why.isEmpty()) {
        cache.add(key, answer);
      }
      known.end(why);
    }

    @Override
    public void count(FetchCounter counter, long n) throws IOException {
      part.output().count(counter, n);
    }

    @Override
    public void log(RequestLine line) throws IOException {
      Asked known = asked.get(line.url());
      part.output().log(known == null ? line : line.of(known.first.url(), known.first.page()));
    }
  }
}
