package org.orbweaver.crawler.browser;

import java.util.List;

/**
 * A page after its scripts have run.
 *
 * @param url its URL then: scripts may have changed it within its origin
 * @param html its document as HTML, UTF-8 when encoded: shadow trees and frames of its own site are
 *     in their places, scripts are left out
 * @param ending why rendering ended
 * @param requests those it made, in their order, whatever came of them
 * @param cpuMillis CPU time of the browser for this page, all its processes, milliseconds
 */
public record RenderedPage(
    String url, String html, Ending ending, List<RequestMade> requests, long cpuMillis) {
  /** Why rendering ended. */
  public enum Ending {
    /** The page was quiet: no request, timer or change that was waited for. */
    QUIET,
    /** Its time was over; the document is as it was then. */
    TIME,
    /** It reached the most requests or bytes of a page; further ones were refused. */
    LIMIT
  }

  /**
   * A request of the page.
   *
   * @param kind in words of the DevTools protocol, in lower case: {@code script}, {@code xhr}, …
   * @param outcome the HTTP status, {@code off} for what is never loaded, or why it was refused
   */
  public record RequestMade(String url, String kind, String outcome) {}
}
