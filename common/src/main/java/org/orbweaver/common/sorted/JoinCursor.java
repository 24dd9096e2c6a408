package org.orbweaver.common.sorted;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/**
 * A sorted store that is read beside others, key by key: it stands at a record until it is moved.
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

  /** The key of the record at hand, until the cursor moves; null at the end. */
  public Text key() {
    return more ? merge.key() : null;
  }

  /** The lesser of two keys, where null stands for the end. */
  public static Text least(Text a, Text b) {
    return b == null || (a != null && a.compareTo(b) <= 0) ? a : b;
  }

  /** A copy of the least key at hand; null where all cursors are at their end. */
  public static Text least(Iterable<? extends JoinCursor<?>> cursors) {
    Text least = null;
    for (JoinCursor<?> cursor : cursors) {
      least = least(least, cursor.key());
    }
    return least == null ? null : new Text(least);
  }

  /** Passes over what comes before a key. */
  public void skipTo(Text key) {
    while (more && merge.key().compareTo(key) < 0) {
      more = merge.next();
    }
  }

  /** Takes all records of a key, if it is at hand. */
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
