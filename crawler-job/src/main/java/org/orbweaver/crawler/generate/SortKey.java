package org.orbweaver.crawler.generate;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;

/**
 * The order of a fetch list as bytes that compare rightly: score inverted so that higher ones come
 * first (4 bytes), URL. A score that is not a number counts as the lowest.
 */
final class SortKey {
  private static final int URL = 4;

  private SortKey() {}

  static void set(BytesWritable key, float score, Text url) {
    key.setSize(URL + url.getLength());
    byte[] bytes = key.getBytes();
    ByteBuffer.wrap(bytes).putInt(0, ~ascending(score));
    System.arraycopy(url.getBytes(), 0, bytes, URL, url.getLength());
  }

  /** An int whose unsigned order is the float's: IEEE 754 with the sign bit inverted. */
  private static int ascending(float score) {
    int bits = Float.floatToIntBits(Float.isNaN(score) ? Float.NEGATIVE_INFINITY : score);
    return bits < 0 ? ~bits : bits | 0x80000000;
  }

  static String url(BytesWritable key) {
    return new String(key.getBytes(), URL, key.getLength() - URL, StandardCharsets.UTF_8);
  }

  static void url(BytesWritable key, Text url) {
    url.set(key.getBytes(), URL, key.getLength() - URL);
  }
}
