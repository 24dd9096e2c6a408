package org.orbweaver.crawler.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Set;
import org.brotli.dec.BrotliInputStream;

/**
 * Decodes brotli and gives all that could be decoded before the data ended or broke. The library's
 * stream keeps up to a window of it (16 MiB) back and forgets it when it fails, which would lose
 * the whole of most pages; so what it keeps is read out of its state, whose fields are not public.
 */
final class BrotliStream extends InputStream {
  /** RunningState.FINISHED of the library. */
  private static final int FINISHED = 10;

  /** What the library says when it has read all there is. */
  private static final Set<String> ENDS =
      Set.of("No more input", "Read after end", "Unexpected end of input");

  private static final String REST_BEHIND = "Unused bytes after end";

  private static final VarHandle STATE;
  private static final VarHandle RUNNING_STATE;
  private static final VarHandle OUTPUT_USED;
  private static final VarHandle RING_BUFFER;
  private static final VarHandle POSITION;

  static {
    try {
      MethodHandles.Lookup stream =
          MethodHandles.privateLookupIn(BrotliInputStream.class, MethodHandles.lookup());
      Class<?> type = stream.findClass("org.brotli.dec.State");
      MethodHandles.Lookup state = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
      STATE = stream.findVarHandle(BrotliInputStream.class, "state", type);
      RUNNING_STATE = state.findVarHandle(type, "runningState", int.class);
      OUTPUT_USED = state.findVarHandle(type, "outputUsed", int.class);
      RING_BUFFER = state.findVarHandle(type, "ringBuffer", byte[].class);
      POSITION = state.findVarHandle(type, "pos", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final BrotliInputStream in;
  private byte[] rest = new byte[0];
  private int restPosition;
  private IOException failure;

  BrotliStream(InputStream in) throws IOException {
    this.in = new BrotliInputStream(in);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (failure != null) {
      return readRest(bytes, offset, length);
    }
    try {
      return in.read(bytes, offset, length);
    } catch (IOException e) {
      Object state = STATE.get(in);
      failure = meaning(e);
      byte[] ring = (byte[]) RING_BUFFER.get(state);
      if (ring != null && (int) RUNNING_STATE.get(state) != FINISHED) {
        rest = Arrays.copyOf(ring, Math.min(ring.length, (int) POSITION.get(state)));
      }
      int used = (int) OUTPUT_USED.get(state);
      return used > 0 ? used : readRest(bytes, offset, length);
    }
  }

  private static IOException meaning(IOException e) {
    String message = e.getCause() == null ? "" : String.valueOf(e.getCause().getMessage());
    if (message.equals(REST_BEHIND)) {
      return new RestBehindException(e);
    } else if (!ENDS.contains(message)) {
      return e;
    }
    EOFException end = new EOFException("brotli data without its end");
    end.initCause(e);
    return end;
  }

  private int readRest(byte[] bytes, int offset, int length) throws IOException {
    if (restPosition == rest.length) {
      throw failure;
    }
    int n = Math.min(length, rest.length - restPosition);
    System.arraycopy(rest, restPosition, bytes, offset, n);
    restPosition += n;
    return n;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
