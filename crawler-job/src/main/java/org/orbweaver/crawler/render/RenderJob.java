package org.orbweaver.crawler.render;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.fetch.ResourceFetch;
import org.orbweaver.crawler.parse.ContentRules;

/**
 * The render job, map-only.
 *
 * <p>Input: {@code content/part-r-NNNNN}, one part for each task, since a host's pages are in one
 * part; and of {@code parse_data} the parts of the same pages. Output: what {@link ResourceFetch}
 * keeps. Never speculative: two attempts would contact the same hosts. Cost: some tenths of a CPU
 * second a page, and the politeness delays of what pages request.
 */
final class RenderJob {
  static final String PARSED = "orbweaver.internal.render.parsed";

  /** The file that gets the reason why there is no browser, one line. */
  static final String WHY_NO_BROWSER = "orbweaver.internal.render.why.no.browser";

  static final String TASKS = "orbweaver.internal.render.tasks";

  /** The class of a {@link org.orbweaver.crawler.browser.Renderer} in place of the browser's. */
  static final String RENDERER = "orbweaver.internal.render.renderer";

  private RenderJob() {}

  /** Counters of the render job. */
  enum RenderCounter {
    /** Pages that were rendered, whatever came of it; also by earlier attempts. */
    RENDERED,
    /** Of these, pages that gained. */
    GAINED,
    /** Of these, pages that crashed the browser, or at which it did not react. */
    CRASHED,
    /** Of these, pages whose document became too large. */
    TOO_LARGE,
    /** Of these, pages that went elsewhere. */
    LEFT,
    /** Of these, pages at which the crawler itself failed. */
    FAILED,
    /** Requests that they made for the network, robots.txt files included. */
    REQUESTS,
    /** CPU time of browsers, milliseconds. */
    CPU_MS,
    /** Tasks that found no browser. */
    NO_BROWSER
  }

  /**
   * The job for a segment.
   *
   * @param shared folder that outlives killed attempts: see {@link ResourceFetch}
   * @param interrupted whether attempts of earlier jobs may have contacted hosts until now
   */
  static Job of(Session session, Path segment, Path shared, boolean interrupted)
      throws IOException {
    Job job = JobRunner.newJob(session.conf(), "render " + segment.getName(), RenderJob.class);
    Configuration own = job.getConfiguration();
    Path content = new Path(segment, Content.DIR_NAME);
    ResourceFetch.prepare(job, session, segment, shared, interrupted);
    ContentRules.embed(own);
    own.set(WHY_NO_BROWSER, whyNoBrowser(shared).toString());
    own.set(PARSED, new Path(segment, ParseData.DIR_NAME).toString());
    own.setInt(TASKS, Math.max(1, Parts.of(session.dir().fs(), content).size()));
    makeRoom(own);
    job.setInputFormatClass(ContentParts.class);
    ContentParts.addInputPath(job, content);
    job.setMapperClass(RenderMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(NullOutputFormat.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(NullWritable.class);
    return job;
  }

  /** The file that has the reason why tasks found no browser. */
  static Path whyNoBrowser(Path shared) {
    return new Path(shared, "why-no-browser");
  }

  /** Requests containers from a cluster that hold a task and its browser, unless configured. */
  private static void makeRoom(Configuration conf) {
    if (JobRunner.isLocal(conf) || conf.getInt(MRJobConfig.MAP_MEMORY_MB, -1) > 0) {
      return;
    }
    int task = MRJobConfig.DEFAULT_MAP_MEMORY_MB;
    int all = task + RenderKeys.MEMORY.get(conf);
    conf.setInt(MRJobConfig.MAP_MEMORY_MB, all);
    float ratio =
        conf.getFloat(MRJobConfig.HEAP_MEMORY_MB_RATIO, MRJobConfig.DEFAULT_HEAP_MEMORY_MB_RATIO);
    conf.setFloat(MRJobConfig.HEAP_MEMORY_MB_RATIO, ratio * task / all);
  }

  /** Gives each part to one task, which looks its pages up. */
  static final class ContentParts extends SequenceFileInputFormat<Text, Content> {
    ContentParts() {}

    @Override
    protected boolean isSplitable(JobContext context, Path file) {
      return false;
    }
  }
}
