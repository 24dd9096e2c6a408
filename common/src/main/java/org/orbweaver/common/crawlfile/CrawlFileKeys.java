package org.orbweaver.common.crawlfile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;

/** The keys of a crawl file: the settings by readable names, in sections. */
public final class CrawlFileKeys {
  /** The crawl directory. */
  static final String DIRECTORY = "directory";

  /** A list of seeds, or lists of URLs, files and sitemaps. */
  static final String SEEDS = "seeds";

  /** A list of sitemaps whose URLs are seeds; written within {@link #SEEDS}. */
  static final String SITEMAPS = "seeds.sitemaps";

  /** How far from a page its links may lead: two settings in one. */
  static final String STAY = "scope.stay";

  /** Whether links to other hosts or domains are dropped. */
  static final String IGNORE_EXTERNAL = "db.ignore.external.links";

  /** Which of the two. */
  static final String IGNORE_EXTERNAL_MODE = "db.ignore.external.links.mode";

  /** Rules in YAML's own form. */
  static final String RULES = "scope.rules";

  /** Exports, each with a format and a folder. */
  static final String OUTPUTS = "outputs";

  /** Blocks of what holds for a part of the web alone; {@link SiteKeys} has their keys. */
  static final String SITES = "sites";

  /** Settings of plugins, a mapping for each. */
  static final String PLUGIN_SETTINGS = "plugins.settings";

  /** Folders of file systems, each a root or a mapping of {@link CrawlFileReader}. */
  static final String SOURCES = "sources";

