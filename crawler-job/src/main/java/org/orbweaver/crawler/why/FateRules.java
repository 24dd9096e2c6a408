package org.orbweaver.crawler.why;

import static org.orbweaver.common.why.Fate.Standing.LEFT_OUT;
import static org.orbweaver.common.why.Fate.Standing.OUTSIDE;
import static org.orbweaver.common.why.Fate.Standing.PAGE;
import static org.orbweaver.common.why.Fate.Standing.REDIRECT;
import static org.orbweaver.common.why.Fate.Standing.UNAVAILABLE;
import static org.orbweaver.common.why.Fate.Standing.WAITING;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.ParseStatus;
import org.orbweaver.common.store.Mazes;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.why.Fate;
import org.orbweaver.common.why.Fate.Standing;
import org.orbweaver.crawler.conf.TrapKeys;
import org.orbweaver.crawler.crawldb.NonContentMark;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.RobotsDirectives;
import org.orbweaver.crawler.page.noncontent.NonContent;
import org.orbweaver.crawler.recrawl.Deferral;
import org.orbweaver.crawler.recrawl.DueRule;
import org.orbweaver.crawler.recrawl.Refusal;
import org.orbweaver.crawler.why.CrawlerWhy.KnownRobots;

/**
 * Judges the fate of a URL, as far as the crawler's stores show it. The cause named is the first,
 * in the order of a round, that stops the URL; a page that nothing stops is left to the index to
 * judge.
 */
final class FateRules {
  private static final String SEED = "inject it as a seed: orb inject URL DIR";
  private static final String STAY = "crawl without --stay, or with --stay domain, or " + SEED;
  private static final String FINISH =
      "finish the round: 'orb crawl DIR' resumes it, or run 'orb parse' and 'orb update'";
  private static final String NEXT_ROUND = "run another round: orb crawl DIR --more 1";

  private final UrlRecords records;

  private FateRules(UrlRecords records) {
    this.records = records;
  }

  static Fate of(UrlRecords records) {
    FateRules rules = new FateRules(records);
    return records.entry == null ? rules.outside() : rules.known();
  }

  // The fate of a URL that is not in the crawldb.

  private Fate outside() {
    UrlRound last = records.newestRound();
    String from = records.sources.first();
    if (last != null) {
      return notInCrawlDb(last);
    }
    if (!records.near.isEmpty() && from == null) {
      String near = String.join(" and ", records.near);
      String seed = records.refusal == null ? ", or " + SEED : "";
      return outside(
          "spelling",
          "Unknown in this spelling; the crawl has " + near,
          "ask about that URL" + seed);
    }
    if (records.refusal != null) {
      return outside(
          records.refusal.cause(), "Not in the crawl: the URL " + records.refusal.sentence());
    }
    if (!records.filter.accepted()) {
      return filtered(OUTSIDE);
    }
    if (records.contactRefusal != null) {
      return notContacted(records.contactRefusal);
    }
    if (records.sources.nofollowOnly()) {
      String all = "Not in the crawl: all links to it are nofollow, for example on ";
      return outside("nofollow", all + from, SEED);
    }
    if (records.stay != null) {
      return outside("stay", "Not in the crawl: " + records.stay, STAY);
    }
    if (records.tooDeep != null) {
      String all = "Not in the crawl: all links to it are on pages as far from the seeds as ";
      return outside(
          "depth",
          all + records.tooDeep + " allows, for example on " + from,
          "raise it, which takes effect when that page is fetched again, or " + SEED);
    }
    if (from == null) {
      return neverSeen();
    }
    if (!records.waiting.isEmpty()) {
      String segments = String.join(", ", records.waiting);
      return outside(
          "not-updated",
          "Found on " + from + ", but segment " + segments + " is not in the crawldb yet",
          FINISH);
    }
    return outside(
        "not-added",
        "Found on " + from + ", but the rules in force then kept it out",
        SEED + "; the current rules accept it");
  }

  private static Fate outside(String cause, String sentence, String... remedies) {
    return Fate.of(OUTSIDE, cause, sentence, remedies);
  }

  private static Fate notInCrawlDb(UrlRound round) {
    String sentence = "Fetched in segment " + round.segment() + ", which is not in the crawldb yet";
    return Fate.of(WAITING, "not-updated", sentence, FINISH);
  }

