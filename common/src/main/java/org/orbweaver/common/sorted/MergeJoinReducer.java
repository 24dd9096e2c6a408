package org.orbweaver.common.sorted;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Reducer;
import org.orbweaver.common.store.Parts;

/**
 * Changes a store by a merge join: the shuffle delivers the changes, sorted by key and partitioned
 * like the store, and each reducer reads the store's part of its own number beside them. The store
 * is read and written once and never shuffled; a part without changes is copied.
 *
 * @param <C> the changes
 * @param <V> the records of the store
 */
public abstract class MergeJoinReducer<C extends Writable, V extends Writable>
    extends Reducer<Text, C, Text, V> {
  private static final String STORE = "orbweaver.internal.join.store";

  /**
   * Gives a job a reducer for each part of the store.
   *
   * @param store already checked by the caller ({@link SortedStore#check})
   * @param parts number of parts of a new store, if there is none yet
   */
  public static void join(Job job, SortedStore<?> store, int parts) {
    if (!store.isEmpty()) {
      job.getConfiguration().set(STORE, store.folder().toString());
    }
    job.setNumReduceTasks(store.isEmpty() ? parts : store.parts().size());
  }

  /**
   * Merges the changes of a key into its record.
   *
   * @param old the record, null if there is none; may be changed and returned
   * @param changes at least one, in no order; the object is reused, so copy anything to be kept
   * @return the new record, null for none
   */
  protected abstract V merge(Text key, V old, Iterable<C> changes, Context context)
      throws IOException, InterruptedException;

  /** The new record for a key without changes; null to drop it. */
  protected abstract V keep(Text key, V old, Context context);

  @Override
  public final void run(Context context) throws IOException, InterruptedException {
    setup(context);
    try (PartReader<V> old = part(context)) {
      boolean more = old != null && old.next();
      while (context.nextKey()) {
        Text key = context.getCurrentKey();
        int order = -1;
        while (more && (order = old.key().compareTo(key)) < 0) {
          write(context, old.key(), keep(old.key(), old.value(), context));
          more = old.next();
        }
        boolean known = more && order == 0;
        write(context, key, merge(key, known ? old.value() : null, context.getValues(), context));
        if (known) {
          more = old.next();
        }
      }
      while (more) {
        write(context, old.key(), keep(old.key(), old.value(), context));
        more = old.next();
      }
    }
    cleanup(context);
  }

  private void write(Context context, Text key, V value) throws IOException, InterruptedException {
    if (value != null) {
      context.write(key, value);
    }
  }

  /** The part of the store with this reducer's number; null if there is no store. */
  @SuppressWarnings("unchecked") // The job's output is a store of the same records.
  private PartReader<V> part(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    String store = conf.get(STORE);
    if (store == null) {
      return null;
    }
    Path folder = new Path(store);
    Path part =
        Parts.of(folder.getFileSystem(conf), folder).get(conf.getInt(JobContext.TASK_PARTITION, 0));
    return new PartReader<>(conf, part, (Class<V>) context.getOutputValueClass()).unique();
  }
}
