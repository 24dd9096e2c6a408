package org.orbweaver.crawler.browser;

import java.util.List;
import org.orbweaver.crawler.http.FetchedPage.Header;

/**
 * A request that a page, or one of its scripts, makes while it is rendered.
 *
 * @param page the URL of the page that is rendered
 * @param url absolute, http or https, without a fragment
 * @param kind what it is for
 * @param headers that the browser would send, without cookies
 */
public record ResourceRequest(String page, String url, Kind kind, List<Header> headers) {
  /** What a request is for. */
  public enum Kind {
    SCRIPT,
    /** What a script asks for: fetch or XMLHttpRequest. */
    DATA,
    /** The document of a frame of the page's own site. */
    FRAME
  }
}
