package org.orbweaver.crawler.plan;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Steps;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.fetch.LeastTime;
import org.orbweaver.crawler.url.Hosts;

/**
 * Counts a fetch list by host, and computes the least time of each host.
 *
 * <p>Input: the list, (URL, CrawlDatum). Shuffle: (host TAB origin, {@link HostPlan}), summed by a
 * combiner. Output: one file of (host, HostPlan), sorted. Cost: one pass over the list, and a
 * look-up in the store of hosts for each host and each robots.txt.
 */
final class HostsOfListJob {
  private HostsOfListJob() {}

  /**
   * Runs the job.
   *
   * @param now milliseconds since 1970
   * @return the output's one file
   */
  static Path run(Configuration conf, CrawlDir dir, Console console, long now, Path list, Path out)
      throws IOException {
    Job job = JobRunner.newJob(conf, "plan", HostsOfListJob.class);
    LeastTime.embed(job.getConfiguration(), dir, Steps.readHistory(dir), now);
    FileInputFormat.setInputPaths(job, list);
    job.setInputFormatClass(SequenceFileInputFormat.class);
    job.setMapperClass(HostsOfListMapper.class);
    job.setCombinerClass(HostPlanCombiner.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(HostPlan.class);
    job.setNumReduceTasks(1);
    job.setReducerClass(HostPlanReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(HostPlan.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, out);
    JobRunner.run(job, console);
    return new Path(out, Parts.name(0));
  }

  static final class HostPlanCombiner extends Reducer<Text, HostPlan, Text, HostPlan> {
    @Override
    protected void reduce(Text key, Iterable<HostPlan> plans, Context context)
        throws IOException, InterruptedException {
      context.write(key, sum(plans));
    }
  }

  private static HostPlan sum(Iterable<HostPlan> plans) {
    var sum = new HostPlan();
    for (HostPlan plan : plans) {
      sum.addSameOrigin(plan);
    }
    return sum;
  }

  static final class HostPlanReducer extends Reducer<Text, HostPlan, Text, HostPlan> {
    @Override
    public void run(Context context) throws IOException, InterruptedException {
      try (LeastTime least = LeastTime.of(context.getConfiguration())) {
        String host = null;
        var plan = new HostPlan();
        while (context.nextKey()) {
          String key = context.getCurrentKey().toString();
          String next = key.substring(0, key.indexOf('\t'));
          if (!next.equals(host)) {
            write(context, least, host, plan);
            host = next;
            plan.clear();
          }
          plan.add(sum(context.getValues()));
        }
        write(context, least, host, plan);
      }
    }

    private static void write(Context context, LeastTime least, String host, HostPlan plan)
        throws IOException, InterruptedException {
      if (host != null) {
        plan.bind(least, host);
        context.write(new Text(host), plan);
      }
    }
  }

  /** Emits the host and the fate of each URL of a list. */
  static final class HostsOfListMapper extends Mapper<Text, CrawlDatum, Text, HostPlan> {
    private final Text key = new Text();
    private final HostPlan one = new HostPlan();

    @Override
    public void run(Context context) throws IOException, InterruptedException {
      int part = Parts.number(((FileSplit) context.getInputSplit()).getPath());
      try (LeastTime least = LeastTime.of(context.getConfiguration())) {
        while (context.nextKeyValue()) {
          String url = context.getCurrentKey().toString();
          String group = least.group(url, context.getCurrentValue());
          if (group.isEmpty()) {
            // Not an http or https URL: fetch counts it as refused.
            one.set(part, LeastTime.Fate.REFUSED);
            key.set("-\t");
          } else {
            one.set(part, least.fate(url));
            key.set(group + '\t' + Hosts.origin(url));
          }
          context.write(key, one);
        }
      }
    }
  }

  /** The URLs of a host (or domain, or address) in the list, with its bound once that is known. */
  static final class HostPlan implements Writable {
    private static final LeastTime.Bound NONE = new LeastTime.Bound(0, 0, 0, 0, 0, false, 0);

    private final Map<LeastTime.Fate, Long> byFate = new EnumMap<>(LeastTime.Fate.class);
    private int part;
    private long urls;
    private LeastTime.Bound bound = NONE;

    HostPlan() {}

    HostPlan(int part, long urls, LeastTime.Bound bound) {
      this.part = part;
      this.urls = urls;
      this.bound = bound;
    }

    /** Resets all counts. */
    void clear() {
      urls = 0;
      byFate.clear();
      bound = NONE;
    }

    /** Sets it to one URL of the list's part. */
    void set(int inPart, LeastTime.Fate fate) {
      clear();
      part = inPart;
      urls = 1;
      byFate.put(fate, 1L);
    }

    /** Adds URLs that need the same robots.txt. */
    void addSameOrigin(HostPlan other) {
      long files = Math.max(robotsFiles(), other.robotsFiles());
      add(other);
      byFate.put(LeastTime.Fate.AFTER_ROBOTS, files);
    }

    /** Adds URLs of the same host. */
    void add(HostPlan other) {
      part = other.part;
      urls += other.urls;
      other.byFate.forEach((fate, count) -> byFate.merge(fate, count, Long::sum));
    }

    /** Computes the bound. */
    void bind(LeastTime least, String group) throws IOException {
      long out =
          count(LeastTime.Fate.DENIED)
              + count(LeastTime.Fate.UNREACHABLE)
              + count(LeastTime.Fate.REFUSED);
      bound = least.bound(group, urls - out, robotsFiles());
    }

    int part() {
      return part;
    }

    long urls() {
      return urls;
    }

    /** URLs of a fate; for {@code AFTER_ROBOTS}, robots.txt files. */
    long count(LeastTime.Fate fate) {
      return byFate.getOrDefault(fate, 0L);
    }

    /** robots.txt files that are requested first. */
    long robotsFiles() {
      return count(LeastTime.Fate.AFTER_ROBOTS);
    }

    LeastTime.Bound bound() {
      return bound;
    }

    @Override
    public void write(DataOutput out) throws IOException {
      for (LeastTime.Fate fate : LeastTime.Fate.values()) {
        WritableUtils.writeVLong(out, count(fate));
      }
      long[] numbers = {
        part,
        urls,
        bound.requests(),
        bound.deferred(),
        bound.leastMs(),
        bound.waitMs(),
        bound.delayMs(),
        bound.crawlDelay() ? 1 : 0,
        bound.until()
      };
      for (long number : numbers) {
        WritableUtils.writeVLong(out, number);
      }
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      for (LeastTime.Fate fate : LeastTime.Fate.values()) {
        byFate.put(fate, WritableUtils.readVLong(in));
      }
      long[] n = new long[9];
      for (int i = 0; i < n.length; i++) {
        n[i] = WritableUtils.readVLong(in);
      }
      part = (int) n[0];
      urls = n[1];
      bound = new LeastTime.Bound(n[2], n[3], n[4], n[5], n[6], n[7] != 0, n[8]);
    }
  }
}
