package org.orbweaver.common.sorted;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.util.ReflectionUtils;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;

/**
 * Reads a part of a store from end to end: a MapFile or a sequence file of (Text, V).
 *
 * <p>A truncated file is corrupt, not short. Hadoop's reader takes an end in the middle of a block
 * for the end of the file; but after the last record its position is the end of the last whole
 * block, which is the end of the file if the file is complete. A MapFile out of order is corrupt,
 * too. Every error is an {@link OrbException} that names the part and the last record before the
 * fault.
 *
 * @param <V> the values
 */
public final class PartReader<V extends Writable> implements Closeable {
  /** An escape of four bytes and a mark of sixteen bytes, which may be the last thing in a file. */
  private static final int SYNC_MARK = 20;

  private final Path part;
  private final boolean sorted;
  private final Class<? extends V> type;
  private final FSDataInputStream in;
  private final SequenceFile.Reader reader;

  /** For files with block compression; null for others. */
  private final SequenceFile.ValueBytes raw;

  private final DataOutputBuffer stored = new DataOutputBuffer();
  private final DataInputBuffer fields = new DataInputBuffer();
  private final long length;
  private final long start;
  private final long end;
  private long wholeUpTo;
  private Text key = new Text();
  private Text previous = new Text();
  private V value;
  private boolean unique;
  private boolean any;
  private boolean more;
  private boolean broken;

  /**
   * Opens a part at its beginning.
   *
   * @param part a MapFile's folder or a sequence file
   * @param type of the values
   * @throws OrbException (failed) if it cannot be read or holds other records
   */
  public PartReader(Configuration conf, Path part, Class<V> type) {
    this(conf, part, type, 0, Long.MAX_VALUE);
  }

  /**
   * Opens the slice of a file that begins within {@code bytes} bytes from {@code offset} on, up to
   * the first sync mark after it, like {@link
   * org.apache.hadoop.mapreduce.lib.input.SequenceFileRecordReader}.
   *
   * @param type of the values; null for the file's own
   */
  @SuppressWarnings("unchecked") // If the type is null, the caller accepts any values.
  PartReader(Configuration conf, Path part, Class<V> type, long offset, long bytes) {
    this.part = part;
    Closeable opened = null;
    try {
      FileSystem fs = part.getFileSystem(conf);
      FileStatus status = fs.getFileStatus(part);
      sorted = status.isDirectory();
      Path file = sorted ? new Path(part, MapFile.DATA_FILE_NAME) : part;
      length = sorted ? fs.getFileStatus(file).getLen() : status.getLen();
      in = fs.open(file);
      opened = in;
      reader =
          new SequenceFile.Reader(
              conf, SequenceFile.Reader.stream(in), SequenceFile.Reader.length(length));
      opened = reader;
      raw = reader.isBlockCompressed() ? reader.createValueBytes() : null;
      if (reader.getKeyClass() != Text.class || (type != null && reader.getValueClass() != type)) {
        throw OrbException.failed(
            part
                + " holds other records: "
                + reader.getKeyClassName()
                + " and "
                + reader.getValueClassName());
      }
      this.type = type == null ? (Class<V>) reader.getValueClass() : type;
      end = Math.min(bytes, Long.MAX_VALUE - offset) + offset;
      if (offset > reader.getPosition()) {
        reader.sync(offset);
      }
      start = reader.getPosition();
      wholeUpTo = start;
      more = start < end;
    } catch (IOException | RuntimeException e) {
      closeQuietly(opened);
      throw corrupt(part, "", e);
    }
  }

  private static void closeQuietly(Closeable opened) {
    if (opened != null) {
      try {
        opened.close();
      } catch (IOException e) {
        // The earlier exception is the error to report.
      }
    }
  }

  /** The error for a part that cannot be read. */
  static OrbException corrupt(Path part, String place, Exception cause) {
    if (cause instanceof OrbException known) {
      return known;
    }
    String reason =
        cause instanceof ChecksumException checksum
            ? "wrong checksum at byte " + checksum.getPos()
            : Failure.reason(cause).lines().findFirst().orElse("");
    return OrbException.failed(
        part
            + " is corrupt ("
            + reason
            + place
            + "); nothing was changed; restore it from a backup",
        cause);
  }

  private OrbException corrupt(Exception cause) {
    return corrupt(
        part, any ? ", after the record of " + Console.safe(previous.toString()) : "", cause);
  }

  /** Opens a part whose values may be of any class. */
  public static PartReader<Writable> ofAny(Configuration conf, Path part) {
    return new PartReader<>(conf, part, null, 0, Long.MAX_VALUE);
  }

  /**
   * Reads the end of a part, from the first sync mark after an offset in its file.
   *
   * @throws OrbException (failed) naming the part, if it is truncated or damaged there
   */
  public static void checkEnd(Configuration conf, Path part, long from) throws IOException {
    try (PartReader<Writable> end = new PartReader<>(conf, part, null, from, Long.MAX_VALUE)) {
      while (end.next()) {
        // Reading is the check.
      }
    }
  }

  /** Makes the reader refuse duplicate keys. */
  PartReader<V> unique() {
    unique = true;
    return this;
  }

  /** The class of the values. */
  Class<? extends V> type() {
    return type;
  }

  /**
   * Moves to the next record.
   *
   * @return false at the end
   */
  public boolean next() {
    return next(more ? ReflectionUtils.newInstance(type, null) : null);
  }

  /** Moves to the next record and reads it into the caller's value. */
  boolean next(V into) {
    if (!more) {
      return false;
    }
    Text before = previous;
    previous = key;
    key = before;
    try {
      read(into);
    } catch (IOException | RuntimeException e) {
      broken = true;
      throw corrupt(e);
    }
    any |= more;
    return more;
  }

  private void read(V into) throws IOException {
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
      readValue(into);
      value = into;
      wholeUpTo = reader.getPosition();
      if (sorted && any && previous.compareTo(key) >= (unique ? 0 : 1)) {
        throw new IOException("out of order at " + Console.safe(key.toString()));
      }
    }
  }

  /**
   * Reads the value in one piece: {@link SequenceFile.Reader#getCurrentValue} decompresses byte by
   * byte.
   */
  private void readValue(V into) throws IOException {
    if (raw == null) {
      reader.getCurrentValue(into);
      return;
    }
    stored.reset();
    reader.nextRawValue(raw);
    raw.writeUncompressedBytes(stored);
    fields.reset(stored.getData(), stored.getLength());
    into.readFields(fields);
    if (fields.getPosition() != fields.getLength()) {
      throw new IOException(
          "a value of "
              + fields.getLength()
              + " bytes has "
              + (fields.getLength() - fields.getPosition())
              + " too many");
    }
  }

  /** The key of the record, valid until the next call of {@link #next}. */
  public Text key() {
    return key;
  }

  /** The value of the record; a new object for each record, which may be kept. */
  public V value() {
    return value;
  }

  /** Compressed bytes read so far. */
  long bytesRead() throws IOException {
    return Math.min(end, reader.getPosition()) - start;
  }

  @Override
  public void close() throws IOException {
    if (broken) {
      // The reader would return its decompressors to Hadoop's pool. Reset does not mend one of
      // Snappy that has failed: it refuses larger blocks of the next file.
      in.close();
    } else {
      reader.close();
    }
  }
}
