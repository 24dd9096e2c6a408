package org.orbweaver.orb.report;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.sorted.TopList;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.CrawlInspection;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.store.Staging;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.store.Steps;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.audit.AuditJob;
import org.orbweaver.crawler.audit.Finding;
import org.orbweaver.crawler.audit.FindingTable;
import org.orbweaver.crawler.conf.TrapKeys;
import org.orbweaver.crawler.fetch.FetchTotals;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.generate.GeneratePhase;
import org.orbweaver.crawler.generate.ListPreview;
import org.orbweaver.crawler.hosts.HostRecords;
import org.orbweaver.crawler.read.CrawlDbSurvey;
import org.orbweaver.crawler.read.FetchLogSurvey;
import org.orbweaver.crawler.read.ReadHostsCommand;
import org.orbweaver.crawler.render.RenderPhase;
import org.orbweaver.crawler.trap.HostPages;
import org.orbweaver.crawler.trap.HostPagesRecord;
import org.orbweaver.crawler.update.UpdatePhase;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.TermCounts;
import org.orbweaver.orb.report.CrawlReport.Cause;
import org.orbweaver.orb.report.CrawlReport.Round;
import org.orbweaver.orb.report.CrawlReport.Running;
import org.orbweaver.orb.report.CrawlReport.Scored;
import org.orbweaver.orb.report.CrawlReport.Trapped;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.format.lists.CsrGraph;
import org.orbweaver.webgraph.format.meta.Direction;
import org.orbweaver.webgraph.format.meta.GraphLevel;
import org.orbweaver.webgraph.format.meta.GraphMeta;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.structure.BowTie;
import org.orbweaver.webgraph.structure.ClickDepths;
import org.orbweaver.webgraph.structure.Components;
import org.orbweaver.webgraph.structure.Degrees;
import org.orbweaver.webgraph.structure.Structure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a {@link CrawlReport} from a crawl's stores. It takes no lock and changes nothing.
 *
 * <p>Cost: one job over the crawldb, one that makes the next fetch list, and the two of the {@link
 * AuditJob}; a read of the fetch logs, the hosts and the scores, and a visit of each page and
 * preference of the index. The graph is held in memory, and left out if memory is too small.
 */
public record ReportReader(Configuration conf, CrawlDir dir, Console console, Clock clock) {
  private static final Logger LOG = LoggerFactory.getLogger(ReportReader.class);
  private static final int SHOWN = 20;
  private static final int ATTEMPTS = 3;
  static final String GENERATE = "generate";
  private static final String FETCH = "fetch";
  private static final String PARSE = "parse";

  /**
   * Makes a report. A running crawl replaces its stores, so a failed read is repeated as long as
   * steps finish meanwhile; after that, the error takes the place of the section.
   */
  public CrawlReport read() throws IOException {
    for (int attempt = 1; ; attempt++) {
      long before = lastOf(history(dir));
      CrawlReport report = readOnce();
      if (report.failed().isEmpty() || attempt == ATTEMPTS || before == lastOf(history(dir))) {
        return report;
      }
      console.info("the crawl was changed meanwhile; reading it again");
    }
  }

  /** Reads a section. */
  @FunctionalInterface
  private interface Section<T> {
    T read() throws IOException;
  }

  /** A section, or {@code none} with a recorded reason if it cannot be made. */
  private static <T> T section(
      Map<String, String> failed, String name, T none, Section<T> section) {
    try {
      return section.read();
    } catch (IOException | RuntimeException e) {
      LOG.warn("cannot make the section {} of the report", name, e);
      failed.put(name, Failure.reason(e));
      return none;
    }
  }

  /** The finished steps; none if their log cannot be read, which the report's sections tell. */
  static List<StepRecord> history(CrawlDir dir) {
    try {
      return Steps.readHistory(dir);
    } catch (IOException | RuntimeException e) {
      LOG.debug("no log of steps", e);
      return List.of();
    }
  }

