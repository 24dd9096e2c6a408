package org.orbweaver.crawler.generate;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.Count;
import org.orbweaver.crawler.hosts.HostOutage;
import org.orbweaver.crawler.hosts.OutageIndex;
import org.orbweaver.crawler.schedule.HostBackOff;
import org.orbweaver.crawler.schedule.HostBackOff.Admission;
import org.orbweaver.crawler.url.Fingerprint;
import org.orbweaver.crawler.url.Hosts;

/**
 * Keeps URLs of hosts with an outage out of the list: all of them until the host may be tried
 * again, and then all but one. Memory: {@link OutageIndex}.
 */
final class HostAdmission {
  private static final String STORE = "orbweaver.internal.generate.outages";

  private final OutageIndex outages;
  private final HostBackOff backOff;
  private final long dueBy;
  private final LongOpenHashSet probed = new LongOpenHashSet();

  /**
   * Admits by some outages.
   *
   * @param dueBy what is due until then counts as due, milliseconds since 1970
   */
  HostAdmission(OutageIndex outages, HostBackOff backOff, long dueBy) {
    this.outages = outages;
    this.backOff = backOff;
    this.dueBy = dueBy;
  }

  /** Sets the store of hosts that a job's tasks read. */
  static void embed(Configuration conf, Path store) {
    conf.set(STORE, store.toString());
  }

  /** In a task: reads what {@link #embed} named; without it all hosts are admitted. */
  static HostAdmission of(Configuration conf, long dueBy) throws IOException {
    String store = conf.get(STORE);
    return new HostAdmission(
        store == null ? OutageIndex.EMPTY : OutageIndex.read(conf, new Path(store)),
        HostBackOff.of(conf),
        dueBy);
  }

  /** Whether the host of a URL is not to be tried yet. */
  boolean isBackedOff(String url) {
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
    return backOff.admission(outages.find(url), dueBy);
  }

  /** When the host of a URL may be tried, milliseconds since 1970; it has an outage. */
  long nextTry(String url) {
    return backOff.nextTry(outages.find(url));
  }

  /** What is known of the outage of a URL's host. */
  String words(String url) {
    HostOutage outage = outages.find(url);
    return "its host has failed " + Count.of(outage.failures(), "round") + " in a row";
  }
}
