package org.orbweaver.crawler.hosts;

import java.io.IOException;
import java.time.Clock;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the copies of hosts' files in the table of hosts, and stores the results of requests there.
 */
record RobotsCopies(HostTable table, Clock clock) {
  private static final Logger LOG = LoggerFactory.getLogger(RobotsCopies.class);

  /**
   * The copy of the file at a URL, or null.
   *
   * @param anywhere whether its host may be missing from the list
   */
  RobotsCopy find(String url, boolean anywhere) throws IOException {
    byte[] record = anywhere ? table.findAnywhere(url) : table.find(url);
    try {
      return record == null ? null : RobotsCopy.decode(record);
    } catch (IOException e) {
      LOG.warn("cannot read the copy of {}; requesting it again", url, e);
      return null;
    }
  }

  /** Stores a file; an empty one if there is none. */
  RobotsCopy good(String url, byte[] body) throws IOException {
    long now = clock.millis();
    RobotsCopy last = find(url, true);
    boolean same = last != null && last.good() != null && Arrays.equals(last.good(), body);
    long changed = changed(last, same, now);
    return put(url, new RobotsCopy(changed, now, RobotsCopy.RobotsAnswer.GOOD, "", 0, now, body));
  }

  RobotsCopy moved(String url, String target) throws IOException {
    long now = clock.millis();
    RobotsCopy last = find(url, true);
    boolean same =
        last != null
            && last.kind() == RobotsCopy.RobotsAnswer.MOVED
            && last.detail().equals(target);
    long changed = changed(last, same, now);
    return put(
        url, new RobotsCopy(changed, now, RobotsCopy.RobotsAnswer.MOVED, target, 0, 0, null));
  }

  private static long changed(RobotsCopy last, boolean same, long now) {
    return last == null ? 0 : same ? last.changed() : now;
  }

  /** Records that no answer came; the last good copy stays. */
  RobotsCopy failed(String url, RobotsCopy.RobotsAnswer kind, String why) throws IOException {
    long now = clock.millis();
    RobotsCopy last = find(url, true);
    boolean good = last != null && last.goodAsOf() > 0;
    long since = last == null ? 0 : last.unreachableSince();
    return put(
        url,
        new RobotsCopy(
            last == null ? 0 : last.changed(),
            now,
            kind,
            why,
            since > 0 && since <= now ? since : now,
            good ? last.goodAsOf() : 0,
            good ? last.good() : null));
  }

  private RobotsCopy put(String url, RobotsCopy copy) {
    table.put(url, copy.encode());
    return copy;
  }
}
