package org.orbweaver.crawler.http;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.DecoderJNI;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * Decodes brotli with the reference implementation, which returns all decoded bytes before it asks
 * for more input, so nothing of a truncated body is lost. It treats bytes after the end as an error
 * without giving their position, so the piece of input with the error is decoded again, byte by
 * byte.
 */
final class BrotliStream extends InputStream {
  private static final int PIECE = 4096;

  private final ByteBuffer body;
  private DecoderJNI.Wrapper decoder = new DecoderJNI.Wrapper(PIECE);

  /** Start of the bytes decoded one by one: the last one, or those of a piece with an error. */
  private int fineFrom;

  private int lastPiece;

  /** The decoder's own memory, valid until it gets more input. */
  private ByteBuffer decoded = ByteBuffer.allocate(0);

  private long given;

  BrotliStream(byte[] body) throws IOException {
    this.body = ByteBuffer.wrap(body);
    fineFrom = body.length - 1;
  }

  /** Whether there is a native library for this machine. */
  static boolean isAvailable() {
    return Brotli4jLoader.isAvailable();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    while (!decoded.hasRemaining()) {
      if (decoder.hasOutput()) {
        decoded = decoder.pull();
        continue;
      }
      switch (decoder.getStatus()) {
        case NEEDS_MORE_INPUT -> push();
        case OK, NEEDS_MORE_OUTPUT -> decoder.push(0);
        case ERROR -> retryByBytes();
        case DONE -> {
          if (body.hasRemaining()) {
            throw new RestBehindException(null);
          }
          return -1;
        }
      }
    }
    int n = Math.min(length, decoded.remaining());
    decoded.get(bytes, offset, n);
    given += n;
    return n;
  }

  private void push() throws IOException {
    int at = body.position();
    if (!body.hasRemaining()) {
      throw new EOFException("truncated brotli data");
    }
    lastPiece = at;
    int n = at >= fineFrom ? 1 : Math.min(PIECE, fineFrom - at);
    decoder.getInputBuffer().clear();
    decoder.getInputBuffer().put(body.slice().limit(n));
    body.position(at + n);
    decoder.push(n);
  }

  private void retryByBytes() throws IOException {
    if (lastPiece >= fineFrom) {
      throw new IOException("broken brotli data");
    }
    fineFrom = lastPiece;
    decoder.destroy();
    decoder = new DecoderJNI.Wrapper(PIECE);
    body.rewind();
    long again = given;
    given = 0;
    skipNBytes(again);
  }

  @Override
  public void close() {
    decoder.destroy();
  }
}
