package org.orbweaver.common.sorted;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.apache.hadoop.util.ReflectionUtils;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.UserThreads;
import org.orbweaver.common.store.Parts;

/**
 * A store: the parts in a folder. A store that does not exist yet is empty. Damage to a part is an
 * {@link OrbException} (failed) that names it.
 *
 * @param <V> the values
 */
public final class SortedStore<V extends Writable> {
  private final Configuration conf;
  private final FileSystem fs;
  private final Path folder;
  private final Class<V> type;
  private final List<Path> parts;

  private SortedStore(
      Configuration conf, FileSystem fs, Path folder, Class<V> type, List<Path> parts) {
    this.conf = conf;
    this.fs = fs;
    this.folder = folder;
    this.type = type;
    this.parts = parts;
  }

  /** Opens a store without reading its parts. */
  public static <V extends Writable> SortedStore<V> open(
      Configuration conf, Path folder, Class<V> type) throws IOException {
    FileSystem fs = folder.getFileSystem(conf);
    return new SortedStore<>(conf, fs, folder, type, Parts.of(fs, folder));
  }

  public Path folder() {
    return folder;
  }

  public boolean isEmpty() {
    return parts.isEmpty();
  }

  /** The parts in the order of their numbers. */
  public List<Path> parts() {
    return List.copyOf(parts);
  }

  /**
   * Checks all parts without reading their data.
   *
   * @throws OrbException (failed) naming a part that is missing, incomplete or truncated
   */
  public void check() throws IOException {
    if (parts.isEmpty() && fs.exists(folder)) {
      throw OrbException.failed(folder + " has no parts; restore it from a backup");
    }
    for (int i = 0; i < parts.size(); i++) {
      if (Parts.number(parts.get(i)) != i) {
        throw OrbException.failed(
            "part " + i + " is missing in " + folder + "; restore it from a backup");
      }
      check(conf, parts.get(i));
    }
  }

  /**
   * Checks a MapFile: reads its index, and its data from the last position in the index. Finds a
   * truncated data file, but not damage before that position.
   *
   * @throws OrbException (failed) naming the file
   */
  public static void check(Configuration conf, Path part) throws IOException {
    try (PartReader<LongWritable> index =
        new PartReader<>(conf, new Path(part, MapFile.INDEX_FILE_NAME), LongWritable.class)) {
      long last = 0;
      while (index.next()) {
        last = index.value().get();
      }
      Path data = new Path(part, MapFile.DATA_FILE_NAME);
      if (part.getFileSystem(conf).getFileStatus(data).getLen() <= last) {
        throw new IOException("its data ends before its index");
      }
      PartReader.checkEnd(conf, part, last);
    } catch (IOException e) {
      throw PartReader.corrupt(part, "", e);
    }
  }

  /**
   * All records of a key, in the order of the parts. A MapFile is looked up (first in the part
   * given by HashPartitioner, then in the others), a sequence file is read through.
   */
  public List<V> get(String key) throws IOException {
    Text wanted = new Text(key);
    List<V> found = new ArrayList<>();
    if (!parts.isEmpty() && fs.getFileStatus(parts.get(0)).isDirectory()) {
      int likely = new HashPartitioner<Text, V>().getPartition(wanted, null, parts.size());
      lookUp(parts.get(likely), wanted, found);
      for (int i = 0; i < parts.size() && found.isEmpty(); i++) {
        if (i != likely) {
          lookUp(parts.get(i), wanted, found);
        }
      }
      return found;
    }
    forEach(
        (other, value) -> {
          if (other.equals(wanted)) {
            found.add(value);
          }
        });
    return found;
  }

  private void lookUp(Path part, Text key, List<V> found) {
    try (MapFile.Reader reader = new MapFile.Reader(part, conf)) {
      V value = ReflectionUtils.newInstance(type, null);
      boolean more = reader.get(key, value) != null;
      Text next = new Text(key);
      while (more && next.equals(key)) {
        found.add(value);
        value = ReflectionUtils.newInstance(type, null);
        more = reader.next(next, value);
      }
    } catch (IOException | RuntimeException e) {
      throw PartReader.corrupt(part, "", e);
    }
  }

  /** Receives records; the key is valid until the next record, the value may be kept. */
  @FunctionalInterface
  public interface Visitor<V> {
    void visit(Text key, V value) throws IOException;
  }

  /** Reads all parts, one after the other. */
  public void forEach(Visitor<V> visitor) throws IOException {
    for (Path part : parts) {
      forEach(part, visitor);
    }
  }

  private void forEach(Path part, Visitor<V> visitor) throws IOException {
    try (PartReader<V> reader = new PartReader<>(conf, part, type)) {
      while (reader.next()) {
        visitor.visit(reader.key(), reader.value());
      }
    }
  }

  /** Reads all parts as one, in key order. */
  public void forEachSorted(Visitor<V> visitor) throws IOException {
    try (SortedMerge<V> merge = SortedMerge.open(conf, parts, type)) {
      while (merge.next()) {
        visitor.visit(merge.key(), merge.value());
      }
    }
  }

  /** Opens a cursor for reading this store beside others. */
  public JoinCursor<V> cursor() throws IOException {
    return new JoinCursor<>(SortedMerge.open(conf, parts, type));
  }

  /** Adds a record to a result. */
  @FunctionalInterface
  public interface Gatherer<R, V> {
    void add(R result, Text key, V value) throws IOException;
  }

  /**
   * Reads the parts in parallel, each into its own result.
   *
   * @param begin creates an empty result
   * @param gatherer adds records to a result
   * @return a result for each part, in their order
   */
  public <R> List<R> gather(Supplier<R> begin, Gatherer<R, V> gatherer) throws IOException {
    int most = Runtime.getRuntime().availableProcessors();
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.max(1, Math.min(parts.size(), most)), UserThreads.named("read"));
    try {
      List<Future<R>> futures = new ArrayList<>();
      for (Path part : parts) {
        futures.add(
            threads.submit(
                () -> {
                  R result = begin.get();
                  forEach(part, (key, value) -> gatherer.add(result, key, value));
                  return result;
                }));
      }
      List<R> results = new ArrayList<>();
      for (Future<R> future : futures) {
        results.add(future.get());
      }
      return results;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException known) {
        throw known;
      }
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      threads.shutdownNow();
    }
  }
}
