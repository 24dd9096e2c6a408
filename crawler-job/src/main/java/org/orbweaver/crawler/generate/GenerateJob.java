package org.orbweaver.crawler.generate;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.util.Progressable;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.job.RecordFaults;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.CrawlDb;
import org.orbweaver.crawler.crawldb.DatumInputFormat;
import org.orbweaver.crawler.fetch.FetchRules;
import org.orbweaver.crawler.fetch.politeness.HostAddresses;
import org.orbweaver.crawler.fetch.task.ListFingerprints;
import org.orbweaver.crawler.generate.ListPreview.Exclusions;
import org.orbweaver.crawler.generate.ListPreview.Exclusions.Example;
import org.orbweaver.crawler.hosts.ListHosts;
import org.orbweaver.crawler.schedule.DueRule;
import org.orbweaver.crawler.url.HostMode;
import org.orbweaver.crawler.url.Hosts;

/**
 * The jobs of generate.
 *
 * <p>Select: crawldb (URL, CrawlDatum) → shuffle ({@link SortKey}: score downwards, URL;
 * CrawlDatum). Reads the crawldb once and shuffles the due URLs. If PageRank counts, the map tasks
 * read its scores beside the crawldb ({@link PageRankOrder}). If the list has one part or the
 * crawldb is small, one reducer writes the list.
 *
 * <p>For a larger crawldb, several reducers each select the best topN of their hosts, and a second
 * job with one reducer selects again, from these. The result is the same: a host, and so its
 * budget, is in one reducer, so a URL among the best topN of all is among the best topN there. The
 * last reducer takes time and writes bytes in proportion to the list, not to the crawldb.
 *
 * <p>The list comes with the records of its hosts, a sorted file for each part. The reducer that
 * writes the list reads them from the store of hosts, from end to end.
 */
final class GenerateJob {
  /** The size of the crawldb up to which one reducer makes a list of any number of parts. */
  static final String ONE_REDUCER_BYTES = "orbweaver.internal.generate.one.reducer.bytes";

  private static final long DEFAULT_ONE_REDUCER_BYTES = 256L << 20;

  private final Configuration conf;
  private final CrawlDir dir;
  private final Console console;
  private final GenerateSettings settings;
  private final boolean withHosts;

  /**
   * The jobs for a crawl, which is only read.
   *
   * @param withHosts whether the list comes with the records of its hosts
   * @throws OrbException (failed) if there is no crawldb or it is corrupt
   */
  GenerateJob(
      Configuration conf,
      CrawlDir dir,
      Console console,
      GenerateSettings settings,
      boolean withHosts)
      throws IOException {
    this.conf = conf;
    this.dir = dir;
    this.console = console;
    this.settings = settings;
    this.withHosts = withHosts;
    CrawlDb.require(conf, dir);
  }

  /**
   * The result of generate.
   *
   * @param counters all of {@link GenerateCounter}
   * @param open segments whose lists are not in the crawldb yet; their URLs are left out
   */
  record Result(Counters counters, List<String> open) {
    /** The number of URLs. */
    long get(GenerateCounter counter) {
      return counters.findCounter(counter).getValue();
    }

    /** The value of the last page to visit again, if the list had no place for more; else 0. */
    float price() {
      return Float.intBitsToFloat((int) get(GenerateCounter.PRICE));
    }
  }

