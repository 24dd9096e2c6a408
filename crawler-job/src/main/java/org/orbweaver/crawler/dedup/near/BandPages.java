package org.orbweaver.crawler.dedup.near;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.orbweaver.crawler.duplicate.Simhash;
import org.orbweaver.crawler.duplicate.Sketch;

/**
 * Pages that share a key: the record of {@code duplicates/keys}. At most {@link #MOST} are kept:
 * half of them the first pages, half the most recent ones. So a key that a million pages share
 * costs each of them 32 comparisons, and each page is still compared with some that share its other
 * keys.
 *
 * <p>Wire form: number of pages (vint, negative in the shuffle for pages to be removed), then for
 * each its id and its simhash (longs).
 */
public final class BandPages implements Writable {
  static final int MOST = 32;

  /** The most candidates from a key that has more than twice as many pages. */
  private static final int MOST_CANDIDATES = 3;

  private static final byte BAND = 'b';

  private final LongArrayList ids = new LongArrayList();
  private final LongArrayList simhashes = new LongArrayList();
  private boolean taken;

  /** For deserialising. */
  public BandPages() {}

  /** One page. */
  static BandPages of(long id, long simhash, boolean taken) {
    BandPages one = new BandPages();
    one.ids.add(id);
    one.simhashes.add(simhash);
    one.taken = taken;
    return one;
  }

  /** The keys of a page: its bands. */
  static Set<Text> keys(Sketch sketch) {
    Set<Text> keys = new LinkedHashSet<>();
    for (long band : sketch.bands()) {
      Text key = new Text(new byte[] {BAND});
      key.append(PageSketch.id(band).getBytes(), 0, 16);
      keys.add(key);
    }
    return keys;
  }

  LongArrayList ids() {
    return ids;
  }

  boolean isEmpty() {
    return ids.isEmpty();
  }

  /** Applies changes: removes pages and adds others. */
  void apply(BandPages changes, Text key, LongArrayList candidates) {
    candidates.clear();
    long id = changes.ids.getLong(0);
    long simhash = changes.simhashes.getLong(0);
    int known = ids.indexOf(id);
    if (known >= 0) {
      ids.removeLong(known);
      simhashes.removeLong(known);
    }
    if (changes.taken) {
      return;
    }
    nearest(simhash, candidates);
    if (ids.size() == MOST) {
      ids.removeLong(MOST / 2);
      simhashes.removeLong(MOST / 2);
    }
    ids.add(id);
    simhashes.add(simhash);
  }

  /**
   * Finds the pages whose simhashes are nearest and differ in at most {@link Simhash#FAR} bits,
   * nearest first, then oldest first. If the key has more than twice {@link #MOST_CANDIDATES}
   * pages, at most that many are taken, and only one if its simhash is equal.
   */
  private void nearest(long simhash, LongArrayList candidates) {
    boolean few = ids.size() <= 2 * MOST_CANDIDATES;
    int left = few ? ids.size() : MOST_CANDIDATES;
    for (int distance = 0; distance <= Simhash.FAR && left > 0; distance++) {
      for (int i = 0; i < ids.size() && left > 0; i++) {
        if (Simhash.distance(simhash, simhashes.getLong(i)) == distance) {
          candidates.add(ids.getLong(i));
          // A page with the same simhash has already been compared with the others.
          left = few || distance > 0 ? left - 1 : 0;
        }
      }
    }
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, taken ? -ids.size() : ids.size());
    for (int i = 0; i < ids.size(); i++) {
      out.writeLong(ids.getLong(i));
      out.writeLong(simhashes.getLong(i));
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    ids.clear();
    simhashes.clear();
    int size = WritableUtils.readVIntInRange(in, -MOST, MOST);
    taken = size < 0;
    for (int i = 0; i < Math.abs(size); i++) {
      ids.add(in.readLong());
      simhashes.add(in.readLong());
    }
  }
}
