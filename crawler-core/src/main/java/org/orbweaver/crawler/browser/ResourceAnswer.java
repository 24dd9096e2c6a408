package org.orbweaver.crawler.browser;

import org.orbweaver.crawler.http.FetchedPage;

/** What came of a {@link ResourceRequest}. */
public sealed interface ResourceAnswer {
  /**
   * A server answered, now or earlier in the round.
   *
   * @param answer with its status, headers and decoded body; a redirect is an answer too, which the
   *     browser follows by another request
   */
  record Loaded(FetchedPage answer) implements ResourceAnswer {}

  /**
   * Nothing was requested, or no answer came.
   *
   * @param why one line for people: the robots rule, the refused address, the failure
   */
  record Refused(String why) implements ResourceAnswer {}
}
