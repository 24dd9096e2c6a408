package org.orbweaver.index.build;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/**
 * Reads a part in step with another one: a merge join of two sorted files, one pass, one value in
 * memory; where keys far apart are asked for, what is between them is passed over by the index of
 * the file.
 *
 * <p>{@link MapFile.Reader#get} alone would go back to the beginning of a compressed block, and
 * decompress half of it on average, for each key: a third of the time of an index build.
 */
final class InStepReader<V extends Writable> implements Closeable {
  /** Passing over this many records costs no more than to go to one by the index. */
  private static final int STEPS = 16;

  private final Path part;
  private final MapFile.Reader reader;
  private final V value;
  private final Text key = new Text();
  private boolean isAtRecord;

  /**
   * @param value gets the values
   */
  InStepReader(Path part, Configuration conf, V value) throws IOException {
    this.part = part;
    this.reader = new MapFile.Reader(part, conf);
    this.value = value;
  }

  /**
   * The value of a key, which is overwritten by the next, or null; keys must be asked for in
   * ascending order.
   *
   * @throws IOException where the file ends before the key: every parsed page has its record in all
   *     files of a parse, so it is truncated
   */
  V get(Text wanted) throws IOException {
    int steps = 0;
    while (isAtRecord && key.compareTo(wanted) < 0 && steps++ < STEPS) {
      isAtRecord = reader.next(key, value);
    }
    if (steps == 0 ? !isAtRecord : steps > STEPS) {
      Text closest = (Text) reader.getClosest(wanted, value);
      isAtRecord = closest != null;
      key.set(isAtRecord ? closest : wanted);
    }
    if (!isAtRecord) {
      throw new IOException(
          part + " ends before " + wanted + ", which was there: is it truncated?");
    }
    return key.equals(wanted) ? value : null;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
