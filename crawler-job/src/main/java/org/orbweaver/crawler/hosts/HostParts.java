package org.orbweaver.crawler.hosts;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.sorted.StoreLookup;
import org.orbweaver.common.store.Parts;

/**
 * The parts of {@code hosts/current}, or one that comes with a part of a fetch list. Their format
 * suits single look-ups: every sixteenth key is in the index, and nothing is compressed except the
 * robots.txt files inside the records.
 *
 * <p>Memory: one entry in {@value #INDEX_SKIP} + 1 of the store's index, about a byte for each key;
 * all entries of a list's index, about 6 bytes for each key.
 */
public final class HostParts implements HostStore, Closeable {
  /** Keys from one entry of the index to the next. */
  public static final int INDEX_INTERVAL = 16;

  private static final int INDEX_SKIP = 7;

  private final StoreLookup<BytesWritable> records;

  private HostParts(Configuration conf, List<Path> parts) {
    this.records = new StoreLookup<>(conf, parts, BytesWritable.class);
  }

  /** The store's parts in a folder, none if it does not exist; opened at the first look-up. */
  public static HostParts store(Configuration conf, Path folder) throws IOException {
    Configuration own = new Configuration(conf);
    own.setInt("io.map.index.skip", INDEX_SKIP);
    return new HostParts(own, Parts.of(folder.getFileSystem(conf), folder));
  }

  /**
   * The records about the hosts of one part of a list. They are first copied to the local file
   * system if they are not there: look-ups across the network would take milliseconds each.
   *
   * @param local a folder for the copy, made if it is missing; the caller deletes it
   */
  public static HostParts ofList(Configuration conf, Path part, java.nio.file.Path local)
      throws IOException {
    FileSystem fs = part.getFileSystem(conf);
    if (fs.getUri().equals(FileSystem.getLocal(conf).getUri())) {
      return new HostParts(conf, List.of(part));
    }
    Files.createDirectories(local);
    Path copy = new Path(Files.createTempDirectory(local, ListHosts.FOLDER).toUri());
    fs.copyToLocalFile(false, part, copy, true);
    return new HostParts(conf, List.of(new Path(copy, part.getName())));
  }

  /** The number of the part that a key belongs to. */
  public static int partOf(String key, int parts) {
    return (new Text(HostRecords.host(key)).hashCode() & Integer.MAX_VALUE) % parts;
  }

  /** Opens a writer of one part; keys must come sorted. */
  public static MapFile.Writer writer(Configuration conf, Path part) throws IOException {
    return StoreFiles.lookUpFile(conf, part, BytesWritable.class, INDEX_INTERVAL);
  }

  @Override
  public synchronized byte[] find(String key) throws IOException {
    if (records.parts() == 0) {
      return null;
    }
    BytesWritable record = records.get(partOf(key, records.parts()), new Text(key));
    return record == null ? null : record.copyBytes();
  }

  @Override
  public synchronized void close() throws IOException {
    records.close();
  }
}
