package org.orbweaver.crawler.fetch.task;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.sorted.PartReader;
import org.orbweaver.crawler.url.Fingerprint;

/**
 * The URLs of files of fetch lists, as 64-bit fingerprints: 8 bytes a URL. The files are read on
 * the first lookup, since many tasks never ask. Safe for use by many threads.
 */
public final class ListFingerprints {
  private final Configuration conf;
  private final List<Path> files;
  private long[] fingerprints;

  /** The URLs of these files. */
  public ListFingerprints(Configuration conf, List<Path> files) {
    this.conf = conf;
    this.files = List.copyOf(files);
  }

  /** Whether a URL is in one of the files. */
  public synchronized boolean contains(String url) throws IOException {
    if (fingerprints == null) {
      fingerprints = read();
    }
    return fingerprints.length > 0 && Arrays.binarySearch(fingerprints, Fingerprint.of(url)) >= 0;
  }

  private long[] read() throws IOException {
    var found = new LongArrayList();
    for (Path file : files) {
      try (PartReader<?> in = PartReader.ofAny(conf, file)) {
        while (in.next()) {
          found.add(Fingerprint.of(in.key().toString()));
        }
      }
    }
    long[] sorted = found.toLongArray();
    Arrays.sort(sorted);
    return sorted;
  }
}
