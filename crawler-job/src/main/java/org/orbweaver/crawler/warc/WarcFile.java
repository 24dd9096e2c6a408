package org.orbweaver.crawler.warc;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.Arrays;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.io.input.CloseShieldInputStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.util.functional.CallableRaisingIOE;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;

/**
 * Reads the records of a WARC file (ISO 28500, versions 0.17 to 1.1), plain or with a gzip member
 * for each record, and continues after broken places.
 *
 * <p>A record counts only if it is whole: in a compressed file the checksum of its member must be
 * right. If the file ends within the body of a record, the body so far is kept as truncated, and
 * the place is reported. After a broken place the reader looks for the next record, byte by byte: a
 * gzip member that begins with {@code WARC/}, or a line that does.
 *
 * <p>Memory: a body up to the limit, and the heads of record and response, 1 MiB each at most.
 */
final class WarcFile implements Closeable {
  private static final String CUT = "the record ends early";
  private static final int BUFFER = 1 << 16;
  private static final int MAX_HEAD = 1 << 20;
  private static final int GZIP = 0x1f8b08;
  private static final byte[] VERSION = {'W', 'A', 'R', 'C', '/'};

  /** Line feed and {@link #VERSION}. */
  private static final long PLAIN = 0x0a_57_41_52_43_2fL;

  private static final long SIX_BYTES = 0xffff_ffff_ffffL;

  private final PositionedStream source;
  private final long length;
  private final int limit;

  /** Reads the records of a gzip member, or all further ones of an uncompressed file. */
  private WarcReader reader;

  private Bounded records;

  /** Where {@link #reader} started in the file. */
  private long start;

  private boolean compressed;
  private boolean trailerBroken;

  /** The next record, with only its head read; null if it must be looked for. */
  private WarcRecord ahead;

  private long aheadOffset;

  /** An entry to return after the record before it. */
  private WarcEntry pending;

  /**
   * A file.
   *
   * @param in at the file's beginning
   * @param length of the file, bytes
   * @param limit bytes of a body to keep
   */
  WarcFile(FSDataInputStream in, long length, int limit) {
    this.source = new PositionedStream(in);
    this.length = length;
    this.limit = limit;
  }

  /**
   * A record, or a broken place.
   *
   * @param offset where it begins in the file
   * @param capture null if the record is not of a web page, or the place is broken
   * @param damage the fault; null if there is none
   * @param exchange to which the record belongs; null for a broken place
   */
  record WarcEntry(long offset, WarcCapture capture, String damage, Exchange exchange) {
    static WarcEntry broken(long offset, String damage) {
      return new WarcEntry(offset, null, damage, null);
    }
  }

  /**
   * The next record or broken place; null at the end.
   *
   * @throws IOException if the file cannot be read, which says nothing about its content
   */
  WarcEntry next() throws IOException {
    WarcEntry entry = pending;
    pending = null;
    if (entry != null) {
      return entry;
    }
    try {
      if (ahead == null && !advance()) {
        return null;
      }
      Exchange exchange = Exchange.of(ahead);
      WarcCapture capture = WarcCapture.read(ahead, limit, records::limitHead).orElse(null);
      boolean isWhole = isWhole();
      if (!isWhole && capture != null && source.peek() < 0) {
        // The writer was killed, or the file is incomplete: the body so far is kept, and marked.
        pending = WarcEntry.broken(aheadOffset, CUT);
        entry = new WarcEntry(aheadOffset, capture, null, exchange);
        end();
        return entry;
      }
      if (!isWhole) {
        throw new EOFException();
      }
      entry = new WarcEntry(aheadOffset, capture, null, exchange);
      // A fault after a record may be in the record's own length or checksum.
      ahead = head();
      return entry;
    } catch (IOException | RuntimeException e) {
      source.rethrowFailure();
      if (entry != null && ((e instanceof EOFException && isTail()) || isPastEnd())) {
        end();
        return entry;
      }
      boolean follows = entry != null && !compressed && !trailerBroken && offset() > aheadOffset;
      long offset = ahead == null || follows ? offset() : aheadOffset;
      WarcEntry damage = WarcEntry.broken(offset, describe(e));
      end();
      resume(offset + 1);
      pending = follows ? damage : null;
      return follows ? entry : damage;
    }
  }

  /** How far the file has been read. */
  long position() throws IOException {
    return source.position();
  }

  /**
   * Whether less than a record is left, and not the start of one: jwarc takes the single line feeds
   * that some programs write after records for such a start.
   */
  private boolean isTail() {
    return records.ended && (compressed || length - offset() <= records.lineEnds);
  }

  /** Whether jwarc, after odd line ends, has read what its buffer held before once more. */
  private boolean isPastEnd() {
    return records.ended && reader.position() >= records.count;
  }

