package org.orbweaver.crawler.fetch;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.store.Files;

/**
 * What gathers in memory for the next run, written ahead: a file that a killed attempt leaves, from
 * which the next one makes the run. So a kill costs the milliseconds since the last {@link
 * #commit}, while runs can be few and large.
 *
 * <p>The file is a sequence of blocks: length and CRC-32C of the payload, four bytes each, then the
 * payload, which is a sequence of records. The last block may be torn; it then counts as not
 * written. Visible to other processes is what was flushed (HDFS's hflush); nothing is forced to
 * disks, for it is a process's death that it is to outlive, as runs on HDFS do no more.
 *
 * <p>Safe for use by many threads.
 */
final class FetchJournal {
  private static final String NAME = "journal-";

  /** Adding waits when this many bytes are not yet on their way. */
  private static final int MOST_PENDING = 8 << 20;

  private static final int LARGEST_BLOCK = 1 << 30;

  private static final byte ENTRY = 'e';
  private static final byte LINE = 'l';
  private static final byte COUNT = 'c';
  private static final byte HOST = 'h';

  /** Takes the records of a journal. */
  interface Taker {
    void entry(Text url, CrawlDatum datum, Content content, FetchCounter counter);

    void line(Text group, long startMs, Text text);

    void count(FetchCounter counter, long n);

    void host(String key, byte[] record);
  }

  private final FileSystem fs;
  private final Path file;
  private final FSDataOutputStream out;
  private DataOutputBuffer pending = new DataOutputBuffer();
  private final Object committing = new Object();
  private DataOutputBuffer spare = new DataOutputBuffer();
  private boolean ended;

  private FetchJournal(FileSystem fs, Path file, FSDataOutputStream out) {
    this.fs = fs;
    this.file = file;
    this.out = out;
  }

  /**
   * Begins the journal of a run.
   *
   * @param runs the folder of runs
   * @return null where the file system shows nothing of a file before it is closed
   */
  static FetchJournal begin(FileSystem fs, Path runs, int run) throws IOException {
    FileSystem unchecked = withoutChecksums(fs);
    Path file = new Path(runs, NAME + run);
    unchecked.mkdirs(runs);
    FSDataOutputStream out = unchecked.create(file, false);
    if (!out.hasCapability(StreamCapabilities.HSYNC)) {
      out.close();
      Files.delete(unchecked, file);
      return null;
    }
    return new FetchJournal(unchecked, file, out);
  }

  /** A file system with checksums keeps what is flushed until a checksum's share is full. */
  private static FileSystem withoutChecksums(FileSystem fs) {
    return fs instanceof ChecksumFileSystem checked ? checked.getRawFileSystem() : fs;
  }

  /** Whether a file is a journal, by its name. */
  static boolean isOne(Path file) {
    return file.getName().startsWith(NAME);
  }

  /** The numbers of the runs that journals have been left for, ascending. */
  static SortedSet<Integer> left(FileSystem fs, Path runs) throws IOException {
    SortedSet<Integer> numbers = new TreeSet<>();
    try {
      for (FileStatus status : withoutChecksums(fs).listStatus(runs)) {
        if (isOne(status.getPath())) {
          numbers.add(Integer.valueOf(status.getPath().getName().substring(NAME.length())));
        }
      }
    } catch (FileNotFoundException e) {
      return numbers;
    }
    return numbers;
  }

  /** Deletes a journal that was left. */
  static void delete(FileSystem fs, Path runs, int run) throws IOException {
    Files.delete(withoutChecksums(fs), new Path(runs, NAME + run));
  }

  /** Adds the record of a URL. */
  synchronized void entry(Text url, CrawlDatum datum, Content content, FetchCounter counter)
      throws IOException {
    pending.writeByte(ENTRY);
    Text.writeString(pending, counter.name());
    url.write(pending);
    datum.write(pending);
    pending.writeBoolean(content != null);
    if (content != null) {
      content.write(pending);
    }
  }