  private Fate neverSeen() {
    KnownRobots robots = records.robots;
    if (robots != null && robots.forbids()) {
      String forbidden = "Never seen: no page links to it, and robots.txt would forbid it (";
      return outside("never-seen", forbidden + robots.decision() + ")");
    }
    return outside(
        "never-seen", "Never seen: no fetched page links to it; the crawl would accept it", SEED);
  }

  private Fate filtered(Standing standing) {
    boolean outside = standing == OUTSIDE;
    return Fate.of(
        standing,
        "filter",
        (outside ? "Not in the crawl" : "Not fetched")
            + (": the URL filter refuses it (" + records.filter + ")"),
        (records.filter.source().equals(TrapKeys.RULES.name())
                ? "change orbweaver.trap.*"
                : "change that rule in " + records.filter.source())
            + (outside ? ", then " + SEED : ""));
  }

  private static Fate notContacted(String refusal) {
    boolean port = refusal.contains(": port ") || refusal.startsWith("port ");
    return outside(
        port ? "port" : "address",
        "Not in the crawl, and it would not be contacted: " + refusal,
        refusal.contains("orbweaver.fetch.ports")
            ? "add the port to orbweaver.fetch.ports, if it is a web server's"
            : refusal.contains("http.agent.name")
                ? "set http.agent.name"
                : "add its block to orbweaver.fetch.private.addresses, if the host is yours");
  }

  // The fate of a URL that is in the crawldb.

  private Fate known() {
    Optional<NonContent> instead = NonContentMark.of(records.entry);
    if (instead.isPresent()) {
      return nonContent(instead.get());
    }
    byte status = records.entry.getStatus();
    return switch (status) {
      case CrawlDatum.STATUS_DB_UNFETCHED -> unfetched();
      case CrawlDatum.STATUS_DB_GONE -> gone();
      case CrawlDatum.STATUS_DB_REDIR_PERM -> redirect("Permanent redirect to ");
      case CrawlDatum.STATUS_DB_REDIR_TEMP -> redirect("Temporary redirect to ");
      case CrawlDatum.STATUS_DB_FETCHED, CrawlDatum.STATUS_DB_NOTMODIFIED -> page();
      case CrawlDatum.STATUS_DB_DUPLICATE -> {
        String original = records.original == null ? "another page" : records.original;
        yield leftOut("duplicate", "Fetched, but not indexed: it duplicates " + original);
      }
      default -> waiting("other", "In the crawldb as " + CrawlDatum.getStatusName(status));
    };
  }

  /** The evidence. */
  private String maze() {
    return records.maze == null ? "" : ": " + records.maze.folder() + ", " + records.maze.why();
  }

  private static final String MAZE_REMEDY =
      "name the host in " + Mazes.EXEMPT + " if its pages are honest";

  /** The answer was something with the status of a page, or something in front of the page. */
  private Fate nonContent(NonContent kind) {
    String what = kind.description();
    return switch (kind) {
      case MAZE ->
          leftOut(kind.word(), "Fetched, but not indexed: it is " + what + maze(), MAZE_REMEDY);
      case SOFT_404 ->
          Fate.of(UNAVAILABLE, kind.word(), "Gone: " + what + "; requested again at " + due());
      case CHALLENGE ->
          waiting(
              kind.word(),
              "Not fetched: instead of the page came " + what + "; due again at " + due(),
              "ask the host's owner to admit the crawler");
      case CONSENT, PARKED, LOGIN, PLUGIN ->
          leftOut(
              kind.word(), "Fetched, but not indexed: it is " + what + "; due again at " + due());
    };
  }

  private static Fate waiting(String cause, String sentence, String... remedies) {
    return Fate.of(WAITING, cause, sentence, remedies);
  }

