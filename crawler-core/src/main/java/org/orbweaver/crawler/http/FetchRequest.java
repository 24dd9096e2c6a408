package org.orbweaver.crawler.http;

/**
 * A request to make.
 *
 * @param url absolute, http or https
 * @param method GET, or HEAD for the headers alone
 * @param ifModifiedSince an HTTP date that makes the request conditional, or null
 * @param ifNoneMatch an entity tag, exactly as a server sent it, that makes the request
 *     conditional, or null; see {@link #sendable}
 * @param maxBytes the most bytes of the body to read, or {@link Fetcher#CONTENT_LIMIT}
 * @param address the only address, in digits, at which the host may be contacted; null: any of its
 *     addresses
 * @param repeatAfterMs wait before the request is repeated because the server had closed the kept
 *     connection: the server may have read it all the same
 */
public record FetchRequest(
    String url,
    Method method,
    String ifModifiedSince,
    String ifNoneMatch,
    int maxBytes,
    String address,
    long repeatAfterMs) {

  /** Longer conditions are not sent: an entity tag is text from the server itself. */
  static final int MAX_CONDITION = 1024;

  /** The method of a request. */
  public enum Method {
    GET,
    HEAD
  }

  /** A GET request for a page. */
  public static FetchRequest get(String url) {
    return new FetchRequest(url, Method.GET, null, null, Fetcher.CONTENT_LIMIT, null, 0);
  }

  /** The same request for the headers alone, without condition. */
  public FetchRequest head() {
    return new FetchRequest(url, Method.HEAD, null, null, maxBytes, address, repeatAfterMs);
  }

  /**
   * The same request, conditional on a change since the known answer.
   *
   * @param etag the ETag header of the known answer, or null
   * @param since its Last-Modified header, or null
   */
  public FetchRequest conditional(String etag, String since) {
    return new FetchRequest(url, method, since, etag, maxBytes, address, repeatAfterMs);
  }

  /** The same request with a maximum of bytes of the body to read. */
  public FetchRequest limitedTo(int bytes) {
    return new FetchRequest(
        url, method, ifModifiedSince, ifNoneMatch, bytes, address, repeatAfterMs);
  }

  /** The same request, to one address of the host only; null: to any. */
  public FetchRequest at(String only) {
    return new FetchRequest(
        url, method, ifModifiedSince, ifNoneMatch, maxBytes, only, repeatAfterMs);
  }

  /** The same request, repeated on a new connection not before this time. */
  public FetchRequest repeatedAfter(long millis) {
    return new FetchRequest(url, method, ifModifiedSince, ifNoneMatch, maxBytes, address, millis);
  }

  /**
   * Whether a condition can be sent: not null or blank, at most 1 KiB, without control characters,
   * and of characters that are one byte in a header. Other conditions are left out of the request.
   */
  static boolean sendable(String condition) {
    return condition != null
        && !condition.isBlank()
        && condition.length() <= MAX_CONDITION
        && condition.chars().allMatch(c -> c >= ' ' && c != 0x7f && c <= 0xff);
  }
}
