package org.orbweaver.crawler.fetch;

import java.io.Closeable;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.crawler.address.HostsFile;
import org.orbweaver.crawler.address.NameResolver;
import org.orbweaver.crawler.fetch.politeness.HostGate;
import org.orbweaver.crawler.fetch.politeness.PolitenessRules;
import org.orbweaver.crawler.fetch.task.FetchPolicy;
import org.orbweaver.crawler.hosts.HostParts;
import org.orbweaver.crawler.hosts.HostTable;
import org.orbweaver.crawler.hosts.RecentHosts;
import org.orbweaver.crawler.hosts.RobotsCache;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.IpAddresses;
import org.orbweaver.crawler.url.SourceUrl;

/**
 * The least time that a fetch needs for a host: the time that politeness alone demands if every
 * answer is instant. It depends on the settings and on the records of the host, as in a fetch task;
 * it contacts no host and looks up no name.
 *
 * <p>The bound assumes that every URL not known to be left out is requested. A host that turns out
 * to be down, or whose robots.txt is not known and forbids pages, takes less.
 */
public final class LeastTime implements Closeable {
  private static final String NOW = "orbweaver.internal.plan.now";

  /** The fate of a URL on the list. */
  public enum Fate {
    /** Requested. */
    REQUESTED,
    /** Requested, after its host's robots.txt. */
    AFTER_ROBOTS,
    /** Forbidden by the known robots.txt, or because of its Crawl-delay. */
    DENIED,
    /** Deferred: the last attempt to read its host's robots.txt failed a short time ago. */
    UNREACHABLE,
    /** Refused by the settings: its port or address is not allowed. */
    REFUSED
  }

  /**
   * The least time of a host.
   *
   * @param requests pages that can be requested
   * @param deferred pages that wait for another round
   * @param leastMs to the start of the last request
   * @param waitMs of these, until the first
   * @param delayMs of these, between two requests
   * @param crawlDelay whether that is the host's Crawl-delay, not our own delay
   * @param until the time until which the host is to be left alone, if pages are deferred for that;
   *     milliseconds since 1970, else 0
   */
  public record Bound(
      long requests,
      long deferred,
      long leastMs,
      long waitMs,
      long delayMs,
      boolean crawlDelay,
      long until) {}

  private final PolitenessRules politeness;
  private final HostGate gate;
  private final FetchRules rules;
  private final boolean proxy;
  private final NameResolver knownNames;
  private final HostParts parts;
  private final RecentHosts recent;
  private final HostTable table;
  private final RobotsCache robots;
  private final long now;

  private LeastTime(Configuration conf, HostParts parts) throws IOException {
    this.now = conf.getLong(NOW, 0);
    FetchPolicy policy = FetchPolicy.of(conf, "", 0);
    this.politeness = policy.politeness();
    this.rules = FetchRules.of(conf);
    this.proxy = FetchSettings.http(conf).proxy() != null;
    NameResolver names = FetchRules.names(conf);
    this.knownNames = names instanceof HostsFile ? names : null;
    this.parts = parts;
    this.recent = RecentHosts.over(parts, conf);
    // Nothing is put into the table, so it needs no folder.
    this.table = new HostTable(recent, parts, Path.of(""));
    Clock clock = Clock.fixed(Instant.ofEpochMilli(now), ZoneOffset.UTC);
    this.robots = FetchSettings.robots(conf, table, clock);
    this.gate = new HostGate(politeness, table, clock, () -> 0);
  }

  /**
   * Checks the settings of fetch, and puts the data that tasks need into a job's configuration.
   *
   * @param now the current time, milliseconds since 1970
   */
  public static void embed(Configuration conf, CrawlDir dir, List<StepRecord> history, long now)
      throws IOException {
    FetchSettings.prepare(conf);
    conf.setLong(NOW, now);
    conf.set(FetchJob.HOSTS, dir.hosts().toString());
    RecentHosts.embed(conf, dir, history, now, FetchPhase.STEP);
  }