  /**
   * Makes a fetch list; makes nothing if no URL can be taken.
   *
   * @param segment folder for the list, and for the records about its hosts; must not exist
   * @param candidates folder for intermediate output; must not exist
   */
  Result run(Path segment, Path candidates) throws IOException {
    long limit = conf.getLong(ONE_REDUCER_BYTES, DEFAULT_ONE_REDUCER_BYTES);
    boolean small = dir.fs().getContentSummary(dir.crawlDb()).getLength() <= limit;
    int reducers = small ? 1 : settings.parts();
    List<String> open = OpenLists.segments(dir, settings.now());
    Job select = job("generate", dir.crawlDb(), reducers, reducers == 1 ? segment : candidates);
    Configuration selectConf = select.getConfiguration();
    FetchRules.embedNames(selectConf);
    UrlPriority.embed(selectConf, dir);
    OpenLists.embed(selectConf, dir, open);
    select.setInputFormatClass(DatumInputFormat.class);
    select.setMapperClass(GenerateMapper.class);
    Counters counters = JobRunner.run(select, console);
    Counter taken = counters.findCounter(GenerateCounter.TAKEN);
    if (reducers > 1 && taken.getValue() > 0) {
      Job again = job("generate (top-N selection)", candidates, 1, segment);
      again.setInputFormatClass(SequenceFileInputFormat.class);
      Counters last = JobRunner.run(again, console);
      for (GenerateCounter counter : GenerateCounter.OF_LIST) {
        counters.findCounter(counter).setValue(last.findCounter(counter).getValue());
      }
    }
    long rest = counters.findCounter(GenerateCounter.DUE).getValue() - taken.getValue();
    for (GenerateCounter leftOut : GenerateCounter.OF_DUE) {
      rest -= counters.findCounter(leftOut).getValue();
    }
    counters.findCounter(GenerateCounter.BEYOND_TOP_N).setValue(rest);
    return new Result(counters, open);
  }

