package org.orbweaver.crawler.hosts;

import org.apache.hadoop.conf.Configuration;
import org.orbweaver.crawler.conf.CrawlerKeys;

/**
 * The back-off of a host that serves nothing. After its first failed round it is left out of fetch
 * lists for a delay that doubles with each further one, and then gets one URL into a list as a
 * probe. After too many rounds it counts as gone, and is probed only after the maximum interval.
 * The first page that it serves ends the outage.
 *
 * @param firstMs delay after the first failed round; 0: hosts are not backed off
 * @param maxMs the longest delay, and that of a host that counts as gone
 * @param retryMax failed rounds after which a host counts as gone; 0: it never does
 */
public record HostBackOff(long firstMs, long maxMs, int retryMax) {
  /** The due URLs of a host that may be in the next fetch list. */
  public enum Admission {
    ALL,
    /** One, to test whether the host serves again. */
    PROBE,
    NONE
  }

  /** The back-off of a configuration. */
  public static HostBackOff of(Configuration conf) {
    return new HostBackOff(
        CrawlerKeys.FETCH_RETRY_DELAY.get(conf) * 1000L,
        CrawlerKeys.FETCH_INTERVAL_MAX.get(conf) * 1000L,
        CrawlerKeys.HOST_RETRY_MAX.get(conf));
  }

  /** When a host may be probed, milliseconds since 1970. */
  public long nextTry(HostOutage outage) {
    return outage.last() + delayMs(outage.failures());
  }

  private long delayMs(int failures) {
    if (failures <= 0 || firstMs == 0) {
      return 0;
    }
    if (isGone(failures)) {
      return maxMs;
    }
    // Twenty doublings exceed any maximum, and do not overflow.
    return Math.min(maxMs, firstMs << Math.min(failures - 1, 20));
  }

  /** Whether a host counts as gone after this number of failed rounds. */
  public boolean isGone(int failures) {
    return retryMax > 0 && failures >= retryMax;
  }

  /**
   * The due URLs of a host that may be in a list.
   *
   * @param outage the host's last, or null
   * @param dueBy URLs due by this time count as due, milliseconds since 1970
   */
  public Admission admission(HostOutage outage, long dueBy) {
    if (outage == null || outage.failures() == 0 || firstMs == 0) {
      return Admission.ALL;
    }
    long wait = nextTry(outage) - dueBy;
    // A longer wait was written by a clock that was wrong.
    return wait <= 0 || wait > maxMs ? Admission.PROBE : Admission.NONE;
  }

  /**
   * The outage after a failure. Failures within half the delay count as those of one round, however
   * many of the host's URLs were on the list, and in whatever attempt.
   *
   * @param before the host's last outage, or null
   */
  public HostOutage failed(HostOutage before, long now, String why) {
    if (before == null || before.failures() == 0 || before.last() > now) {
      return new HostOutage(now, 1, now, why);
    }
    boolean sameRound = now - before.last() <= delayMs(before.failures()) / 2;
    return sameRound ? before : new HostOutage(now, before.failures() + 1, before.since(), why);
  }
}
