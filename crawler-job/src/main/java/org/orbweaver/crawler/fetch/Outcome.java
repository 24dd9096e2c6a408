package org.orbweaver.crawler.fetch;

import java.io.IOException;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.ProtocolStatus;
import org.orbweaver.crawler.crawldb.NotAsked;
import org.orbweaver.crawler.http.FailureKind;
import org.orbweaver.crawler.http.RefusedAddressException;

/**
 * What came of asking, or not asking, for a URL.
 *
 * @param status one of CrawlDatum's STATUS_FETCH_…
 * @param protocol the same for Nutch's readers, with the reason
 * @param counter which of the counters it adds to
 */
record Outcome(byte status, ProtocolStatus protocol, FetchCounter counter) {

  /** By the HTTP status of an answer other than a redirect, as Nutch's protocol plugins do. */
  static Outcome ofStatus(int http) {
    if (http >= 200 && http < 300) {
      return of(CrawlDatum.STATUS_FETCH_SUCCESS, ProtocolStatus.SUCCESS, null, FetchCounter.OK);
    }
    String why = "HTTP status " + http;
    return switch (http) {
      case 304 ->
          of(
              CrawlDatum.STATUS_FETCH_NOTMODIFIED,
              ProtocolStatus.NOTMODIFIED,
              null,
              FetchCounter.NOT_MODIFIED);
      case 401, 403 -> gone(ProtocolStatus.ACCESS_DENIED, why);
      case 404 -> gone(ProtocolStatus.NOTFOUND, why);
      case 408, 425, 429 -> failed(why, FetchCounter.FAILED_STATUS);
      default ->
          http >= 400 && http < 500
              ? gone(ProtocolStatus.GONE, why)
              : failed(why, FetchCounter.FAILED_STATUS);
    };
  }

  static Outcome redirect(boolean permanent, String target) {
    return permanent
        ? of(
            CrawlDatum.STATUS_FETCH_REDIR_PERM,
            ProtocolStatus.MOVED,
            target,
            FetchCounter.REDIRECTED)
        : of(
            CrawlDatum.STATUS_FETCH_REDIR_TEMP,
            ProtocolStatus.TEMP_MOVED,
            target,
            FetchCounter.REDIRECTED);
  }

  static Outcome gone(int protocol, String why) {
    return of(CrawlDatum.STATUS_FETCH_GONE, protocol, why, FetchCounter.GONE);
  }

  /** There was no usable answer; there may be one next time. */
  private static Outcome failed(String why, FetchCounter counter) {
    return of(CrawlDatum.STATUS_FETCH_RETRY, ProtocolStatus.EXCEPTION, why, counter);
  }

  /** There was no answer. */
  static Outcome failed(IOException why) {
    return failed(describe(why), FetchCounter.of(FailureKind.of(why)));
  }

  /** An answer came, but its body did not. */
  static Outcome withoutBody(int http) {
    return failed(
        "HTTP status " + http + ", but nothing of the body came", FetchCounter.FAILED_TRUNCATED);
  }

  /** An error in a line. */
  static String describe(IOException e) {
    FailureKind kind = FailureKind.of(e);
    return kind + ", " + kind.description() + ": " + e.getMessage();
  }

  /** The address may not be contacted. */
  static Outcome refused(RefusedAddressException why) {
    return denied(ProtocolStatus.ACCESS_DENIED, why.getMessage(), FetchCounter.SKIPPED_REFUSED);
  }

  /** Not asked for, and not to be asked for. */
  static Outcome denied(int protocol, String why, FetchCounter counter) {
    return of(CrawlDatum.STATUS_FETCH_GONE, protocol, why, counter);
  }

  /** Not asked for in this round, which is no failure of the URL: see {@link NotAsked}. */
  static Outcome later(String why, FetchCounter counter) {
    return of(CrawlDatum.STATUS_FETCH_RETRY, NotAsked.PROTOCOL_STATUS, why, counter);
  }

  private static Outcome of(byte status, int code, String message, FetchCounter counter) {
    ProtocolStatus protocol =
        message == null ? new ProtocolStatus(code) : new ProtocolStatus(code, message);
    return new Outcome(status, protocol, counter);
  }
}
