package org.orbweaver.crawler.fetch.spill;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LeaseRecoverable;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.IOUtils;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.store.Files;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rows of a buffer on disk, before they are spilled: a later attempt recovers them from here if
 * this one is killed.
 *
 * <p>A file {@code log-BUFFER-NUMBER} is a sequence of blocks: length and CRC-32C of the payload,
 * four bytes each, then the payload, which is a sequence of rows. The last block may be torn; it
 * then counts as not written. Other processes see the flushed blocks (HDFS's hflush). Nothing is
 * forced to disks, since the log need only outlive a process. If a file system shows nothing of a
 * file before it is closed (S3), each flush is a file.
 */
final class WriteAheadLog implements Closeable {
  private static final Pattern NAME = Pattern.compile("log-(\\d+)-\\d{6}");
  private static final int BLOCK_BYTES = 1 << 20;
  private static final long RECOVERY_POLL_MS = 500;
  private static final Logger LOG = LoggerFactory.getLogger(WriteAheadLog.class);

  private final FileSystem fs;
  private final Path folder;
  private final int buffer;
  private DataOutputBuffer block = new DataOutputBuffer();
  private FSDataOutputStream out;
  private boolean flushable = true;
  private int files;

  /**
   * A log without files so far.
   *
   * @param buffer number of the buffer
   */
  WriteAheadLog(FileSystem fs, Path folder, int buffer) {
    this.fs = withoutChecksums(fs);
    this.folder = folder;
    this.buffer = buffer;
  }

  private Path file(int number) {
    return new Path(folder, String.format(Locale.ROOT, "log-%d-%06d", buffer, number));
  }

  /**
   * The file system without checksums: one with checksums holds flushed bytes back until a whole
   * chunk has its checksum.
   */
  private static FileSystem withoutChecksums(FileSystem fs) {
    return fs instanceof ChecksumFileSystem checked ? checked.getRawFileSystem() : fs;
  }

  /** Whether a flush needs no new file. */
  boolean isFlushable() {
    return flushable;
  }

  /**
   * Appends rows, and makes them durable.
   *
   * @param groups a reader finds each group whole or not at all
   */
  void append(List<Row[]> groups) throws IOException {
    if (out == null) {
      out = fs.create(file(files++), false);
      flushable = out.hasCapability(StreamCapabilities.HSYNC);
    }
    for (Row[] group : groups) {
      for (Row row : group) {
        row.write(block);
      }
      if (block.getLength() >= BLOCK_BYTES) {
        writeBlock();
      }
    }
    writeBlock();
    if (flushable) {
      out.hflush();
    } else {
      out.close();
      out = null;
    }
  }

  private void writeBlock() throws IOException {
    if (block.getLength() > 0) {
      out.writeInt(block.getLength());
      out.writeInt((int) checksum(block.getData(), block.getLength()));
      out.write(block.getData(), 0, block.getLength());
      block = block.getLength() > 4 * BLOCK_BYTES ? new DataOutputBuffer() : block.reset();
    }
  }

  private static long checksum(byte[] bytes, int length) {
    CRC32C sum = new CRC32C();
    sum.update(bytes, 0, length);
    return sum.getValue();
  }

  /** Stops writing; the files stay. */
  @Override
  public void close() {
    IOUtils.closeStream(out);
    out = null;
  }

  /** Deletes the files, since their rows are durable elsewhere. */
  void delete() throws IOException {
    close();
    for (int i = 0; i < files; i++) {
      Files.delete(fs, file(i));
    }
  }

  /** The files in a folder by the numbers of their buffers, oldest first. */
  static SortedMap<Integer, List<Path>> list(FileSystem fs, Path folder) throws IOException {
    SortedMap<Integer, List<Path>> files = new TreeMap<>();
    for (FileStatus status : Files.list(withoutChecksums(fs), folder)) {
      Matcher name = NAME.matcher(status.getPath().getName());
      if (name.matches()) {
        Integer buffer = Integer.valueOf(name.group(1));
        files.computeIfAbsent(buffer, number -> new ArrayList<>()).add(status.getPath());
      }
    }
    files.values().forEach(list -> list.sort(Comparator.comparing(Path::getName)));
    return files;
  }

  /** Deletes a file that an attempt left behind. */
  static void delete(FileSystem fs, Path file) throws IOException {
    Files.delete(withoutChecksums(fs), file);
  }

  /**
   * Waits until a file that no living process writes can be read. If a data node crashed while the
   * file was written, HDFS does not know its length until the lease is recovered, which takes some
   * seconds once a node that has a replica is back.
   *
   * @param patience how long to wait; afterwards {@link #read} reads as much as it can
   * @param waiting called every half second meanwhile
   * @throws IOException if the name node does not answer
   */
  static void awaitReadable(FileSystem fs, Path file, Duration patience, Runnable waiting)
      throws IOException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (fs instanceof LeaseRecoverable leases
        && !isReadable(fs, file)
        && System.nanoTime() - deadline < 0) {
      leases.recoverLease(file);
      waiting.run();
      try {
        TimeUnit.MILLISECONDS.sleep(RECOVERY_POLL_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while " + file + " is recovered");
      }
    }
  }

  private static boolean isReadable(FileSystem fs, Path file) {
    try (FSDataInputStream in = fs.open(file)) {
      in.read();
      return true;
    } catch (IOException e) {
      LOG.warn("Cannot read {} yet: {}", file, Failure.reason(e));
      return false;
    }
  }

  /**
   * Reads the rows of a file up to its end or to the first block that is incomplete or unreadable.
   *
   * @return false if a block was incomplete or unreadable
   */
  static boolean read(FileSystem fs, Path file, Consumer<Row> rows) {
    try {
      return readWhole(fs, file, rows);
    } catch (IOException e) {
      LOG.warn("Cannot read {}: the rows behind are lost", file, e);
      return false;
    }
  }

  private static boolean readWhole(FileSystem fs, Path file, Consumer<Row> rows)
      throws IOException {
    DataInputBuffer payload = new DataInputBuffer();
    try (FSDataInputStream in = withoutChecksums(fs).open(file)) {
      while (true) {
        int length;
        int sum;
        try {
          length = in.readInt();
          sum = in.readInt();
        } catch (EOFException e) {
          return true;
        }
        if (length <= 0) {
          return false;
        }
        byte[] block = in.readNBytes(length);
        if (block.length < length || (int) checksum(block, length) != sum) {
          return false;
        }
        payload.reset(block, length);
        while (payload.getPosition() < length) {
          rows.accept(Row.read(payload));
        }
      }
    }
  }
}