  private Fate unfetched() {
    CrawlDatum entry = records.entry;
    UrlRound newest = records.newestRound();
    if (newest != null && records.waiting.contains(newest.segment())) {
      return newest.own().fetch() != null
          ? notInCrawlDb(newest)
          : waiting(
              "listed",
              "On the fetch list of segment " + newest.segment() + ", which is not fetched yet",
              "'orb crawl DIR' resumes the round; or run 'orb fetch'");
    }
    Optional<Refusal> refusal = Refusal.of(entry);
    if (refusal.isPresent()) {
      return refused(refusal.get());
    }
    CrawlDatum fetch = records.lastFetch();
    if (fetch != null && Deferral.is(fetch)) {
      return deferred(fetch);
    }
    if (entry.getRetriesSinceFetch() > 0) {
      return failed(fetch == null ? entry : fetch);
    }
    if (!records.filter.accepted()) {
      return filtered(WAITING);
    }
    if (records.maze != null && records.maze.isProven()) {
      return waiting(
          NonContent.MAZE.word(),
          "Not fetched: it would be " + NonContent.MAZE.description() + maze(),
          MAZE_REMEDY);
    }
    if (records.outage != null) {
      return waiting(
          "host-outage",
          "Not fetched yet" + outage() + " (" + records.outage.why() + "); next try at " + due(),
          "check the host ('orb try URL'); it is tried with one URL at a time");
    }
    if (records.dueMs > records.now) {
      return waiting("not-due", "Not fetched yet: due at " + due());
    }
    if (entry.getMetaData().containsKey(Nutch.WRITABLE_GENERATE_TIME_KEY)) {
      return waiting("listed", "On a fetch list whose segment is gone: due again within a week");
    }
    if (records.passedOver != null) {
      return waiting(
          records.passedOver.cause(),
          "Due, but left out of the last fetch list: " + records.passedOver.why(),
          records.passedOver.remedy());
    }
    return waiting(
        "waiting",
        "Due, and waiting for the next round: no fetch list has been made since it was found",
        NEXT_ROUND);
  }

  private Fate refused(Refusal refusal) {
    boolean holds = records.due == DueRule.Verdict.REFUSED;
    String since = holds ? "" : "; the setting has changed since, and the URL is due";
    return waiting(
        Outcomes.cause(refusal),
        "Not fetched: " + refusal.detail() + since,
        holds ? refusal.cause().remedy() : NEXT_ROUND);
  }

  private Fate deferred(CrawlDatum fetch) {
    String cause = Outcomes.cause(fetch);
    String remedy =
        switch (cause) {
          case "time-limit" -> "raise fetcher.timelimit.mins, or run more rounds";
          case "host-waits" -> "run another round later, or raise orbweaver.fetch.wait.max.ms";
          case "robots-unavailable", "connect", "timeout", "truncated", "tls", "certificate" ->
              "run another round later: without its robots.txt the host is not fetched";
          case "dns" -> "check the host's name and DNS ('orb try URL')";
          default -> null;
        };
    String why = Outcomes.reason(fetch) + outage() + "; due again at " + due();
    List<String> remedies = remedy == null ? List.of() : List.of(remedy);
    return new Fate(WAITING, cause, "Deferred, not requested: " + why, remedies);
  }

  /** "; the host has failed 5 rounds in a row since …", or nothing. */
  private String outage() {
    return records.outage == null ? "" : "; " + Outcomes.words(records.outage);
  }

  private String failures() {
    return Count.of(records.entry.getRetriesSinceFetch(), "consecutive failure");
  }

  private Fate failed(CrawlDatum fetch) {
    String why = Outcomes.reason(fetch) + "; " + failures() + outage();
    return waiting(Outcomes.cause(fetch), "Not fetched: " + why + ", next try at " + due());
  }

  private Fate gone() {
    CrawlDatum last = records.lastFetch();
    CrawlDatum fetch = last == null ? records.entry : last;
    String cause = Outcomes.cause(fetch);
    String why = Outcomes.reason(fetch);
    String sentence =
        cause.equals("robots")
            ? "Not fetched: robots.txt forbids it: " + why.replaceFirst("^robots rule, ", "")
            : records.entry.getRetriesSinceFetch() > 0
                ? "Given up after " + failures() + ": " + why
                : "Gone: " + why;
    if (cause.equals("robots") && records.robots != null && !records.robots.forbids()) {
      return Fate.of(UNAVAILABLE, cause, sentence + "; robots.txt has changed since", NEXT_ROUND);
    }
    String remedy =
        switch (cause) {
          case "robots" ->
              "ask the host's owner to allow the crawler: the next round after robots.txt has"
                  + " changed looks at the URL again";
          case "http-401", "http-403" ->
              "ask the host's owner to admit the crawler; --add-days 90 requests the URL, and all"
                  + " others, in the next round";
          default -> null;
        };
    List<String> remedies = remedy == null ? List.of() : List.of(remedy);
    return new Fate(UNAVAILABLE, cause, sentence + "; requested again at " + due(), remedies);
  }

