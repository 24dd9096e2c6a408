package org.orbweaver.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** A client that shows the bytes as received. */
final class RawClient implements Closeable {
  private final Socket socket;

  RawClient(FakeWeb web) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), web.port());
    socket.setSoTimeout(5_000);
  }

  RawClient send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    return this;
  }

  RawClient get(String host, String path) throws IOException {
    return send("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
  }

  /** All bytes until the server closes. */
  String readAll() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
  }

  String read(int bytes) throws IOException {
    return new String(socket.getInputStream().readNBytes(bytes), ISO_8859_1);
  }

  int readByte() throws IOException {
    return socket.getInputStream().read();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
