package org.orbweaver.crawler.audit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.Inlink;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.sorted.TopList;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.crawldb.NonContentMark;
import org.orbweaver.crawler.crawldb.PageView;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.fetch.task.Outcome;
import org.orbweaver.crawler.page.noncontent.NonContent;
import org.orbweaver.crawler.segments.SegmentsJob;

/**
 * Audits a crawl by its crawldb, linkdb and parses. Two jobs:
 *
 * <p><b>Join</b>, by URL. Input: crawldb (url, CrawlDatum), linkdb (url, Inlinks), parse_data (url,
 * ParseData) of each segment. Shuffle: (url, a line of fields), some hundred bytes a record.
 * Output: the tables of single URLs of each task, as JSON under {@value #TABLES}; and a record
 * (signature, group or title; url) for each page.
 *
 * <p><b>Group</b>, by signature, group of near-duplicates, or title. Input: that output. Output:
 * JSON, an {@link Audit} a task.
 *
 * <p>Memory: the rows kept of each table, and ten URLs of the current group.
 */
public final class AuditJob {
  private static final String TABLES = "r";
  private static final int MOST_SEEDS = 10_000;
  private static final int SHOWN = 10;

  /** The most characters of a list of URLs, and of other texts. */
  private static final int MOST_CHARS = 2000;

  private static final int MOST_TEXT = 300;

  // Beginnings of the keys of groups.
  private static final String SAME = "same\t";
  private static final String NEAR = "near\t";
  private static final String TITLE = "title\t";

  // Kinds of entries.
  private static final String PAGE = "page";
  private static final String REDIRECT = "redirect";
  private static final String ROBOTS = "robots";
  private static final String FAILED = "failed";
  private static final Text GROUP = new Text(MetadataKeys.GROUP);
  private static final Text SEED = new Text(MetadataKeys.SEED);
  private static final Text TYPE = new Text(Metadata.CONTENT_TYPE);

  private AuditJob() {}

  /**
   * The result.
   *
   * @param hasLinks whether there is a linkdb; without one no linking page is known
   * @param seeds the first {@value #MOST_SEEDS} injected URLs, in the order of the alphabet
   * @param allSeeds the number of injected URLs
   */
  public record Audit(
      boolean hasLinks, List<FindingTable> tables, List<String> seeds, long allSeeds) {}

  /** Makes the audit of a crawl that has a crawldb. */
  public static Audit run(Configuration conf, CrawlDir dir, Console console) throws IOException {
    Path work = JobRunner.workFolder(conf, dir.fs(), "audit");
    FileSystem fs = work.getFileSystem(conf);
    try {
      List<Path> inputs = new ArrayList<>(List.of(dir.crawlDb()));
      for (Path segment : dir.segmentList()) {
        Path parses = new Path(segment, ParseData.DIR_NAME);
        if (!Parts.of(dir.fs(), parses).isEmpty()) {
          inputs.add(parses);
        }
      }
      boolean hasLinks = !Parts.of(dir.fs(), dir.linkDb()).isEmpty();
      if (hasLinks) {
        inputs.add(dir.linkDb());
      }
      int tasks = Math.max(1, Parts.of(dir.fs(), dir.crawlDb()).size());
      Path[] stores = inputs.toArray(new Path[0]);
      Path joined = new Path(work, "joined");
      Job join = JobRunner.newJob(conf, "audit: join", AuditJob.class, stores);
      StoreInputFormat.read(join, stores);
      join.setMapperClass(FactMapper.class);
      join.setReducerClass(JoinReducer.class);
      StoreFiles.writeSequence(join, joined, Text.class);
      run(join, tasks, console);

      Path out = new Path(work, "out");
      Job group = JobRunner.newJob(conf, "audit: group", AuditJob.class, joined);
      group.setInputFormatClass(SequenceFileInputFormat.class);
      FileInputFormat.setInputPaths(group, joined);
      group.setReducerClass(GroupReducer.class);
      group.setOutputFormatClass(TextOutputFormat.class);
      group.setOutputKeyClass(Text.class);
      group.setOutputValueClass(NullWritable.class);
      FileOutputFormat.setOutputPath(group, out);
      run(group, tasks, console);

      Sum sum = new Sum();
      for (Path part : Parts.of(fs, out)) {
        sum.add(Json.parse(new String(Files.read(fs, part), StandardCharsets.UTF_8), Audit.class));
      }
      return sum.audit(hasLinks);
    } finally {
      fs.delete(work, true);
    }
  }

