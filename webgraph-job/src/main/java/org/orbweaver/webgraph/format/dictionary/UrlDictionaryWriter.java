package org.orbweaver.webgraph.format.dictionary;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.orbweaver.webgraph.format.files.GraphSink;
import org.orbweaver.webgraph.format.files.MeasuredOutputStream;
import org.orbweaver.webgraph.format.files.Varints;
import org.orbweaver.webgraph.format.meta.GraphMeta;

/**
 * Writes one part of the dictionary: sorted keys, front-coded in blocks. A key's place in the part,
 * plus the part's first id, is its node's id.
 *
 * <p>Layout: blocks of {@value #BLOCK_KEYS} keys (the last may be shorter), an index, a trailer.
 * The first key of a block is its length (a {@linkplain Varints varint}) and its bytes; each
 * further one is the length of the prefix it shares with the key before, the length of the rest,
 * the rest. The index has for each block the length of a separator, the separator (the shortest
 * beginning of the block's first key that comes after the key before it; of the first block the
 * whole key), and the block's length in bytes. The trailer is the index's place (8 bytes,
 * big-endian, as all that follows), the number of keys (4), the keys a block (4), and {@code
 * OWIDS002}.
 */
public final class UrlDictionaryWriter implements Closeable {
  static final int BLOCK_KEYS = 256;
  static final int TRAILER_BYTES = 24;
  static final byte[] MAGIC = "OWIDS002".getBytes(StandardCharsets.US_ASCII);

  private final String file;
  private final MeasuredOutputStream bytes;
  private final DataOutputStream out;
  private long written;
  private final ByteArrayOutputStream index = new ByteArrayOutputStream();
  private long blockStart;
  private int keys;
  private byte[] previous = new byte[256];
  private int previousLength;

  /**
   * @param part number of the part to be written
   */
  public UrlDictionaryWriter(GraphSink sink, int part) throws IOException {
    file = GraphMeta.file("ids", part);
    bytes = new MeasuredOutputStream(sink.create(file));
    out = new DataOutputStream(bytes);
  }

  /** The part's entry in {@code meta.json}, once closed, as if it were the first part. */
  public GraphMeta.Part part() {
    return new GraphMeta.Part(file, 0, keys, bytes.length(), bytes.crc32c());
  }

  /**
   * Appends a key.
   *
   * @return its place in this part, from 0
   * @throws IllegalArgumentException if it does not sort after the previous key
   */
  public int add(byte[] key, int offset, int length) throws IOException {
    int end = offset + length;
    int order = Arrays.compareUnsigned(previous, 0, previousLength, key, offset, end);
    if (keys > 0 && order >= 0) {
      throw new IllegalArgumentException(
          "key out of order: "
              + new String(key, offset, length, StandardCharsets.UTF_8)
              + " after "
              + new String(previous, 0, previousLength, StandardCharsets.UTF_8));
    }
    int shared = Math.max(0, Arrays.mismatch(previous, 0, previousLength, key, offset, end));
    if (keys % BLOCK_KEYS == 0) {
      endBlock();
      int separator = keys == 0 ? length : shared + 1;
      Varints.write(index, separator);
      index.write(key, offset, separator);
      shared = 0;
    } else {
      varint(shared);
    }
    varint(length - shared);
    out.write(key, offset + shared, length - shared);
    written += length - shared;
    if (previous.length < length) {
      previous = new byte[2 * length];
    }
    System.arraycopy(key, offset, previous, 0, length);
    previousLength = length;
    return keys++;
  }

  /** Appends a key that fills its array. */
  public int add(byte[] key) throws IOException {
    return add(key, 0, key.length);
  }

  /** The number of keys added. */
  public int count() {
    return keys;
  }

  private void endBlock() throws IOException {
    if (keys > 0) {
      Varints.write(index, Math.toIntExact(written - blockStart));
      blockStart = written;
    }
  }

  private void varint(int value) throws IOException {
    Varints.write(out, value);
    written += value == 0 ? 1 : (38 - Integer.numberOfLeadingZeros(value)) / 7;
  }

  /** Writes index and trailer, and closes the stream. */
  @Override
  public void close() throws IOException {
    endBlock();
    index.writeTo(out);
    out.writeLong(written);
    out.writeInt(keys);
    out.writeInt(BLOCK_KEYS);
    out.write(MAGIC);
    out.close();
  }
}
