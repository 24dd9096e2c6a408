package org.orbweaver.webgraph.format.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.webgraph.format.files.ByteSource;
import org.orbweaver.webgraph.format.files.Varints;

/**
 * Looks up keys in one part of the dictionary, both ways: each look-up reads one block, unless it
 * is among the last {@value #CACHED_BLOCKS}. Memory: those blocks, some 4 KB each, and the index,
 * about 80 bytes a block of 256 keys. Not thread-safe.
 */
public final class UrlDictionaryReader implements Closeable {
  /** A scan reads about this many bytes at a time. */
  private static final int SCAN_BYTES = 1 << 16;

  private static final int CACHED_BLOCKS = 64;

  private final ByteSource source;
  private final int count;
  private final int blockKeys;

  /** The offset of each block, and after the last one that of the index. */
  private final long[] starts;

  /** For each block a separator: above all keys before it and not above its own. */
  private final byte[][] separators;

  private final Map<Integer, byte[]> cache =
      new LinkedHashMap<>(16, .75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, byte[]> eldest) {
          return size() > CACHED_BLOCKS;
        }
      };

  /**
   * @param source the whole part
   * @throws OrbException if it is no dictionary, or truncated
   */
  public UrlDictionaryReader(ByteSource source) throws IOException {
    this.source = source;
    long trailer = source.length() - UrlDictionaryWriter.TRAILER_BYTES;
    if (trailer < 0) {
      throw corrupt(0, "shorter than a trailer");
    }
    ByteBuffer end = ByteBuffer.wrap(source.read(trailer, UrlDictionaryWriter.TRAILER_BYTES));
    long index = end.getLong();
    count = end.getInt();
    blockKeys = end.getInt();
    byte[] magic = new byte[UrlDictionaryWriter.MAGIC.length];
    end.get(magic);
    if (!Arrays.equals(magic, UrlDictionaryWriter.MAGIC)) {
      throw corrupt(trailer, "no dictionary trailer");
    }
    long blocks = count < 0 || blockKeys < 1 ? -1 : ((long) count + blockKeys - 1) / blockKeys;
    // An entry of the index has at least two bytes.
    if (blocks < 0 || index < 0 || trailer - index < 2 * blocks || trailer - index > 1 << 30) {
      throw corrupt(trailer, "a trailer that does not fit the file");
    }
    ByteBuffer entries = ByteBuffer.wrap(source.read(index, (int) (trailer - index)));
    starts = new long[(int) blocks + 1];
    separators = new byte[(int) blocks][];
    for (int block = 0; block < blocks; block++) {
      int length = varint(entries, index);
      if (length > entries.remaining()) {
        throw corrupt(index, "an index that does not fit the file");
      }
      separators[block] = new byte[length];
      entries.get(separators[block]);
      starts[block + 1] = starts[block] + varint(entries, index);
    }
    if (starts[(int) blocks] != index || entries.hasRemaining()) {
      throw corrupt(index, "an index that does not fit the file");
    }
  }

  /** The number of keys. */
  public int count() {
    return count;
  }

  /** True if all keys come after {@code key}; reads nothing. */
  boolean beginsAfter(byte[] key) {
    return count == 0 || Arrays.compareUnsigned(separators[0], key) > 0;
  }

  /** The key at a place, from 0. */
  public byte[] key(int place) throws IOException {
    if (place < 0 || place >= count) {
      throw new IndexOutOfBoundsException("key " + place + " of " + count + " in " + source.name());
    }
    KeyCursor cursor = new KeyCursor(place, 0);
    cursor.next();
    return cursor.key();
  }

  /** The place of {@code key}, or -(its insertion point) - 1. */
  public int find(byte[] key) throws IOException {
    if (beginsAfter(key)) {
      return -1;
    }
    int block = Arrays.binarySearch(separators, key, Arrays::compareUnsigned);
    block = block >= 0 ? block : -block - 2;
    KeyCursor cursor = new KeyCursor(block * blockKeys, 0);
    int place = block * blockKeys;
    for (int end = (int) Math.min(count, (long) place + blockKeys); place < end; place++) {
      cursor.next();
      int order = Arrays.compareUnsigned(cursor.bytes, 0, cursor.length, key, 0, key.length);
      if (order >= 0) {
        return order == 0 ? place : -place - 1;
      }
    }
    return -place - 1;
  }

  /** Iterates over the keys in order, from one place on. */
  public KeyCursor cursor(int from) throws IOException {
    return new KeyCursor(from, SCAN_BYTES);
  }

  /** A moving position in the dictionary. Begins before its first key. */
  public final class KeyCursor {
    private final int readAhead;
    private ByteBuffer block;
    private long blockStart;
    private int nextBlock;
    private int place;
    private byte[] bytes = new byte[256];
    private int length;

    private KeyCursor(int from, int readAhead) throws IOException {
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
      if (nextBlock == separators.length) {
        throw corrupt(blockStart, "a block of fewer keys than it should have");
      }
      blockStart = starts[nextBlock];
      int end = nextBlock + 1;
      while (end < separators.length && starts[end + 1] - blockStart <= readAhead) {
        end++;
      }
      byte[] read = readAhead > 0 ? null : cache.get(nextBlock);
      if (read == null) {
        int length = (int) Math.min(1 << 30, starts[end] - blockStart);
        read = source.read(blockStart, length);
        if (readAhead == 0) {
          cache.put(nextBlock, read);
        }
      }
      block = ByteBuffer.wrap(read);
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

  /** The error for a key that is not one of a name. */
  OrbException noName(RuntimeException cause) {
    return OrbException.failed(
        source.name() + ": corrupt: " + cause.getMessage() + "; build the graph again", cause);
  }

  private OrbException corrupt(long position, String what) {
    return OrbException.failed(
        source.name() + ": corrupt at byte " + position + ": " + what + "; build the graph again");
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
