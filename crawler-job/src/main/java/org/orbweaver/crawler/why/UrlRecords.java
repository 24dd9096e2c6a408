package org.orbweaver.crawler.why;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Mazes;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.store.Steps;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.TrapKeys;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.crawldb.CrawlDb;
import org.orbweaver.crawler.crawldb.DepthLimits;
import org.orbweaver.crawler.crawldb.DuplicatesMerge;
import org.orbweaver.crawler.crawldb.LinkDepth;
import org.orbweaver.crawler.fetch.FetchRules;
import org.orbweaver.crawler.fetch.task.Refusals;
import org.orbweaver.crawler.generate.HostAdmission;
import org.orbweaver.crawler.generate.PageBudgets;
import org.orbweaver.crawler.hosts.HostBackOff;
import org.orbweaver.crawler.hosts.HostOutage;
import org.orbweaver.crawler.hosts.HostParts;
import org.orbweaver.crawler.recrawl.DueRule;
import org.orbweaver.crawler.site.SiteBlock;
import org.orbweaver.crawler.site.Sites;
import org.orbweaver.crawler.trap.HostPages;
import org.orbweaver.crawler.trap.HostPagesRecord;
import org.orbweaver.crawler.trap.PageIndex;
import org.orbweaver.crawler.trap.UrlTemplate;
import org.orbweaver.crawler.url.HostMode;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.LinkPolicy;
import org.orbweaver.crawler.url.NormalizationSteps;
import org.orbweaver.crawler.url.SemanticRules;
import org.orbweaver.crawler.url.UrlFilters;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.crawler.url.WebUrl;
import org.orbweaver.crawler.why.CrawlerWhy.KnownRobots;
import org.orbweaver.plugin.UrlDecision;

/** The records of one URL in the stores and the settings, for {@link FateRules} to judge. */
final class UrlRecords {
  static final Text GROUP = new Text(MetadataKeys.GROUP);
  private static final Text REPRESENTATIVE = new Text(MetadataKeys.REPRESENTATIVE);
  private static final int MOST_HOPS = 20;

  /** Looks records up by URL; a missing store has none. */
  record Stores(Configuration conf, CrawlDir crawl) {
    /** The crawldb's entry, or null. */
    CrawlDatum entry(String url) throws IOException {
      return first(crawl.crawlDb(), CrawlDatum.class, url);
    }

    <V extends Writable> V first(Path folder, Class<V> type, String url) throws IOException {
      List<V> found = get(folder, type, url);
      return found.isEmpty() ? null : found.get(0);
    }

    <V extends Writable> List<V> get(Path folder, Class<V> type, String url) throws IOException {
      return open(folder, type).get(url);
    }

    boolean exists(Path folder) throws IOException {
      return !Parts.of(crawl.fs(), folder).isEmpty();
    }

    <V extends Writable> SortedStore<V> open(Path folder, Class<V> type) throws IOException {
      return SortedStore.open(conf, folder, type);
    }
  }

  /**
   * A URL of a chain of redirects.
   *
   * @param entry of the crawldb, or null
   */
  record RedirectHop(String url, CrawlDatum entry) {}

  /** Why a fetch list does not have the URL, and the remedy. */
  record PassedOver(String cause, String why, String remedy) {}

  final String url;

  /** Why the text is not a URL, or null. */
  final NormalizationSteps.Refusal refusal;

  /** The URL filters, and their current decision below; null if the text is not a URL. */
  final UrlFilters filters;

  final UrlDecision filter;

  /** Why its port or literal address may not be contacted, or null. */
  final String contactRefusal;

  /** The decision of the stored robots.txt, or null. */
  final KnownRobots robots;

  /** The outage of its host, or null if it has none. */
  final HostOutage outage;

  /** How often its host has refused requests. */
  final Refusals refusals = new Refusals();

  /** Its entry in the crawldb, or null. */
  final CrawlDatum entry;

  /** Whether the entry may be in the next fetch list; null without an entry. */
  final DueRule.Verdict due;

  /**
   * When the entry is due and its host may be tried, milliseconds since 1970; 0 without an entry.
   */
  final long dueMs;

  /** Similar spellings of the URL that are in the crawldb. */
  final List<String> near = new ArrayList<>();

  /** The rounds with records of it, oldest first. */
  final List<UrlRound> rounds = new ArrayList<>();

  /**
   * Segments made here that are not in the crawldb yet; for segments made elsewhere this is
   * unknown.
   */
  final List<String> waiting = new ArrayList<>();

  /** The places where it was found. */
  final Sources sources;

  /** Its chain of redirects, starting with the URL itself; empty without an entry. */
  final List<RedirectHop> chain = new ArrayList<>();

