package org.orbweaver.crawler.plan;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Steps;
import org.orbweaver.crawler.fetch.LeastTime;

/**
 * Counts a fetch list by host, and works out how long each host takes at least.
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
    job.setCombinerClass(Combine.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(HostPlan.class);
    job.setNumReduceTasks(1);
    job.setReducerClass(Bind.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(HostPlan.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, out);
    JobRunner.run(job, console);
    return new Path(out, Parts.name(0));
  }

  static final class Combine extends Reducer<Text, HostPlan, Text, HostPlan> {
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

  static final class Bind extends Reducer<Text, HostPlan, Text, HostPlan> {
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
}