  /** Each line: the key, the name of its setting if it has one, and the setting's unit. */
  private static final String TABLE =
      """
          directory -
          seeds orbweaver.crawl.seeds
          seeds.sitemaps orbweaver.crawl.sitemaps
          rounds orbweaver.crawl.rounds
          render orbweaver.render
          outputs orbweaver.crawl.outputs
          sites orbweaver.sites
          sources orbweaver.sources

          agent.name http.agent.name
          agent.url http.agent.url
          agent.email http.agent.email
          agent.description http.agent.description
          agent.version http.agent.version
          agent.robots-names http.robots.agents
          agent.keys orbweaver.signature.keys path
          agent.keys-origin orbweaver.signature.agent
          agent.signature-lifetime orbweaver.signature.lifetime.sec s
          agent.signature-directory-url orbweaver.signature.directory.url
          agent.signature-bare orbweaver.signature.bare

          scope.stay -
          scope.rules orbweaver.scope.rules
          scope.ignore-internal-links db.ignore.internal.links
          scope.new-urls db.update.additions.allowed
          scope.regex-file urlfilter.regex.file
          scope.automaton-file urlfilter.automaton.file
          scope.prefix-file urlfilter.prefix.file
          scope.domain-file urlfilter.domain.file
          scope.excluded-domain-file urlfilter.domaindenylist.file
          scope.suffix-file urlfilter.suffix.file
          scope.suffix-filter urlfilter.suffix.enabled
          scope.validator orbweaver.urlfilter.validator

          limits.pages orbweaver.crawl.pages.max
          limits.bytes orbweaver.crawl.bytes.max B
          limits.time orbweaver.crawl.minutes.max min
          limits.depth orbweaver.crawl.depth.max
          limits.pages-per-round generate.topN
          limits.pages-per-host-and-round generate.max.count
          limits.pages-per-site orbweaver.budget.pages
          limits.pages-per-domain orbweaver.budget.pages.per.domain
          limits.hosts-per-domain orbweaver.budget.domain.hosts

          politeness.delay fetcher.server.delay s
          politeness.unit partition.url.mode
          politeness.crawl-delay-max fetcher.max.crawl.delay s
          politeness.crawl-delay-cap orbweaver.fetch.crawl.delay.cap
          politeness.response-time-factor orbweaver.fetch.delay.response.factor
          politeness.back-off-max orbweaver.fetch.wait.max.ms ms
          politeness.failures-max fetcher.max.exceptions.per.queue
          politeness.robots-unreachable-max orbweaver.fetch.robots.unreachable.days d
          politeness.tdmrep orbweaver.fetch.tdmrep
          politeness.soft-404-check orbweaver.fetch.soft404.days d

          network.private-addresses orbweaver.fetch.private.addresses
          network.ports orbweaver.fetch.ports
          network.hosts-file orbweaver.fetch.dns.hosts.file
          network.proxy-host http.proxy.host
          network.proxy-port http.proxy.port
          network.proxy-type http.proxy.type
          network.proxy-user http.proxy.username
          network.proxy-password http.proxy.password
          network.proxy-exceptions http.proxy.exception.list

          fetching.threads fetcher.threads.fetch
          fetching.packet-timeout http.timeout ms
          fetching.deadline orbweaver.fetch.deadline.ms ms
          fetching.min-rate orbweaver.fetch.min.rate B
          fetching.document-bytes-max http.content.limit B
          fetching.redirects-max http.redirect.max
          fetching.check-certificates http.tls.certificates.check
          fetching.conditional http.enable.if.modified.since.header
          fetching.keep-heads orbweaver.fetch.heads
          fetching.accept http.accept
          fetching.markdown orbweaver.fetch.markdown
          fetching.accept-language http.accept.language
          fetching.head-first-suffixes orbweaver.fetch.head.suffixes
          fetching.head-first-types orbweaver.fetch.head.types
          fetching.time-max fetcher.timelimit.mins min
          fetching.pages-per-second-min fetcher.throughput.threshold.pages
          fetching.pages-per-second-after fetcher.throughput.threshold.check.after min
          fetching.bytes-per-second-max orbweaver.fetch.bandwidth.bytes B
          fetching.buffer orbweaver.fetch.spill.bytes B
          fetching.retries-max db.fetch.retry.max
          fetching.retry-delay orbweaver.fetch.retry.delay.sec s
          fetching.host-retries-max orbweaver.fetch.host.retry.max

          frontier.order orbweaver.generate.order
          frontier.depth-weight orbweaver.generate.depth.weight
          frontier.spam-weight orbweaver.generate.spam.weight
          frontier.count-by generate.count.mode
          frontier.score-min generate.min.score
          frontier.seed-score db.score.injected
          frontier.seeds-replace db.injector.overwrite
          frontier.seeds-update db.injector.update
          frontier.rank-every orbweaver.crawl.rank.every
          frontier.crawldb-parts orbweaver.crawldb.parts
          frontier.list-parts orbweaver.generate.parts

          schedule.policy orbweaver.recrawl.policy
          schedule.interval db.fetch.interval.default s
          schedule.interval-min orbweaver.recrawl.interval.min.sec s
          schedule.interval-max db.fetch.interval.max s
          schedule.requests-per-day orbweaver.recrawl.budget.day
          schedule.requests-per-host-and-day orbweaver.recrawl.budget.host.day
          schedule.discovery-share orbweaver.recrawl.discovery.share
          schedule.importance orbweaver.recrawl.importance
          schedule.clicks-file orbweaver.recrawl.clicks.file path
          schedule.clicks-weight orbweaver.recrawl.clicks.weight
          schedule.change orbweaver.recrawl.change
          schedule.adaptive-growth db.fetch.schedule.adaptive.inc_rate
          schedule.adaptive-shrinkage db.fetch.schedule.adaptive.dec_rate
          schedule.adaptive-sync db.fetch.schedule.adaptive.sync_delta_rate

          recrawl.rounds orbweaver.recrawl.rounds.max
          recrawl.time orbweaver.recrawl.minutes.max min
          recrawl.pages orbweaver.recrawl.pages.max
          recrawl.bytes orbweaver.recrawl.bytes.max B
          recrawl.ahead orbweaver.recrawl.ahead.minutes min
          recrawl.ranks-changed-percent orbweaver.recrawl.ranks.changed.percent
          recrawl.index-changed-percent orbweaver.recrawl.index.changed.percent
          recrawl.build-age-max orbweaver.recrawl.build.hours h
          recrawl.segments-kept orbweaver.recrawl.segments.kept
          recrawl.versions-kept orbweaver.recrawl.versions.days d
          recrawl.monthly-versions-kept orbweaver.recrawl.versions.months
          recrawl.segment-size orbweaver.recrawl.segments.slice.mb MiB
          recrawl.builds-kept orbweaver.recrawl.builds.kept

          sitemaps.from-robots orbweaver.sitemap.robots
          sitemaps.hosts orbweaver.sitemap.scope
          sitemaps.interval orbweaver.sitemap.interval.sec s
          sitemaps.revisit-after orbweaver.sitemap.again.sec s
          sitemaps.trust-min orbweaver.sitemap.trust.min

          urls.parameters-file orbweaver.url.parameters.file
          urls.sort-parameters orbweaver.url.parameters.sort
          urls.index-pages orbweaver.url.index.pages
          urls.www orbweaver.url.www
          urls.hosts-file urlnormalizer.hosts.file
          urls.protocols-file urlnormalizer.protocols.file
          urls.slashes-file urlnormalizer.slashes.file
          urls.substitutions-file urlnormalizer.regex.file

          traps.rules orbweaver.trap.rules
          traps.url-length-max orbweaver.trap.length.max
          traps.yield-pages orbweaver.trap.yield.pages
          traps.probes orbweaver.trap.probes
          traps.mazes orbweaver.maze.detect
          traps.mazes-exempt orbweaver.maze.exempt

          duplicates.keep orbweaver.duplicates.keep
          duplicates.near orbweaver.duplicates.near
          duplicates.near-threshold orbweaver.duplicates.near.threshold

          rendering.browser orbweaver.render.browser
          rendering.sandbox orbweaver.render.sandbox
          rendering.pages-per-host orbweaver.render.pages.per.host
          rendering.cpu-time orbweaver.render.cpu.seconds s
          rendering.tabs orbweaver.render.tabs
          rendering.browser-pages orbweaver.render.browser.pages
          rendering.browser-memory orbweaver.render.browser.memory.mb MiB
          rendering.page-time-max orbweaver.render.time.ms ms
          rendering.page-requests-max orbweaver.render.requests
          rendering.post orbweaver.render.post
          rendering.page-size-max orbweaver.render.html.bytes B

          parsing.main-content orbweaver.parse.main.content
          parsing.main-content-file orbweaver.parse.content.selectors
          parsing.topics-model orbweaver.parse.topics path
          parsing.time-max parser.timeout s
          parsing.text-chars-max orbweaver.parse.text.max.chars
          parsing.links-max db.max.outlinks.per.page
          parsing.link-chars-max db.max.outlink.length
          parsing.metadata-kept db.parsemeta.to.crawldb
          parsing.threads orbweaver.parse.threads
          parsing.processes orbweaver.parse.processes
          parsing.process-heap orbweaver.parse.process.heap.mb MiB
          parsing.process-output-max orbweaver.parse.process.output.max.bytes B
          parsing.process-temporary-max orbweaver.parse.process.temp.max.bytes B
          parsing.document-depth-max orbweaver.parse.document.max.depth
          parsing.document-members-max orbweaver.parse.document.max.members
          parsing.document-unpacked-max orbweaver.parse.document.max.unpacked.bytes B

          links.ignore-internal linkdb.ignore.internal.links
          links.ignore-external linkdb.ignore.external.links
          links.per-page-max linkdb.max.inlinks
          links.anchor-chars-max linkdb.max.anchor.length

          graph.nofollow orbweaver.graph.nofollow
          graph.within-host orbweaver.graph.within.host
          graph.within-domain orbweaver.graph.within.domain
          graph.to-self orbweaver.graph.self
          graph.repeated-links orbweaver.graph.duplicates
          graph.redirects orbweaver.graph.redirects
          graph.canonicals orbweaver.graph.canonicals
          graph.last-link-weight orbweaver.graph.weight.last.link
          graph.no-anchor-weight orbweaver.graph.weight.no.anchor
          graph.beside-weight orbweaver.graph.weight.beside
          graph.folded-within orbweaver.graph.fold.within
          graph.parts orbweaver.graph.parts
          graph.task-memory orbweaver.graph.memory.bytes B
          graph.power-law-samples orbweaver.graph.fit.samples
          graph.pair-degree-max orbweaver.graph.pairs.degree.max
          graph.distance-sources orbweaver.graph.distance.sources

          ranking.mode orbweaver.rank.mode
          ranking.iterations-per-job orbweaver.rank.iterations.per.job
          ranking.iterations-max orbweaver.rank.iterations.max
          ranking.threads orbweaver.rank.threads
          ranking.parts orbweaver.rank.parts
          ranking.block-pages orbweaver.rank.block.pages

          pagerank.damping orbweaver.pagerank.damping
          pagerank.tolerance orbweaver.pagerank.tolerance
          pagerank.dangling orbweaver.pagerank.dangling
          pagerank.form orbweaver.pagerank.form
          pagerank.weighted orbweaver.pagerank.weighted

          hits.tolerance orbweaver.hits.tolerance
          hits.root-pages orbweaver.hits.root.pages
          hits.inlinks-per-page orbweaver.hits.inlinks.per.page
          hits.links-per-host orbweaver.hits.links.per.host
          hits.within-host orbweaver.hits.within.host
          hits.random-seed orbweaver.hits.seed
          hits.hublet-links orbweaver.hits.hublet.links

          index.after-crawl orbweaver.crawl.index
          index.shards orbweaver.index.shards
          index.body-chars-max orbweaver.index.body.max.chars
          index.stored-chars-max orbweaver.index.stored.max.chars
          index.buffer orbweaver.index.buffer.bytes B
          index.builds-kept orbweaver.index.builds.kept
          index.generations-max orbweaver.index.generations.max
          index.deleted-percent-max orbweaver.index.deleted.max.percent
          index.score-factor orbweaver.index.score.factor
          index.unfetched-hosts orbweaver.index.unfetched.hosts
          index.merge-canonicals orbweaver.index.canonicals
          index.obey-usage orbweaver.index.usage.search
          index.public-only orbweaver.index.public

          search.weights orbweaver.search.weights
          search.phrases orbweaver.search.phrases
          search.synonyms-file orbweaver.search.synonyms.file
          search.feedback-pages orbweaver.search.feedback.pages
          search.feedback-words orbweaver.search.feedback.words
          search.feedback-query-weight orbweaver.search.feedback.query.weight
          search.cache-folder orbweaver.search.cache.dir path
          search.curated-file orbweaver.search.curated.file path
          search.queries-file orbweaver.search.queries.file path
          search.time-max orbweaver.search.timeout.ms ms

          server.queue-length orbweaver.serve.queue.length
          server.wait-max orbweaver.serve.wait.max.ms ms
          server.cache-entries orbweaver.serve.cache.entries
          server.poll-interval orbweaver.serve.poll.ms ms
          server.hosts orbweaver.serve.hosts
          server.url orbweaver.serve.url
          server.name orbweaver.serve.name
          server.cors-origins orbweaver.serve.cors.origins
          server.broker-wait-max orbweaver.broker.timeout.ms ms

          plugins.folders orbweaver.plugins path
          plugins.settings orbweaver.plugins.settings
          plugins.nutch-folders plugin.folders path
          plugins.nutch-includes plugin.includes
          plugins.nutch-excludes plugin.excludes

          cluster.local-job-max orbweaver.job.local.max.mb MiB
          cluster.master-job-max orbweaver.job.master.max.kb KiB
      """;