  /** Why the links that lead to it are not followed, or null. */
  final String stay;

  /** The limit by which all pages that link to it are too far from the seeds, or null. */
  final String tooDeep;

  /** The page that it is a duplicate of, or null. */
  final String original;

  /**
   * The page to keep of its group of near-duplicates; null without a group, or before one is
   * chosen.
   */
  final String representative;

  /** Why the last fetch list does not have it, or null. */
  final PassedOver passedOver;

  /** The maze around it, or one that is suspected; null if there is none. */
  final Mazes.Maze maze;

  /** The current time, milliseconds since 1970. */
  final long now;

  private final Configuration conf;
  private final Stores stores;

  UrlRecords(UrlHistory history, Stores stores, String url) throws IOException {
    this.conf = history.conf();
    this.stores = stores;
    this.url = url;
    now = history.now();
    UrlNormalizer urls = new UrlNormalizer(SemanticRules.NONE, UrlRules.sources(conf), List.of());
    boolean isUrl = urls.normalize(url) != null;
    refusal = isUrl ? null : NormalizationSteps.refusal(url);
    filters = isUrl ? UrlRules.filters(conf) : null;
    filter = isUrl ? filters.decision(url) : null;
    FetchRules rules = FetchRules.of(conf);
    String port = isUrl ? rules.portRefusal(url) : null;
    contactRefusal = isUrl && port == null ? rules.addressRefusal(url) : port;
    try (HostParts hosts = HostParts.store(conf, history.crawl().hosts())) {
      robots = isUrl ? KnownRobots.of(hosts, rules.agents(), url) : null;
      byte[] record = isUrl ? hosts.find(Hosts.origin(url)) : null;
      HostOutage known = record == null ? null : HostOutage.decode(record);
      outage = known == null || known.failures() == 0 ? null : known;
    }
    entry = stores.entry(url);
    DueRule dueRule = DueRule.of(conf).at(url);
    if (entry != null) {
      HostAdmission.of(conf, history.crawl(), now).reconsider(url, entry, now);
    }
    due = entry == null ? null : dueRule.judge(entry, now);
    long hostDue = outage == null ? 0 : HostBackOff.of(conf).nextTry(outage);
    dueMs = entry == null ? 0 : Math.max(dueRule.due(entry, now), hostDue);
    for (String other : entry == null ? spellings(url) : Set.<String>of()) {
      if (stores.entry(other) != null) {
        near.add(other);
      }
    }
    List<StepRecord> steps = Steps.readHistory(history.crawl());
    Set<String> done = CrawlDb.segments(steps);
    for (Path segment : history.crawl().segmentList()) {
      String name = segment.getName();
      if (isUrl) {
        UrlRound.requests(stores, segment, Hosts.host(url)).forEach(refusals::take);
      }
      UrlRound round = UrlRound.of(stores, segment, url);
      if (round != null) {
        rounds.add(round);
      }
      if (!done.contains(name)
          && steps.stream().anyMatch(s -> s.name().equals("generate") && s.key().equals(name))) {
        waiting.add(name);
      }
    }
    sources = Sources.of(stores, url);
    fillChain();
    stay = stay();
    tooDeep = tooDeep();
    original = original();
    representative = representative();
    maze = Mazes.of(conf, history.crawl().mazes()).around(url).orElse(null);
    passedOver = passedOver(steps);
  }

  /** Spellings that people confuse: http and https, with and without www and the last slash. */
  private static Set<String> spellings(String url) {
    WebUrl given = UrlNormalizer.parse(url);
    WebUrl parts = given == null ? UrlNormalizer.parse("https://" + url.strip()) : given;
    if (parts == null) {
      return Set.of();
    }
    String bare = parts.host().replaceFirst("^www\\.", "");
    String cut = parts.path().replaceFirst("/$", "");
    String port = parts.port() < 0 ? "" : ":" + parts.port();
    String query = parts.query() == null ? "" : "?" + parts.query();
    Set<String> near = new LinkedHashSet<>();
    for (String scheme : List.of(parts.scheme(), "https", "http")) {
      for (String host : List.of(parts.host(), bare, "www." + bare)) {
        for (String path : List.of(parts.path(), cut, cut + "/")) {
          near.add(new UrlNormalizer().normalize(scheme + "://" + host + port + path + query));
        }
      }
    }
    near.remove(null);
    near.remove(url);
    return near;
  }

  private void fillChain() throws IOException {
    Set<String> seen = new LinkedHashSet<>();
    String next = entry == null ? null : url;
    while (next != null && chain.size() < MOST_HOPS) {
      CrawlDatum target = stores.entry(next);
      chain.add(new RedirectHop(next, target));
      next = target == null || !seen.add(next) ? null : Sources.redirectTarget(target);
    }
  }

