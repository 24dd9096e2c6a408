package org.orbweaver.crawler.why;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.ParseStatus;
import org.orbweaver.common.cli.Count;
import org.orbweaver.common.why.Fate;
import org.orbweaver.common.why.Fate.Standing;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.hosts.HostOutage;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.schedule.Deferral;
import org.orbweaver.crawler.schedule.DueRule;
import org.orbweaver.crawler.schedule.Refusal;
import org.orbweaver.crawler.url.FilterDecision;

/**
 * Judges how a URL ended, as far as the crawler's stores tell. The cause named is the first in the
 * order of a round that stops the URL; a page that nothing stops is for the index to judge.
 */
final class Verdict {
  private static final String SEED = "inject it as a seed: orb inject URL DIR";

  private final UrlRecords records;

  private Verdict(UrlRecords records) {
    this.records = records;
  }

  static Fate of(UrlRecords records) {
    Verdict verdict = new Verdict(records);
    return records.entry == null ? verdict.outside() : verdict.known();
  }

  // Not in the crawldb.

  private Fate outside() {
    if (!records.rounds.isEmpty()) {
      return notInCrawlDb(records.rounds.get(records.rounds.size() - 1).segment());
    }
    boolean found = !records.sources.shown().isEmpty();
    if (!records.near.isEmpty() && !found) {
      return Fate.of(
          Standing.OUTSIDE,
          "spelling",
          "Unknown in this spelling; the crawl has " + String.join(" and ", records.near),
          "ask about that URL" + (records.refusal == null ? ", or " + SEED : ""));
    }
    if (records.refusal != null) {
      return Fate.of(
          Standing.OUTSIDE,
          records.refusal.cause(),
          "Not in the crawl: the URL " + records.refusal.sentence());
    }
    if (!records.filter.accepted()) {
      return filtered(Standing.OUTSIDE, records.filter);
    }
    if (records.contactRefusal != null) {
      return new Fate(
          Standing.OUTSIDE,
          records.contactRefusal.contains(": port ") || records.contactRefusal.startsWith("port ")
              ? "port"
              : "address",
          "Not in the crawl, and it would not be contacted: " + records.contactRefusal,
          contactRemedy(records.contactRefusal));
    }
    if (records.sources.nofollowOnly()) {
      return Fate.of(
          Standing.OUTSIDE,
          "nofollow",
          "Not in the crawl: all links to it are nofollow, for example on "
              + records.sources.shown().get(0).from(),
          SEED);
    }
    if (records.stay != null) {
      return Fate.of(Standing.OUTSIDE, "stay", "Not in the crawl: " + records.stay, stayRemedy());
    }
    return found ? foundButOutside() : neverSeen();
  }

  private Fate notInCrawlDb(String segment) {
    return Fate.of(
        Standing.WAITING,
        "not-updated",
        "Fetched in segment " + segment + ", which is not in the crawldb yet",
        "finish the round: 'orb crawl DIR' resumes it, or run 'orb parse' and 'orb update'");
  }

  private Fate foundButOutside() {
    String from = records.sources.shown().get(0).from();
    if (!records.waiting.isEmpty()) {
      return Fate.of(
          Standing.OUTSIDE,
          "not-updated",
          "Found on "
              + from
              + ", but segment "
              + String.join(", ", records.waiting)
              + " is not in the crawldb yet",
          "finish the round: 'orb crawl DIR' resumes it, or run 'orb parse' and 'orb update'");
    }
    return Fate.of(
        Standing.OUTSIDE,
        "not-added",
        "Found on " + from + ", but the rules in force then kept it out",
        SEED + "; the current rules accept it");
  }

  private Fate neverSeen() {
    KnownRobots robots = records.robots;
    if (robots != null && robots.forbids()) {
      return Fate.of(
          Standing.OUTSIDE,
          "never-seen",
          "Never seen: no page links to it, and robots.txt would forbid it ("
              + robots.decision()
              + ")");
    }
    return Fate.of(
        Standing.OUTSIDE,
        "never-seen",
        "Never seen: no fetched page links to it; the crawl would accept it",
        SEED);
  }

  private static Fate filtered(Standing standing, FilterDecision filter) {
    return Fate.of(
        standing,
        "filter",
        (standing == Standing.OUTSIDE ? "Not in the crawl" : "Not fetched")
            + ": the URL filter refuses it ("
            + filter
            + ")",
        "change that rule in "
            + filter.file()
            + (standing == Standing.OUTSIDE ? ", then " + SEED : ""));
  }

  private static String stayRemedy() {
    return "crawl without --stay, or with --stay domain, or " + SEED;
  }

  private static List<String> contactRemedy(String refusal) {
    return List.of(
        refusal.contains("orbweaver.fetch.ports")
            ? "add the port to orbweaver.fetch.ports, if it is a web server's"
            : refusal.contains("http.agent.name")
                ? "set http.agent.name"
                : "add its block to orbweaver.fetch.private.addresses, if the host is yours");
  }

  // In the crawldb.

