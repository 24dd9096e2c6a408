package org.orbweaver.crawler.segments;

import java.nio.ByteBuffer;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Partitioner;
import org.orbweaver.crawler.segments.SegmentWriter.SegmentPart;

/**
 * The key of the shuffle: URL, kind of record, age of the segment (0 is the newest), packed so that
 * the byte order is the order by all three. URLs have no byte 0.
 *
 * <p>Bytes: the URL in UTF-8, 0, the kind, the age as a big-endian int.
 */
final class SegmentKey {
  private static final int TAIL = 1 + 1 + Integer.BYTES;

  private SegmentKey() {}

  static void set(BytesWritable key, Text url, SegmentPart part, int age) {
    int length = url.getLength();
    key.setSize(length + TAIL);
    byte[] bytes = key.getBytes();
    System.arraycopy(url.getBytes(), 0, bytes, 0, length);
    ByteBuffer.wrap(bytes, length, TAIL).put((byte) 0).put(part.code()).putInt(age);
  }

  static void readUrl(BytesWritable key, Text url) {
    url.set(key.getBytes(), 0, key.getLength() - TAIL);
  }

  static SegmentPart part(BytesWritable key) {
    byte code = key.getBytes()[key.getLength() - TAIL + 1];
    return SegmentPart.where(part -> part.code() == code);
  }

  static int age(BytesWritable key) {
    return ByteBuffer.wrap(key.getBytes(), key.getLength() - Integer.BYTES, Integer.BYTES).getInt();
  }

  /** Groups by URL. */
  static final class Grouping extends UrlGrouping {
    Grouping() {
      super(TAIL);
    }
  }

  /** Partitions by URL, with Text's hash, as the crawldb does. */
  static final class UrlPartitioner extends Partitioner<BytesWritable, SegmentRecord> {
    private final Text url = new Text();

    @Override
    public int getPartition(BytesWritable key, SegmentRecord value, int parts) {
      readUrl(key, url);
      return (url.hashCode() & Integer.MAX_VALUE) % parts;
    }
  }
}
