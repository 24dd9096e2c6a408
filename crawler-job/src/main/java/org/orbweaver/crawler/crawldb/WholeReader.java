package org.orbweaver.crawler.crawldb;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Writable;

/**
 * Reads a sequence file, or the slice of it that a map task has, and takes a file that was cut
 * short for corrupt instead of for a shorter one. Hadoop's reader takes an end in the midst of a
 * block for the end of the file; but after the last record read (key and value) it stands where the
 * last whole block ends, and that is the end of a file that is whole.
 */
public final class WholeReader implements Closeable {
  /** An escape of four bytes and sixteen bytes of mark, which may be the last thing written. */
  private static final int SYNC_MARK = 20;

  private final SequenceFile.Reader reader;
  private final long length;
  private final long start;
  private final long end;
  private long wholeUpTo;
  private boolean more;

  /** Reads a whole file. */
  public WholeReader(Configuration conf, Path file) throws IOException {
    this(conf, file, 0, Long.MAX_VALUE);
  }

  /**
   * Reads what of a file begins within {@code bytes} bytes from {@code offset} on, up to the first
   * sync mark behind, as {@link org.apache.hadoop.mapreduce.lib.input.SequenceFileRecordReader}.
   */
  WholeReader(Configuration conf, Path file, long offset, long bytes) throws IOException {
    length = file.getFileSystem(conf).getFileStatus(file).getLen();
    end = Math.min(bytes, Long.MAX_VALUE - offset) + offset;
    reader = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file));
    try {
      if (offset > reader.getPosition()) {
        reader.sync(offset);
      }
      start = reader.getPosition();
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
    wholeUpTo = start;
    more = start < end;
  }

  public Class<?> keyClass() {
    return reader.getKeyClass();
  }

  public Class<?> valueClass() {
    return reader.getValueClass();
  }

  /**
   * Reads the next record into the key and the value.
   *
   * @return whether there was one
   * @throws IOException where the file is corrupt or was cut short
   */
  public boolean next(Writable key, Writable value) throws IOException {
    if (!more) {
      return false;
    }
    long position = reader.getPosition();
    more = reader.next(key);
    if (!more) {
      long rest = length - wholeUpTo;
      if (rest != 0 && rest != SYNC_MARK) {
        throw new EOFException("it ends in the middle of a block");
      }
    } else if (position >= end && reader.syncSeen()) {
      more = false;
    } else {
      reader.getCurrentValue(value);
      wholeUpTo = reader.getPosition();
    }
    return more;
  }

  /** Compressed bytes read of the slice. */
  long bytesRead() throws IOException {
    return Math.min(end, reader.getPosition()) - start;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
