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

  private final Facts facts;

  private Verdict(Facts facts) {
    this.facts = facts;
  }

  static Fate of(Facts facts) {
    Verdict verdict = new Verdict(facts);
    return facts.entry() == null ? verdict.outside() : verdict.known();
  }

  // Not in the crawldb.

  private Fate outside() {
    if (!facts.rounds().isEmpty()) {
      return notInCrawlDb(facts.rounds().get(facts.rounds().size() - 1).segment());
    }
    boolean found = !facts.sources().shown().isEmpty();
    if (!facts.near().isEmpty() && !found) {
      return new Fate(
          Standing.OUTSIDE,
          "spelling",
          "Unknown in this spelling; the crawl has " + String.join(" and ", facts.near()),
          List.of("ask about that URL" + (facts.refusal() == null ? ", or " + SEED : "")));
    }
    if (facts.refusal() != null) {
      return Fate.of(
          Standing.OUTSIDE,
          facts.refusal().cause(),
          "Not in the crawl: the URL " + facts.refusal().sentence());
    }
    if (!facts.filter().accepted()) {
      return filtered(Standing.OUTSIDE, facts.filter());
    }
    if (facts.contactRefusal() != null) {
      return new Fate(
          Standing.OUTSIDE,
          facts.contactRefusal().contains(": port ") || facts.contactRefusal().startsWith("port ")
              ? "port"
              : "address",
          "Not in the crawl, and it would not be contacted: " + facts.contactRefusal(),
          contactRemedy(facts.contactRefusal()));
    }
    if (facts.sources().nofollowOnly()) {
      return new Fate(
          Standing.OUTSIDE,
          "nofollow",
          "Not in the crawl: all links to it are nofollow, for example on "
              + facts.sources().shown().get(0).from(),
          List.of(SEED));
    }
    if (facts.stay() != null) {
      return new Fate(
          Standing.OUTSIDE, "stay", "Not in the crawl: " + facts.stay(), List.of(stayRemedy()));
    }
    return found ? foundButOutside() : neverSeen();
  }

  private Fate notInCrawlDb(String segment) {
    return new Fate(
        Standing.WAITING,
        "not-updated",
        "Fetched in segment " + segment + ", which is not in the crawldb yet",
        List.of(
            "finish the round: 'orb crawl DIR' resumes it, or run 'orb parse' and 'orb update'"));
  }

  private Fate foundButOutside() {
    String from = facts.sources().shown().get(0).from();
    if (!facts.waiting().isEmpty()) {
      return new Fate(
          Standing.OUTSIDE,
          "not-updated",
          "Found on "
              + from
              + ", but segment "
              + String.join(", ", facts.waiting())
              + " is not in the crawldb yet",
          List.of(
              "finish the round: 'orb crawl DIR' resumes it, or run 'orb parse' and 'orb update'"));
    }
    return new Fate(
        Standing.OUTSIDE,
        "not-added",
        "Found on " + from + ", but the rules in force then kept it out",
        List.of(SEED + "; the current rules accept it"));
  }

  private Fate neverSeen() {
    KnownRobots robots = facts.robots();
    if (robots != null && robots.forbids()) {
      return Fate.of(
          Standing.OUTSIDE,
          "never-seen",
          "Never seen: no page links to it, and robots.txt would forbid it ("
              + robots.decision()
              + ")");
    }
    return new Fate(
        Standing.OUTSIDE,
        "never-seen",
        "Never seen: no fetched page links to it; the crawl would accept it",
        List.of(SEED));
  }

  private static Fate filtered(Standing standing, FilterDecision filter) {
    return new Fate(
        standing,
        "filter",
        (standing == Standing.OUTSIDE ? "Not in the crawl" : "Not fetched")
            + ": the URL filter refuses it ("
            + filter
            + ")",
        List.of(
            "change that rule in "
                + filter.file()
                + (standing == Standing.OUTSIDE ? ", then " + SEED : "")));
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
    return switch (facts.entry().getStatus()) {
      case CrawlDatum.STATUS_DB_UNFETCHED -> unfetched();
      case CrawlDatum.STATUS_DB_GONE -> gone();
      case CrawlDatum.STATUS_DB_REDIR_PERM, CrawlDatum.STATUS_DB_REDIR_TEMP -> redirect();
      case CrawlDatum.STATUS_DB_DUPLICATE ->
          Fate.of(
              Standing.LEFT_OUT,
              "duplicate",
              "Fetched, but not indexed: it duplicates "
                  + (facts.original() == null ? "another page" : facts.original()));
      case CrawlDatum.STATUS_DB_FETCHED, CrawlDatum.STATUS_DB_NOTMODIFIED -> page();
      default ->
          Fate.of(
              Standing.WAITING,
              "other",
              "In the crawldb as " + CrawlDatum.getStatusName(facts.entry().getStatus()));
    };
  }

  private boolean isOnList() {
    return facts.entry().getMetaData().containsKey(Nutch.WRITABLE_GENERATE_TIME_KEY);
  }

  private Fate unfetched() {
    CrawlDatum entry = facts.entry();
    Round last = facts.rounds().isEmpty() ? null : facts.rounds().get(facts.rounds().size() - 1);
    if (last != null && facts.waiting().contains(last.segment())) {
      return last.own().fetch() != null
          ? notInCrawlDb(last.segment())
          : new Fate(
              Standing.WAITING,
              "listed",
              "On the fetch list of segment " + last.segment() + ", which is not fetched yet",
              List.of("'orb crawl DIR' resumes the round; or run 'orb fetch'"));
    }
    Optional<Refusal> refusal = Refusal.of(entry);
    if (refusal.isPresent()) {
      return refused(refusal.get());
    }
    CrawlDatum fetch = facts.lastRound() == null ? null : facts.lastRound().own().fetch();
    if (fetch != null && Deferral.is(fetch)) {
      return deferred(fetch);
    }
    if (entry.getRetriesSinceFetch() > 0) {
      return failed(fetch == null ? entry : fetch);
    }
    if (!facts.filter().accepted()) {
      return filtered(Standing.WAITING, facts.filter());
    }
    if (facts.outage() != null) {
      return new Fate(
          Standing.WAITING,
          "host-outage",
          "Not fetched yet" + outage() + " (" + facts.outage().why() + "); next try at " + due(),
          List.of("check the host ('orb try URL'); it is tried with one URL at a time"));
    }
    if (facts.dueMs() > facts.now()) {
      return Fate.of(Standing.WAITING, "not-due", "Not fetched yet: due at " + due());
    }
    if (isOnList()) {
      return Fate.of(
          Standing.WAITING,
          "listed",
          "On a fetch list whose segment is gone: due again within a week");
    }
    return facts.passedOver() != null
        ? new Fate(
            Standing.WAITING,
            "not-selected",
            "Due, but left out of the last fetch list: " + facts.passedOver(),
            List.of("run more rounds, or allow more URLs per round (--top-n, generate.max.count)"))
        : new Fate(
            Standing.WAITING,
            "waiting",
            "Due, and waiting for the next round: no fetch list has been made since it was found",
            List.of("run another round: orb crawl DIR --more 1"));
  }

  private Fate refused(Refusal refusal) {
    boolean holds = facts.due() == DueRule.Verdict.REFUSED;
    return new Fate(
        Standing.WAITING,
        Outcomes.cause(refusal),
        "Not fetched: "
            + refusal.detail()
            + (holds ? "" : "; the setting has changed since, and the URL is due"),
        List.of(holds ? refusal.cause().remedy() : "run another round: orb crawl DIR --more 1"));
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
    return facts.outage() == null ? "" : "; " + words(facts.outage());
  }

  static String words(HostOutage outage) {
    return "the host has failed "
        + Count.of(outage.failures(), "round")
        + " in a row since "
        + time(outage.since());
  }

  private Fate failed(CrawlDatum fetch) {
    int failures = facts.entry().getRetriesSinceFetch();
    return new Fate(
        Standing.WAITING,
        Outcomes.cause(fetch),
        String.format(
            Locale.ROOT,
            "Not fetched: %s; %s%s, next try at %s",
            Outcomes.reason(fetch),
            Count.of(failures, "consecutive failure"),
            outage(),
            due()),
        List.of());
  }

  private Fate gone() {
    Round last = facts.lastRound();
    CrawlDatum fetch = last == null ? facts.entry() : last.own().fetch();
    String cause = Outcomes.cause(fetch);
    String why = Outcomes.reason(fetch);
    String sentence =
        switch (cause) {
          case "robots" ->
              "Not fetched: robots.txt forbids it: " + why.replaceFirst("^robots rule, ", "");
          default ->
              facts.entry().getRetriesSinceFetch() > 0
                  ? "Given up after "
                      + Count.of(facts.entry().getRetriesSinceFetch(), "consecutive failure")
                      + ": "
                      + why
                  : "Gone: " + why;
        };
    return new Fate(
        Standing.UNAVAILABLE, cause, sentence + "; requested again at " + due(), List.of());
  }

  private Fate redirect() {
    String permanent =
        facts.entry().getStatus() == CrawlDatum.STATUS_DB_REDIR_PERM ? "Permanent" : "Temporary";
    List<Facts.Hop> chain = facts.chain();
    Facts.Hop end = chain.get(chain.size() - 1);
    List<String> urls = chain.stream().map(Facts.Hop::url).toList();
    if (urls.indexOf(end.url()) < urls.size() - 1) {
      return Fate.of(
          Standing.REDIRECT, "redirect-loop", "Redirect loop: " + String.join(" → ", urls));
    }
    String to =
        permanent + " redirect to " + String.join(" → ", urls.subList(1, urls.size())) + ", ";
    if (end.entry() == null) {
      return facts.stay() != null
          ? new Fate(
              Standing.REDIRECT, "redirect-refused", to + facts.stay(), List.of(stayRemedy()))
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
    if (SitemapMark.isOn(facts.entry())) {
      return Fate.of(
          Standing.LEFT_OUT, "sitemap", "Fetched and read as a sitemap, which is not indexed");
    }
    Round.Hop parsed = facts.lastParsed();
    if (parsed == null) {
      return new Fate(
          Standing.LEFT_OUT,
          "not-parsed",
          "Fetched, but no remaining segment has its parse",
          List.of(
              "run 'orb parse', if its segment is not parsed yet; else the next fetch parses it"));
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
    if (List.of(facts.parseMeta(MetaNames.ROBOTS).split("[,\\s]+")).contains("noindex")) {
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
    Round last = facts.lastRound();
    return last == null ? "an unknown time" : time(last.own().fetch().getFetchTime());
  }

  private String due() {
    return time(facts.dueMs());
  }

  static String time(long millis) {
    return Instant.ofEpochMilli(millis)
        .truncatedTo(java.time.temporal.ChronoUnit.SECONDS)
        .toString();
  }
}
