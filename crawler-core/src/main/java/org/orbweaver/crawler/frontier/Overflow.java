package org.orbweaver.crawler.frontier;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Stores the items of back queues that do not fit into memory: one file, written only at its end,
 * in which each queue has a chain of chunks.
 *
 * <p>A chunk has the position of the next one of the same queue, or -1 (8 bytes), bytes of the
 * items (4), then the items, each after its length (4). Tails are collected in memory and written
 * together when they fill a quarter of the budget, so a queue costs few writes. Space is not
 * reclaimed after reading: the file grows to the size of all overflowed items, at most that of the
 * fetch list, and is deleted with the task.
 */
final class Overflow implements Closeable {
  private static final int HEADER = 12;
  private static final int MIN_CHUNK = 512;
  private static final int MAX_CHUNK = 64 << 10;

  private final Path folder;
  private final long budget;
  private final List<BackQueue> dirty = new ArrayList<>();
  private ByteBuffer buffer = ByteBuffer.allocate(1 << 20);
  private Path file;
  private FileChannel channel;

  /** Bytes in the file; those of the buffer follow. */
  private long flushed;

  private long inMemory;
  private long inTails;

  /**
   * Creates nothing until the budget is exceeded.
   *
   * @param folder for the file; created if missing
   * @param budget bytes of items, with their objects, to keep in memory
   */
  Overflow(Path folder, long budget) {
    this.folder = folder;
    this.budget = budget;
  }

  /**
   * Puts an item at the end of a queue.
   *
   * @param queues number of queues, for the size of their chunks
   */
  void addLast(BackQueue queue, byte[] item, int queues) throws IOException {
    long weight = BackQueue.weight(item);
    inMemory += weight;
    queue.size++;
    boolean whole = queue.firstChunk == BackQueue.NOWHERE && !queue.hasTail();
    if (whole && (inMemory < budget || queue.head.isEmpty())) {
      queue.head.addLast(item);
      return;
    }
    queue.addToTail(item);
    queue.tailBytes += weight;
    inTails += weight;
    if (!queue.dirty) {
      queue.dirty = true;
      dirty.add(queue);
    }
    if (inTails >= budget / 4) {
      writeTails(queues);
    }
  }

  /** Puts an item at the head of a queue. */
  void addFirst(BackQueue queue, byte[] item) {
    inMemory += BackQueue.weight(item);
    queue.size++;
    queue.head.addFirst(item);
  }

  /** Takes a queue's first item; it must have one. */
  byte[] removeFirst(BackQueue queue) throws IOException {
    if (queue.head.isEmpty()) {
      if (queue.firstChunk == BackQueue.NOWHERE) {
        queue.tailBecomesHead();
        inTails -= queue.tailBytes;
        queue.tailBytes = 0;
      } else {
        read(queue);
      }
    }
    byte[] item = queue.head.removeFirst();
    inMemory -= BackQueue.weight(item);
    queue.size--;
    return item;
  }

  private void writeTails(int queues) throws IOException {
    if (channel == null) {
      Files.createDirectories(folder);
      file = Files.createTempFile(folder, "frontier-", ".overflow");
      channel =
          FileChannel.open(
              file,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
    }
    // A chunk is read as a whole, so one of each queue must fit into half the budget.
    long share = budget / 2 / Math.max(1, queues);
    int limit = (int) Math.max(MIN_CHUNK, Math.min(MAX_CHUNK, share));
    for (BackQueue queue : dirty) {
      queue.dirty = false;
      while (queue.hasTail()) {
        writeChunk(queue, limit);
      }
      inTails -= queue.tailBytes;
      inMemory -= queue.tailBytes;
      queue.tailBytes = 0;
    }
    dirty.clear();
    flush();
  }

  private void writeChunk(BackQueue queue, int limit) throws IOException {
    // An item longer than the limit has a chunk of its own.
    room(HEADER + 4 + Math.max(limit, queue.peekTail().length));
    long offset = flushed + buffer.position();
    int start = buffer.position();
    buffer.putLong(BackQueue.NOWHERE).putInt(0);
    int bytes = 0;
    do {
      byte[] item = queue.removeTail();
      buffer.putInt(item.length).put(item);
      bytes += 4 + item.length;
    } while (queue.hasTail() && bytes + 4 + queue.peekTail().length <= limit);
    buffer.putInt(start + 8, bytes);
    if (queue.lastChunk == BackQueue.NOWHERE) {
      queue.firstChunk = offset;
    } else {
      link(queue.lastChunk, offset);
    }
    queue.lastChunk = offset;
  }

  private void room(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      flush();
      if (buffer.remaining() < bytes) {
        buffer = ByteBuffer.allocate(bytes);
      }
    }
  }

  private void flush() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      flushed += channel.write(buffer, flushed);
    }
    buffer.clear();
  }

  private void link(long chunk, long next) throws IOException {
    if (chunk >= flushed) {
      buffer.putLong((int) (chunk - flushed), next);
    } else {
      ByteBuffer pointer = ByteBuffer.allocate(8).putLong(0, next);
      while (pointer.hasRemaining()) {
        channel.write(pointer, chunk + pointer.position());
      }
    }
  }

  /** Reads the first chunk of a queue as its head. */
  private void read(BackQueue queue) throws IOException {
    ByteBuffer header = get(queue.firstChunk, HEADER);
    ByteBuffer items = get(queue.firstChunk + HEADER, header.getInt(8));
    while (items.hasRemaining()) {
      byte[] item = new byte[items.getInt()];
      items.get(item);
      queue.head.addLast(item);
      inMemory += BackQueue.weight(item);
    }
    queue.firstChunk = header.getLong(0);
    if (queue.firstChunk == BackQueue.NOWHERE) {
      queue.lastChunk = BackQueue.NOWHERE;
    }
  }

  private ByteBuffer get(long offset, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, offset + bytes.position()) < 0) {
        throw new IOException("the frontier's overflow file " + file + " has lost its end");
      }
    }
    return bytes.flip();
  }

  /** Bytes of items in memory. */
  long inMemory() {
    return inMemory;
  }

  /** Bytes written to disk so far. */
  long onDisk() {
    return flushed;
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
