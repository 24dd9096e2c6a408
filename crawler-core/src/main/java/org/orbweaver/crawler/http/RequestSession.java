package org.orbweaver.crawler.http;

import java.util.List;
import org.orbweaver.crawler.http.FetchedPage.Header;

/**
 * What a request sends for its site alone.
 *
 * @param headers that replace those of the same name, or are added
 * @param cookies sent, and those of the answer are kept in it and taken off its headers; null: the
 *     request has none
 * @param isLogin whether it is part of a login by a form
 */
public record RequestSession(List<Header> headers, CookieJar cookies, boolean isLogin) {

  /** Nothing. */
  public static final RequestSession NONE = new RequestSession(List.of(), null, false);

  /** One with cookies alone. */
  public static RequestSession of(CookieJar cookies) {
    return new RequestSession(List.of(), cookies, false);
  }

  /** Says nothing of what is secret. */
  @Override
  public String toString() {
    return headers.size() + " headers, " + (cookies == null ? "no cookies" : cookies);
  }
}