  /** The number of the last finished step; a report changes only with it. */
  static long lastOf(List<StepRecord> history) {
    return history.isEmpty() ? 0 : history.get(history.size() - 1).number();
  }

  private CrawlReport readOnce() throws IOException {
    List<StepRecord> history = history(dir);
    boolean hasCrawlDb = dir.fs().exists(dir.crawlDb());
    Map<String, String> failed = new LinkedHashMap<>();
    Optional<FetchLogSurvey> requests =
        section(
            failed,
            "requests",
            Optional.empty(),
            () -> FetchLogSurvey.of(conf, dir.segmentList(), fetched(history)));
    Optional<AuditJob.Audit> audit =
        section(
            failed,
            "audit",
            Optional.empty(),
            () -> hasCrawlDb ? Optional.of(AuditJob.run(conf, dir, console)) : Optional.empty());
    return new CrawlReport(
        dir.root().getName(),
        clock.instant(),
        running(dir, history, clock.instant()),
        section(failed, "rounds", List.of(), () -> rounds(Steps.readHistory(dir), requests)),
        section(failed, "unavailable", List.of(), () -> unavailable(Steps.readHistory(dir))),
        requests,
        section(
            failed,
            "crawldb",
            Optional.empty(),
            () ->
                hasCrawlDb
                    ? Optional.of(CrawlDbSurvey.of(conf, dir, console, clock.millis()))
                    : Optional.empty()),
        section(
            failed,
            "next",
            Optional.empty(),
            () -> hasCrawlDb ? Optional.of(next()) : Optional.empty()),
        section(failed, "hosts", Optional.empty(), this::hosts),
        section(failed, "index", Optional.empty(), this::index),
        section(failed, "rankings", List.of(), () -> Rankings.convergence(dir)),
        section(failed, "top", Map.of(), this::top),
        section(failed, "graph", Optional.empty(), () -> graph(audit)),
        audit,
        failed);
  }

  /** The step that is running on a crawl, if any; cheap. */
  static Optional<Running> running(CrawlDir dir, List<StepRecord> history, Instant now)
      throws IOException {
    Optional<String> by = CrawlInspection.lockHolder(dir);
    if (by.isEmpty()) {
      return Optional.empty();
    }
    // The running step has the highest number; older ones were interrupted.
    String step =
        Staging.list(dir).stream().map(Staging::toString).reduce("", (first, last) -> last);
    Optional<Instant> since =
        history.isEmpty() ? Optional.empty() : Optional.of(history.get(history.size() - 1).time());
    return Optional.of(
        new Running(
            by.get(), step, since, CrawlInspection.progress(dir), RoundEta.of(history, now)));
  }

  private static NavigableMap<Long, FetchLogSurvey.SegmentFetch> fetched(List<StepRecord> history) {
    NavigableMap<Long, FetchLogSurvey.SegmentFetch> fetched = new TreeMap<>();
    Map<String, Long> listed = new LinkedHashMap<>();
    for (StepRecord step : history) {
      if (step.name().equals(GENERATE)) {
        listed.put(step.key(), step.time().toEpochMilli());
      } else if (step.name().equals(FETCH) && listed.containsKey(step.key())) {
        fetched.put(
            step.time().toEpochMilli(),
            new FetchLogSurvey.SegmentFetch(step.key(), listed.get(step.key())));
      }
    }
    return fetched;
  }

  private static List<Round> rounds(List<StepRecord> history, Optional<FetchLogSurvey> requests) {
    Map<String, Map<String, StepRecord>> bySegment = new LinkedHashMap<>();
    for (StepRecord step : history) {
      switch (step.name()) {
        case GENERATE, FETCH, PARSE, RenderPhase.STEP, UpdatePhase.STEP ->
            bySegment
                .computeIfAbsent(step.key(), segment -> new LinkedHashMap<>())
                .put(step.name(), step);
        default -> {
          // Not part of a round.
        }
      }
    }
    List<Round> rounds = new ArrayList<>();
    bySegment.forEach(
        (segment, steps) -> {
          if (steps.containsKey(FETCH)) {
            Optional<FetchLogSurvey.RoundRequests> made =
                requests.map(log -> log.rounds().get(segment));
            rounds.add(round(segment, steps, made));
          }
        });
    return rounds;
  }