  /** The reason why no link to the URL, or none from it, is followed. */
  private String stay() {
    LinkPolicy policy = UrlRules.links(conf);
    int last = chain.size() - 1;
    boolean followed =
        last > 0
            ? policy.follow(chain.get(last - 1).url(), chain.get(last).url())
            : sources.nofollowOnly() || !sources.allRefusedBy(policy, url);
    if (followed) {
      return null;
    }
    boolean domain = CrawlerKeys.IGNORE_EXTERNAL_LINKS_MODE.get(conf) == HostMode.DOMAIN;
    String rule =
        CrawlerKeys.IGNORE_EXTERNAL_LINKS.get(conf)
            ? String.format(
                Locale.ROOT,
                "links to another %1$s are not followed (--stay %1$s, %2$s)",
                domain ? "domain" : "host",
                CrawlerKeys.IGNORE_EXTERNAL_LINKS.name())
            : "links within a host are not followed ("
                + CrawlerKeys.IGNORE_INTERNAL_LINKS.name()
                + ")";
    return last > 0
        ? "which is not followed: " + rule
        : rule + ", and it was found only on " + sources.first();
  }

  private String tooDeep() throws IOException {
    DepthLimits limits = DepthLimits.of(conf);
    if (!limits.isAny() || entry != null || sources.shown().isEmpty()) {
      return null;
    }
    for (Sources.UrlSource source : sources.shown()) {
      CrawlDatum page = stores.entry(source.from());
      if (source.kind() != Sources.SourceKind.LINK
          || page == null
          || !limits.isExceeded(url, LinkDepth.of(page) + 1)) {
        return null;
      }
    }
    return limits.name(url);
  }

  /** The page with the same content that is not marked as a duplicate, or null. */
  private String original() throws IOException {
    if (entry == null || entry.getStatus() != CrawlDatum.STATUS_DB_DUPLICATE) {
      return null;
    }
    return first(
        datum ->
            DuplicatesMerge.isPage(datum.getStatus())
                && Arrays.equals(datum.getSignature(), entry.getSignature()));
  }

  private String representative() throws IOException {
    Writable group = entry == null ? null : entry.getMetaData().get(GROUP);
    if (group == null || entry.getMetaData().containsKey(REPRESENTATIVE)) {
      return group == null ? null : url;
    }
    return first(
        datum ->
            datum.getMetaData().containsKey(REPRESENTATIVE)
                && group.equals(datum.getMetaData().get(GROUP)));
  }

  /** A URL whose entry in the crawldb satisfies a condition, or null; reads the whole crawldb. */
  private String first(Predicate<CrawlDatum> test) throws IOException {
    return stores
        .open(stores.crawl().crawlDb(), CrawlDatum.class)
        .gather(
            ArrayList<String>::new,
            (same, other, datum) -> {
              if (test.test(datum)) {
                same.add(other.toString());
              }
            })
        .stream()
        .flatMap(List::stream)
        .findFirst()
        .orElse(null);
  }

  /** Why the last list does not have the URL; null if none was made since it became due. */
  private PassedOver passedOver(List<StepRecord> steps) throws IOException {
    if (entry == null || entry.getStatus() != CrawlDatum.STATUS_DB_UNFETCHED) {
      return null;
    }
    String segment = null;
    for (StepRecord step : steps) {
      if (step.name().equals("generate") && step.time().toEpochMilli() >= entry.getFetchTime()) {
        segment = step.key();
      }
    }
    Path list =
        segment == null
            ? null
            : new Path(new Path(stores.crawl().segments(), segment), CrawlDatum.GENERATE_DIR_NAME);
    return list == null || !stores.exists(list) ? null : compare(list, segment);
  }

