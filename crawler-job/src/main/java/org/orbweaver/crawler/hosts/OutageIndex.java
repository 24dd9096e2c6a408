package org.orbweaver.crawler.hosts;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.Parts;
import org.orbweaver.crawler.url.Fingerprint;
import org.orbweaver.crawler.url.Hosts;

/**
 * The origins with an outage, for those who pass through the URLs of all hosts: 16 to 32 bytes of
 * memory each.
 *
 * <p>Form: beside each part of the store of hosts, in its folder, a file {@value #FILE} of 16 bytes
 * an outage: the origin's fingerprint, then the time of its last failure (milliseconds since 1970)
 * times 256 plus its failed rounds, at most 255; both are longs. A part without the file has none.
 */
public final class OutageIndex {
  /** No host has an outage. */
  public static final OutageIndex EMPTY = new OutageIndex();

  private static final String FILE = "outages";
  private static final int MAX_FAILURES = 255;
  private static final int FAILURE_BITS = 8;
  private static final long NONE = -1;

  private final Long2LongOpenHashMap outages = new Long2LongOpenHashMap();

  private OutageIndex() {
    outages.defaultReturnValue(NONE);
  }

  /** Reads the index of a store; an empty one where there is no store. */
  public static OutageIndex read(Configuration conf, Path store) throws IOException {
    OutageIndex index = new OutageIndex();
    FileSystem fs = store.getFileSystem(conf);
    for (Path part : Parts.of(fs, store)) {
      Path file = new Path(part, FILE);
      if (fs.exists(file)) {
        index.add(fs, file);
      }
    }
    return index;
  }

  private void add(FileSystem fs, Path file) throws IOException {
    long entries = fs.getFileStatus(file).getLen() / (2 * Long.BYTES);
    try (DataInputStream in = new DataInputStream(new BufferedInputStream(fs.open(file)))) {
      for (long i = 0; i < entries; i++) {
        outages.put(in.readLong(), in.readLong());
      }
    } catch (EOFException e) {
      throw new IOException("file " + file + " has lost its end", e);
    }
  }

  /** The outage of a URL's host, without its beginning and its reason; null where it serves. */
  public HostOutage find(String url) {
    if (outages.isEmpty()) {
      return null;
    }
    long found = outages.get(Fingerprint.of(Hosts.origin(url)));
    return found == NONE
        ? null
        : new HostOutage(found >>> FAILURE_BITS, (int) (found & MAX_FAILURES), 0, "");
  }

  /** Gathers the outages of one part. */
  static final class Builder {
    private final LongArrayList entries = new LongArrayList();

    /** Adds an outage, unless it is over. */
    void add(String origin, HostOutage outage) {
      if (outage.failures() > 0) {
        entries.add(Fingerprint.of(origin));
        int failures = Math.min(MAX_FAILURES, outage.failures());
        entries.add(outage.last() << FAILURE_BITS | failures);
      }
    }

    /** Writes the file of a part, if there is an outage. */
    void write(Configuration conf, Path part) throws IOException {
      if (entries.isEmpty()) {
        return;
      }
      Path file = new Path(part, FILE);
      try (DataOutputStream out = file.getFileSystem(conf).create(file, true)) {
        for (int i = 0; i < entries.size(); i++) {
          out.writeLong(entries.getLong(i));
        }
      }
    }
  }
}