  private Fate redirect(String kind) {
    List<String> urls = records.chain.stream().map(UrlRecords.RedirectHop::url).toList();
    UrlRecords.RedirectHop end = records.chain.get(urls.size() - 1);
    if (urls.indexOf(end.url()) < urls.size() - 1) {
      return Fate.of(REDIRECT, "redirect-loop", "Redirect loop: " + String.join(" → ", urls));
    }
    String to = kind + String.join(" → ", urls.subList(1, urls.size())) + ", ";
    if (end.entry() == null && records.stay != null) {
      return Fate.of(REDIRECT, "redirect-refused", to + records.stay, STAY);
    }
    return Fate.of(REDIRECT, "redirect", to + status(end.entry()));
  }

  private static String status(CrawlDatum entry) {
    if (entry == null) {
      return "which is not in the crawldb";
    }
    return switch (entry.getStatus()) {
      case CrawlDatum.STATUS_DB_UNFETCHED ->
          entry.getRetriesSinceFetch() > 0 ? "which failed" : "which is not fetched yet";
      case CrawlDatum.STATUS_DB_FETCHED, CrawlDatum.STATUS_DB_NOTMODIFIED -> "which is fetched";
      case CrawlDatum.STATUS_DB_GONE -> "which is gone";
      case CrawlDatum.STATUS_DB_DUPLICATE -> "which is a duplicate";
      default -> "which redirects on";
    };
  }

  private static Fate leftOut(String cause, String sentence, String... remedies) {
    return Fate.of(LEFT_OUT, cause, sentence, remedies);
  }

  private Fate page() {
    if (SitemapMark.isOn(records.entry)) {
      return leftOut("sitemap", "Fetched and read as a sitemap, which is not indexed");
    }
    UrlRound.RoundHop parsed = records.lastParsed();
    if (parsed == null) {
      return leftOut(
          "not-parsed",
          "Fetched, but no remaining segment has its parse",
          "run 'orb parse', if its segment is not parsed yet; else the next fetch parses it");
    }
    String failure = Outcomes.parseFailure(parsed.data());
    if (failure != null) {
      String sentence = "Fetched, but not parsed: " + failure;
      return parsed.data().getStatus().getMinorCode() == ParseStatus.FAILED_TRUNCATED
          ? leftOut("truncated", sentence, "raise http.content.limit")
          : leftOut("unparsable", sentence);
    }
    if (RobotsDirectives.of(parsed.meta(MetaNames.ROBOTS)).noindex()) {
      return leftOut("noindex", "Fetched, but not indexed: noindex (" + noindex(parsed) + ")");
    }
    String end = parsed.meta(MetaNames.UNAVAILABLE_AFTER);
    if (!end.isEmpty() && end.compareTo(Instant.now().toString()) < 0) {
      return leftOut("noindex", "Fetched, but not indexed: unavailable_after " + end);
    }
    if (parsed.textChars() == 0 && parsed.data().getTitle().isBlank()) {
      return leftOut("empty", "Fetched, but not indexed: it has neither title nor text");
    }
    CrawlDatum fetch = records.lastFetch();
    String time = fetch == null ? "an unknown time" : Outcomes.time(fetch.getFetchTime());
    return Fate.of(PAGE, "fetched", "Fetched at " + time);
  }

  private static String noindex(UrlRound.RoundHop parsed) {
    for (String header : parsed.data().getContentMeta().getValues("X-Robots-Tag")) {
      if (RobotsDirectives.of(header).noindex()) {
        return "X-Robots-Tag: " + header;
      }
    }
    return "robots meta: " + parsed.meta(MetaNames.ROBOTS);
  }

  private String due() {
    return Outcomes.time(records.dueMs);
  }
}