  /** Reads the data that {@link #embed} put into the configuration; for tasks and clients. */
  public static LeastTime of(Configuration conf) throws IOException {
    return new LeastTime(
        conf, HostParts.store(conf, new org.apache.hadoop.fs.Path(conf.get(FetchJob.HOSTS))));
  }

  /** The politeness group of a URL: its host, registered domain or address; or empty. */
  public String group(String url, CrawlDatum datum) {
    return politeness.groupOf(url, datum);
  }

  /** The fate of a URL that has a group, as far as it is known now. */
  public Fate fate(String url) throws IOException {
    if (SourceUrl.is(url)) {
      return Fate.REQUESTED;
    }
    if (isRefused(url)) {
      return Fate.REFUSED;
    }
    RobotsCache.RobotsState answer = robots.lookUp(Hosts.origin(url));
    if (answer instanceof RobotsCache.Unreachable) {
      return Fate.UNREACHABLE;
    }
    if (answer instanceof RobotsCache.Ready ready) {
      boolean denied =
          !ready.rules().decision(url).allowed()
              || politeness.delay().excludes(ready.rules().crawlDelayMs());
      return denied ? Fate.DENIED : Fate.REQUESTED;
    }
    // If the robots.txt redirects to another host, the next request of it costs this host nothing.
    String asked = Hosts.host(((RobotsCache.Wanted) answer).url());
    return asked.equals(Hosts.host(url)) ? Fate.AFTER_ROBOTS : Fate.REQUESTED;
  }

  private boolean isRefused(String url) {
    if (rules.portRefusal(url) != null) {
      return true;
    }
    if (proxy) {
      return false;
    }
    String host = Hosts.host(url);
    if (IpAddresses.isAddress(host)) {
      return rules.addressRefusal(url) != null;
    }
    if (knownNames == null) {
      return false;
    }
    try {
      return Stream.of(knownNames.resolve(host))
          .anyMatch(address -> rules.guard().refusal(host, address) != null);
    } catch (UnknownHostException e) {
      return true;
    }
  }

  /**
   * The bound for a host.
   *
   * @param group as {@link #group} gives it
   * @param pages URLs that can be requested
   * @param robotsFiles robots.txt files to request before them
   */
  public Bound bound(String group, long pages, long robotsFiles) throws IOException {
    HostGate.LeasedHost host = gate.load(group, false);
    long waitMs = host.waitMs();
    long delayMs = host.leastDelayMs();
    boolean crawlDelay = delayMs > politeness.delay(group).delayMs();
    long contacts = pages == 0 ? 0 : pages + robotsFiles;
    if (waitMs > politeness.maxWaitMs()) {
      long until = host.askedUntil() > 0 ? host.askedUntil() : now + waitMs;
      return new Bound(0, pages, 0, 0, delayMs, crawlDelay, until);
    }
    if (delayMs > politeness.maxWaitMs()) {
      // Its first answer ends the host's round.
      contacts = Math.min(contacts, 1);
    }
    long leastMs = contacts == 0 ? 0 : waitMs + (contacts - 1) * delayMs;
    long limit = politeness.timeLimitMs();
    if (limit >= 0 && leastMs >= limit) {
      // Real answers take time, so the last request may start a whole delay before the limit.
      contacts = waitMs >= limit ? 0 : delayMs == 0 ? contacts : 1 + (limit - 1 - waitMs) / delayMs;
      leastMs = contacts == 0 ? 0 : Math.max(waitMs, limit - delayMs);
    }
    long requests = Math.max(0, Math.min(pages, contacts - robotsFiles));
    return new Bound(
        requests, pages - requests, leastMs, contacts == 0 ? 0 : waitMs, delayMs, crawlDelay, 0);
  }

  @Override
  public void close() throws IOException {
    table.close();
    recent.close();
    parts.close();
  }
}