  private static void run(Job job, int tasks, Console console) throws IOException {
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(Text.class);
    job.setNumReduceTasks(tasks);
    SegmentsJob.compressShuffle(job.getConfiguration());
    JobRunner.run(job, console);
  }

  /** Adds the results of tasks. */
  private static final class Sum {
    private final FindingTable.Collector found = new FindingTable.Collector();
    private final TopList<String> seeds = new TopList<>(Comparator.naturalOrder(), MOST_SEEDS);
    private long allSeeds;

    private void addSeed(String url) {
      allSeeds++;
      seeds.add(url);
    }

    private void add(Audit part) {
      part.tables.forEach(found::add);
      part.seeds.forEach(seeds::add);
      allSeeds += part.allSeeds;
    }

    private Audit audit(boolean hasLinks) {
      return new Audit(hasLinks, found.tables(), seeds.list(), allSeeds);
    }
  }

  /** A text of the web in one line, of bounded length. */
  private static String line(String text) {
    String line = text.strip().replaceAll("[\\s\\p{Cc}]+", " ");
    return line.length() <= MOST_TEXT
        ? line
        : line.substring(0, MOST_TEXT - 1).replaceFirst("[\\ud800-\\udbff]$", "") + "…";
  }

  /** The first of these URLs, with blanks between, in at most {@value #MOST_CHARS} characters. */
  private static String list(Iterable<String> urls) {
    StringBuilder list = new StringBuilder();
    for (String url : urls) {
      if (list.length() + url.length() < MOST_CHARS) {
        list.append(list.isEmpty() ? "" : " ").append(url);
      }
    }
    return list.toString();
  }

  /** The facts in the crawldb's entry. */
  private record Entry(
      String kind,
      String cause,
      String detail,
      String signature,
      String group,
      String status,
      boolean isHtml,
      boolean isSeed) {
    private static Entry of(String[] facts) {
      return new Entry(
          facts[1],
          facts[2],
          facts[3],
          facts[4],
          facts[5],
          facts[6],
          !facts[7].isEmpty(),
          !facts[8].isEmpty());
    }
  }

  /** The facts about a URL in each store: fields with tabs between, after a letter. */
  private static final class FactMapper extends Mapper<Text, Writable, Text, Text> {
    private final Text facts = new Text();

    @Override
    protected void map(Text url, Writable value, Context context)
        throws IOException, InterruptedException {
      if (value instanceof CrawlDatum entry) {
        facts.set("c\t" + entry(entry));
      } else if (value instanceof ParseData data) {
        Path file = new Path(context.getConfiguration().get(MRJobConfig.MAP_INPUT_FILE));
        facts.set("p\t" + segment(file) + "\t" + line(data.getTitle()));
      } else if (value instanceof Inlinks links) {
        Set<String> sources = new TreeSet<>();
        for (Iterator<Inlink> it = links.iterator(); it.hasNext(); ) {
          sources.add(it.next().getFromUrl());
        }
        facts.set("l\t" + sources.size() + "\t" + list(sources.stream().limit(SHOWN).toList()));
      } else {
        throw new IOException(value.getClass().getName() + " is not of a crawl store");
      }
      context.write(url, facts);
    }

    private static String segment(Path file) {
      Path folder = file;
      while (!folder.getName().equals(ParseData.DIR_NAME)) {
        folder = folder.getParent();
      }
      return folder.getParent().getName();
    }

    private static String entry(CrawlDatum entry) {
      byte[] signature = entry.getSignature();
      Writable group = entry.getMetaData().get(GROUP);
      Writable type = entry.getMetaData().get(TYPE);
      boolean isHtml = type != null && type.toString().contains("html");
      return String.join(
          "\t",
          kind(entry),
          line(Outcome.detail(entry)),
          signature == null ? "" : HexFormat.of().formatHex(signature),
          group == null ? "" : line(group.toString()),
          CrawlDatum.getStatusName(entry.getStatus()),
          isHtml ? "html" : "",
          entry.getMetaData().containsKey(SEED) ? "seed" : "");
    }

