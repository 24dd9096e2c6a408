package org.orbweaver.crawler.dedup.near;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.orbweaver.crawler.duplicate.Simhash;

/**
 * Pages that have a key in common: the record of {@code duplicates/keys}. At most {@link #MOST} are
 * remembered however many have it: the first half of them, and of the rest the last. So a key that
 * a million pages share costs each of them a look at 32, and each is still compared with some that
 * share its other keys.
 *
 * <p>Wire form: number of pages (vint, negative in the shuffle for pages to be taken out), then for
 * each its id and its simhash (longs).
 */
public final class BandPages implements Writable {
  static final int MOST = 32;

  /** Candidates that a page gets from one key. */
  private static final int MOST_CANDIDATES = 3;

  private static final char SIMHASH = 's';
  private static final char BAND = 'b';

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

  /** A band's key, or one of a table of the simhash. */
  static Text key(long hash, boolean simhash) {
    Text key = new Text(new byte[] {(byte) (simhash ? SIMHASH : BAND)});
    key.append(PageSketch.id(hash).getBytes(), 0, 16);
    return key;
  }

  LongArrayList ids() {
    return ids;
  }

  boolean isEmpty() {
    return ids.isEmpty();
  }

  /** Takes changes in: those to be taken out and the others. */
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
    nearest(simhash, key.charAt(0) == SIMHASH ? Simhash.NEAR : Simhash.FAR, candidates);
    if (ids.size() == MOST) {
      ids.removeLong(MOST / 2);
      simhashes.removeLong(MOST / 2);
    }
    ids.add(id);
    simhashes.add(simhash);
  }

  /**
   * The pages whose simhashes differ least, and in no more than so many bits; the first of equals.
   */
  private void nearest(long simhash, int bits, LongArrayList candidates) {
    boolean few = ids.size() <= 2 * MOST_CANDIDATES;
    int left = few ? ids.size() : MOST_CANDIDATES;
    for (int distance = 0; distance <= bits && left > 0; distance++) {
      for (int i = 0; i < ids.size() && left > 0; i++) {
        if (Simhash.distance(simhash, simhashes.getLong(i)) == distance) {
          candidates.add(ids.getLong(i));
          // What is the same is compared with the others already.
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
