package org.orbweaver.webgraph.format;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import org.orbweaver.common.cli.OrbException;

/**
 * Reads the weights of one partition, list by list, beside its {@link AdjacencyReader}:
 *
 * <pre>{@code
 * for (int v = lists.next(); v >= 0; v = lists.next()) {
 *   float[] weights = reader.next(lists.degree());
 *   for (int i = 0, d = lists.degree(); i < d; i++) {
 *     sum += weights[i] * x[lists.neighbours()[i]];
 *   }
 * }
 * reader.finish();
 * }</pre>
 *
 * <p>A weight is finite and above 0; another, a file that ends early, and one that goes on after
 * the last list are errors that name the file and the byte. Memory: one buffer of {@value
 * #BUFFER_BYTES} bytes (none for an array) and the longest list.
 */
public final class WeightReader implements Closeable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream in;
  private final String name;
  private final ByteBuffer buffer;

  /** Where the buffer's first byte lies in the file. */
  private long bufferStart;

  private float[] weights = new float[256];

  /**
   * @param in the file, from its first byte; need not be buffered
   * @param name of the file, for messages
   */
  public WeightReader(InputStream in, String name) {
    this.in = in;
    this.name = name;
    this.buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
  }

  /** Reads a file that is in memory. */
  public WeightReader(byte[] bytes, String name) {
    this.in = null;
    this.name = name;
    this.buffer = ByteBuffer.wrap(bytes);
  }

  /**
   * The weights of the next list.
   *
   * @param degree how many there are
   * @return an array with them in its first places; the reader's own, good until the next call
   * @throws OrbException if the file is truncated, or a weight is not finite and above 0
   */
  public float[] next(int degree) throws IOException {
    if (degree > weights.length) {
      weights = new float[Math.max(degree, (int) Math.min(2L * weights.length, 1 << 30))];
    }
    int done = 0;
    while (done < degree) {
      if (buffer.remaining() < Float.BYTES && !fill()) {
        throw OrbException.failed(
            name + ": truncated at byte " + at(buffer.limit()) + "; build the graph again");
      }
      FloatBuffer floats = buffer.asFloatBuffer();
      int chunk = Math.min(degree - done, floats.remaining());
      floats.get(weights, done, chunk);
      for (int i = done; i < done + chunk; i++) {
        // Written so that NaN fails, too.
        if (!(weights[i] > 0 && weights[i] <= Float.MAX_VALUE)) {
          throw corrupt(
              buffer.position() + Float.BYTES * (i - done),
              "expected a weight above 0, got " + weights[i]);
        }
      }
      buffer.position(buffer.position() + Float.BYTES * chunk);
      done += chunk;
    }
    return weights;
  }

  /**
   * Says that the last list was read: checks that nothing follows it, and so the checksum.
   *
   * @throws OrbException if the file goes on, or is not as it was written
   */
  public void finish() throws IOException {
    if (buffer.hasRemaining() || fill()) {
      throw corrupt(buffer.position(), "unexpected bytes after its last list");
    }
  }

  /** Moves what is left to the front and reads on; false at the end of the file. */
  private boolean fill() throws IOException {
    if (in == null) {
      return false;
    }
    bufferStart += buffer.position();
    buffer.compact();
    // A stream may give less than a weight at a time.
    boolean more = true;
    while (more && buffer.position() < Float.BYTES) {
      int n = in.read(buffer.array(), buffer.position(), buffer.remaining());
      more = n > 0;
      if (more) {
        buffer.position(buffer.position() + n);
      }
    }
    buffer.flip();
    return more;
  }

  private long at(int place) {
    return bufferStart + place;
  }

  private OrbException corrupt(int place, String what) {
    return OrbException.failed(
        name + ": corrupt at byte " + at(place) + ": " + what + "; build the graph again");
  }

  @Override
  public void close() throws IOException {
    if (in != null) {
      in.close();
    }
  }
}
