package org.orbweaver.webgraph.format;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.orbweaver.common.cli.OrbException;

/**
 * Looks keys up in one part of the dictionary, both ways. A look-up by place reads one block; one
 * by key searches the blocks' first keys, log₂(blocks) short reads, then one block. Memory: 8 bytes
 * a block of 32 keys. Not for several threads at once.
 */
public final class UrlDictionaryReader implements Closeable {
  /** A scan reads about this many bytes at a time. */
  private static final int SCAN_BYTES = 1 << 16;

  private final ByteSource source;
  private final String name;
  private final int count;
  private final int blockKeys;

  /** Where each block begins, and behind the last one where the index does. */
  private final long[] starts;

  /**
   * @param source the whole part
   * @param name of the file, for messages
   * @throws OrbException if it is no dictionary, or truncated
   */
  public UrlDictionaryReader(ByteSource source, String name) throws IOException {
    this.source = source;
    this.name = name;
    long trailer = source.length() - UrlDictionaryWriter.TRAILER_BYTES;
    if (trailer < 0) {
      throw corrupt(0, "shorter than a trailer");
    }
    ByteBuffer end = read(trailer, UrlDictionaryWriter.TRAILER_BYTES);
    long index = end.getLong();
    count = end.getInt();
    blockKeys = end.getInt();
    byte[] magic = new byte[UrlDictionaryWriter.MAGIC.length];
    end.get(magic);
    if (!Arrays.equals(magic, UrlDictionaryWriter.MAGIC)) {
      throw corrupt(trailer, "no dictionary trailer");
    }
    int blocks =
        count < 0 || blockKeys < 1 ? -1 : (int) (((long) count + blockKeys - 1) / blockKeys);
    if (blocks < 0 || index < 0 || index + 8L * blocks != trailer) {
      throw corrupt(trailer, "a trailer that does not fit the file");
    }
    starts = new long[blocks + 1];
    for (int block = 0; block < blocks; ) {
      int chunk = Math.min(blocks - block, 1 << 16);
      ByteBuffer longs = read(index + 8L * block, 8 * chunk);
      for (int i = 0; i < chunk; i++) {
        starts[block++] = longs.getLong();
      }
    }
    starts[blocks] = index;
    for (int block = 0; block < blocks; block++) {
      if (starts[block] >= starts[block + 1] || starts[block + 1] - starts[block] > 1 << 30) {
        throw corrupt(index + 8L * block, "blocks that do not ascend");
      }
    }
  }

  /** How many keys there are. */
  public int count() {
    return count;
  }

  /** The key at a place, from 0. */
  public byte[] key(int place) throws IOException {
    if (place < 0 || place >= count) {
      throw new IndexOutOfBoundsException("key " + place + " of " + count + " in " + name);
    }
    Cursor cursor = new Cursor(place, 0);
    cursor.next();
    return cursor.key();
  }

  /** The place of {@code key}, or -(the place where it would stand) - 1. */
  public int find(byte[] key) throws IOException {
    int low = 0;
    int high = starts.length - 2;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Arrays.compareUnsigned(firstKey(middle), key);
      if (order == 0) {
        return middle * blockKeys;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    if (high < 0) {
      return -1;
    }
    Cursor cursor = new Cursor(high * blockKeys, 0);
    int place = high * blockKeys;
    for (int end = Math.min(count, place + blockKeys); place < end; place++) {
      cursor.next();
      int order = Arrays.compareUnsigned(cursor.bytes, 0, cursor.length, key, 0, key.length);
      if (order >= 0) {
        return order == 0 ? place : -place - 1;
      }
    }
    return -place - 1;
  }

  private byte[] firstKey(int block) throws IOException {
    long start = starts[block];
    int available = (int) (starts[block + 1] - start);
    // Most URLs are shorter than this; a longer one is read again, whole.
    ByteBuffer head = read(start, Math.min(available, 256));
    int length = varint(head, start);
    if (length > head.remaining()) {
      int prefix = head.position();
      if (length > available - prefix) {
        throw corrupt(start, "a key that is longer than its block");
      }
      head = read(start + prefix, length);
    }
    byte[] key = new byte[length];
    head.get(key);
    return key;
  }

  /** Walks over the keys in order, from one place on. */
  public Cursor cursor(int from) throws IOException {
    return new Cursor(from, SCAN_BYTES);
  }

  /** A place in the dictionary that moves on. Begins before its first key. */
  public final class Cursor {
    private final int readAhead;
    private ByteBuffer block;
    private long blockStart;
    private int nextBlock;
    private int place;
    private byte[] bytes = new byte[256];
    private int length;

    private Cursor(int from, int readAhead) throws IOException {
      this.readAhead = readAhead;
      this.nextBlock = from / blockKeys;
      this.place = nextBlock * blockKeys - 1;
      boolean more = place + 1 < from;
      while (more) {
        more = next() && place + 1 < from;
      }
    }

    /** Moves to the next key; false if there is none. */
    public boolean next() throws IOException {
      if (place + 1 >= count) {
        return false;
      }
      place++;
      if (block == null || !block.hasRemaining()) {
        readBlocks();
      }
      int shared = place % blockKeys == 0 ? 0 : varint(block, blockStart);
      int rest = varint(block, blockStart);
      if (shared > length || rest > block.remaining()) {
        throw corrupt(blockStart + block.position(), "a key that is longer than its block");
      }
      length = shared + rest;
      if (length > bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * length);
      }
      block.get(bytes, shared, rest);
      return true;
    }

    /** The place of the current key. */
    public int place() {
      return place;
    }

    /** A copy of the current key. */
    public byte[] key() {
      return Arrays.copyOf(bytes, length);
    }

    private void readBlocks() throws IOException {
      blockStart = starts[nextBlock];
      int end = nextBlock + 1;
      while (end < starts.length - 1 && starts[end + 1] - blockStart <= readAhead) {
        end++;
      }
      block = read(blockStart, (int) (starts[end] - blockStart));
      nextBlock = end;
    }
  }

  private int varint(ByteBuffer from, long start) {
    int value = 0;
    for (int shift = 0; from.hasRemaining() && shift < 7 * Varints.MAX_BYTES; shift += 7) {
      int b = from.get();
      value |= (b & 0x7f) << shift;
      if (b >= 0 && value >= 0) {
        return value;
      }
    }
    throw corrupt(start + from.position(), "a length that does not end");
  }

  private ByteBuffer read(long position, int length) throws IOException {
    byte[] bytes = new byte[length];
    try {
      source.readFully(position, bytes, 0, length);
    } catch (EOFException e) {
      throw OrbException.failed(
          name + ": truncated at byte " + source.length() + "; build the graph again", e);
    }
    return ByteBuffer.wrap(bytes);
  }

  private OrbException corrupt(long position, String what) {
    return OrbException.failed(
        name + ": corrupt at byte " + position + ": " + what + "; build the graph again");
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
