package org.orbweaver.testkit;

import java.util.Map;
import java.util.Optional;

/**
 * A request as the server saw it. Times are {@link System#nanoTime()} values of the server's JVM.
 *
 * @param startNanos when the request line had been read
 * @param endNanos just before the write that sent the last byte of the response (so that a client
 *     cannot have had it earlier), or when the connection was cut or the client left; for a request
 *     in progress, the time of its last byte so far
 * @param finished true if the response is over
 * @param connection number of the connection, from 1
 * @param method GET, HEAD …
 * @param host the Host header in lower case, without the port
 * @param path path and query, as requested
 * @param headers names in lower case; the last of several with one name
 * @param status the response's status; 0 if the connection was cut instead
 * @param bytes bytes written so far, the head included
 * @param aborted true if the client left before the end
 */
public record Request(
    long startNanos,
    long endNanos,
    boolean finished,
    long connection,
    String method,
    String host,
    String path,
    Map<String, String> headers,
    int status,
    long bytes,
    boolean aborted) {

  /** The User-Agent header, empty if there was none. */
  public String userAgent() {
    return headers.getOrDefault("user-agent", "");
  }

  /** A header's value; the name in any case. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name.toLowerCase(java.util.Locale.ROOT)));
  }

  /** A copy without its headers: a fifth of the memory. */
  Request withoutHeaders() {
    return new Request(
        startNanos,
        endNanos,
        finished,
        connection,
        method,
        host,
        path,
        Map.of(),
        status,
        bytes,
        aborted);
  }

  /** A request whose head has been read. */
  static Request begun(
      long startNanos,
      long connection,
      String method,
      String host,
      String path,
      Map<String, String> headers) {
    return new Request(
        startNanos, startNanos, false, connection, method, host, path, headers, 0, 0, false);
  }

  /** True for a request for robots.txt. */
  public boolean isRobots() {
    return path.equals("/robots.txt");
  }
}
