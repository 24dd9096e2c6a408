package org.orbweaver.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/**
 * The server's side of a TLS connection over a channel that does not block. Handshakes, and what
 * follows from messages of the client, happen within {@link #read}.
 */
final class TlsChannel {
  private static final ByteBuffer[] NOTHING = {ByteBuffer.allocate(0)};

  private final SocketChannel channel;
  private final SSLEngine engine;
  private final Runnable handshaken;
  private final ByteBuffer received;
  private final ByteBuffer decrypted;
  private final ByteBuffer encrypted;

  /**
   * @param handshaken called when a handshake is over
   */
  TlsChannel(SocketChannel channel, SSLEngine engine, Runnable handshaken) {
    this.channel = channel;
    this.engine = engine;
    this.handshaken = handshaken;
    received = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    decrypted = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
    encrypted = ByteBuffer.allocateDirect(engine.getSession().getPacketBufferSize());
  }

  /** Like {@link SocketChannel#read(ByteBuffer)}. */
  int read(ByteBuffer to) throws IOException {
    while (decrypted.position() == 0) {
      received.flip();
      SSLEngineResult result = engine.unwrap(received, decrypted);
      received.compact();
      proceed(result);
      while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP && flush()) {
        proceed(engine.wrap(NOTHING, encrypted));
      }
      if (result.getStatus() == Status.CLOSED) {
        return -1;
      }
      if (result.getStatus() == Status.BUFFER_UNDERFLOW) {
        flush();
        int n = channel.read(received);
        if (n <= 0) {
          return n;
        }
      }
    }
    decrypted.flip();
    int n = Math.min(decrypted.remaining(), to.remaining());
    to.put(decrypted.slice().limit(n));
    decrypted.position(decrypted.position() + n);
    decrypted.compact();
    return n;
  }

  private void proceed(SSLEngineResult result) {
    if (result.getHandshakeStatus() == HandshakeStatus.FINISHED) {
      handshaken.run();
    }
    for (Runnable task; (task = engine.getDelegatedTask()) != null; ) {
      task.run();
    }
  }

  /** Takes as many bytes as can be sent now; the last of them wait while not {@link #flush}ed. */
  long write(ByteBuffer... from) throws IOException {
    long taken = 0;
    while (flush()) {
      SSLEngineResult result = engine.wrap(from, encrypted);
      proceed(result);
      if (result.bytesConsumed() == 0) {
        flush();
        break;
      }
      taken += result.bytesConsumed();
    }
    return taken;
  }

  /** Sends the bytes that wait; false if some still do. */
  boolean flush() throws IOException {
    if (encrypted.position() > 0) {
      encrypted.flip();
      channel.write(encrypted);
      encrypted.compact();
    }
    return encrypted.position() == 0;
  }

  /** Tells the client that nothing follows, if that can be done at once. */
  void end() throws IOException {
    engine.closeOutbound();
    if (flush()) {
      engine.wrap(NOTHING, encrypted);
      flush();
    }
  }
}
