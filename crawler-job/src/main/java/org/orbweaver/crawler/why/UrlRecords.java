package org.orbweaver.crawler.why;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.store.Steps;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.crawler.CrawlerKeys;
import org.orbweaver.crawler.UrlRules;
import org.orbweaver.crawler.fetch.FetchRules;
import org.orbweaver.crawler.hosts.HostOutage;
import org.orbweaver.crawler.hosts.HostParts;
import org.orbweaver.crawler.schedule.DueRule;
import org.orbweaver.crawler.schedule.HostBackOff;
import org.orbweaver.crawler.update.UpdatePhase;
import org.orbweaver.crawler.url.FilterDecision;
import org.orbweaver.crawler.url.HostMode;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.LinkPolicy;
import org.orbweaver.crawler.url.NormalizationSteps;
import org.orbweaver.crawler.url.UrlNormalizer;

/** What the stores and the settings say of one URL, for {@link Verdict} to judge. */
final class UrlRecords {
  private static final int MOST_HOPS = 20;

  /**
   * A URL of a chain of redirects.
   *
   * @param entry of the crawldb, or null
   */
  record Hop(String url, CrawlDatum entry) {}

  final String url;

  /** Why the text is no URL, or null. */
  final NormalizationSteps.Refusal refusal;

  /** What the URL filters say now, or null where the text is no URL. */
  final FilterDecision filter;

  /** Why its port or literal address may not be contacted, or null. */
  final String contactRefusal;

  /** What the held robots.txt says, or null. */
  final KnownRobots robots;

  /** The outage of its host, or null where it serves. */
  final HostOutage outage;

  /** The crawldb's, or null. */
  final CrawlDatum entry;

  /** Whether the entry may be in the next fetch list; null without one. */
  final DueRule.Verdict due;

  /** When the entry is due and its host may be tried, milliseconds since 1970; 0 without one. */
  final long dueMs;

  /** Other spellings that the crawldb has. */
  final List<String> near = new ArrayList<>();

  /** The rounds that knew it, oldest first. */
  final List<Round> rounds = new ArrayList<>();

  /** Segments made here that are not in the crawldb yet; of others nothing is known. */
  final List<String> waiting = new ArrayList<>();

  /** Where it was found. */
  final Sources sources;

  /** Where it redirects to, hop by hop, the URL itself first; empty without an entry. */
  final List<Hop> chain;

  /** Why the links that lead to it are not followed, or null. */
  final String stay;

  /** The page that it is a duplicate of, or null. */
  final String original;

  /** Why the last fetch list does not have it, or null. */
  final String passedOver;

  /** Milliseconds since 1970. */
  final long now;

  UrlRecords(UrlHistory history, CrawlStores stores, String url) throws IOException {
    Configuration conf = history.conf();
    boolean isUrl = new UrlNormalizer().normalize(url) != null;
    this.url = url;
    now = history.now();
    refusal = isUrl ? null : NormalizationSteps.refusal(url);
    filter = isUrl ? UrlRules.filters(conf).decision(url) : null;
    FetchRules rules = FetchRules.of(conf);
    String port = isUrl ? rules.portRefusal(url) : null;
    contactRefusal = isUrl && port == null ? rules.addressRefusal(url) : port;
    try (HostParts hosts = HostParts.store(conf, history.crawl().hosts())) {
      robots = isUrl ? KnownRobots.of(hosts, rules.agents(), url) : null;
      outage = isUrl ? outage(hosts, url) : null;
    }
    entry = stores.entry(url);
    DueRule dueRule = DueRule.of(conf);
    due = entry == null ? null : dueRule.judge(entry, now);
    long hostDue = outage == null ? 0 : HostBackOff.of(conf).nextTry(outage);
    dueMs = entry == null ? 0 : Math.max(dueRule.due(entry, now), hostDue);
    for (String other : entry == null ? NearSpellings.of(url) : Set.<String>of()) {
      if (stores.entry(other) != null) {
        near.add(other);
      }
    }
    List<StepRecord> steps = Steps.readHistory(history.crawl());
    Set<String> done = UpdatePhase.inCrawlDb(steps);
    for (Path segment : history.crawl().segmentList()) {
      String name = segment.getName();
      Round round = Round.of(stores, segment, url);
      if (round != null) {
        rounds.add(round);
      }
      if (!done.contains(name)
          && steps.stream().anyMatch(s -> s.name().equals("generate") && s.key().equals(name))) {
        waiting.add(name);
      }
    }
    sources = Sources.of(stores, url);
    chain = entry == null ? List.of() : chain(stores, url, entry);
    stay = stay(conf);
    original =
        entry != null && entry.getStatus() == CrawlDatum.STATUS_DB_DUPLICATE
            ? original(stores, entry)
            : null;
    passedOver = entry == null ? null : FetchListLook.passedOver(stores, steps, entry, url);
  }

