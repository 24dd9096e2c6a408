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
import org.orbweaver.crawler.hosts.HostBackOff;
import org.orbweaver.crawler.hosts.HostBackOff.Admission;
import org.orbweaver.crawler.hosts.HostIndex;
import org.orbweaver.crawler.hosts.HostOutage;
import org.orbweaver.crawler.recrawl.LastFetch;
import org.orbweaver.crawler.url.Fingerprint;
import org.orbweaver.crawler.url.Hosts;

/**
 * Keeps URLs of hosts with an outage out of the list: all of them until the host may be tried
 * again, and then all but one. It also makes URLs that robots.txt forbids due once the file has
 * changed. Memory: {@link HostIndex}.
 */
public final class HostAdmission {
  static final String STORE = "orbweaver.internal.generate.outages";

  private final HostIndex hosts;
  private final HostBackOff backOff;
  private final long dueBy;
  private final LongOpenHashSet probed = new LongOpenHashSet();

  /**
   * Admits by the outages of an index.
   *
   * @param dueBy URLs due by this time count as due, milliseconds since 1970
   */
  HostAdmission(HostIndex hosts, HostBackOff backOff, long dueBy) {
    this.hosts = hosts;
    this.backOff = backOff;
    this.dueBy = dueBy;
  }

  /** Puts the path of the store of hosts into a job's configuration. */
  static void embed(Configuration conf, Path store) {
    conf.set(STORE, store.toString());
  }

  /** The admission for a crawl, outside of a task. */
  public static HostAdmission of(Configuration conf, CrawlDir crawl, long dueBy)
      throws IOException {
    return new HostAdmission(HostIndex.read(conf, crawl.hosts()), HostBackOff.of(conf), dueBy);
  }

  /** Reads in a task the store that {@link #embed} named; without one, all hosts are admitted. */
  static HostAdmission of(Configuration conf, long dueBy) throws IOException {
    String store = conf.get(STORE);
    return new HostAdmission(
        store == null ? HostIndex.EMPTY : HostIndex.read(conf, new Path(store)),
        HostBackOff.of(conf),
        dueBy);
  }

  /**
   * Makes the entry of a URL that robots.txt forbids due, if the file has changed since the URL was
   * last considered.
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

  /** Whether the host of a URL must not be tried yet. */
  public boolean isBackedOff(String url) {
    return admission(url) == Admission.NONE;
  }

  /**
   * Takes a URL when its turn comes, if it may be listed.
   *
   * @return false if another URL of its host is the probe
   */
  boolean take(String url) {
    return admission(url) != Admission.PROBE || probed.add(Fingerprint.of(Hosts.host(url)));
  }

  private Admission admission(String url) {
    return backOff.admission(hosts.find(url), dueBy);
  }

  /** When the host of a URL may be tried again, milliseconds since 1970; the host has an outage. */
  long nextTry(String url) {
    return backOff.nextTry(hosts.find(url));
  }

  /** The outage of a URL's host, in words. */
  String words(String url) {
    HostOutage outage = hosts.find(url);
    return "its host has failed " + Count.of(outage.failures(), "round") + " in a row";
  }
}
