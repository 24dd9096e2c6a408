package org.orbweaver.crawler.why;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.store.Steps;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.common.why.WhySource;
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

/**
 * The crawler's word on a URL: gathers the {@link Facts}, tells them, and lets {@link Verdict}
 * judge.
 *
 * <p>Cost: single look-ups, but for a URL without an entry in the linkdb a reading of the segments'
 * parse_data and crawl_fetch, and for a duplicate one of the crawldb.
 */
public final class CrawlerWhy implements WhySource {
  private static final int MOST_HOPS = 20;

  @Override
  public void tell(UrlHistory history) throws IOException {
    CrawlStores stores = new CrawlStores(history.conf(), history.crawl());
    String url = storedForm(stores, history.asked());
    history.url(url);
    Facts facts = gather(stores, history, url);
    new Telling(history, facts).tell();
    history.conclude(Verdict.of(facts));
  }

  /** A crawldb of another crawler may have the URL as it was given, and not in normal form. */
  private static String storedForm(CrawlStores stores, String asked) throws IOException {
    String normal = new UrlNormalizer().normalize(asked);
    return normal == null || (!normal.equals(asked) && stores.entry(asked) != null)
        ? asked
        : normal;
  }

  private static Facts gather(CrawlStores stores, UrlHistory history, String url)
      throws IOException {
    boolean isUrl = new UrlNormalizer().normalize(url) != null;
    CrawlDatum entry = stores.entry(url);
    FilterDecision filter = isUrl ? UrlRules.filters(history.conf()).decision(url) : null;
    FetchRules rules = FetchRules.of(history.conf());
    String contact = isUrl ? rules.portRefusal(url) : null;
    if (isUrl && contact == null) {
      contact = rules.addressRefusal(url);
    }
    List<StepRecord> steps = Steps.readHistory(history.crawl());
    List<Round> rounds = new ArrayList<>();
    for (Path segment : history.crawl().segmentList()) {
      Round round = Round.of(stores, segment, url);
      if (round != null) {
        rounds.add(round);
      }
    }
    Sources sources = Sources.of(stores, url);
    DueRule due = DueRule.of(history.conf());
    HostOutage outage = isUrl ? outage(history, url) : null;
    long hostDue = outage == null ? 0 : HostBackOff.of(history.conf()).nextTry(outage);
    LinkPolicy policy = UrlRules.links(history.conf());
    List<Facts.Hop> chain = entry == null ? List.of() : chain(stores, url, entry);
    return new Facts(
        url,
        isUrl ? null : NormalizationSteps.refusal(url),
        filter,
        contact,
        isUrl ? robots(history, rules, url) : null,
        outage,
        entry,
        entry == null ? null : due.judge(entry, history.now()),
        entry == null ? 0 : Math.max(due.due(entry, history.now()), hostDue),
        entry == null ? near(stores, url) : List.of(),
        rounds,
        waiting(history, steps),
        sources,
        stay(history, policy, url, sources, chain),
        chain,
        entry != null && entry.getStatus() == CrawlDatum.STATUS_DB_DUPLICATE
            ? original(stores, entry)
            : null,
        entry == null ? null : FetchListLook.passedOver(stores, steps, entry, url),
        history.now());
  }

  private static KnownRobots robots(UrlHistory history, FetchRules rules, String url)
      throws IOException {
    try (HostParts hosts = HostParts.store(history.conf(), history.crawl().hosts())) {
      return KnownRobots.of(hosts, rules.agents(), url);
    }
  }

  private static HostOutage outage(UrlHistory history, String url) throws IOException {
    try (HostParts hosts = HostParts.store(history.conf(), history.crawl().hosts())) {
      byte[] record = hosts.find(Hosts.origin(url));
      HostOutage outage = record == null ? null : HostOutage.decode(record);
      return outage == null || outage.failures() == 0 ? null : outage;
    }
  }

  /** Segments that were made here and are not in the crawldb; of others nothing is known. */
  private static List<String> waiting(UrlHistory history, List<StepRecord> steps)
      throws IOException {
    Set<String> done = UpdatePhase.inCrawlDb(steps);
    List<String> waiting = new ArrayList<>();
    for (Path segment : history.crawl().segmentList()) {
      String name = segment.getName();
      boolean ours =
          steps.stream().anyMatch(s -> s.name().equals("generate") && s.key().equals(name));
      if (ours && !done.contains(name)) {
        waiting.add(name);
      }
    }
    return waiting;
  }

  private static List<String> near(CrawlStores stores, String url) throws IOException {
    List<String> found = new ArrayList<>();
    for (String other : NearSpellings.of(url)) {
      if (stores.entry(other) != null) {
        found.add(other);
      }
    }
    return found;
  }

  private static List<Facts.Hop> chain(CrawlStores stores, String url, CrawlDatum entry)
      throws IOException {
    List<Facts.Hop> chain = new ArrayList<>(List.of(new Facts.Hop(url, entry)));
    Set<String> seen = new LinkedHashSet<>(List.of(url));
    String next = Sources.redirectTarget(entry);
    while (next != null && chain.size() < MOST_HOPS) {
      CrawlDatum target = stores.entry(next);
      chain.add(new Facts.Hop(next, target));
      next = target == null || !seen.add(next) ? null : Sources.redirectTarget(target);
    }
    return chain;
  }

  /** Why no link that leads to the URL, or none that it leads to, is followed. */
  private static String stay(
      UrlHistory history, LinkPolicy policy, String url, Sources sources, List<Facts.Hop> chain) {
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
        CrawlerKeys.IGNORE_EXTERNAL_LINKS_MODE.get(history.conf()) == HostMode.DOMAIN
            ? "domain"
            : "host";
    String rule =
        CrawlerKeys.IGNORE_EXTERNAL_LINKS.get(history.conf())
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
}