  private static HostOutage outage(HostParts hosts, String url) throws IOException {
    byte[] record = hosts.find(Hosts.origin(url));
    HostOutage outage = record == null ? null : HostOutage.decode(record);
    return outage == null || outage.failures() == 0 ? null : outage;
  }

  private static List<Hop> chain(CrawlStores stores, String url, CrawlDatum entry)
      throws IOException {
    List<Hop> chain = new ArrayList<>(List.of(new Hop(url, entry)));
    Set<String> seen = new LinkedHashSet<>(List.of(url));
    String next = Sources.redirectTarget(entry);
    while (next != null && chain.size() < MOST_HOPS) {
      CrawlDatum target = stores.entry(next);
      chain.add(new Hop(next, target));
      next = target == null || !seen.add(next) ? null : Sources.redirectTarget(target);
    }
    return chain;
  }

  /** Why no link that leads to the URL, or none that it leads to, is followed. */
  private String stay(Configuration conf) {
    LinkPolicy policy = UrlRules.links(conf);
    boolean redirects = chain.size() > 1;
    String target = redirects ? chain.get(chain.size() - 1).url() : url;
    boolean refused =
        redirects
            ? !policy.follow(chain.get(chain.size() - 2).url(), target)
            : !sources.nofollowOnly() && sources.allRefusedBy(policy, url);
    if (!refused) {
      return null;
    }
    String group =
        CrawlerKeys.IGNORE_EXTERNAL_LINKS_MODE.get(conf) == HostMode.DOMAIN ? "domain" : "host";
    String rule =
        CrawlerKeys.IGNORE_EXTERNAL_LINKS.get(conf)
            ? "links to another "
                + group
                + " are not followed (--stay "
                + group
                + ", "
                + CrawlerKeys.IGNORE_EXTERNAL_LINKS.name()
                + ")"
            : "links within a host are not followed ("
                + CrawlerKeys.IGNORE_INTERNAL_LINKS.name()
                + ")";
    return redirects
        ? "which is not followed: " + rule
        : rule + ", and it was found only on " + sources.shown().get(0).from();
  }

  /** The page of the same content that is no duplicate, or null. */
  private static String original(CrawlStores stores, CrawlDatum entry) throws IOException {
    return stores
        .open(stores.crawl().crawlDb(), CrawlDatum.class)
        .gather(
            ArrayList<String>::new,
            (same, other, datum) -> {
              boolean page =
                  datum.getStatus() == CrawlDatum.STATUS_DB_FETCHED
                      || datum.getStatus() == CrawlDatum.STATUS_DB_NOTMODIFIED;
              if (page && Arrays.equals(datum.getSignature(), entry.getSignature())) {
                same.add(other.toString());
              }
            })
        .stream()
        .flatMap(List::stream)
        .findFirst()
        .orElse(null);
  }

  /** The newest round in which it was dealt with, or null. */
  Round lastRound() {
    for (int i = rounds.size() - 1; i >= 0; i--) {
      CrawlDatum fetch = rounds.get(i).own().fetch();
      // A redirect that led to it left it for a later round.
      if (fetch != null && fetch.getStatus() != CrawlDatum.STATUS_LINKED) {
        return rounds.get(i);
      }
    }
    return null;
  }

  /** The newest records of its content: a page that is not modified has those of an older round. */
  Round.Hop lastParsed() {
    for (int i = rounds.size() - 1; i >= 0; i--) {
      if (rounds.get(i).own().data() != null) {
        return rounds.get(i).own();
      }
    }
    return null;
  }

  /** The value of the page's own metadata, or an empty string. */
  String parseMeta(String name) {
    Round.Hop hop = lastParsed();
    ParseData data = hop == null ? null : hop.data();
    String value = data == null ? null : data.getParseMeta().get(name);
    return value == null ? "" : value;
  }
}
