package org.orbweaver.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The head of a request as received, and its parsed form. */
final class RequestHead {
  /** The maximum number of bytes in a head. */
  static final int LIMIT = 1 << 16;

  private RequestHead() {}

  /**
   * The end of the head in {@code buffer[0, position)}, or -1 while its blank line is missing.
   *
   * @param from bytes already searched
   */
  static int end(ByteBuffer buffer, int from) {
    for (int i = Math.max(3, from); i < buffer.position(); i++) {
      if (buffer.get(i) == '\n'
          && buffer.get(i - 1) == '\r'
          && buffer.get(i - 2) == '\n'
          && buffer.get(i - 3) == '\r') {
        return i + 1;
      }
    }
    return -1;
  }

  /** True if {@code buffer[from, position)} has a line's end. */
  static boolean hasLine(ByteBuffer buffer, int from) {
    for (int i = from; i < buffer.position(); i++) {
      if (buffer.get(i) == '\n') {
        return true;
      }
    }
    return false;
  }

  /**
   * Parses the head {@code bytes[0, length)}.
   *
   * @return null if it is not HTTP
   */
  static Request parse(byte[] bytes, int length, long startNanos, long connection) {
    String head = new String(bytes, 0, length, ISO_8859_1);
    int lineEnd = head.indexOf("\r\n");
    String[] words = head.substring(0, lineEnd).split(" ", -1);
    if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
      return null;
    }
    Map<String, String> headers = new LinkedHashMap<>();
    for (int at = lineEnd + 2; ; ) {
      int end = head.indexOf("\r\n", at);
      if (end <= at) {
        break;
      }
      int colon = head.indexOf(':', at);
      if (colon < 0 || colon > end) {
        return null;
      }
      headers.put(
          head.substring(at, colon).toLowerCase(Locale.ROOT),
          head.substring(colon + 1, end).strip());
      at = end + 2;
    }
    String host = headers.getOrDefault("host", "");
    String path = words[1];
    if (path.startsWith("http://")) {
      int slash = path.indexOf('/', 7);
      host = slash < 0 ? path.substring(7) : path.substring(7, slash);
      path = slash < 0 ? "/" : path.substring(slash);
    }
    int colon = host.lastIndexOf(':');
    if (colon >= 0 && host.indexOf(']', colon) < 0) {
      host = host.substring(0, colon);
    }
    if (words[2].equals("HTTP/1.0")) {
      headers.putIfAbsent("connection", "close");
    }
    return new Request(
        startNanos, connection, words[0], host.toLowerCase(Locale.ROOT), path, headers);
  }
}
