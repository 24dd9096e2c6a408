package org.orbweaver.crawler.page;

import java.util.Arrays;

/**
 * Detects UTF-16 without a declaration or a byte order mark. In either byte order, text has no
 * control characters, no lone surrogates and no unassigned characters, and its upper bytes repeat,
 * as a script fills few blocks of 256 characters; text in other encodings has neither zeros nor
 * such a difference between even and odd bytes.
 */
final class Utf16 {

  private static final int LOOK_BYTES = 4096;

  /** Fewer bytes prove nothing: more than half of all pairs of bytes are characters. */
  private static final int MIN_BYTES = 32;

  private Utf16() {}

  /** UTF-16 in the byte order of the content, or null if it is not UTF-16. */
  static Encoding detect(byte[] bytes) {
    int length = Math.min(bytes.length, LOOK_BYTES) & ~1;
    if (length < MIN_BYTES) {
      return null;
    }
    int[][] counts = new int[2][256];
    for (int i = 0; i < length; i++) {
      counts[i & 1][bytes[i] & 0xFF]++;
    }
    int units = length / 2;
    int controls = controls(counts[0]) + controls(counts[1]);
    if (controls * 100 < length) {
      return null;
    }
    int big = strange(bytes, length, 0);
    int little = strange(bytes, length, 1);
    int upper = big != little ? (big < little ? 0 : 1) : max(counts[0]) > max(counts[1]) ? 0 : 1;
    boolean text = Math.min(big, little) * 100 <= units && !isAscii(bytes, length);
    return !text ? null : upper == 0 ? Encoding.UTF_16BE : Encoding.UTF_16LE;
  }

  private static int max(int[] counts) {
    return Arrays.stream(counts).max().orElse(0);
  }

  /** Number of bytes that are not text in encodings that extend ASCII. */
  private static int controls(int[] counts) {
    int controls = 0;
    for (int b = 0; b < ' '; b++) {
      controls += isControl((char) b) ? counts[b] : 0;
    }
    return controls;
  }

  private static boolean isControl(char c) {
    return c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1B;
  }

  /**
   * Number of units that do not occur in text, if the upper bytes are the even (0) or the odd (1)
   * ones.
   */
  private static int strange(byte[] bytes, int length, int upper) {
    int strange = 0;
    char before = ' ';
    for (int i = 0; i < length; i += 2) {
      char c = (char) ((bytes[i + upper] & 0xFF) << 8 | (bytes[i + 1 - upper] & 0xFF));
      boolean pair = Character.isSurrogatePair(before, c);
      boolean lone = Character.isHighSurrogate(before) != Character.isLowSurrogate(c);
      int type = Character.getType(c);
      boolean none = type == Character.UNASSIGNED || type == Character.PRIVATE_USE;
      strange += isControl(c) || none || (lone && !pair) || (c >= 0x7F && c < 0xA0) ? 1 : 0;
      before = c;
    }
    return strange;
  }

  /** Whether most pairs of bytes are ASCII: with a stray zero, they would read as Chinese. */
  private static boolean isAscii(byte[] bytes, int length) {
    int pairs = 0;
    for (int i = 0; i < length; i += 2) {
      pairs += bytes[i] >= ' ' && bytes[i + 1] >= ' ' ? 1 : 0;
    }
    return pairs * 10 > length / 2 * 8;
  }
}
