package org.orbweaver.webgraph.format.lists;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.webgraph.format.files.ByteSource;
import org.orbweaver.webgraph.format.meta.GraphMeta;

/**
 * A partition written by {@link AdjacencyWriter}, with its index in memory: {@value
 * AdjacencyWriter#ENTRY_BYTES} bytes for {@value AdjacencyWriter#BLOCK_NODES} nodes. Each block
 * read is compared with its checksum.
 */
final class ListFile implements Closeable {
  private final ByteSource source;
  private final GraphMeta.Part part;
  private final boolean weighted;
  private final ByteBuffer index;
  private final int blocks;

  /**
   * Opens a partition.
   *
   * @param weighted true if links have weights
   * @throws OrbException if it is truncated or corrupt
   */
  ListFile(ByteSource source, GraphMeta.Part part, boolean weighted) throws IOException {
    this.source = source;
    this.part = part;
    this.weighted = weighted;
    int end = part.count() == 0 ? part.first() : part.end() - 1;
    blocks = part.count() == 0 ? 0 : block(end) + 1;
    int length = AdjacencyWriter.ENTRY_BYTES * blocks;
    long indexStart = source.length() - AdjacencyWriter.TRAILER_BYTES - length;
    if (indexStart < 0) {
      throw corrupt("it is too short");
    }
    // The trailer begins like one more entry.
    index = ByteBuffer.wrap(source.read(indexStart, length + AdjacencyWriter.TRAILER_BYTES));
    CRC32C crc = new CRC32C();
    crc.update(index.array(), 0, length);
    int magic = index.capacity() - AdjacencyWriter.MAGIC.length;
    if (!Arrays.equals(
            index.array(),
            magic,
            index.capacity(),
            AdjacencyWriter.MAGIC,
            0,
            AdjacencyWriter.MAGIC.length)
        || crc(blocks) != (int) crc.getValue()
        || offset(blocks) != indexStart
        || arcs(blocks) != part.arcs()) {
      throw corrupt("its index is not as it was written");
    }
  }

  /** The block with a node of this partition. */
  int block(int node) {
    return node / AdjacencyWriter.BLOCK_NODES - part.first() / AdjacencyWriter.BLOCK_NODES;
  }

  /** The offset of a block; for the number of blocks, the end of the last one. */
  long offset(int block) {
    return index.getLong(AdjacencyWriter.ENTRY_BYTES * block);
  }

  private long arcs(int block) {
    return index.getLong(AdjacencyWriter.ENTRY_BYTES * block + Long.BYTES);
  }

  private int crc(int block) {
    return index.getInt(AdjacencyWriter.ENTRY_BYTES * block + 2 * Long.BYTES);
  }

  private int first(int block) {
    return block == 0
        ? part.first()
        : (part.first() / AdjacencyWriter.BLOCK_NODES + block) * AdjacencyWriter.BLOCK_NODES;
  }

  /**
   * Reads the blocks {@code [from, to)}.
   *
   * @param weights true to read the links' weights, in a graph that has them
   * @throws OrbException if their checksums differ
   */
  ListChunk read(int from, int to, boolean weights) throws IOException {
    byte[] bytes = source.read(offset(from), Math.toIntExact(offset(to) - offset(from)));
    int links = Math.toIntExact(arcs(to) - arcs(from));
    float[] floats = weighted && weights ? new float[links] : null;
    byte[] lists = weighted ? new byte[bytes.length - Float.BYTES * links] : bytes;
    int filled = 0;
    for (int b = from; b < to; b++) {
      int at = (int) (offset(b) - offset(from));
      int length = (int) (offset(b + 1) - offset(b));
      CRC32C crc = new CRC32C();
      crc.update(bytes, at, length);
      if ((int) crc.getValue() != crc(b)) {
        throw corrupt("block " + b + " at byte " + offset(b) + " is not as it was written");
      }
      if (weighted) {
        int own = (int) (arcs(b + 1) - arcs(b));
        int coded = length - Float.BYTES * own;
        System.arraycopy(bytes, at, lists, filled, coded);
        filled += coded;
        if (floats != null) {
          ByteBuffer.wrap(bytes, at + coded, Float.BYTES * own)
              .asFloatBuffer()
              .get(floats, (int) (arcs(b) - arcs(from)), own);
        }
      }
    }
    return new ListChunk(first(from), to == blocks ? part.end() : first(to), lists, floats);
  }

  private OrbException corrupt(String what) {
    return OrbException.failed(source.name() + ": corrupt: " + what + "; build the graph again");
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