  private Fate known() {
    return switch (records.entry.getStatus()) {
      case CrawlDatum.STATUS_DB_UNFETCHED -> unfetched();
      case CrawlDatum.STATUS_DB_GONE -> gone();
      case CrawlDatum.STATUS_DB_REDIR_PERM, CrawlDatum.STATUS_DB_REDIR_TEMP -> redirect();
      case CrawlDatum.STATUS_DB_DUPLICATE ->
          Fate.of(
              Standing.LEFT_OUT,
              "duplicate",
              "Fetched, but not indexed: it duplicates "
                  + (records.original == null ? "another page" : records.original));
      case CrawlDatum.STATUS_DB_FETCHED, CrawlDatum.STATUS_DB_NOTMODIFIED -> page();
      default ->
          Fate.of(
              Standing.WAITING,
              "other",
              "In the crawldb as " + CrawlDatum.getStatusName(records.entry.getStatus()));
    };
  }

  private boolean isOnList() {
    return records.entry.getMetaData().containsKey(Nutch.WRITABLE_GENERATE_TIME_KEY);
  }

  private Fate unfetched() {
    CrawlDatum entry = records.entry;
    Round last = records.rounds.isEmpty() ? null : records.rounds.get(records.rounds.size() - 1);
    if (last != null && records.waiting.contains(last.segment())) {
      return last.own().fetch() != null
          ? notInCrawlDb(last.segment())
          : Fate.of(
              Standing.WAITING,
              "listed",
              "On the fetch list of segment " + last.segment() + ", which is not fetched yet",
              "'orb crawl DIR' resumes the round; or run 'orb fetch'");
    }
    Optional<Refusal> refusal = Refusal.of(entry);
    if (refusal.isPresent()) {
      return refused(refusal.get());
    }
    CrawlDatum fetch = records.lastRound() == null ? null : records.lastRound().own().fetch();
    if (fetch != null && Deferral.is(fetch)) {
      return deferred(fetch);
    }
    if (entry.getRetriesSinceFetch() > 0) {
      return failed(fetch == null ? entry : fetch);
    }
    if (!records.filter.accepted()) {
      return filtered(Standing.WAITING, records.filter);
    }
    if (records.outage != null) {
      return Fate.of(
          Standing.WAITING,
          "host-outage",
          "Not fetched yet" + outage() + " (" + records.outage.why() + "); next try at " + due(),
          "check the host ('orb try URL'); it is tried with one URL at a time");
    }
    if (records.dueMs > records.now) {
      return Fate.of(Standing.WAITING, "not-due", "Not fetched yet: due at " + due());
    }
    if (isOnList()) {
      return Fate.of(
          Standing.WAITING,
          "listed",
          "On a fetch list whose segment is gone: due again within a week");
    }
    return records.passedOver != null
        ? Fate.of(
            Standing.WAITING,
            "not-selected",
            "Due, but left out of the last fetch list: " + records.passedOver,
            "run more rounds, or allow more URLs per round (--top-n, generate.max.count)")
        : Fate.of(
            Standing.WAITING,
            "waiting",
            "Due, and waiting for the next round: no fetch list has been made since it was found",
            "run another round: orb crawl DIR --more 1");
  }

  private Fate refused(Refusal refusal) {
    boolean holds = records.due == DueRule.Verdict.REFUSED;
    return Fate.of(
        Standing.WAITING,
        Outcomes.cause(refusal),
        "Not fetched: "
            + refusal.detail()
            + (holds ? "" : "; the setting has changed since, and the URL is due"),
        holds ? refusal.cause().remedy() : "run another round: orb crawl DIR --more 1");
  }

  private Fate deferred(CrawlDatum fetch) {
    String cause = Outcomes.cause(fetch);
    List<String> remedies =
        switch (cause) {
          case "time-limit" -> List.of("raise fetcher.timelimit.mins, or run more rounds");
          case "host-waits" ->
              List.of("run another round later, or raise orbweaver.fetch.wait.max.ms");
          case "robots-unavailable", "connect", "timeout", "truncated", "tls", "certificate" ->
              List.of("run another round later: without its robots.txt the host is not fetched");
          case "dns" -> List.of("check the host's name and DNS ('orb try URL')");
          default -> List.of();
        };
    return new Fate(
        Standing.WAITING,
        cause,
        "Deferred, not requested: " + Outcomes.reason(fetch) + outage() + "; due again at " + due(),
        remedies);
  }

  /** "; the host has failed 5 rounds in a row since …", or nothing. */
  private String outage() {
    return records.outage == null ? "" : "; " + words(records.outage);
  }

  static String words(HostOutage outage) {
    return "the host has failed "
        + Count.of(outage.failures(), "round")
        + " in a row since "
        + time(outage.since());
  }

  private Fate failed(CrawlDatum fetch) {
    int failures = records.entry.getRetriesSinceFetch();
    return Fate.of(
        Standing.WAITING,
        Outcomes.cause(fetch),
        String.format(
            Locale.ROOT,
            "Not fetched: %s; %s%s, next try at %s",
            Outcomes.reason(fetch),
            Count.of(failures, "consecutive failure"),
            outage(),
            due()));
  }