  /** Adds the line of a request. */
  synchronized void line(Text group, long startMs, Text text) throws IOException {
    pending.writeByte(LINE);
    group.write(pending);
    pending.writeLong(startMs);
    text.write(pending);
  }

  /** Adds to a counter. */
  synchronized void count(FetchCounter counter, long n) throws IOException {
    pending.writeByte(COUNT);
    Text.writeString(pending, counter.name());
    pending.writeLong(n);
  }

  /** Adds what is known of a host. */
  synchronized void host(String key, byte[] record) throws IOException {
    pending.writeByte(HOST);
    Text.writeString(pending, key);
    pending.writeInt(record.length);
    pending.write(record);
  }

  /** Waits while too much is not yet on its way. */
  synchronized void awaitRoom() throws IOException {
    while (pending.getLength() > MOST_PENDING && !ended) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while writing fetched pages");
      }
    }
  }

  /** Makes durable what was added. */
  void commit(Permit permit) throws IOException {
    synchronized (committing) {
      DataOutputBuffer block;
      synchronized (this) {
        if (ended || pending.getLength() == 0) {
          return;
        }
        block = pending;
        pending = spare;
        notifyAll();
      }
      permit.check();
      CRC32C sum = new CRC32C();
      sum.update(block.getData(), 0, block.getLength());
      out.writeInt(block.getLength());
      out.writeInt((int) sum.getValue());
      out.write(block.getData(), 0, block.getLength());
      out.hflush();
      spare = block.reset();
    }
  }

  /** Deletes the file: what it was for is durable now. */
  void delete() throws IOException {
    end();
    Files.delete(fs, file);
  }

  /** Writes no more; the file stays. */
  void end() {
    synchronized (this) {
      ended = true;
      notifyAll();
    }
    synchronized (committing) {
      IOUtils.closeStream(out);
    }
  }

  /**
   * Reads what an attempt that was killed had committed.
   *
   * @return false when the last block was torn
   */
  static boolean read(FileSystem fs, Path runs, int run, Taker taker) throws IOException {
    DataInputBuffer payload = new DataInputBuffer();
    try (FSDataInputStream in = withoutChecksums(fs).open(new Path(runs, NAME + run))) {
      while (true) {
        byte[] block;
        try {
          int length = in.readInt();
          int sum = in.readInt();
          if (length <= 0 || length > LARGEST_BLOCK) {
            return false;
          }
          block = in.readNBytes(length);
          CRC32C actual = new CRC32C();
          actual.update(block, 0, block.length);
          if (block.length < length || (int) actual.getValue() != sum) {
            return false;
          }
        } catch (EOFException e) {
          return true;
        }
        payload.reset(block, block.length);
        while (payload.getPosition() < block.length) {
          record(payload, taker);
        }
      }
    }
  }

  private static void record(DataInputBuffer in, Taker taker) throws IOException {
    byte kind = in.readByte();
    switch (kind) {
      case ENTRY -> {
        FetchCounter counter = FetchCounter.valueOf(Text.readString(in));
        Text url = new Text();
        url.readFields(in);
        CrawlDatum datum = new CrawlDatum();
        datum.readFields(in);
        Content content = null;
        if (in.readBoolean()) {
          content = new Content();
          content.readFields(in);
        }
        taker.entry(url, datum, content, counter);
      }
      case LINE -> {
        Text group = new Text();
        group.readFields(in);
        long startMs = in.readLong();
        Text text = new Text();
        text.readFields(in);
        taker.line(group, startMs, text);
      }
      case COUNT -> taker.count(FetchCounter.valueOf(Text.readString(in)), in.readLong());
      case HOST -> {
        String key = Text.readString(in);
        byte[] record = new byte[in.readInt()];
        in.readFully(record);
        taker.host(key, record);
      }
      default -> throw new IOException("no kind of record: " + kind);
    }
  }
}