  private static Round round(
      String segment, Map<String, StepRecord> steps, Optional<FetchLogSurvey.RoundRequests> made) {
    Map<String, Long> listed = counts(steps.get(GENERATE));
    Map<String, Long> fetch = counts(steps.get(FETCH));
    Map<String, Long> update = counts(steps.get(UpdatePhase.STEP));
    Map<String, Long> changes = new LinkedHashMap<>();
    for (String change : List.of("new", "changed", "same", "gone", "moved")) {
      changes.put(change, of(update, "pages_" + change));
    }
    Map<String, Long> parse = counts(steps.get(PARSE));
    Map<String, Long> unreached = new LinkedHashMap<>();
    for (String barrier : List.of("form", "login", "script")) {
      if (parse.containsKey("behind_" + barrier)) {
        unreached.put(barrier, of(parse, "behind_" + barrier));
      }
    }
    return new Round(
        of(listed, "round"),
        segment,
        Optional.ofNullable(steps.get(UpdatePhase.STEP)).map(StepRecord::time),
        of(listed, "urls"),
        of(fetch, "ok"),
        of(fetch, "not_modified"),
        of(fetch, "redirected"),
        of(fetch, "gone"),
        of(fetch, "failed"),
        of(fetch, "skipped"),
        of(fetch, "bytes"),
        made.map(round -> (round.lastMs() - round.firstMs()) / 1e3).orElse(0.0),
        made.map(round -> (double) round.medianMs()).orElse(0.0),
        made.map(round -> (double) round.ninetiethMs()).orElse(0.0),
        of(parse, "parsed"),
        of(update, "urls"),
        of(update, "fetched") + of(update, "not_modified"),
        unreached,
        of(parse, "hidden_prompts"),
        counts(steps.get(RenderPhase.STEP)),
        changes);
  }

  /** The counts of a step, by names in small letters; empty if there was no step. */
  private static Map<String, Long> counts(StepRecord step) {
    Map<String, Long> counts = new LinkedHashMap<>();
    if (step != null) {
      step.results().keySet().stream()
          .filter(name -> step.results().get(name).matches("\\d{1,18}"))
          .forEach(name -> counts.put(name.toLowerCase(Locale.ROOT), step.count(name)));
    }
    return counts;
  }

  private static long of(Map<String, Long> counts, String name) {
    return counts.getOrDefault(name, 0L);
  }

  private static List<Cause> unavailable(List<StepRecord> history) {
    List<String> segments =
        history.stream().filter(s -> s.name().equals(FETCH)).map(StepRecord::key).toList();
    FetchTotals totals = FetchTotals.of(history, segments);
    Map<FetchCounter, Long> counts = new EnumMap<>(FetchCounter.class);
    for (FetchCounter counter : FetchCounter.values()) {
      if (!counter.description().isEmpty() && totals.get(counter) > 0) {
        counts.merge(counter.cause(), totals.get(counter), Long::sum);
      }
    }
    return counts.entrySet().stream()
        .map(
            one ->
                new Cause(
                    one.getKey().name().toLowerCase(Locale.ROOT),
                    one.getKey().description(),
                    one.getValue(),
                    one.getKey().remedy()))
        .sorted(Comparator.comparingLong(Cause::urls).reversed())
        .toList();
  }

  private CrawlReport.NextList next() throws IOException {
    Path work = JobRunner.workFolder(conf, dir.fs(), "report");
    FileSystem fs = work.getFileSystem(conf);
    try {
      ListPreview list =
          ListPreview.make(conf, dir, console, clock, GeneratePhase.GenerateOptions.DEFAULT, work);
      return new CrawlReport.NextList(
          list.counts().listed(),
          list.counts().due(),
          list.leftOut().byReason().stream()
              .map(
                  left ->
                      new Cause(
                          left.reason().name().toLowerCase(Locale.ROOT),
                          left.reason().reason(),
                          left.urls(),
                          left.remedy()))
              .toList());
    } finally {
      fs.delete(work, true);
    }
  }

