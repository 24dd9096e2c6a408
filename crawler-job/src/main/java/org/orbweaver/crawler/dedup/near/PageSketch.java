package org.orbweaver.crawler.dedup.near;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.orbweaver.crawler.duplicate.Sketch;

/**
 * The sketch of a page: the record of {@code duplicates/sketches}, by the page's id. In the shuffle
 * an empty sketch means that the page has no text any more.
 *
 * <p>Wire form: URL (Text), run (vlong), length of the sketch (vint), the sketch as {@link
 * Sketch#toBytes} writes it.
 */
public final class PageSketch implements Writable {
  private static final int MAX_BYTES = 1024;

  private String url = "";
  private long run;
  private byte[] sketch = {};

  /** For deserialising. */
  public PageSketch() {}

  /**
   * A record.
   *
   * @param run number of the run that last changed the sketch; in the shuffle, the place of the
   *     segment, from old to new
   */
  public PageSketch(String url, long run, byte[] sketch) {
    this.url = url;
    this.run = run;
    this.sketch = sketch;
  }

  /** A page's id: the first 64 bits of the MD5 of its URL, in 16 hexadecimal digits. */
  public static Text id(String url) {
    return id(MD5Hash.digest(url).halfDigest());
  }

  /** An id as a key. */
  static Text id(long id) {
    byte[] digits = new byte[16];
    for (int i = 0; i < digits.length; i++) {
      digits[i] = (byte) Character.forDigit((int) (id >>> (60 - 4 * i)) & 0xF, 16);
    }
    return new Text(digits);
  }

  static long number(Text id) {
    return Long.parseUnsignedLong(id.toString(), 16);
  }

  String url() {
    return url;
  }

  long run() {
    return run;
  }

  boolean isGone() {
    return sketch.length == 0;
  }

  boolean isSame(PageSketch other) {
    return Arrays.equals(sketch, other.sketch);
  }

  PageSketch in(long newRun) {
    return new PageSketch(url, newRun, sketch);
  }

  Sketch sketch() {
    return Sketch.fromBytes(sketch);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    Text.writeString(out, url);
    WritableUtils.writeVLong(out, run);
    WritableUtils.writeVInt(out, sketch.length);
    out.write(sketch);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    url = Text.readString(in);
    run = WritableUtils.readVLong(in);
    sketch = new byte[WritableUtils.readVIntInRange(in, 0, MAX_BYTES)];
    in.readFully(sketch);
  }
}
