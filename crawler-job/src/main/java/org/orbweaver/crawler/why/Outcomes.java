package org.orbweaver.crawler.why;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.apache.nutch.protocol.ProtocolStatus;
import org.orbweaver.crawler.crawldb.RecordedStatus;
import org.orbweaver.crawler.http.FailureKind;
import org.orbweaver.crawler.schedule.Deferral;
import org.orbweaver.crawler.schedule.Refusal;

/** Reads how a fetch or a parse ended from its record: a cause, and words. */
final class Outcomes {
  private static final String STATUS = "HTTP status ";

  private Outcomes() {}

  /** The reason that a record gives, or an empty string. */
  static String reason(CrawlDatum record) {
    return Objects.requireNonNullElse(RecordedStatus.message(record), "");
  }

  /** How a fetch ended, in a line. */
  static String words(CrawlDatum fetch) {
    String why = reason(fetch);
    return switch (fetch.getStatus()) {
      case CrawlDatum.STATUS_FETCH_SUCCESS -> "fetched";
      case CrawlDatum.STATUS_FETCH_NOTMODIFIED -> "not modified since the last fetch (304)";
      case CrawlDatum.STATUS_FETCH_REDIR_PERM -> "permanent redirect to " + why;
      case CrawlDatum.STATUS_FETCH_REDIR_TEMP -> "temporary redirect to " + why;
      case CrawlDatum.STATUS_LINKED -> "left for a later round: target of a redirect";
      case CrawlDatum.STATUS_FETCH_RETRY ->
          Refusal.of(fetch).isPresent()
              ? "not requested, refused by a setting: " + why
              : Deferral.is(fetch) ? "deferred, not requested: " + why : "failed: " + why;
      case CrawlDatum.STATUS_FETCH_GONE -> goneWords(fetch, why);
      default -> CrawlDatum.getStatusName(fetch.getStatus()) + " " + why;
    };
  }

  private static String goneWords(CrawlDatum fetch, String why) {
    ProtocolStatus protocol = RecordedStatus.of(fetch);
    if (protocol != null && protocol.getCode() == ProtocolStatus.ROBOTS_DENIED) {
      return "not requested, robots.txt forbids it: " + why;
    }
    return why.startsWith(STATUS) ? "gone: " + why : "not requested: " + why;
  }

  /** Why a fetch brought no page, or why it was not made: a name for programs. */
  static String cause(CrawlDatum fetch) {
    String why = reason(fetch);
    Optional<Refusal> refusal = Refusal.of(fetch);
    if (refusal.isPresent()) {
      return cause(refusal.get());
    }
    if (why.startsWith(STATUS)) {
      String code = why.substring(STATUS.length()).split("[^0-9]", 2)[0];
      return why.contains("redirects to an unusable URL") ? "redirect-nowhere" : "http-" + code;
    }
    if (Deferral.is(fetch)) {
      return deferredCause(why);
    }
    ProtocolStatus protocol = RecordedStatus.of(fetch);
    int code = protocol == null ? -1 : protocol.getCode();
    if (code == ProtocolStatus.ROBOTS_DENIED) {
      return "robots";
    }
    String failure = failureKind(why);
    return failure == null ? "failed" : failure;
  }

  /** The kind that a description of a failure begins with, or null. */
  private static String failureKind(String why) {
    String word = why.split("[, ]", 2)[0];
    for (FailureKind kind : FailureKind.values()) {
      if (kind.name().equals(word)) {
        return kind.name().toLowerCase(Locale.ROOT);
      }
    }
    return null;
  }

  /** The name for programs of a refusal. */
  static String cause(Refusal refusal) {
    return refusal.cause().word().replace('_', '-');
  }

  private static String deferredCause(String why) {
    if (why.contains("fetcher.timelimit.mins")) {
      return "time-limit";
    }
    if (why.startsWith("robots.txt")) {
      // Where the host does not answer at all, that is the cause, and not its robots.txt.
      String failure = failureKind(why.replaceFirst("robots.txt: ", ""));
      return failure == null ? "robots-unavailable" : failure;
    }
    return why.startsWith("the host") ? "host-waits" : "deferred";
  }

  /** Why a document has no text, or null where it was parsed. */
  static String parseFailure(ParseData data) {
    ParseStatus status = data.getStatus();
    if (status.isSuccess()) {
      return null;
    }
    String message = status.getMessage();
    return message == null || message.isBlank() ? "the parser gave no reason" : message;
  }
}
