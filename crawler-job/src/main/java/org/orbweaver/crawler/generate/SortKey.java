package org.orbweaver.crawler.generate;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;

/**
 * The order of a fetch list as bytes that compare rightly: part (4 bytes, big-endian), score turned
 * so that higher ones come first (4 bytes), URL. A score that is not a number counts as the lowest.
 */
final class SortKey {
  private static final int PART = 0;
  private static final int SCORE = 4;
  private static final int URL = 8;

  private SortKey() {}

  static void set(BytesWritable key, int part, float score, Text url) {
    key.setSize(URL + url.getLength());
    byte[] bytes = key.getBytes();
    ByteBuffer.wrap(bytes).putInt(PART, part).putInt(SCORE, ~ascending(score));
    System.arraycopy(url.getBytes(), 0, bytes, URL, url.getLength());
  }

  /** An int whose unsigned order is the float's: IEEE 754 with the sign turned over. */
  private static int ascending(float score) {
    int bits = Float.floatToIntBits(Float.isNaN(score) ? Float.NEGATIVE_INFINITY : score);
    return bits < 0 ? ~bits : bits | 0x80000000;
  }

  static int part(BytesWritable key) {
    return ByteBuffer.wrap(key.getBytes()).getInt(PART);
  }

  static String url(BytesWritable key) {
    return new String(key.getBytes(), URL, key.getLength() - URL, StandardCharsets.UTF_8);
  }

  static void url(BytesWritable key, Text url) {
    url.set(key.getBytes(), URL, key.getLength() - URL);
  }

  /** Compares score and URL, whatever the part. */
  static int compareIgnoringPart(BytesWritable a, BytesWritable b) {
    return Arrays.compareUnsigned(
        a.getBytes(), SCORE, a.getLength(), b.getBytes(), SCORE, b.getLength());
  }
}
