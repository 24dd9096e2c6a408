package org.orbweaver.crawler.generate;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.fetch.task.Outcome;
import org.orbweaver.crawler.hosts.HostIndex;
import org.orbweaver.crawler.hosts.HostOutage;
import org.orbweaver.crawler.schedule.HostBackOff;
import org.orbweaver.crawler.schedule.HostBackOff.Admission;
import org.orbweaver.crawler.schedule.LastFetch;
import org.orbweaver.crawler.url.Fingerprint;
import org.orbweaver.crawler.url.Hosts;

/**
 * Keeps URLs of hosts with an outage out of the list: all of them until the host may be tried
 * again, and then all but one. Has URLs looked at again that robots.txt forbids, once it has
 * changed. Memory: {@link HostIndex}.
 */
public final class HostAdmission {
  static final String STORE = "orbweaver.internal.generate.outages";

  private final HostIndex hosts;
  private final HostBackOff backOff;
  private final long dueBy;
  private final LongOpenHashSet probed = new LongOpenHashSet();

  /**
   * Admits by some outages.
   *
   * @param dueBy what is due until then counts as due, milliseconds since 1970
   */
  HostAdmission(HostIndex hosts, HostBackOff backOff, long dueBy) {
    this.hosts = hosts;
    this.backOff = backOff;
    this.dueBy = dueBy;
  }

  /** Sets the store of hosts that a job's tasks read. */
  static void embed(Configuration conf, Path store) {
    conf.set(STORE, store.toString());
  }

  /** Of a crawl, outside of a task. */
  public static HostAdmission of(Configuration conf, CrawlDir crawl, long dueBy)
      throws IOException {
    return new HostAdmission(HostIndex.read(conf, crawl.hosts()), HostBackOff.of(conf), dueBy);
  }

  /** In a task: reads what {@link #embed} named; without it all hosts are admitted. */
  static HostAdmission of(Configuration conf, long dueBy) throws IOException {
    String store = conf.get(STORE);
    return new HostAdmission(
        store == null ? HostIndex.EMPTY : HostIndex.read(conf, new Path(store)),
        HostBackOff.of(conf),
        dueBy);
  }

  /**
   * Makes the entry of a URL due that robots.txt forbids, if the file has changed since the URL was
   * looked at.
   */
  public void reconsider(String url, CrawlDatum entry, long now) {
    if (entry.getStatus() != CrawlDatum.STATUS_DB_GONE) {
      return;
    }
    long changed = hosts.robotsChanged(url);
    if (changed > LastFetch.of(entry, now)
        && Outcome.causeOf(entry).equals(Optional.of(FetchCounter.SKIPPED_ROBOTS_DENIED))) {
      entry.setFetchTime(Math.min(changed, now));
    }
  }

  /** Whether the host of a URL is not to be tried yet. */
  public boolean isBackedOff(String url) {
    return admission(url) == Admission.NONE;
  }

  /**
   * Takes a URL that comes to its turn, if it may be listed.
   *
   * @return false where another URL of its host is the one by which the host is tried
   */
  boolean take(String url) {
    return admission(url) != Admission.PROBE || probed.add(Fingerprint.of(Hosts.host(url)));
  }

  private Admission admission(String url) {
    return backOff.admission(hosts.find(url), dueBy);
  }

  /** When the host of a URL may be tried, milliseconds since 1970; it has an outage. */
  long nextTry(String url) {
    return backOff.nextTry(hosts.find(url));
  }

  /** What is known of the outage of a URL's host. */
  String words(String url) {
    HostOutage outage = hosts.find(url);
    return "its host has failed " + Count.of(outage.failures(), "round") + " in a row";
  }
}