  /** More lines or blocks than these are not named as changed. */
  private static final int MOST_CHANGES = 10;

  private static final Map<String, Entry> BY_NAME = new LinkedHashMap<>();
  private static final Map<String, Entry> BY_SETTING = new LinkedHashMap<>();

  static {
    Map<String, Key<?>> settings =
        KeySource.all().stream().collect(Collectors.toMap(Key::name, Function.identity()));
    for (String line : TABLE.lines().filter(line -> !line.isBlank()).toList()) {
      String[] words = line.strip().split(" ");
      // A module alone does not have the settings of all.
      Optional<Key<?>> key = Optional.ofNullable(settings.get(words[1]));
      Entry entry = new Entry(words[0], words[1], key, Unit.of(words.length > 2 ? words[2] : ""));
      BY_NAME.put(entry.name, entry);
      BY_SETTING.put(entry.setting, entry);
    }
  }

  /**
   * A key of the file.
   *
   * @param name with its section: {@code politeness.delay}
   * @param setting its name; {@code -} if it is not one setting
   * @param key the setting; empty if it is not one setting, or if the program does not have it
   */
  public record Entry(String name, String setting, Optional<Key<?>> key, Unit unit) {
    /** The section; empty for a key of none. */
    public String section() {
      return name.substring(0, Math.max(0, name.indexOf('.')));
    }

