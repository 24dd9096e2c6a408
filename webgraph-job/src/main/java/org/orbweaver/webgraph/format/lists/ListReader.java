package org.orbweaver.webgraph.format.lists;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.orbweaver.webgraph.format.files.ByteSource;
import org.orbweaver.webgraph.format.meta.GraphMeta;

/**
 * Reads the lists of a range of nodes chunk by chunk, across partitions. Several threads may take
 * chunks from one reader; each gets different ones.
 */
public final class ListReader implements Closeable {
  /**
   * Maximum number of blocks in one read. The first reads are shorter, for callers that want one
   * list.
   */
  private static final int MAX_BLOCKS = 32;

  /** Size at which a chunk with long lists ends. */
  private static final int MANY_BYTES = 1 << 18;

  private final List<GraphMeta.Part> parts;
  private final boolean weighted;
  private final ByteSource.Opener opener;
  private final boolean weights;
  private final int end;
  private int next;
  private int ahead = 1;
  private int part = -1;
  private ListFile file;

  /**
   * A reader of the lists of {@code [first, end)}.
   *
   * @param parts all partitions of one direction
   * @param weighted true if links have weights
   * @param weights true to read them
   */
  public ListReader(
      List<GraphMeta.Part> parts,
      boolean weighted,
      ByteSource.Opener opener,
      boolean weights,
      int first,
      int end) {
    this.parts = parts;
    this.weighted = weighted;
    this.opener = opener;
    this.weights = weights;
    this.next = first;
    this.end = end;
  }

  /**
   * Reads a partition in memory.
   *
   * @param weighted true if links have weights
   */
  public static ListReader of(byte[] bytes, GraphMeta.Part part, boolean weighted) {
    return new ListReader(
        List.of(part),
        weighted,
        only -> ByteSource.of(bytes, part.file()),
        true,
        part.first(),
        part.end());
  }

  /**
   * The next chunk; null at the end. The first and the last may also hold lists outside the range.
   */
  public synchronized ListChunk next() throws IOException {
    if (next >= end) {
      return null;
    }
    open();
    int from = file.block(next);
    int last = Math.min(file.block(Math.min(end, parts.get(part).end()) - 1), from + ahead - 1);
    int to = from + 1;
    while (to <= last && file.offset(to) - file.offset(from) < MANY_BYTES) {
      to++;
    }
    ListChunk chunk = file.read(from, to, weights);
    next = chunk.end();
    ahead = Math.min(2 * ahead, MAX_BLOCKS);
    return chunk;
  }

  /** Continues with the chunk that begins at the block of {@code node}. */
  synchronized void seek(int node) {
    next = node;
    ahead = 1;
  }

  /** One past the last node to be read. */
  int end() {
    return end;
  }

  private void open() throws IOException {
    if (part >= 0 && next >= parts.get(part).first() && next < parts.get(part).end()) {
      return;
    }
    int found = 0;
    while (parts.get(found).end() <= next) {
      found++;
    }
    close();
    file = new ListFile(opener.open(parts.get(found)), parts.get(found), weighted);
    part = found;
  }

  @Override
  public synchronized void close() throws IOException {
    if (file != null) {
      file.close();
      file = null;
      part = -1;
    }
  }
}
