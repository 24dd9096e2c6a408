package org.orbweaver.common.sorted;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/**
 * A cursor on a sorted store for reading several stores key by key. It stays at a record until it
 * is moved.
 *
 * @param <V> the values
 */
public final class JoinCursor<V extends Writable> implements Closeable {
  private final SortedMerge<V> merge;
  private boolean more;

  JoinCursor(SortedMerge<V> merge) {
    this.merge = merge;
    more = merge.next();
  }

  /** The key of the current record, valid until the cursor moves; null at the end. */
  public Text key() {
    return more ? merge.key() : null;
  }

  /** The lesser of two keys; null means the end. */
  public static Text least(Text a, Text b) {
    return b == null || (a != null && a.compareTo(b) <= 0) ? a : b;
  }

  /** A copy of the least current key; null if all cursors are at their end. */
  public static Text least(Iterable<? extends JoinCursor<?>> cursors) {
    Text least = null;
    for (JoinCursor<?> cursor : cursors) {
      least = least(least, cursor.key());
    }
    return least == null ? null : new Text(least);
  }

  /** Skips all records before a key. */
  public void skipTo(Text key) {
    while (more && merge.key().compareTo(key) < 0) {
      more = merge.next();
    }
  }

  /** Consumes all records of a key; none if it is not the current key. */
  public void take(Text key, Consumer<V> consumer) {
    while (more && merge.key().equals(key)) {
      consumer.accept(merge.value());
      more = merge.next();
    }
  }

  @Override
  public void close() throws IOException {
    merge.close();
  }
}