    /** The name within the section. */
    public String shortName() {
      return name.substring(name.indexOf('.') + 1);
    }

    boolean isList() {
      return key.filter(known -> known.defaultValue() instanceof List).isPresent();
    }

    /** True if its value is a password or the like. */
    public boolean isSecret() {
      return key.filter(Key::isSecret).isPresent();
    }

    /** Why the setting does not accept a value; empty if it does. */
    Optional<String> refusal(String value) {
      return key.flatMap(known -> known.refusal(value));
    }
  }

  private CrawlFileKeys() {}

  /** All, in the order of the file. */
  public static Collection<Entry> all() {
    return List.copyOf(BY_NAME.values());
  }

  /** The key of that name. */
  public static Optional<Entry> named(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /** The key for a setting. */
  public static Optional<Entry> ofSetting(String setting) {
    return setting.equals("-") ? Optional.empty() : Optional.ofNullable(BY_SETTING.get(setting));
  }

  /**
   * A change of a setting, as a person writes it: {@code politeness.delay 2 s (was 5 s)}. Of a text
   * of lines or blocks it names those that differ: {@code sites: host a.org changed}.
   *
   * @param value null if it is no longer set
   * @param old null if it was not set
   */
  public static String change(String setting, String value, String old) {
    Optional<Entry> entry = ofSetting(setting);
    if ((value + old).contains("\n")) {
      return entry.map(Entry::name).orElse(setting) + ": " + changes(parts(value), parts(old));
    }
    UnaryOperator<String> shown = text -> entry.map(key -> key.unit.show(text)).orElse(text);
    return entry.map(Entry::name).orElse(setting)
        + (value == null ? " removed" : " " + shown.apply(value))
        + (old == null ? " (new)" : " (was " + shown.apply(old) + ")");
  }

  /** Blocks by what they begin with, {@code [host a.org]}, or single lines; null has none. */
  private static Map<String, String> parts(String text) {
    Map<String, String> parts = new LinkedHashMap<>();
    String block = "";
    for (String line : text == null ? List.<String>of() : text.lines().toList()) {
      boolean begins = line.matches("\\[.+]");
      block = begins ? line.substring(1, line.length() - 1) : block;
      parts.merge(block.isEmpty() ? line : block, line, (first, next) -> first + "\n" + next);
    }
    return parts;
  }

  private static String changes(Map<String, String> parts, Map<String, String> old) {
    List<String> changes = new ArrayList<>();
    parts.forEach(
        (name, text) -> {
          if (!text.equals(old.get(name))) {
            changes.add(name + (old.containsKey(name) ? " changed" : " new"));
          }
        });
    old.keySet().stream()
        .filter(name -> !parts.containsKey(name))
        .forEach(name -> changes.add(name + " gone"));
    int more = changes.size() - MOST_CHANGES;
    return changes.isEmpty()
        ? "in another order"
        : changes.stream().limit(MOST_CHANGES).collect(Collectors.joining("; "))
            + (more > 0 ? "; " + more + " more" : "");
  }

  /** The names of sections, and of keys without one. */
  static List<String> topLevel() {
    return BY_NAME.values().stream()
        .map(entry -> entry.section().isEmpty() ? entry.name : entry.section())
        .distinct()
        .toList();
  }

  /** The names in a section, without it. */
  static List<String> in(String section) {
    return BY_NAME.values().stream()
        .filter(entry -> entry.section().equals(section))
        .map(Entry::shortName)
        .toList();
  }
}
