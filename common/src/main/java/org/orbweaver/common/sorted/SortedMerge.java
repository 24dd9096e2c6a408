package org.orbweaver.common.sorted;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/**
 * Reads sorted parts as one, sorted by key. Records of one key come in a given order of their
 * values; records that this order ranks equal come in the order of the parts.
 *
 * <p>At most {@value #FAN_IN} files are open at a time, each with about two blocks of a megabyte in
 * memory. If there are more parts, the smallest neighbours are first merged into files in {@code
 * java.io.tmpdir}, on a local disk, which are deleted at the end: n parts are written about
 * log<sub>16</sub> n − 1 times.
 *
 * @param <V> the values
 */
public final class SortedMerge<V extends Writable> implements Closeable {
  /** Files open at a time. */
  public static final int FAN_IN = 16;

  private final Configuration conf;
  private final Class<V> type;
  private final Comparator<? super V> order;
  private final int fanIn;
  private final java.nio.file.Path temporary;
  private final List<Source<V>> open = new ArrayList<>();
  private final PriorityQueue<Source<V>> heads;
  private Source<V> least;

  /** Folder of merged parts, created on demand. */
  private Path scratch;

  private record Source<V extends Writable>(int number, PartReader<V> reader) {}

  private SortedMerge(
      Configuration conf,
      Class<V> type,
      Comparator<? super V> order,
      int fanIn,
      java.nio.file.Path temporary) {
    this.conf = conf;
    this.type = type;
    this.order = order;
    this.fanIn = fanIn;
    this.temporary = temporary;
    this.heads =
        new PriorityQueue<>(
            Comparator.<Source<V>, Text>comparing(source -> source.reader().key())
                .thenComparing(source -> source.reader().value(), order)
                .thenComparingInt(Source::number));
  }

  /** Opens parts; records of one key come in the order of the parts. */
  public static <V extends Writable> SortedMerge<V> open(
      Configuration conf, List<Path> parts, Class<V> type) throws IOException {
    return open(conf, parts, type, (unused, unusedToo) -> 0);
  }

  /**
   * Opens parts.
   *
   * @param parts MapFiles, or sorted sequence files
   * @param order of the records of one key; each part is in this order, too
   * @throws org.orbweaver.common.error.OrbException (failed), here and later, naming a damaged part
   */
  public static <V extends Writable> SortedMerge<V> open(
      Configuration conf, List<Path> parts, Class<V> type, Comparator<? super V> order)
      throws IOException {
    var temporary = java.nio.file.Path.of(System.getProperty("java.io.tmpdir"));
    return open(conf, parts, type, order, FAN_IN, temporary);
  }

  static <V extends Writable> SortedMerge<V> open(
      Configuration conf,
      List<Path> parts,
      Class<V> type,
      Comparator<? super V> order,
      int fanIn,
      java.nio.file.Path temporary)
      throws IOException {
    SortedMerge<V> merge = new SortedMerge<>(conf, type, order, fanIn, temporary);
    try {
      merge.add(merge.reduced(parts));
      return merge;
    } catch (IOException | RuntimeException e) {
      merge.close();
      throw e;
    }
  }

  private void add(List<Path> parts) throws IOException {
    for (Path part : parts) {
      Source<V> source = new Source<>(open.size(), new PartReader<>(conf, part, type));
      open.add(source);
      if (source.reader().next()) {
        heads.add(source);
      }
    }
  }

  /** The same records in the same order in no more parts than can be open at a time. */
  private List<Path> reduced(List<Path> all) throws IOException {
    List<Path> parts = new ArrayList<>(all);
    List<Long> sizes = new ArrayList<>();
    if (parts.size() > fanIn) {
      for (Path part : parts) {
        sizes.add(size(part));
      }
    }
    for (int merged = 0; parts.size() > fanIn; merged++) {
      int width = Math.min(fanIn, parts.size() - fanIn + 1);
      int first = smallest(sizes, width);
      List<Path> window = parts.subList(first, first + width);
      Path target = new Path(scratch(), Integer.toString(merged));
      try (SortedMerge<V> some = open(conf, window, type, order, fanIn, temporary);
          SequenceFile.Writer out = StoreFiles.sequenceFile(conf, target, type)) {
        while (some.next()) {
          out.append(some.key(), some.value());
        }
      }
      for (Path part : window) {
        if (part.getParent().equals(scratch)) {
          scratch.getFileSystem(conf).delete(part, false);
        }
      }
      window.clear();
      parts.add(first, target);
      sizes.subList(first, first + width).clear();
      sizes.add(first, size(target));
    }
    return parts;
  }

  /** The index of the first of the {@code width} neighbours with the fewest bytes in all. */
  private static int smallest(List<Long> sizes, int width) {
    long sum = 0;
    long least = Long.MAX_VALUE;
    int first = 0;
    for (int i = 0; i < sizes.size(); i++) {
      sum += sizes.get(i) - (i < width ? 0 : sizes.get(i - width));
      if (i >= width - 1 && sum < least) {
        least = sum;
        first = i - width + 1;
      }
    }
    return first;
  }

  private long size(Path part) throws IOException {
    FileSystem fs = part.getFileSystem(conf);
    FileStatus status = fs.getFileStatus(part);
    return status.isDirectory()
        ? fs.getFileStatus(new Path(part, MapFile.DATA_FILE_NAME)).getLen()
        : status.getLen();
  }

  private Path scratch() throws IOException {
    if (scratch == null) {
      scratch = new Path(Files.createTempDirectory(temporary, "merge-").toUri());
    }
    return scratch;
  }

  /**
   * Moves to the next record.
   *
   * @return false at the end
   */
  public boolean next() {
    if (least == null || !least.reader().next()) {
      least = heads.poll();
    } else if (!heads.isEmpty() && heads.comparator().compare(least, heads.peek()) > 0) {
      heads.add(least);
      least = heads.poll();
    }
    return least != null;
  }

  /** The key of the record, valid until the next call of {@link #next}. */
  public Text key() {
    return least.reader().key();
  }

  /** The value of the record; a new object for each record, which may be kept. */
  public V value() {
    return least.reader().value();
  }

  @Override
  public void close() throws IOException {
    try {
      for (Source<V> source : open) {
        source.reader().close();
      }
    } finally {
      if (scratch != null) {
        scratch.getFileSystem(conf).delete(scratch, true);
      }
    }
  }
}
