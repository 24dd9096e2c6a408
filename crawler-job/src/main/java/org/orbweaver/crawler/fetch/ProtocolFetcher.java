package org.orbweaver.crawler.fetch;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.crawldb.DepthLimits;
import org.orbweaver.crawler.crawldb.LinkDepth;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.fetch.task.FetchPolicy;
import org.orbweaver.crawler.fetch.task.FetchTools;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Truncation;
import org.orbweaver.crawler.http.Fetcher;
import org.orbweaver.crawler.url.LinkPolicy;
import org.orbweaver.crawler.url.SourceRoots;
import org.orbweaver.crawler.url.SourceUrl;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.Protocol;
import org.orbweaver.plugin.loader.PluginException;
import org.orbweaver.plugin.loader.Provided;

/**
 * Asks the protocol that answers for a URL: that of its scheme, or one that answers for its site;
 * for all others the web. (HTTP is no protocol among others: politeness, addresses, logins and TLS
 * are woven into it.) Holds protocols to what their interface says.
 */
public final class ProtocolFetcher implements Fetcher, Closeable {
  private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  private static final Pattern HEADER_VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\uffff]*");

  private final Fetcher web;
  private final FetchTools.Sink sink;
  private final List<Provided<Protocol>> protocols;
  private final List<Provided<Protocol>> ofSites;
  private final SourceRoots sources;
  private final UrlNormalizer normalizer;
  private final LinkPolicy policy;
  private final DepthLimits depths;
  private final int contentLimit;

  /**
   * A fetcher for a task.
   *
   * @param web makes requests of the web
   * @param sink takes links that are in no body
   */
  public ProtocolFetcher(Configuration conf, Fetcher web, FetchTools.Sink sink) {
    this.web = web;
    this.sink = sink;
    this.protocols = Plugins.all(conf, Plugin::protocols);
    this.ofSites = protocols.stream().filter(one -> !one.isOwn()).toList();
    this.sources = UrlRules.sources(conf);
    this.normalizer = UrlRules.normalizer(conf);
    this.policy = UrlRules.links(conf);
    this.depths = DepthLimits.of(conf);
    this.contentLimit = FetchPolicy.contentLimit(conf);
  }

  @Override
  public FetchedPage fetch(FetchRequest request) throws IOException {
    String url = request.url();
    if (!SourceUrl.is(url)) {
      for (Provided<Protocol> one : ofSites) {
        if (guarded(one, it -> it.answers(url))) {
          return ask(one, request);
        }
      }
      return web.fetch(request);
    }
    String scheme = SourceUrl.scheme(url);
    for (Provided<Protocol> one : protocols) {
      if (guarded(one, it -> it.schemes().contains(scheme))) {
        return ask(one, request);
      }
    }
    throw new IOException("no protocol reads URLs of " + scheme + " here");
  }

  /** Turns what a plugin throws into a failure of the URL. */
  private static <T> T guarded(Provided<Protocol> protocol, Provided.Call<Protocol, T> call)
      throws IOException {
    try {
      return protocol.ask(call);
    } catch (PluginException e) {
      if (!(e.getCause() instanceof IOException expected)) {
        e.logOnce("URLs at which its protocol fails are tried later");
      } else if (protocol.isOwn()) {
        throw expected;
      }
      throw new IOException(e.getMessage(), e.getCause());
    }
  }

  private static IOException failure(Provided<Protocol> protocol, String why) {
    return new IOException(protocol.origin() + ": " + why);
  }

  private FetchedPage ask(Provided<Protocol> protocol, FetchRequest request) throws IOException {
    long start = System.nanoTime();
    if (request.method() == FetchRequest.Method.POST) {
      throw failure(protocol, "it takes no POST");
    }
    boolean headOnly = request.method() == FetchRequest.Method.HEAD;
    int wanted = request.limits().maxBytes();
    int limit =
        headOnly ? 0 : wanted == CONTENT_LIMIT ? contentLimit : Math.min(wanted, contentLimit);
    Protocol.Answer answer =
        guarded(
            protocol,
            it ->
                it.fetch(
                    new Protocol.Request(
                        request.url(),
                        request.condition().noneMatch(),
                        request.condition().modifiedSince(),
                        limit,
                        link -> add(request.url(), link))));
    if (answer == null || answer.headers() == null || answer.body() == null) {
      throw failure(protocol, "it gave no answer");
    }
    if (answer.status() < 100 || answer.status() > 599) {
      throw failure(protocol, "it answered with status " + answer.status());
    }
    boolean isLonger = answer.body().length > limit;
    byte[] body = isLonger ? Arrays.copyOf(answer.body(), limit) : answer.body();
    boolean isCut = !headOnly && (isLonger || answer.truncated());
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    return new FetchedPage(
        answer.status(),
        headers(answer),
        body,
        isCut ? Truncation.LENGTH : Truncation.NONE,
        new FetchedPage.Transfer(null, body.length, took, took, false));
  }

  /** Those that a server could send. */
  private static List<FetchedPage.Header> headers(Protocol.Answer answer) {
    List<FetchedPage.Header> headers = new ArrayList<>();
    for (Protocol.Header header : answer.headers()) {
      if (header != null
          && HEADER_NAME.matcher(Objects.requireNonNullElse(header.name(), "")).matches()
          && header.value() != null
          && HEADER_VALUE.matcher(header.value()).matches()) {
        headers.add(new FetchedPage.Header(header.name(), header.value()));
      }
    }
    return headers;
  }

  private void add(String from, String link) throws IOException {
    Optional<SourceRoots.Root> root = sources.of(from);
    String target = root.isPresent() ? link : allowed(from, link);
    int depth = 1;
    if (root.isPresent()) {
      String below = link.substring(root.get().url().length(), link.length() - 1);
      depth += (int) below.chars().filter(c -> c == '/').count();
    }
    if (target == null || depths.isExceeded(target, depth)) {
      return;
    }
    CrawlDatum later = new CrawlDatum(CrawlDatum.STATUS_LINKED, 0, 1f);
    later.setFetchTime(WallClock.clock().millis());
    if (depths.isAny()) {
      LinkDepth.putOn(later, depth);
    }
    sink.add(target, later, null, FetchCounter.ENTRIES_LEFT);
  }

  /** The link in normal form; null if it may not be followed. */
  private synchronized String allowed(String from, String link) {
    String target = normalizer.resolve(from, link);
    return target != null && policy.follow(from, target) ? target : null;
  }

  @Override
  public void close() {
    for (Provided<Protocol> one : protocols) {
      try {
        one.ask(
            it -> {
              it.close();
              return null;
            });
      } catch (PluginException e) {
        e.logOnce("its protocol could not be closed");
      }
    }
  }
}
