package org.orbweaver.crawler.hosts;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.util.Progressable;
import org.orbweaver.common.sorted.SortedMerge;
import org.orbweaver.common.store.Parts;
import org.orbweaver.crawler.url.Fingerprint;

/**
 * The hosts of a fetch list, each with its part of the list: a fetch task gets the records about
 * the hosts of its part in a file of its own. The records of a host include its robots.txt files of
 * all schemes and ports; domains and addresses have records too.
 *
 * <p>Names are kept as fingerprints: 16 to 32 bytes each.
 */
public final class ListHosts {
  /** The folder of a segment with a MapFile (key, record) for each part of its list. */
  public static final String FOLDER = "list_hosts";

  private static final String STORE = "orbweaver.internal.list.hosts.store";
  private static final int NOT_LISTED = -1;
  private static final int PROGRESS_INTERVAL = 1000;

  private final Long2IntOpenHashMap parts = new Long2IntOpenHashMap();

  /** A list without hosts. */
  public ListHosts() {
    parts.defaultReturnValue(NOT_LISTED);
  }

  /** Adds a host, or another politeness group, unless it has a part. */
  public void add(String name, int part) {
    parts.putIfAbsent(Fingerprint.of(name), part);
  }

  /** Puts the path of the store whose records a job's tasks write into its configuration. */
  public static void setStore(Configuration conf, Path store) {
    conf.set(STORE, store.toString());
  }

  /**
   * Reads the whole store that {@link #setStore} named and writes the parts' records; writes
   * nothing if none was named or it does not exist.
   *
   * @param folder gets a MapFile for each part of the list
   * @param listParts the number of parts
   */
  public void writeRecords(Configuration conf, Path folder, int listParts, Progressable progress)
      throws IOException {
    String named = conf.get(STORE);
    if (named == null) {
      return;
    }
    Path current = new Path(named);
    List<Path> store = Parts.of(current.getFileSystem(conf), current);
    if (store.isEmpty()) {
      return;
    }
    List<MapFile.Writer> writers = new ArrayList<>();
    try (SortedMerge<BytesWritable> records = SortedMerge.open(conf, store, BytesWritable.class)) {
      for (int part = 0; part < listParts; part++) {
        writers.add(HostParts.writer(conf, new Path(folder, Parts.name(part))));
      }
      for (long read = 0; records.next(); read++) {
        String key = records.key().toString();
        int part = parts.get(Fingerprint.of(HostRecords.host(key)));
        // Fetch does not use the records of pages.
        if (part != NOT_LISTED && !HostRecords.isPagesKey(key)) {
          writers.get(part).append(records.key(), records.value());
        }
        if (read % PROGRESS_INTERVAL == 0) {
          progress.progress();
        }
      }
    } finally {
      for (MapFile.Writer writer : writers) {
        writer.close();
      }
    }
  }
}
