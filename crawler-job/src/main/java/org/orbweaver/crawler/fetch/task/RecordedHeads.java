package org.orbweaver.crawler.fetch.task;

import java.io.DataInputStream;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.WritableUtils;
import org.orbweaver.crawler.http.HttpHeads;

/**
 * The heads of one exchange in {@code fetch_heads}, whose key is the URL requested.
 *
 * <p>Bytes: 1, the format; 1 if the response's head is cut, else 0; {@link #startMs} as a
 * big-endian long; the length of the request's head as Hadoop's variable-length int; the request's
 * head; the response's head up to the end.
 *
 * @param startMs when the request began, as in its line of the fetch log
 */
public record RecordedHeads(long startMs, HttpHeads heads) {
  /** The folder of a segment that has them. */
  public static final String FOLDER = "fetch_heads";

  private static final byte FORMAT = 1;

  /** The record. */
  public BytesWritable encode() throws IOException {
    try (DataOutputBuffer out = new DataOutputBuffer()) {
      out.write(FORMAT);
      out.writeBoolean(heads.cut());
      out.writeLong(startMs);
      WritableUtils.writeVInt(out, heads.request().length);
      out.write(heads.request());
      out.write(heads.response());
      return new BytesWritable(java.util.Arrays.copyOf(out.getData(), out.getLength()));
    }
  }

  /**
   * Reads a record.
   *
   * @throws IOException if it is none, or of a later format
   */
  public static RecordedHeads decode(BytesWritable record) throws IOException {
    try (DataInputBuffer in = new DataInputBuffer()) {
      in.reset(record.getBytes(), record.getLength());
      byte format = in.readByte();
      if (format != FORMAT) {
        throw new IOException(FOLDER + " has a record of the unknown format " + format);
      }
      boolean cut = in.readBoolean();
      long startMs = in.readLong();
      byte[] request = bytes(in, WritableUtils.readVInt(in));
      byte[] response = bytes(in, in.available());
      return new RecordedHeads(startMs, new HttpHeads(request, response, cut));
    }
  }

  private static byte[] bytes(DataInputStream in, int length) throws IOException {
    if (length < 0 || length > in.available()) {
      throw new IOException(FOLDER + " has a record with a head of " + length + " bytes");
    }
    return in.readNBytes(length);
  }
}
