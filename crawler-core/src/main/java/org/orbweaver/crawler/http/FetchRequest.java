package org.orbweaver.crawler.http;

import java.util.List;
import org.orbweaver.crawler.http.FetchedPage.Header;

/**
 * A request to make.
 *
 * @param url absolute, http or https
 * @param method GET, HEAD for the headers alone, or POST to send a body
 * @param condition that makes the request conditional (RFC 9110, section 13)
 * @param limits of the request
 * @param session what is sent for a site
 * @param body of a POST: a form as application/x-www-form-urlencoded, unless the headers have
 *     another Content-Type; else null
 * @param headers sent beside the crawler's own, or in their place; one whose value cannot be sent
 *     is left out
 */
public record FetchRequest(
    String url,
    Method method,
    Condition condition,
    Limits limits,
    RequestSession session,
    String body,
    List<Header> headers) {

  /** Longer conditions are not sent: an entity tag is text from the server itself. */
  static final int MAX_CONDITION = 1024;

  private static final Condition NONE = new Condition(null, null);

  /** The method of a request. */
  public enum Method {
    GET,
    HEAD,
    POST
  }

  /**
   * A condition; see {@link #sendable}.
   *
   * @param modifiedSince an HTTP date, or null
   * @param noneMatch an entity tag, exactly as a server sent it, or null
   */
  public record Condition(String modifiedSince, String noneMatch) {}

  /**
   * The limits of a request.
   *
   * @param maxBytes the most bytes of the body to read, or {@link Fetcher#CONTENT_LIMIT}
   * @param address the only address, in digits, at which the host may be contacted; null: any of
   *     its addresses
   * @param repeatAfterMs wait before the request is repeated because the server had closed the kept
   *     connection (it may have read it all the same)
   */
  public record Limits(int maxBytes, String address, long repeatAfterMs) {}

  /** A GET request for a page. */
  public static FetchRequest get(String url) {
    return new FetchRequest(
        url,
        Method.GET,
        NONE,
        new Limits(Fetcher.CONTENT_LIMIT, null, 0),
        RequestSession.NONE,
        null,
        List.of());
  }

  /** The same request for the headers alone, without condition. */
  public FetchRequest head() {
    return new FetchRequest(url, Method.HEAD, NONE, limits, session, null, headers);
  }

  /** A POST of this body to the same URL. */
  public FetchRequest post(String content) {
    return new FetchRequest(url, Method.POST, NONE, limits, session, content, headers);
  }

  /** The same request, to another URL. */
  public FetchRequest to(String other) {
    return new FetchRequest(other, method, condition, limits, session, body, headers);
  }

  /**
   * The same request, conditional on a change since the known answer.
   *
   * @param etag the ETag header of the known answer, or null
   * @param since its Last-Modified header, or null
   */
  public FetchRequest conditional(String etag, String since) {
    return new FetchRequest(
        url, method, new Condition(since, etag), limits, session, body, headers);
  }

  private FetchRequest with(Limits other) {
    return new FetchRequest(url, method, condition, other, session, body, headers);
  }

  /** The same request with a maximum of bytes of the body to read. */
  public FetchRequest limitedTo(int bytes) {
    return with(new Limits(bytes, limits.address, limits.repeatAfterMs));
  }

  /** The same request, to one address of the host only; null: to any. */
  public FetchRequest at(String only) {
    return with(new Limits(limits.maxBytes, only, limits.repeatAfterMs));
  }

  /** The same request, repeated on a new connection not before this time. */
  public FetchRequest repeatedAfter(long millis) {
    return with(new Limits(limits.maxBytes, limits.address, millis));
  }

  /**
   * The URL as it may be shown: that of a login is without its query and the parameters of its
   * path, which may be tokens.
   */
  public String shownUrl() {
    return session.isLogin() ? withoutParameters(url) : url;
  }

  /** A URL without its query and the parameters of its path. */
  public static String withoutParameters(String url) {
    return url.replaceFirst("[?;].*", "");
  }

  /** The same request with what a site is to be sent. */
  public FetchRequest in(RequestSession other) {
    return new FetchRequest(url, method, condition, limits, other, body, headers);
  }

  /** The same request with these headers. */
  public FetchRequest with(List<Header> others) {
    return new FetchRequest(url, method, condition, limits, session, body, others);
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
