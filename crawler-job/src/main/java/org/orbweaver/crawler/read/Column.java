package org.orbweaver.crawler.read;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/**
 * A sorted store read beside others, URL by URL; one that was not made yet is empty.
 *
 * @param <V> the records
 */
public final class Column<V extends Writable> implements Closeable {
  /** Null where there is no store. */
  private final RecordStore.Merge<V> merge;

  private Column(RecordStore.Merge<V> merge) {
    this.merge = merge;
  }

  /**
   * Opens a store.
   *
   * @param name of its folder in {@code parent}, and in messages
   */
  public static <V extends Writable> Column<V> open(
      Configuration conf, FileSystem fs, Path parent, String name, Class<V> type)
      throws IOException {
    Path folder = new Path(parent, name);
    return new Column<>(
        RecordStore.exists(fs, folder)
            ? RecordStore.open(conf, fs, folder, name, type).merge()
            : null);
  }

  /** The URL at hand, which the next one overwrites; null at the end. */
  public Text key() {
    return merge == null ? null : merge.key();
  }

  /** The lesser of two URLs, where null stands for the end. */
  public static Text least(Text a, Text b) {
    return b == null || (a != null && a.compareTo(b) <= 0) ? a : b;
  }

  /** Passes over what comes before a URL. */
  public void skipTo(Text url) throws IOException {
    for (Text key = key(); key != null && key.compareTo(url) < 0; key = key()) {
      merge.advance();
    }
  }

  /** Takes the records of a URL, if it is at hand; the reader uses their object again. */
  public void take(Text url, Consumer<V> consumer) throws IOException {
    while (url.equals(key())) {
      consumer.accept(merge.value());
      merge.advance();
    }
  }

  @Override
  public void close() throws IOException {
    if (merge != null) {
      merge.close();
    }
  }
}