  /** Whether the record's end is in the file. */
  private boolean isWhole() throws IOException {
    try {
      ahead.body().consume();
      return true;
    } catch (EOFException e) {
      return false;
    }
  }

  private static String describe(Exception e) {
    if (e instanceof EOFException) {
      return CUT;
    }
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return message.lines().findFirst().orElse("").strip();
  }

  /** Reads the head of the next record; false at the end of the file. */
  private boolean advance() throws IOException {
    while (ahead == null) {
      if (reader == null) {
        start = source.position();
        int first = source.peek();
        if (first < 0) {
          return false;
        }
        open(first);
      }
      ahead = head();
    }
    return true;
  }

  private void open(int first) throws IOException {
    compressed = first == GZIP >>> 16;
    records = new Bounded(compressed ? gunzip() : CloseShieldInputStream.wrap(source));
    reader = new WarcReader(Channels.newChannel(records));
    reader.setLenient(true);
    reader.onWarning(message -> trailerBroken |= message.contains("trailer"));
  }

  private InputStream gunzip() throws IOException {
    return new GzipCompressorInputStream(CloseShieldInputStream.wrap(source));
  }

  /** The next record of {@link #reader}; null after its last, which closes the reader. */
  private WarcRecord head() throws IOException {
    trailerBroken = false;
    records.left = MAX_HEAD;
    WarcRecord record = reader.next().filter(next -> !isPastEnd()).orElse(null);
    records.left = Long.MAX_VALUE;
    aheadOffset = offset();
    if (record == null) {
      end();
    }
    return record;
  }

  private long offset() {
    return compressed || reader == null ? start : start + reader.position();
  }

  private void end() throws IOException {
    ahead = null;
    if (reader != null) {
      start = offset();
      reader = null;
      records.close();
    }
  }

  /** Goes to the next record that begins at or after an offset. */
  private void resume(long from) throws IOException {
    source.seek(Math.min(from, length));
    long window = 0;
    for (int b = source.read(); b >= 0; b = source.read()) {
      window = (window << 8 | b) & SIX_BYTES;
      if (window == PLAIN) {
        source.seek(source.position() - VERSION.length);
        return;
      }
      if ((window & 0xff_ffff) == GZIP) {
        long member = source.position() - 3;
        if (isRecord(member)) {
          source.seek(member);
          return;
        }
        source.seek(member + 3);
      }
    }
  }

  private boolean isRecord(long member) throws IOException {
    source.seek(member);
    try (InputStream in = gunzip()) {
      return Arrays.equals(VERSION, in.readNBytes(VERSION.length));
    } catch (IOException e) {
      source.rethrowFailure();
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    end();
    source.close();
  }

  /** The bytes of the file from any position; remembers failures of reading the file itself. */
  private static final class PositionedStream extends BufferedInputStream {
    private final FSDataInputStream file;

    PositionedStream(FSDataInputStream file) {
      super(new Watched(file), BUFFER);
      this.file = file;
    }

    synchronized long position() throws IOException {
      return file.getPos() - (count - pos);
    }

    synchronized void seek(long position) throws IOException {
      file.seek(position);
      count = 0;
      pos = 0;
      markpos = -1;
    }

    synchronized int peek() throws IOException {
      int next = read();
      pos -= next < 0 ? 0 : 1;
      return next;
    }

    /** Rethrows a failure to read the file, as opposed to a fault in its content. */
    void rethrowFailure() throws IOException {
      if (((Watched) in).failure != null) {
        throw ((Watched) in).failure;
      }
    }
  }

  private static final class Watched extends FilterInputStream {
    private IOException failure;

    Watched(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
      try {
        return super.read(bytes, offset, count);
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }
  }

  /** Keeps an endless head from filling the memory. */
  private static final class Bounded extends FilterInputStream {
    /**
     * The bytes decoded at a time: if gzip data end early, those decoded in the same step are lost.
     */
    private static final int STEP = 512;

    private long left = Long.MAX_VALUE;
    private boolean ended;

    /** The number of bytes read so far. */
    private long count;

    /** The number of line-end bytes at the end of the data read so far. */
    private long lineEnds;

    Bounded(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] bytes, int offset, int most) throws IOException {
      if (left <= 0) {
        throw new IOException("a head of more than " + MAX_HEAD + " bytes");
      }
      int n = super.read(bytes, offset, Math.min(most, STEP));
      ended = n < 0;
      if (ended) {
        return n;
      }
      left -= n;
      count += n;
      int last = offset + n;
      while (last > offset && (bytes[last - 1] == '\n' || bytes[last - 1] == '\r')) {
        last--;
      }
      lineEnds = last == offset ? lineEnds + n : offset + n - last;
      return n;
    }

    /** Reads the head of a response. */
    <T> T limitHead(CallableRaisingIOE<T> head) throws IOException {
      left = MAX_HEAD;
      T read = head.apply();
      left = Long.MAX_VALUE;
      return read;
    }
  }
}
