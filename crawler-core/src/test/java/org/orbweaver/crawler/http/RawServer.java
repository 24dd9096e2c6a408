package org.orbweaver.crawler.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A server on loopback that answers with the given bytes, valid or not. */
final class RawServer implements Closeable {
  /** Answers a request. */
  @FunctionalInterface
  interface Answer {
    /**
     * Writes an answer.
     *
     * @param head of the request, with its empty line
     * @return whether the connection stays open
     */
    boolean to(String head, InputStream in, OutputStream out) throws Exception;
  }

  private final ServerSocket socket;
  private final Answer answer;
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();

  private RawServer(ServerSocket socket, Answer answer) {
    this.socket = socket;
    this.answer = answer;
    start(this::accept);
  }

  static RawServer start(Answer answer) throws IOException {
    return start(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), answer);
  }

  static RawServer start(ServerSocket socket, Answer answer) {
    return new RawServer(socket, answer);
  }

  /** The same bytes to every request; the connection stays open. */
  static RawServer saying(String text) throws IOException {
    return start((head, in, out) -> write(out, text));
  }

  /** The same bytes to every request, and the end of the connection. */
  static RawServer sayingAndClosing(String text) throws IOException {
    return start((head, in, out) -> !write(out, text));
  }

  /** Always returns true. */
  static boolean write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(ISO_8859_1));
    out.flush();
    return true;
  }

  int port() {
    return socket.getLocalPort();
  }

  String url(String path) {
    return "http://raw.test:" + port() + path;
  }

  List<String> heads() {
    return heads;
  }

  int connections() {
    return connections.get();
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "raw-server");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        connections.incrementAndGet();
        open.add(connection);
        start(() -> serve(connection));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      InputStream in = connection.getInputStream();
      String head = head(in);
      while (head != null) {
        heads.add(head);
        if (!answer.to(head, in, connection.getOutputStream())) {
          return;
        }
        head = head(in);
      }
    } catch (Exception e) {
      // The client may leave.
      return;
    }
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int b = in.read();
      if (b < 0) {
        return null;
      }
      head.append((char) b);
      if (b < ' ' && head.length() == 1) {
        // A greeting of SOCKS or TLS: the answer reads the rest.
        return b == 5 ? "SOCKS" : "TLS";
      }
    }
    return head.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
    for (Socket connection : open) {
      connection.close();
    }
  }
}
