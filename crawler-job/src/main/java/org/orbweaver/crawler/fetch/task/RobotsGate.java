package org.orbweaver.crawler.fetch.task;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.ProtocolStatus;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.fetch.politeness.HostGate;
import org.orbweaver.crawler.hosts.RobotsCache;
import org.orbweaver.crawler.hosts.TdmRepFiles;
import org.orbweaver.crawler.http.FailureKind;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.RefusedAddressException;
import org.orbweaver.crawler.recrawl.Refusal;
import org.orbweaver.crawler.robots.RobotsRules;
import org.orbweaver.crawler.robots.TdmRep;
import org.orbweaver.crawler.url.HostMode;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.IpAddresses;
import org.orbweaver.crawler.usage.UsageStatement;

/**
 * Applies robots.txt and tdmrep.json to a task's URLs and hosts, and requests these files. Their
 * statements on the use of a page are read when the page is fetched.
 */
final class RobotsGate {
  /** File systems have no such files. */
  private static final RobotsCache.Ready NO_FILE =
      new RobotsCache.Ready(RobotsRules.ALLOW_ALL, "", 0);

  private final FetchPolicy policy;
  private final FetchTools tools;
  private final RobotsCache cache;
  private final Requests requests;
  private final Redirects redirects;

  RobotsGate(FetchPolicy policy, FetchTools tools, Requests requests, Redirects redirects) {
    this.policy = policy;
    this.tools = tools;
    this.cache = tools.files().robots();
    this.requests = requests;
    this.redirects = redirects;
  }

  /** The known robots.txt of a URL's origin, or the file to request next. */
  RobotsCache.RobotsState lookUp(String url) throws IOException {
    return policy.politeness().sources().isFile(url) ? NO_FILE : cache.lookUp(Hosts.origin(url));
  }

  /** Whether the robots.txt at this URL need not be requested. */
  boolean isKnown(String url) throws IOException {
    return cache.isKnown(url);
  }

  /** Notes a host's Crawl-delay, if there is one. */
  void noteCrawlDelay(HostGate.LeasedHost host, RobotsCache.RobotsState answer) {
    if (answer instanceof RobotsCache.Ready ready) {
      host.crawlDelay(ready.rules().crawlDelayMs());
    }
  }

  /** Whether robots.txt is known to let the URL be requested. */
  boolean isAllowed(String url) throws IOException {
    return lookUp(url) instanceof RobotsCache.Ready ready && denied(url, ready) == null;
  }

  /** The outcome if robots.txt forbids the URL, or null. */
  Outcome denied(String url, RobotsCache.Ready ready) {
    RobotsRules rules = ready.rules();
    RobotsRules.Decision decision = rules.decision(url);
    if (!decision.allowed()) {
      return Outcome.denied(
          ProtocolStatus.ROBOTS_DENIED,
          decision + " (" + ready.file() + ")",
          FetchCounter.SKIPPED_ROBOTS_DENIED);
    }
    if (policy.politeness().delay().excludes(rules.crawlDelayMs())) {
      return Outcome.refused(
          Refusal.Cause.CRAWL_DELAY,
          "Crawl-delay of "
              + rules.crawlDelayMs() / 1000.0
              + " s exceeds fetcher.max.crawl.delay ("
              + ready.file()
              + ")");
    }
    return null;
  }

  /** Requests a tdmrep.json, with all politeness. Whatever the result, pages may be requested. */
  void askTdmRep(HostGate.LeasedHost host, String url) throws IOException, InterruptedException {
    TdmRepFiles files = tools.files().tdmRep();
    tools.sink().count(FetchCounter.TDMREP_REQUESTS, 1);
    try {
      FetchedPage answer =
          requests.ask(
              host, FetchRequest.get(url).limitedTo(TdmRep.MAX_BYTES).at(address(host)), "");
      String target = Redirects.location(answer).map(to -> redirects.resolve(url, to)).orElse(null);
      if (target != null && Hosts.host(target).equals(Hosts.host(url))) {
        files.completeMoved(url, target);
      } else if (answer.truncation().isCut()) {
        files.completeFailed(url, "truncated: " + answer.truncation());
      } else {
        files.complete(url, answer.status(), answer.body());
      }
    } catch (IOException e) {
      files.completeFailed(url, FailureKind.describe(e));
    }
  }

  /** The current statements of the host's files on the use of a page. */
  List<UsageStatement> usage(String url, RobotsCache.Ready ready) throws IOException {
    List<UsageStatement> said = UsageStatement.ofRobots(ready.rules().usage(url), ready.asOf());
    TdmRepFiles.OriginRules file = tools.files().tdmRep().lookUp(Hosts.origin(url));
    file.rules().find(url).ifPresent(rule -> said.add(UsageStatement.ofFile(rule, file.asOf())));
    return said;
  }

  /** Requests a robots.txt; the host is due. */
  void ask(HostGate.LeasedHost host, String url) throws IOException, InterruptedException {
    tools.sink().count(FetchCounter.ROBOTS_REQUESTS, 1);
    try {
      FetchedPage answer =
          requests.ask(
              host,
              FetchRequest.get(url).limitedTo(RobotsRules.MAX_BYTES + 1).at(address(host)),
              "");
      Optional<String> location = Redirects.location(answer);
      if (location.isPresent()) {
        String target = redirects.resolve(url, location.get());
        if (target == null) {
          cache.completeFailed(url, "redirects to an unusable URL");
        } else {
          cache.completeMoved(url, target);
        }
      } else if (answer.truncation().isCut()) {
        // Half a file is no permission: the other half may contain rules.
        cache.completeFailed(url, "truncated: " + answer.truncation());
      } else {
        cache.complete(url, answer.status(), answer.body());
        listSitemaps(url);
      }
    } catch (RefusedAddressException e) {
      cache.completeRefused(url, e.getMessage(), !e.concernsWholeHost());
    } catch (IOException e) {
      FailureKind kind = FailureKind.of(e);
      if (kind == FailureKind.DNS || kind == FailureKind.CONNECT) {
        cache.completeUnreached(url, FailureKind.describe(e));
      } else {
        cache.completeFailed(url, FailureKind.describe(e));
      }
    }
  }

  /**
   * The address in the name of a host's group, which has digits if it is one; a host without an
   * address has its name as the group.
   */
  String address(HostGate.LeasedHost host) {
    String group = host.group();
    return policy.politeness().groupBy() == HostMode.IP && IpAddresses.isAddress(group)
        ? group
        : null;
  }

  /** Sitemaps become URLs of a later round; their mark names the hosts whose URLs they may list. */
  private void listSitemaps(String url) throws IOException {
    Optional<RobotsRules> rules =
        policy.sitemapSeconds() >= 0 ? cache.rulesAt(url) : Optional.empty();
    for (String sitemap : rules.map(RobotsRules::sitemaps).orElse(List.of())) {
      String target = redirects.resolve(url, sitemap);
      if (target != null && redirects.mayFollow(url, target, true)) {
        CrawlDatum later = new CrawlDatum(CrawlDatum.STATUS_LINKED, policy.sitemapSeconds(), 1f);
        later.setFetchTime(tools.wallClock().millis());
        SitemapMark.mark(later, 0, List.of(Hosts.host(url)));
        tools.sink().add(target, later, null, FetchCounter.SITEMAPS_LEFT);
      }
    }
  }
}
