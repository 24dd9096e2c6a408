package org.orbweaver.crawler.http;

/**
 * What to ask for.
 *
 * @param url absolute, http or https
 * @param method GET, or HEAD for the headers alone
 * @param ifModifiedSince an HTTP date that makes the request conditional, or null
 * @param ifNoneMatch an entity tag, exactly as a server sent it, that makes the request
 *     conditional, or null; see {@link #sendable}
 * @param maxBytes at most so much of the body is read, or {@link Fetcher#CONTENT_LIMIT}
 * @param address the only address, in digits, at which the host may be asked; null: any that it has
 */
public record FetchRequest(
    String url,
    Method method,
    String ifModifiedSince,
    String ifNoneMatch,
    int maxBytes,
    String address) {

  /** Longer conditions are not sent: an entity tag is a server's text that comes back to it. */
  static final int MAX_CONDITION = 1024;

  /** How to ask. */
  public enum Method {
    GET,
    HEAD
  }

  /** Asks for a page. */
  public static FetchRequest get(String url) {
    return new FetchRequest(url, Method.GET, null, null, Fetcher.CONTENT_LIMIT, null);
  }

  /** The same for the headers alone, without condition. */
  public FetchRequest head() {
    return new FetchRequest(url, Method.HEAD, null, null, maxBytes, address);
  }

  /**
   * Asks only for what is not known yet.
   *
   * @param etag the ETag header of the known answer, or null
   * @param since its Last-Modified header, or null
   */
  public FetchRequest conditional(String etag, String since) {
    return new FetchRequest(url, method, since, etag, maxBytes, address);
  }

  /** Maximum bytes of the body to read. */
  public FetchRequest limitedTo(int bytes) {
    return new FetchRequest(url, method, ifModifiedSince, ifNoneMatch, bytes, address);
  }

  /** Asks the host at one address only; null: at any. */
  public FetchRequest at(String only) {
    return new FetchRequest(url, method, ifModifiedSince, ifNoneMatch, maxBytes, only);
  }

  /**
   * Whether a condition can be sent: not null or blank, at most 1 KiB, without control characters,
   * and of characters that are one byte in a header. What cannot is left out of the request.
   */
  static boolean sendable(String condition) {
    return condition != null
        && !condition.isBlank()
        && condition.length() <= MAX_CONDITION
        && condition.chars().allMatch(c -> c >= ' ' && c != 0x7f && c <= 0xff);
  }
}
