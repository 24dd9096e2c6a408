package org.orbweaver.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import java.util.Arrays;

/** Damages the bytes of a file as disks, copies and people do. */
final class Damage {
  private static final int MOST = 3;

  private Damage() {}

  /** Flips bits, swaps, drops, repeats or overwrites stretches, or cuts the end off. */
  static byte[] apply(byte[] whole, FuzzedDataProvider data) {
    byte[] bytes = whole.clone();
    for (int n = data.consumeInt(1, MOST); n > 0 && bytes.length > 0; n--) {
      int at = data.consumeInt(0, bytes.length - 1);
      int length = data.consumeInt(1, Math.min(64, bytes.length - at));
      switch (data.consumeInt(0, 5)) {
        case 0 -> bytes[at] ^= (byte) (1 << data.consumeInt(0, 7));
        case 1 -> bytes = Arrays.copyOf(bytes, at);
        case 2 -> swap(bytes, at, data.consumeInt(0, bytes.length - length), length);
        case 3 -> bytes = joined(bytes, at, at + length, new byte[0]);
        case 4 -> bytes = joined(bytes, at, at, Arrays.copyOfRange(bytes, at, at + length));
        default -> {
          byte[] other = data.consumeBytes(length);
          bytes = joined(bytes, at, at + other.length, other);
        }
      }
    }
    return bytes;
  }

  private static void swap(byte[] bytes, int one, int other, int length) {
    for (int i = 0; i < length; i++) {
      byte kept = bytes[one + i];
      bytes[one + i] = bytes[other + i];
      bytes[other + i] = kept;
    }
  }

  /** The bytes before {@code from}, others, and those from {@code to} on. */
  private static byte[] joined(byte[] bytes, int from, int to, byte[] between) {
    byte[] all = Arrays.copyOf(bytes, bytes.length - (to - from) + between.length);
    System.arraycopy(between, 0, all, from, between.length);
    System.arraycopy(bytes, to, all, from + between.length, bytes.length - to);
    return all;
  }
}