  private PassedOver compare(Path list, String segment) throws IOException {
    HostMode mode = CrawlerKeys.GENERATE_COUNT_MODE.get(conf);
    String group = mode.groupOf(url);
    String host = Hosts.host(url);
    String domain = Hosts.domain(host);
    Sites sites = UrlKeys.sites(conf);
    SiteBlock block = PageBudgets.block(sites, url);
    long[] urls = new long[5];
    float[] lowest = {Float.MAX_VALUE};
    stores
        .open(list, CrawlDatum.class)
        .forEach(
            (other, datum) -> {
              urls[0]++;
              urls[1] += mode.groupOf(other.toString()).equals(group) ? 1 : 0;
              boolean inDomain = Hosts.domainOf(other.toString()).equals(domain);
              urls[2] += inDomain && Hosts.host(other.toString()).equals(host) ? 1 : 0;
              urls[3] += inDomain ? 1 : 0;
              if (block != null && block.equals(PageBudgets.block(sites, other.toString()))) {
                urls[4]++;
              }
              lowest[0] = Math.min(lowest[0], datum.getScore());
            });
    float score = entry.getScore();
    float minimum = CrawlerKeys.GENERATE_MIN_SCORE.get(conf);
    if (score < minimum) {
      String key = CrawlerKeys.GENERATE_MIN_SCORE.name();
      return notSelected("its score " + score + " is below " + key + "=" + minimum);
    }
    PassedOver trapped = trapped(host, domain, urls[2], urls[3]);
    if (trapped != null) {
      return trapped;
    }
    if (block != null && urls[4] >= sites.of(url).pagesPerRound().orElseThrow()) {
      return new PassedOver(
          "budget",
          "site " + block.name() + " already has " + Count.of(urls[4], "URL") + " on it",
          "run more rounds, or raise pages-per-round of that site");
    }
    int budget = CrawlerKeys.GENERATE_MAX_COUNT.get(conf);
    if (budget >= 0 && urls[1] >= budget) {
      return notSelected(
          String.format(
              Locale.ROOT,
              "%s already has %s on it, the maximum per %s (%s)",
              group,
              Count.of(urls[1], "URL"),
              mode.name().toLowerCase(Locale.ROOT),
              CrawlerKeys.GENERATE_MAX_COUNT.name()));
    }
    return notSelected(
        String.format(
            Locale.ROOT,
            "segment %s took the top %,d; the lowest score there is %s, this URL's is %s",
            segment,
            urls[0],
            lowest[0],
            score));
  }

  private static PassedOver notSelected(String why) {
    return new PassedOver(
        "not-selected",
        why,
        "run more rounds, or allow more URLs per round (--top-n, generate.max.count)");
  }

  /** The objection of its URL template's yield or of a budget; null if there is none. */
  private PassedOver trapped(String host, String domain, long ofHost, long ofDomain)
      throws IOException {
    HostPages pages;
    HostPages domainPages;
    try (HostParts hosts = HostParts.store(conf, stores.crawl().hosts())) {
      pages = HostPagesRecord.find(hosts, host);
      domainPages = HostPagesRecord.find(hosts, domain);
    }
    if (maze != null) {
      return new PassedOver(
          "maze",
          String.format(
              Locale.ROOT,
              "it lies in %s, which may be a maze of generated text, so that a list has %d of its"
                  + " URLs until that is clear (%s)",
              maze.folder(),
              PageBudgets.SUSPECTED,
              maze.why()),
          "run more rounds, or name the host in " + Mazes.EXEMPT);
    }
    int lastPages = TrapKeys.YIELD_PAGES.get(conf);
    if (lastPages > 0 && PageIndex.of(conf, host, pages).poor(url) != 0) {
      return new PassedOver(
          "nothing-new",
          String.format(
              Locale.ROOT,
              "the last pages of its URL template (%s) brought nothing new, so that a list has %,d"
                  + " of them",
              UrlTemplate.of(url),
              TrapKeys.PROBES.get(conf)),
          "run more rounds, raise orbweaver.trap.probes, or set orbweaver.trap.yield.pages=0");
    }
    PageBudgets.HostBudget budget = PageBudgets.of(conf, domainPages.linkingDomains());
    boolean over = ofHost >= budget.ofHost() || ofDomain >= budget.ofDomain();
    if (pages.isSeed() || !over) {
      return null;
    }
    boolean byHost = ofHost >= budget.ofHost();
    return new PassedOver(
        "budget",
        String.format(
            Locale.ROOT,
            "%s already has %s on it, its budget with links from %s",
            byHost ? host : domain,
            Count.of(byHost ? ofHost : ofDomain, "URL"),
            Count.of(domainPages.linkingDomains(), "other domain")),
        "run more rounds, or raise " + (byHost ? TrapKeys.BUDGET : TrapKeys.BUDGET_HOSTS).name());
  }

  /** The newest round with records of it, or null. */
  UrlRound newestRound() {
    return rounds.isEmpty() ? null : rounds.get(rounds.size() - 1);
  }

  /** The record of the newest round in which it was dealt with, or null. */
  CrawlDatum lastFetch() {
    return rounds.stream()
        .map(round -> round.own().fetch())
        // A redirect to it left it for a later round.
        .filter(fetch -> fetch != null && fetch.getStatus() != CrawlDatum.STATUS_LINKED)
        .reduce(null, (older, newer) -> newer);
  }

  /**
   * The newest records of its content: for a page that is not modified, those of an older round.
   */
  UrlRound.RoundHop lastParsed() {
    return rounds.stream()
        .map(UrlRound::own)
        .filter(own -> own.data() != null)
        .reduce(null, (older, newer) -> newer);
  }
}
