package org.orbweaver.crawler.read;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.sorted.TopList;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.crawldb.NonContentMark;
import org.orbweaver.crawler.crawldb.SiteMark;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.fetch.task.Outcome;
import org.orbweaver.crawler.page.spam.SpamSignals;
import org.orbweaver.crawler.recrawl.LastFetch;
import org.orbweaver.crawler.recrawl.PageHistory;
import org.orbweaver.crawler.recrawl.RecordedHistory;
import org.orbweaver.crawler.url.Hosts;

/**
 * The crawldb's part of a report: counts and a few examples, of the same size for a large crawldb
 * as for a small one.
 *
 * <p>Spans of time are counted by the seconds of their upper bounds ({@link #SPANS}), as text, the
 * last one {@value #LONGER}.
 *
 * @param totals of the entries, by name
 * @param status entries by status, without {@code db_}
 * @param types pages by media type; types beyond {@value #MAX_TYPES}, and invalid ones, count as
 *     {@value #OTHER}
 * @param nonContent entries answered with something other than a page, by kind
 * @param sites pages fetched with a login, by site block
 * @param ages pages whose last fetch succeeded, by the time since then
 * @param intervals the same pages by the interval of their fetches
 * @param changeSpans pages that were visited again, by the mean time between two changes, as
 *     estimated
 * @param recrawl how fresh the pages with a history are; empty if none has one
 * @param suspects the pages with the highest scores of spam
 * @param largest the hosts with the most entries
 * @param failing the hosts with the most entries whose last fetch brought no page
 */
