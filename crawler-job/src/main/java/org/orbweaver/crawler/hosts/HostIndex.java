package org.orbweaver.crawler.hosts;

import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.crawler.robots.TdmRep;
import org.orbweaver.crawler.url.Fingerprint;
import org.orbweaver.crawler.url.Hosts;

/**
 * The origins with an outage and the hosts whose robots.txt has changed, for readers of the URLs of
 * all hosts: 16 to 32 bytes of memory each.
 *
 * <p>Form: beside each part of the store of hosts, in its folder, a file {@value #NAME} of 16 bytes
 * an entry, two longs. For an outage: the origin's fingerprint, then the time of its last failure
 * (milliseconds since 1970) times 256 plus its failed rounds, at most 255. For a robots.txt: the
 * fingerprint of "robots.txt of " and its host without "www.", then the time of its last change
 * times 256. A part without the file has none.
 */
public final class HostIndex {
  /** An index without outages. */
  public static final HostIndex EMPTY = new HostIndex();

  private static final String NAME = "outages";
  private static final IndexFile FILE = new IndexFile(NAME);
  private static final int MAX_FAILURES = 255;
  private static final int FAILURE_BITS = 8;
  private static final long NONE = -1;
  private static final String WWW = "www.";

  private final Long2LongOpenHashMap entries = new Long2LongOpenHashMap();

  private HostIndex() {
    entries.defaultReturnValue(NONE);
  }

  /** Reads the index of a store; it is empty if there is no store. */
  public static HostIndex read(Configuration conf, Path store) throws IOException {
    HostIndex index = new HostIndex();
    FILE.read(
        conf,
        store,
        (in, bytes) -> {
          for (long at = 0; at < bytes; at += 2 * Long.BYTES) {
            index.entries.put(in.readLong(), in.readLong());
          }
        });
    return index;
  }

  /** The outage of a URL's host, without its beginning and its reason; null if there is none. */
  public HostOutage find(String url) {
    if (entries.isEmpty()) {
      return null;
    }
    long found = entries.get(Fingerprint.of(Hosts.origin(url)));
    return found == NONE
        ? null
        : new HostOutage(found >>> FAILURE_BITS, (int) (found & MAX_FAILURES), 0, "");
  }

  /**
   * When a robots.txt of a URL's host was last found changed, milliseconds since 1970; 0 if it
   * never was. A host with and without "www." is one host here: mostly the file of one redirects to
   * that of the other.
   */
  public long robotsChanged(String url) {
    long found = entries.isEmpty() ? NONE : entries.get(robotsKey(Hosts.host(url)));
    return found == NONE ? 0 : found >>> FAILURE_BITS;
  }

  private static long robotsKey(String host) {
    String name = host.startsWith(WWW) ? host.substring(WWW.length()) : host;
    return Fingerprint.of("robots.txt of " + name);
  }

  /** Gathers the entries of one part. */
  public static final class HostIndexBuilder {
    private final LongArrayList entries = new LongArrayList();

    /** The last change by a host's key, over its files with http and https. */
    private final Long2LongOpenHashMap robots = new Long2LongOpenHashMap();

    /** Adds an outage, unless it is over. */
    public void add(String origin, HostOutage outage) {
      if (outage.failures() > 0) {
        entries.add(Fingerprint.of(origin));
        int failures = Math.min(MAX_FAILURES, outage.failures());
        entries.add(outage.last() << FAILURE_BITS | failures);
      }
    }

    /** Adds the robots.txt at a URL, if it has changed. */
    public void addRobots(String url, long changed) {
      if (changed > 0 && !url.endsWith(TdmRep.PATH)) {
        robots.mergeLong(robotsKey(Hosts.host(url)), changed, Math::max);
      }
    }

    /** Writes the file of a part, if there are entries. */
    public void write(Configuration conf, Path part) throws IOException {
      for (Long2LongMap.Entry changed : robots.long2LongEntrySet()) {
        entries.add(changed.getLongKey());
        entries.add(changed.getLongValue() << FAILURE_BITS);
      }
      if (entries.isEmpty()) {
        return;
      }
      FILE.write(
          conf,
          part,
          out -> {
            for (int i = 0; i < entries.size(); i++) {
              out.writeLong(entries.getLong(i));
            }
          });
    }
  }
}