    /** The kind of the entry, and the reason why it has no page; with a tab between. */
    private static String kind(CrawlDatum entry) {
      if (PageView.of(entry).kind() == PageView.UrlKind.REDIRECT) {
        return REDIRECT + "\t";
      }
      Optional<NonContent> instead = NonContentMark.of(entry);
      if (instead.isPresent()) {
        return FAILED + "\tanswered by " + instead.get().noun();
      }
      if (entry.getStatus() != CrawlDatum.STATUS_DB_UNFETCHED && PageView.hasContent(entry)) {
        return PAGE + "\t";
      }
      return Outcome.causeOf(entry)
          .map(
              cause ->
                  cause == FetchCounter.SKIPPED_ROBOTS_DENIED
                      ? ROBOTS + "\t"
                      : FAILED + "\t" + cause.description())
          .orElse("\t");
    }
  }

  /** Joins the facts about a URL. */
  private static final class JoinReducer extends Reducer<Text, Text, Text, Text> {
    private final Sum sum = new Sum();

    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      Entry entry = null;
      String[] parse = null;
      String[] links = {"l", "0", ""};
      for (Text value : values) {
        String[] facts = value.toString().split("\t", -1);
        switch (facts[0]) {
          case "c" -> entry = Entry.of(facts);
          case "l" -> links = facts;
          // Names of segments are times: the newest has the parse in force.
          default -> parse = parse == null || parse[1].compareTo(facts[1]) < 0 ? facts : parse;
        }
      }
      if (entry != null) {
        add(key.toString(), entry, parse == null ? null : parse[2], links, context);
      }
    }

    private void add(String url, Entry entry, String title, String[] links, Context context)
        throws IOException, InterruptedException {
      String linking = links[1];
      String from = links[2];
      double weight = Double.parseDouble(linking);
      if (entry.isSeed) {
        sum.addSeed(url);
      }
      switch (entry.kind) {
        case PAGE -> {
          page(url, entry, title, context);
          if (entry.isHtml && title != null && title.isEmpty()) {
            sum.found.add(Finding.TITLES_MISSING, weight, List.of(url, linking, from));
          }
        }
        case REDIRECT -> {
          String how = entry.status.endsWith("perm") ? "permanent" : "temporary";
          sum.found.add(Finding.REDIRECTS, weight, List.of(url, how, entry.detail, linking, from));
        }
        case ROBOTS -> sum.found.add(Finding.ROBOTS, weight, List.of(url, linking, from));
        case FAILED ->
            sum.found.add(
                Finding.FAILURES, weight, List.of(url, entry.cause, entry.detail, linking, from));
        default -> {
          // Not requested yet.
        }
      }
    }

    private static void page(String url, Entry entry, String title, Context context)
        throws IOException, InterruptedException {
      Text page = new Text(url);
      if (!entry.signature.isEmpty()) {
        context.write(new Text(SAME + entry.signature), page);
      }
      // Copies of a page have its title and are in its group: they are listed as the same.
      if (entry.status.equals(CrawlDatum.getStatusName(CrawlDatum.STATUS_DB_DUPLICATE))) {
        return;
      }
      if (!entry.group.isEmpty()) {
        context.write(new Text(NEAR + entry.group), page);
      }
      if (title != null && !title.isEmpty()) {
        context.write(new Text(TITLE + title), page);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      context.write(new Text(TABLES), new Text(Json.line(sum.audit(false))));
    }
  }

  /** Counts the pages of each group. */
  private static final class GroupReducer extends Reducer<Text, Text, Text, NullWritable> {
    private final Sum sum = new Sum();

    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context) throws IOException {
      String group = key.toString();
      if (group.equals(TABLES)) {
        for (Text value : values) {
          sum.add(Json.parse(value.toString(), Audit.class));
        }
        return;
      }
      long pages = 0;
      TopList<String> first = new TopList<>(Comparator.naturalOrder(), SHOWN);
      for (Text value : values) {
        pages++;
        first.add(value.toString());
      }
      if (pages > 1) {
        String some = list(first.list());
        String count = Long.toString(pages);
        if (group.startsWith(TITLE)) {
          String title = group.substring(TITLE.length());
          sum.found.add(Finding.TITLES_REPEATED, (double) pages, List.of(title, count, some));
        } else {
          String kind = group.startsWith(SAME) ? "the same" : "nearly the same";
          sum.found.add(Finding.DUPLICATES, (double) pages, List.of(kind, count, some));
        }
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      context.write(new Text(Json.line(sum.audit(false))), NullWritable.get());
    }
  }
}
