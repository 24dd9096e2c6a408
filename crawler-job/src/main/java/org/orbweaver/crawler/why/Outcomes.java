package org.orbweaver.crawler.why;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.protocol.ProtocolStatus;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.crawldb.CrawlDb.RecordedStatus;
import org.orbweaver.crawler.crawldb.NonContentMark;
import org.orbweaver.crawler.hosts.HostOutage;
import org.orbweaver.crawler.hosts.RobotsCache;
import org.orbweaver.crawler.http.FailureKind;
import org.orbweaver.crawler.page.noncontent.NonContent;
import org.orbweaver.crawler.recrawl.Deferral;
import org.orbweaver.crawler.recrawl.Refusal;

/**
 * Describes how a fetch or a parse ended, from its record: a cause for programs, and words for
 * people.
 */
final class Outcomes {
  private static final String STATUS = "HTTP status ";

  private Outcomes() {}

  /** The reason that a record gives, or an empty string. */
  static String reason(CrawlDatum record) {
    return Objects.requireNonNullElse(RecordedStatus.message(record), "");
  }

  /** How a fetch ended, in one line. */
  static String words(CrawlDatum fetch) {
    String why = reason(fetch);
    return switch (fetch.getStatus()) {
      case CrawlDatum.STATUS_FETCH_SUCCESS -> "fetched";
      case CrawlDatum.STATUS_FETCH_NOTMODIFIED -> "not modified since the last fetch (304)";
      case CrawlDatum.STATUS_FETCH_REDIR_PERM -> "permanent redirect to " + why;
      case CrawlDatum.STATUS_FETCH_REDIR_TEMP -> "temporary redirect to " + why;
      case CrawlDatum.STATUS_LINKED ->
          "left for a later round: target of a redirect, or in a folder";
      case CrawlDatum.STATUS_FETCH_RETRY ->
          (Refusal.of(fetch).isPresent()
                  ? "not requested, refused by a setting: "
                  : NonContentMark.of(fetch).isPresent()
                      ? "deferred: "
                      : Deferral.is(fetch) ? "deferred, not requested: " : "failed: ")
              + why;
      case CrawlDatum.STATUS_FETCH_GONE ->
          (isRobotsDenied(fetch)
                  ? "not requested, robots.txt forbids it: "
                  : why.startsWith(STATUS) || NonContentMark.of(fetch).isPresent()
                      ? "gone: "
                      : "not requested: ")
              + why;
      default -> CrawlDatum.getStatusName(fetch.getStatus()) + " " + why;
    };
  }

  private static boolean isRobotsDenied(CrawlDatum fetch) {
    ProtocolStatus protocol = RecordedStatus.of(fetch);
    return protocol != null && protocol.getCode() == ProtocolStatus.ROBOTS_DENIED;
  }

  /** Why a fetch brought no page, or why it was not made: a name for programs. */
  static String cause(CrawlDatum fetch) {
    String why = reason(fetch);
    Optional<Refusal> refusal = Refusal.of(fetch);
    if (refusal.isPresent()) {
      return cause(refusal.get());
    }
    Optional<NonContent> instead = NonContentMark.of(fetch);
    if (instead.isPresent()) {
      return instead.get().word();
    }
    if (why.startsWith(STATUS)) {
      String code = why.substring(STATUS.length()).split("[^0-9]", 2)[0];
      return why.contains("redirects to an unusable URL") ? "redirect-nowhere" : "http-" + code;
    }
    if (Deferral.is(fetch)) {
      return deferredCause(why);
    }
    return isRobotsDenied(fetch) ? "robots" : failureKind(FailureKind.in(why), "failed");
  }

  /** The name of a refusal, for programs. */
  static String cause(Refusal refusal) {
    return refusal.cause().word().replace('_', '-');
  }

  private static String deferredCause(String why) {
    if (why.contains("fetcher.timelimit.mins")) {
      return "time-limit";
    }
    if (why.startsWith("robots.txt")) {
      // If the host does not answer at all, that is the cause, and not its robots.txt.
      return failureKind(RobotsCache.Unreachable.of(why).kind(), "robots-unavailable");
    }
    return why.startsWith("the host") ? "host-waits" : "deferred";
  }

  private static String failureKind(Optional<FailureKind> kind, String otherwise) {
    return kind.map(known -> known.name().toLowerCase(Locale.ROOT)).orElse(otherwise);
  }

  /** Why a document has no text, or null if it was parsed. */
  static String parseFailure(ParseData data) {
    String message = data.getStatus().getMessage();
    return data.getStatus().isSuccess()
        ? null
        : message == null || message.isBlank() ? "the parser gave no reason" : message;
  }

  /** "the host has failed 5 rounds in a row since …". */
  static String words(HostOutage outage) {
    String rounds = Count.of(outage.failures(), "round");
    return "the host has failed " + rounds + " in a row since " + time(outage.since());
  }

  /** The words of a list such as a page's robots directives; null for none. */
  static List<String> words(String list) {
    return list == null ? List.of() : List.of(list.split("[\\s,]+"));
  }

  /** A time to the second. */
  static String time(long millis) {
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
