package org.orbweaver.webgraph.format.files;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Integers in base 128, least significant group first, the top bit set on all bytes but the last
 * (LEB128): 1 byte below 128, 5 bytes at most. Signed numbers are folded first (zigzag: 0, -1, 1,
 * -2 become 0, 1, 2, 3).
 */
public final class Varints {
  /** The maximum number of bytes of one number. */
  public static final int MAX_BYTES = 5;

  private Varints() {}

  /** Writes the 32 bits of {@code value} as an unsigned number. */
  public static void write(OutputStream out, int value) throws IOException {
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      out.write((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }

  /** Writes {@code value} at {@code at}; returns the place of the next one. */
  public static int put(byte[] into, int at, int value) {
    int rest = value;
    int p = at;
    while ((rest & ~0x7f) != 0) {
      into[p++] = (byte) ((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    into[p++] = (byte) rest;
    return p;
  }

  public static int zigzag(int value) {
    return (value << 1) ^ (value >> 31);
  }

  public static int unzigzag(int folded) {
    return (folded >>> 1) ^ -(folded & 1);
  }
}