public record CrawlDbSurvey(
    Map<String, Long> totals,
    Map<String, Long> status,
    Map<String, Long> types,
    Map<String, Long> nonContent,
    Map<String, Long> sites,
    Map<String, Long> ages,
    Map<String, Long> intervals,
    Map<String, Long> changeSpans,
    Optional<StalenessStats.Means> recrawl,
    List<Suspect> suspects,
    List<HostEntries> largest,
    List<HostEntries> failing) {
  /** Names of {@link #totals}; ages and intervals are sums of seconds over their pages. */
  public static final String URLS = "urls";

  public static final String HOSTS = "hosts";
  public static final String PAGES = "pages";
  public static final String AGES = "ageSeconds";
  public static final String GROUPED = "nearDuplicates";
  public static final String REPRESENTATIVES = "nearDuplicateGroups";
  public static final String SPAM = "spamSuspects";

  /** An hour, six, a day, a week, 30, 90 and 365 days, in seconds. */
  public static final List<Long> SPANS =
      List.of(3600L, 21_600L, 86_400L, 604_800L, 2_592_000L, 7_776_000L, 31_536_000L);

  public static final String LONGER = "+Inf";
  public static final String OTHER = "other";

  private static final int SHOWN = 20;
  private static final int MAX_TYPES = 200;
  private static final String NOW = "orbweaver.internal.survey.now";

  /** A page that counts as spam, with its score and signals. */
  public record Suspect(String url, String signals) {
    private static final Comparator<Suspect> WORST =
        Comparator.comparingDouble((Suspect suspect) -> SpamSignals.scoreOf(suspect.signals))
            .reversed()
            .thenComparing(Suspect::url);
  }

  /**
   * A host's entries.
   *
   * @param pages those whose last fetch brought a page, or found it not modified
   * @param causes of those whose last fetch brought none, by {@link FetchCounter}
   */
  public record HostEntries(String name, long urls, long pages, Map<String, Long> causes) {
    /** The entries whose last fetch brought no page. */
    public long failed() {
      return causes.values().stream().mapToLong(Long::longValue).sum();
    }

    private static Comparator<HostEntries> most(ToLongFunction<HostEntries> of) {
      return Comparator.comparingLong(of).reversed().thenComparing(HostEntries::name);
    }

    private HostEntries plus(HostEntries other) {
      other.causes.forEach((cause, count) -> causes.merge(cause, count, Long::sum));
      return new HostEntries(name, urls + other.urls, pages + other.pages, causes);
    }
  }

  /** An empty survey, whose maps can be added to. */
  private CrawlDbSurvey() {
    this(
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        Optional.empty(),
        new ArrayList<>(),
        List.of(),
        List.of());
  }

  /**
   * Makes the survey of a crawldb.
   *
   * <p>Input: the crawldb. Shuffle, as JSON: the counts of each task, under the key "c"; its {@link
   * StalenessStats} under "f"; and the counts of each host in its part under "h" and the host, a
   * {@link HostEntries}. Output: one line, the survey. Cost: one read of the crawldb; a record of
   * the shuffle for each host and part.
   *
   * @param now milliseconds since 1970
   */
  public static CrawlDbSurvey of(Configuration conf, CrawlDir dir, Console console, long now)
      throws IOException {
    Path work = JobRunner.workFolder(conf, dir.fs(), "survey");
    FileSystem fs = work.getFileSystem(conf);
    try {
      Job job = JobRunner.newJob(conf, "survey", CrawlDbSurvey.class, dir.crawlDb());
      job.getConfiguration().setLong(NOW, now);
      StoreInputFormat.read(job, dir.crawlDb());
      job.setMapperClass(SurveyMapper.class);
      job.setMapOutputKeyClass(Text.class);
      job.setMapOutputValueClass(Text.class);
      job.setReducerClass(SurveyReducer.class);
      job.setNumReduceTasks(1);
      job.setOutputFormatClass(TextOutputFormat.class);
      job.setOutputKeyClass(Text.class);
      job.setOutputValueClass(NullWritable.class);
      Path out = new Path(work, "out");
      FileOutputFormat.setOutputPath(job, out);
      JobRunner.run(job, console);
      String json =
          new String(Files.read(fs, new Path(out, Parts.name(0))), StandardCharsets.UTF_8);
      return Json.parse(json, CrawlDbSurvey.class);
    } finally {
      fs.delete(work, true);
    }
  }

  private List<Map<String, Long>> maps() {
    return List.of(totals, status, types, nonContent, sites, ages, intervals, changeSpans);
  }

  /** One of {@link #totals}; 0 if there is none of the name. */
  public long total(String name) {
    return totals.getOrDefault(name, 0L);
  }

  private static void add(Map<String, Long> counts, String name, long more) {
    counts.merge(name, more, Long::sum);
  }

  private static void addSpan(Map<String, Long> counts, long seconds) {
    String bound =
        SPANS.stream().filter(s -> seconds <= s).findFirst().map(String::valueOf).orElse(LONGER);
    add(counts, bound, 1);
  }

  /** Counts an entry, but not for its host. */
  private void add(CrawlDatum entry, long now) {
    add(totals, URLS, 1);
    add(status, CrawlDatum.getStatusName(entry.getStatus()).replaceFirst("^db_", ""), 1);
    NonContentMark.of(entry).ifPresent(kind -> add(nonContent, kind.word(), 1));
    if (isPage(entry)) {
      add(totals, PAGES, 1);
      add(types, type(entry), 1);
      SiteMark.of(entry).ifPresent(site -> add(sites, site, 1));
      long last = LastFetch.of(entry, now);
      if (last > 0) {
        add(totals, AGES, (now - last) / 1000);
        addSpan(ages, (now - last) / 1000);
        addSpan(intervals, entry.getFetchInterval());
        PageHistory history = RecordedHistory.of(entry);
        if (history != null && history.visits().visits() > 0) {
          addSpan(changeSpans, (long) (86_400 / history.changeRate()));
        }
      }
    }
    if (entry.getMetaData().containsKey(new Text(MetadataKeys.GROUP))) {
      add(totals, GROUPED, 1);
    }
    if (entry.getMetaData().get(new Text(MetadataKeys.REPRESENTATIVE))
            instanceof BooleanWritable kept
        && kept.get()) {
      add(totals, REPRESENTATIVES, 1);
    }
  }

  private static boolean isPage(CrawlDatum entry) {
    return switch (entry.getStatus()) {
      case CrawlDatum.STATUS_DB_FETCHED,
          CrawlDatum.STATUS_DB_NOTMODIFIED,
          CrawlDatum.STATUS_DB_DUPLICATE ->
          NonContentMark.of(entry).isEmpty();
      default -> false;
    };
  }

  /** The type comes from the web, so there may be as many types as pages. */
  private String type(CrawlDatum entry) {
    Writable type = entry.getMetaData().get(new Text(Metadata.CONTENT_TYPE));
    String known = type == null ? "" : type.toString();
    boolean fits = known.matches("[\\w.+-]{1,60}/[\\w.+-]{1,100}");
    return fits && (types.size() < MAX_TYPES || types.containsKey(known)) ? known : OTHER;
  }

  /** Counts the entries of a crawldb's task; those of a host follow each other in its part. */
  private static final class SurveyMapper extends Mapper<Text, CrawlDatum, Text, Text> {
    private final CrawlDbSurvey survey = new CrawlDbSurvey();
    private final TopList<Suspect> suspects = new TopList<>(Suspect.WORST, SHOWN);
    private StalenessStats staleness = StalenessStats.NONE;
    private long now;
    private HostEntries host = new HostEntries("", 0, 0, new TreeMap<>());

    @Override
    protected void setup(Context context) {
      now = context.getConfiguration().getLong(NOW, 0);
    }

    @Override
    protected void map(Text url, CrawlDatum entry, Context context)
        throws IOException, InterruptedException {
      survey.add(entry, now);
      staleness = staleness.plus(entry, now);
      Writable signals = entry.getMetaData().get(new Text(MetadataKeys.SPAM));
      if (signals != null) {
        CrawlDbSurvey.add(survey.totals, SPAM, 1);
        suspects.add(new Suspect(url.toString(), signals.toString()));
      }
      String name = Hosts.host(url.toString());
      if (!name.equals(host.name) || host.urls == 0) {
        write(context);
        host = new HostEntries(name, 0, 0, new TreeMap<>());
      }
      Outcome.causeOf(entry).ifPresent(c -> CrawlDbSurvey.add(host.causes, c.cause().name(), 1));
      host =
          new HostEntries(name, host.urls + 1, host.pages + (isPage(entry) ? 1 : 0), host.causes);
    }

    private void write(Context context) throws IOException, InterruptedException {
      if (host.urls > 0) {
        context.write(new Text("h" + host.name), new Text(Json.line(host)));
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      write(context);
      survey.suspects.addAll(suspects.list());
      context.write(new Text("c"), new Text(Json.line(survey)));
      context.write(new Text("f"), new Text(Json.line(staleness)));
    }
  }

  /** Sums the counts of the tasks, and finds the top hosts. */
  private static final class SurveyReducer extends Reducer<Text, Text, Text, NullWritable> {
    private final CrawlDbSurvey sum = new CrawlDbSurvey();
    private final TopList<Suspect> suspects = new TopList<>(Suspect.WORST, SHOWN);
    private final TopList<HostEntries> largest =
        new TopList<>(HostEntries.most(HostEntries::urls), SHOWN);
    private StalenessStats staleness = StalenessStats.NONE;
    private final TopList<HostEntries> failing =
        new TopList<>(HostEntries.most(HostEntries::failed), SHOWN);

    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context) throws IOException {
      if (key.charAt(0) == 'c') {
        for (Text value : values) {
          add(Json.parse(value.toString(), CrawlDbSurvey.class));
        }
        return;
      }
      if (key.charAt(0) == 'f') {
        for (Text value : values) {
          staleness = staleness.plus(Json.parse(value.toString(), StalenessStats.class));
        }
        return;
      }
      HostEntries host = new HostEntries(key.toString().substring(1), 0, 0, new TreeMap<>());
      for (Text value : values) {
        host = host.plus(Json.parse(value.toString(), HostEntries.class));
      }
      CrawlDbSurvey.add(sum.totals, HOSTS, 1);
      largest.add(host);
      if (host.failed() > 0) {
        failing.add(host);
      }
    }

    private void add(CrawlDbSurvey part) {
      List<Map<String, Long>> sums = sum.maps();
      for (int i = 0; i < sums.size(); i++) {
        Map<String, Long> counts = sums.get(i);
        part.maps().get(i).forEach((name, count) -> CrawlDbSurvey.add(counts, name, count));
      }
      part.suspects.forEach(suspects::add);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      CrawlDbSurvey whole =
          new CrawlDbSurvey(
              sum.totals,
              sum.status,
              sum.types,
              sum.nonContent,
              sum.sites,
              sum.ages,
              sum.intervals,
              sum.changeSpans,
              staleness.means(),
              suspects.list(),
              largest.list(),
              failing.list());
      context.write(new Text(Json.line(whole)), NullWritable.get());
    }
  }
}