  private Fate gone() {
    Round last = records.lastRound();
    CrawlDatum fetch = last == null ? records.entry : last.own().fetch();
    String cause = Outcomes.cause(fetch);
    String why = Outcomes.reason(fetch);
    String sentence =
        switch (cause) {
          case "robots" ->
              "Not fetched: robots.txt forbids it: " + why.replaceFirst("^robots rule, ", "");
          default ->
              records.entry.getRetriesSinceFetch() > 0
                  ? "Given up after "
                      + Count.of(records.entry.getRetriesSinceFetch(), "consecutive failure")
                      + ": "
                      + why
                  : "Gone: " + why;
        };
    return Fate.of(Standing.UNAVAILABLE, cause, sentence + "; requested again at " + due());
  }

  private Fate redirect() {
    String permanent =
        records.entry.getStatus() == CrawlDatum.STATUS_DB_REDIR_PERM ? "Permanent" : "Temporary";
    List<UrlRecords.Hop> chain = records.chain;
    UrlRecords.Hop end = chain.get(chain.size() - 1);
    List<String> urls = chain.stream().map(UrlRecords.Hop::url).toList();
    if (urls.indexOf(end.url()) < urls.size() - 1) {
      return Fate.of(
          Standing.REDIRECT, "redirect-loop", "Redirect loop: " + String.join(" → ", urls));
    }
    String to =
        permanent + " redirect to " + String.join(" → ", urls.subList(1, urls.size())) + ", ";
    if (end.entry() == null) {
      return records.stay != null
          ? Fate.of(Standing.REDIRECT, "redirect-refused", to + records.stay, stayRemedy())
          : Fate.of(Standing.REDIRECT, "redirect", to + "which is not in the crawldb");
    }
    return Fate.of(Standing.REDIRECT, "redirect", to + status(end.entry()));
  }

  private static String status(CrawlDatum entry) {
    return switch (entry.getStatus()) {
      case CrawlDatum.STATUS_DB_UNFETCHED ->
          entry.getRetriesSinceFetch() > 0 ? "which failed" : "which is not fetched yet";
      case CrawlDatum.STATUS_DB_FETCHED, CrawlDatum.STATUS_DB_NOTMODIFIED -> "which is fetched";
      case CrawlDatum.STATUS_DB_GONE -> "which is gone";
      case CrawlDatum.STATUS_DB_DUPLICATE -> "which is a duplicate";
      default -> "which redirects on";
    };
  }

  private Fate page() {
    if (SitemapMark.isOn(records.entry)) {
      return Fate.of(
          Standing.LEFT_OUT, "sitemap", "Fetched and read as a sitemap, which is not indexed");
    }
    Round.Hop parsed = records.lastParsed();
    if (parsed == null) {
      return Fate.of(
          Standing.LEFT_OUT,
          "not-parsed",
          "Fetched, but no remaining segment has its parse",
          "run 'orb parse', if its segment is not parsed yet; else the next fetch parses it");
    }
    String failure = Outcomes.parseFailure(parsed.data());
    if (failure != null) {
      boolean cut = parsed.data().getStatus().getMinorCode() == ParseStatus.FAILED_TRUNCATED;
      return new Fate(
          Standing.LEFT_OUT,
          cut ? "truncated" : "unparsable",
          "Fetched, but not parsed: " + failure,
          cut ? List.of("raise http.content.limit") : List.of());
    }
    if (List.of(records.parseMeta(MetaNames.ROBOTS).split("[,\\s]+")).contains("noindex")) {
      return Fate.of(
          Standing.LEFT_OUT,
          "noindex",
          "Fetched, but not indexed: noindex (" + noindexSource(parsed) + ")");
    }
    if (parsed.textChars() == 0 && parsed.data().getTitle().isBlank()) {
      return Fate.of(
          Standing.LEFT_OUT, "empty", "Fetched, but not indexed: it has neither title nor text");
    }
    return Fate.of(Standing.PAGE, "fetched", "Fetched at " + lastFetched());
  }

  private static String noindexSource(Round.Hop parsed) {
    for (String header : parsed.data().getContentMeta().getValues("X-Robots-Tag")) {
      String words = header.toLowerCase(Locale.ROOT);
      if (words.contains("noindex") || words.contains("none")) {
        return "X-Robots-Tag: " + header;
      }
    }
    return "robots meta: " + parsed.data().getParseMeta().get(MetaNames.ROBOTS);
  }

  private String lastFetched() {
    Round last = records.lastRound();
    return last == null ? "an unknown time" : time(last.own().fetch().getFetchTime());
  }

  private String due() {
    return time(records.dueMs);
  }

  static String time(long millis) {
    return Instant.ofEpochMilli(millis)
        .truncatedTo(java.time.temporal.ChronoUnit.SECONDS)
        .toString();
  }
}