  /**
   * A job whose reducers select from its mappers' output; the default mapper passes its input on.
   */
  private Job job(String name, Path input, int reducers, Path output) throws IOException {
    Job job = JobRunner.newJob(conf, name, GenerateJob.class, input);
    Configuration jobConf = job.getConfiguration();
    settings.embed(jobConf);
    HostAdmission.embed(jobConf, dir.hosts());
    if (withHosts) {
      ListHosts.setStore(jobConf, dir.hosts());
    }
    UrlRules.embed(jobConf);
    FileInputFormat.setInputPaths(job, input);
    job.setMapOutputKeyClass(BytesWritable.class);
    job.setMapOutputValueClass(CrawlDatum.class);
    job.setPartitionerClass(ListPartitioner.class);
    job.setNumReduceTasks(reducers);
    job.setReducerClass(SelectReducer.class);
    job.setOutputKeyClass(BytesWritable.class);
    job.setOutputValueClass(CrawlDatum.class);
    // The reducer that writes the list has no other output.
    LazyOutputFormat.setOutputFormatClass(job, SequenceFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    StoreFiles.compressOutput(job);
    return job;
  }

  /** Takes the URLs that are due and gives each its place in the order. */
  static final class GenerateMapper extends Mapper<Text, Change, BytesWritable, CrawlDatum> {
    private final BytesWritable key = new BytesWritable();
    private GenerateSettings settings;
    private DueRule rule;

    private HostAdmission hosts;

    /** The URLs of open lists; null where there are none. */
    private ListFingerprints open;

    /** Records the URLs left out, for a preview; else null. */
    private Exclusions exclusions;

    private UrlPriority priority;

    /** Used if lists are divided by addresses, which take time to find; else null. */
    private AddressLookups addresses;

    private final RecordFaults faults = new RecordFaults(GenerateJob.class);

    @Override
    protected void setup(Context context) throws IOException {
      settings = GenerateSettings.of(context.getConfiguration());
      rule = DueRule.of(context.getConfiguration());
      hosts = HostAdmission.of(context.getConfiguration(), settings.dueBy());
      open = OpenLists.of(context.getConfiguration());
      exclusions = Exclusions.of(context.getConfiguration());
      priority = UrlPriority.of(context.getConfiguration());
      if (settings.divideBy() == HostMode.IP) {
        addresses = new AddressLookups(FetchRules.names(context.getConfiguration()));
      }
    }

    @Override
    protected void map(Text url, Change entry, Context context)
        throws IOException, InterruptedException {
      try {
        consider(url, entry.datum(), context);
      } catch (RuntimeException | StackOverflowError e) {
        if (!faults.isRecords(url, e, context)) {
          throw e;
        }
      }
    }

    private void consider(Text url, CrawlDatum datum, Context context)
        throws IOException, InterruptedException {
      hosts.reconsider(url.toString(), datum, settings.now());
      GenerateCounter fate =
          GenerateCounter.of(rule.judge(datum, settings.now(), settings.dueBy()));
      if (fate == GenerateCounter.DUE && open != null && open.contains(url.toString())) {
        fate = GenerateCounter.WAITING;
      }
      if (fate == GenerateCounter.DUE && hosts.isBackedOff(url.toString())) {
        fate = GenerateCounter.HOST_OUTAGE;
      }
      context.getCounter(fate).increment(1);
      if (fate != GenerateCounter.DUE) {
        if (exclusions != null) {
          exclude(fate, url.toString(), datum);
        }
        return;
      }
      if (addresses == null) {
        take(url, datum, context);
      } else if (addresses.add(url, datum)) {
        takeWithAddresses(context);
      }
    }

    private void exclude(GenerateCounter reason, String url, CrawlDatum datum) {
      exclusions.add(
          reason,
          switch (reason) {
            case NOT_DUE -> new Example(url, rule.due(datum, settings.now()), "");
            case HOST_OUTAGE -> new Example(url, hosts.nextTry(url), hosts.words(url));
            case REFUSED -> new Example(url, 0, Exclusions.remedy(datum));
            default -> new Example(url);
          });
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      if (addresses != null) {
        takeWithAddresses(context);
        addresses.close();
      }
      priority.close();
      if (exclusions != null) {
        exclusions.write(context);
      }
    }

    private void takeWithAddresses(Context context) throws IOException, InterruptedException {
      for (AddressLookups.Entry entry : addresses.noted()) {
        take(entry.url(), entry.datum(), context);
      }
    }

    private void take(Text url, CrawlDatum datum, Context context)
        throws IOException, InterruptedException {
      float rank = priority.of(url, datum, settings.now());
      SortKey.set(key, priority.isRevisit(datum), rank, url);
      context.write(key, datum);
    }
  }

  /**
   * Selects the best URLs. A sole reducer writes the list, where the committer takes the files
   * from; one of several writes candidates, (sort key, CrawlDatum).
   */
  static final class SelectReducer
      extends Reducer<BytesWritable, CrawlDatum, BytesWritable, CrawlDatum> {
    @Override
    public void run(Context context) throws IOException, InterruptedException {
      Configuration conf = context.getConfiguration();
      GenerateSettings settings = GenerateSettings.of(conf);
      Exclusions exclusions = Exclusions.of(conf);
      Selection selection =
          new Selection(
              settings,
              UrlRules.filters(conf),
              HostAdmission.of(conf, settings.dueBy()),
              PageBudgets.of(conf),
              counter -> context.getCounter(counter).increment(1),
              exclusions);
      Path folder = FileOutputFormat.getWorkOutputPath(context);
      try (FetchListWriter list =
          context.getNumReduceTasks() == 1
              ? new FetchListWriter(conf, folder, settings.parts())
              : null) {
        while (!selection.isFull() && context.nextKey()) {
          BytesWritable key = context.getCurrentKey();
          if (SortKey.isRevisit(key) && selection.hasAllVisits()) {
            break; // Visits come last.
          }
          CrawlDatum datum = context.getValues().iterator().next();
          String url = SortKey.url(key);
          if (selection.take(url, datum, SortKey.isRevisit(key), SortKey.rank(key))) {
            if (list == null) {
              context.write(key, datum);
            } else {
              list.add(key, url, HostAddresses.groupOf(settings.divideBy(), url, datum), datum);
            }
          }
        }
        if (list != null) {
          list.writeHosts(context);
        }
      }
      int price = Float.floatToIntBits(selection.price());
      context.getCounter(GenerateCounter.PRICE).setValue(price);
      if (exclusions != null) {
        exclusions.write(context);
      }
    }
  }

  /** Keeps the URLs of a host (or domain, or address) in one part. */
  static final class ListPartitioner extends Partitioner<BytesWritable, CrawlDatum>
      implements Configurable {
    private Configuration conf;
    private GenerateSettings settings;

    /** The part of a group. */
    static int part(String group, int parts) {
      return Math.floorMod(group.hashCode(), parts);
    }

    @Override
    public int getPartition(BytesWritable key, CrawlDatum datum, int parts) {
      return part(HostAddresses.groupOf(settings.divideBy(), SortKey.url(key), datum), parts);
    }

    @Override
    public void setConf(Configuration configuration) {
      conf = configuration;
      settings = GenerateSettings.of(configuration);
    }

    @Override
    public Configuration getConf() {
      return conf;
    }
  }

  /**
   * The order of a fetch list, as bytes that compare in it: 1 for a page to visit again, else 0 (1
   * byte); the rank, inverted so that higher ones come first (4 bytes); the URL. A NaN rank counts
   * as the lowest.
   */
  static final class SortKey {
    private static final int RANK = 1;
    private static final int URL = 5;

    private SortKey() {}

    static void set(BytesWritable key, boolean revisit, float rank, Text url) {
      key.setSize(URL + url.getLength());
      byte[] bytes = key.getBytes();
      bytes[0] = (byte) (revisit ? 1 : 0);
      ByteBuffer.wrap(bytes).putInt(RANK, ~ascending(rank));
      System.arraycopy(url.getBytes(), 0, bytes, URL, url.getLength());
    }

    /** An int whose unsigned order is the float's: IEEE 754 with the sign bit inverted. */
    private static int ascending(float rank) {
      int bits = Float.floatToIntBits(Float.isNaN(rank) ? Float.NEGATIVE_INFINITY : rank);
      return bits < 0 ? ~bits : bits | 0x80000000;
    }

    static boolean isRevisit(BytesWritable key) {
      return key.getBytes()[0] == 1;
    }

    static float rank(BytesWritable key) {
      int ascending = ~ByteBuffer.wrap(key.getBytes()).getInt(RANK);
      return Float.intBitsToFloat(ascending < 0 ? ascending & 0x7FFFFFFF : ~ascending);
    }

    static String url(BytesWritable key) {
      return new String(key.getBytes(), URL, key.getLength() - URL, StandardCharsets.UTF_8);
    }

    static void url(BytesWritable key, Text url) {
      url.set(key.getBytes(), URL, key.getLength() - URL);
    }
  }

  /**
   * Writes all parts of a fetch list, and the records about its hosts. Without URLs it writes no
   * file.
   */
  static final class FetchListWriter implements Closeable {
    private final Configuration conf;
    private final Path segment;
    private final int parts;
    private final ListHosts hosts = new ListHosts();
    private final List<SequenceFile.Writer> writers = new ArrayList<>();
    private final Text key = new Text();

    FetchListWriter(Configuration conf, Path segment, int parts) {
      this.conf = conf;
      this.segment = segment;
      this.parts = parts;
    }

    /**
     * Writes the next URL.
     *
     * @param group the group that is never divided among parts
     */
    void add(BytesWritable sortKey, String url, String group, CrawlDatum datum) throws IOException {
      while (writers.size() < parts) {
        Path list = new Path(segment, CrawlDatum.GENERATE_DIR_NAME);
        Path file = new Path(list, Parts.name(writers.size()));
        writers.add(StoreFiles.sequenceFile(conf, file, CrawlDatum.class));
      }
      int part = ListPartitioner.part(group, parts);
      SortKey.url(sortKey, key);
      writers.get(part).append(key, datum);
      hosts.add(group, part);
      hosts.add(Hosts.host(url), part);
    }

    /** Writes the records of the hosts of all URLs added. */
    void writeHosts(Progressable progress) throws IOException {
      if (!writers.isEmpty()) {
        hosts.writeRecords(conf, new Path(segment, ListHosts.FOLDER), parts, progress);
      }
    }

    @Override
    public void close() throws IOException {
      List<Closeable> open = new ArrayList<>(writers);
      writers.clear();
      for (Closeable writer : open) {
        writer.close();
      }
    }
  }
}
