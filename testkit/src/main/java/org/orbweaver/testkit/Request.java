package org.orbweaver.testkit;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request as the server saw it, and how far it was answered. Times are {@link System#nanoTime()}
 * values of the server's JVM.
 *
 * @param startNanos when the request line had been read
 * @param connection number of the connection, from 1
 * @param method GET, HEAD …
 * @param host the Host header in lower case, without the port
 * @param path path and query, as requested
 * @param headers names in lower case; the last of several with one name
 * @param body with a Content-Length, if head and body have at most {@link RequestHead#LIMIT} bytes
 *     together; else empty
 * @param sent the part of the response that was sent so far
 */
public record Request(
    long startNanos,
    long connection,
    String method,
    String host,
    String path,
    Map<String, String> headers,
    String body,
    Sent sent) {

  /**
   * The part of a response that was sent.
   *
   * @param endNanos just before the write that sent the last byte (so that a client cannot have had
   *     it earlier), or when the connection was cut or the client left; for a request in progress,
   *     the time of its last byte so far
   * @param finished true if the response is over
   * @param status of the response; 0 if the connection was cut instead
   * @param bytes written so far, the head included
   */
  public record Sent(long endNanos, boolean finished, int status, long bytes) {}

  /** A request whose head has been read. */
  Request(
      long startNanos,
      long connection,
      String method,
      String host,
      String path,
      Map<String, String> headers) {
    this(
        startNanos, connection, method, host, path, headers, "", new Sent(startNanos, false, 0, 0));
  }

  /** The time of the last byte so far, or of the end. */
  public long endNanos() {
    return sent.endNanos;
  }

  /** True if the response is over. */
  public boolean finished() {
    return sent.finished;
  }

  /** The response's status; 0 if the connection was cut instead. */
  public int status() {
    return sent.status;
  }

  /** Bytes written so far, the head included. */
  public long bytes() {
    return sent.bytes;
  }

  /** The User-Agent header, empty if there was none. */
  public String userAgent() {
    return headers.getOrDefault("user-agent", "");
  }

  /** A header's value; the name in any case. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
  }

  /** The same request with its body. */
  Request with(String content) {
    return new Request(startNanos, connection, method, host, path, headers, content, sent);
  }

  /** A copy without headers and body: a fifth of the memory. */
  Request withoutHeaders() {
    return new Request(startNanos, connection, method, host, path, Map.of(), "", sent);
  }

  /** The same request after more was sent. */
  Request with(Sent more) {
    return new Request(startNanos, connection, method, host, path, headers, body, more);
  }

  /** True for a request for robots.txt. */
  public boolean isRobots() {
    return path.equals("/robots.txt");
  }
}
