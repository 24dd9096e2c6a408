package org.orbweaver.crawler.generate;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;

/**
 * The order of a fetch list, as bytes that compare in it: 1 for a page to visit again, else 0 (1
 * byte); the rank, inverted so that higher ones come first (4 bytes); the URL. A NaN rank counts as
 * the lowest.
 */
final class SortKey {
  private static final int RANK = 1;
  private static final int URL = 5;

  private SortKey() {}

  static void set(BytesWritable key, boolean revisit, float rank, Text url) {
    key.setSize(URL + url.getLength());
    byte[] bytes = key.getBytes();
    bytes[0] = (byte) (revisit ? 1 : 0);
    ByteBuffer.wrap(bytes).putInt(RANK, ~ascending(rank));
    System.arraycopy(url.getBytes(), 0, bytes, URL, url.getLength());
  }

  /** An int whose unsigned order is the float's: IEEE 754 with the sign bit inverted. */
  private static int ascending(float rank) {
    int bits = Float.floatToIntBits(Float.isNaN(rank) ? Float.NEGATIVE_INFINITY : rank);
    return bits < 0 ? ~bits : bits | 0x80000000;
  }

  static boolean isRevisit(BytesWritable key) {
    return key.getBytes()[0] == 1;
  }

  static float rank(BytesWritable key) {
    int ascending = ~ByteBuffer.wrap(key.getBytes()).getInt(RANK);
    return Float.intBitsToFloat(ascending < 0 ? ascending & 0x7FFFFFFF : ~ascending);
  }

  static String url(BytesWritable key) {
    return new String(key.getBytes(), URL, key.getLength() - URL, StandardCharsets.UTF_8);
  }

  static void url(BytesWritable key, Text url) {
    url.set(key.getBytes(), URL, key.getLength() - URL);
  }
}