  private Optional<CrawlReport.Hosts> hosts() throws IOException {
    SortedStore<BytesWritable> store = SortedStore.open(conf, dir.hosts(), BytesWritable.class);
    if (store.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Long> counts = new TreeMap<>();
    TopList<Trapped> trapped =
        new TopList<>(
            Comparator.comparingLong(Trapped::withoutNewPages)
                .reversed()
                .thenComparing(Trapped::host),
            SHOWN);
    int lastPages = TrapKeys.YIELD_PAGES.get(conf);
    store.forEach(
        (key, bytes) -> {
          byte[] record = bytes.copyBytes();
          ReadHostsCommand.count(counts, record);
          if (HostPagesRecord.is(record)) {
            HostPages pages = HostPagesRecord.decode(record);
            long poor = pages.poorTemplates(lastPages);
            if (poor > 0) {
              String host = HostRecords.host(key.toString());
              trapped.add(new Trapped(host, pages.templates().size(), poor));
            }
          }
        });
    Map<String, Long> robots = new TreeMap<>();
    counts.forEach(
        (name, count) -> {
          if (name.startsWith(ReadHostsCommand.ROBOTS)) {
            robots.put(name.substring(ReadHostsCommand.ROBOTS.length()), count);
          }
        });
    return Optional.of(
        new CrawlReport.Hosts(
            of(counts, "hosts"),
            of(counts, "hostsFailing"),
            of(counts, "outages"),
            of(counts, "hostsWithCrawlDelay"),
            robots,
            trapped.list()));
  }

  private Optional<CrawlReport.Index> index() throws IOException {
    if (dir.latest(dir.indexes()).isEmpty()) {
      return Optional.empty();
    }
    try (SearchIndex index = SearchIndex.openLatest(conf, dir)) {
      return Optional.of(
          new CrawlReport.Index(
              index.status().build(),
              index.status().created(),
              index.status().docs(),
              TermCounts.of(index.reader(), IndexField.USAGE)));
    }
  }

  private Map<String, List<Scored>> top() throws IOException {
    Map<String, List<Scored>> top = new LinkedHashMap<>();
    Optional<Path> pageRank = RankingRuns.newestPlain(dir, dir.pageRanks());
    Optional<Path> hits = RankingRuns.newestPlain(dir, dir.hits());
    if (pageRank.isPresent()) {
      top.put("pagerank", top(conf, new Path(pageRank.get(), "scores"), SHOWN));
    }
    if (hits.isPresent()) {
      top.put("authorities", top(conf, new Path(hits.get(), "authorities"), SHOWN));
      top.put("hubs", top(conf, new Path(hits.get(), "hubs"), SHOWN));
    }
    return top;
  }

  /** The pages with the highest scores in a store of scores by URL. */
  public static List<Scored> top(Configuration conf, Path scores, int most) throws IOException {
    Comparator<Scored> order =
        Comparator.comparingDouble(Scored::score).reversed().thenComparing(Scored::url);
    TopList<Scored> best = new TopList<>(order, most);
    SortedStore.open(conf, scores, DoubleWritable.class)
        .gather(
            () -> new TopList<>(order, most),
            (list, url, score) -> {
              if (!list.isFull() || score.get() >= list.last().score()) {
                list.add(new Scored(url.toString(), score.get()));
              }
            })
        .forEach(list -> list.list().forEach(best::add));
    return best.list();
  }

  private Optional<CrawlReport.Graph> graph(Optional<AuditJob.Audit> audit) throws IOException {
    Optional<Path> build = dir.latest(dir.graphs());
    if (build.isEmpty()) {
      return Optional.empty();
    }
    GraphDir graph = GraphDir.open(conf, build.get(), GraphLevel.PAGE);
    GraphMeta meta = graph.meta();
    List<Degrees.Point> inlinks = List.of();
    List<Degrees.Point> outlinks = List.of();
    Map<String, Integer> regions = new LinkedHashMap<>();
    long components = 0;
    Optional<FindingTable> depth = Optional.empty();
    Map<String, Long> depths = new LinkedHashMap<>();
    long withoutPath = 0;
    String notMeasured = "";
    long needed = Structure.bytes(graph.nodes(), graph.arcs());
    if (needed > Runtime.getRuntime().maxMemory() / 2 || graph.arcs() > Integer.MAX_VALUE - 8) {
      notMeasured =
          String.format(
              Locale.ROOT,
              "Degrees and bow tie are not shown: they need %,d MB of memory, more than half of"
                  + " what this process has ('orb read graph DIR --stats' measures larger graphs).",
              needed >> 20);
    } else {
      CsrGraph out = graph.load(Direction.OUT);
      CsrGraph in = graph.load(Direction.IN);
      Components strong = Components.strong(out);
      BowTie.of(out, in, strong, Components.weak(out))
          .sizes()
          .forEach((region, size) -> regions.put(region.name().toLowerCase(Locale.ROOT), size));
      inlinks = Degrees.counted(in.degrees()).cumulative();
      outlinks = Degrees.counted(out.degrees()).cumulative();
      components = strong.sizes().count();
      if (audit.isPresent() && audit.get().seeds().size() == audit.get().allSeeds()) {
        try (NodeNames names = graph.names()) {
          int[] clicks = ClickDepths.of(out, nodes(names, audit.get().seeds()));
          withoutPath = count(clicks, depths);
          depth = Optional.of(deepest(clicks, names));
        }
      }
    }
    return Optional.of(
        new CrawlReport.Graph(
            build.get().getName(),
            meta.nodes(),
            meta.arcs(),
            meta.dangling(),
            inlinks,
            outlinks,
            regions,
            components,
            depth,
            depths,
            withoutPath,
            notMeasured));
  }

  /** The nodes of these URLs, as far as the graph has them. */
  private static int[] nodes(NodeNames names, List<String> urls) throws IOException {
    List<Integer> nodes = new ArrayList<>();
    for (String url : urls) {
      int node = names.id(url);
      if (node >= 0) {
        nodes.add(node);
      }
    }
    return nodes.stream().mapToInt(node -> node).toArray();
  }

  /** Counts nodes by depth, as text; those without a path are returned. */
  private static long count(int[] clicks, Map<String, Long> depths) {
    Map<Integer, Long> counts = new TreeMap<>();
    for (int depth : clicks) {
      counts.merge(depth, 1L, Long::sum);
    }
    long withoutPath = Optional.ofNullable(counts.remove(ClickDepths.NONE)).orElse(0L);
    counts.forEach((depth, nodes) -> depths.put(String.valueOf(depth), nodes));
    return withoutPath;
  }

  private static FindingTable deepest(int[] clicks, NodeNames names) throws IOException {
    TopList<Integer> deepest =
        new TopList<>(
            Comparator.comparingInt((Integer node) -> -clicks[node])
                .thenComparing(Comparator.naturalOrder()),
            FindingTable.MOST_ROWS);
    long reached = 0;
    for (int node = 0; node < clicks.length; node++) {
      if (clicks[node] != ClickDepths.NONE) {
        reached++;
        if (!deepest.isFull() || clicks[node] > clicks[deepest.last()]) {
          deepest.add(node);
        }
      }
    }
    List<FindingTable.Row> rows = new ArrayList<>();
    for (int node : deepest.list()) {
      String depth = String.valueOf(clicks[node]);
      rows.add(new FindingTable.Row(clicks[node], List.of(names.name(node), depth)));
    }
    return new FindingTable(Finding.DEPTH, reached, rows);
  }
}
