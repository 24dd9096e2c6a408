package org.orbweaver.crawler.read;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.apache.hadoop.util.ReflectionUtils;
import org.orbweaver.common.cli.Failure;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Parts;
import org.orbweaver.crawler.crawldb.WholeReader;

/**
 * A store of records by URL, in parts: MapFiles, or SequenceFiles where the order does not matter.
 * Every fault of a file is an {@link OrbException} that names the part.
 *
 * @param <V> the records
 */
public final class RecordStore<V extends Writable> {

  /** Takes records; both objects are used again for the next. */
  @FunctionalInterface
  public interface Visitor<V> {
    void visit(Text url, V value) throws IOException;
  }

  private final Configuration conf;
  private final FileSystem fs;
  private final String what;
  private final Class<V> type;
  private final List<Path> parts;

  private RecordStore(
      Configuration conf, FileSystem fs, String what, Class<V> type, List<Path> parts) {
    this.conf = conf;
    this.fs = fs;
    this.what = what;
    this.type = type;
    this.parts = parts;
  }

  /**
   * Opens a store; no file is read yet.
   *
   * @param what its name in messages
   * @throws OrbException (failed) when the folder is missing or has no parts
   */
  public static <V extends Writable> RecordStore<V> open(
      Configuration conf, FileSystem fs, Path folder, String what, Class<V> type)
      throws IOException {
    List<Path> parts = Parts.of(fs, folder);
    if (parts.isEmpty()) {
      throw OrbException.failed("no " + what + " in " + folder);
    }
    return new RecordStore<>(conf, fs, what, type, parts);
  }

  /** The number of parts. */
  public int size() {
    return parts.size();
  }

  /** Whether there is anything to open. */
  public static boolean exists(FileSystem fs, Path folder) throws IOException {
    return !Parts.of(fs, folder).isEmpty();
  }

  /**
   * All records of a URL, in the order of the parts. A MapFile is looked up, a SequenceFile read
   * through.
   */
  public List<V> get(String url) throws IOException {
    Text key = new Text(url);
    List<V> found = new ArrayList<>();
    if (fs.getFileStatus(parts.get(0)).isDirectory()) {
      // Where the partitioning is the usual one, one look-up does; else all parts are asked.
      int likely = new HashPartitioner<Text, V>().getPartition(key, null, parts.size());
      lookUp(parts.get(likely), key, found);
      for (int i = 0; i < parts.size() && found.isEmpty(); i++) {
        if (i != likely) {
          lookUp(parts.get(i), key, found);
        }
      }
      return found;
    }
    for (Path part : parts) {
      try (Cursor<V> cursor = cursor(part)) {
        while (cursor.next()) {
          if (cursor.key.equals(key)) {
            found.add(cursor.value);
            cursor.value = newValue();
          }
        }
      }
    }
    return found;
  }

  private void lookUp(Path part, Text key, List<V> found) throws IOException {
    try (MapFile.Reader reader = new MapFile.Reader(part, conf)) {
      V value = newValue();
      if (reader.get(key, value) != null) {
        found.add(value);
        Text next = new Text();
        value = newValue();
        while (reader.next(next, value) && next.equals(key)) {
          found.add(value);
          value = newValue();
        }
      }
    } catch (IOException | RuntimeException e) {
      throw broken(part, e);
    }
  }

  /** Reads part {@code number} through. */
  public void forEach(int number, Visitor<V> visitor) throws IOException {
    try (Cursor<V> cursor = cursor(parts.get(number))) {
      while (cursor.next()) {
        visitor.visit(cursor.key, cursor.value);
      }
    }
  }

  /** Reads the parts of a sorted store through in the order of the URLs. */
  void forEachSorted(Visitor<V> visitor) throws IOException {
    try (Merge<V> merge = new Merge<>()) {
      for (Path part : parts) {
        merge.add(cursor(part));
      }
      for (Cursor<V> cursor = merge.peek(); cursor != null; cursor = merge.peek()) {
        visitor.visit(cursor.key, cursor.value);
        merge.advance();
      }
    }
  }

  /** Opens a merged reading of the store for callers that read several stores side by side. */
  Merge<V> merge() throws IOException {
    Merge<V> merge = new Merge<>();
    for (Path part : parts) {
      merge.add(cursor(part));
    }
    return merge;
  }

  private V newValue() {
    return ReflectionUtils.newInstance(type, conf);
  }

  private Cursor<V> cursor(Path part) throws IOException {
    Path data = part;
    if (fs.getFileStatus(part).isDirectory()) {
      data = new Path(part, MapFile.DATA_FILE_NAME);
    }
    try {
      WholeReader reader = new WholeReader(conf, data);
      if (reader.keyClass() != Text.class || reader.valueClass() != type) {
        reader.close();
        throw OrbException.failed(
            part
                + " is not part of a "
                + what
                + ": it holds "
                + reader.keyClass().getName()
                + " and "
                + reader.valueClass().getName());
      }
      return new Cursor<>(this, part, reader, newValue());
    } catch (IOException | RuntimeException e) {
      throw broken(part, e);
    }
  }

  private OrbException broken(Path part, Exception e) {
    if (e instanceof OrbException known) {
      return known;
    }
    String message = Failure.reason(e);
    return OrbException.failed(
        what
            + " part "
            + part
            + " is corrupt ("
            + message.lines().findFirst().orElse("")
            + "); restore it from a backup",
        e);
  }

  /** One part being read. */
  static final class Cursor<V extends Writable> implements Closeable {
    private final RecordStore<V> store;
    private final Path part;
    private final WholeReader reader;
    private final Text key = new Text();
    private V value;

    Cursor(RecordStore<V> store, Path part, WholeReader reader, V value) {
      this.store = store;
      this.part = part;
      this.reader = reader;
      this.value = value;
    }

    boolean next() throws IOException {
      try {
        return reader.next(key, value);
      } catch (IOException | RuntimeException e) {
        throw store.broken(part, e);
      }
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }

  /** Sorted parts read as one. */
  static final class Merge<V extends Writable> implements Closeable {
    private final PriorityQueue<Cursor<V>> queue =
        new PriorityQueue<>((a, b) -> a.key.compareTo(b.key));
    private final List<Cursor<V>> all = new ArrayList<>();

    private void add(Cursor<V> cursor) throws IOException {
      all.add(cursor);
      if (cursor.next()) {
        queue.add(cursor);
      }
    }

    private Cursor<V> peek() {
      return queue.peek();
    }

    /** The URL at hand, or null at the end. */
    Text key() {
      Cursor<V> first = queue.peek();
      return first == null ? null : first.key;
    }

    /** The record at hand. */
    V value() {
      return queue.element().value;
    }

    void advance() throws IOException {
      Cursor<V> first = queue.remove();
      if (first.next()) {
        queue.add(first);
      }
    }

    @Override
    public void close() throws IOException {
      for (Cursor<V> cursor : all) {
        cursor.close();
      }
    }
  }
}
