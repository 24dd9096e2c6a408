package org.orbweaver.crawler.parse;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.Session;

/**
 * Parses one segment. Map-only, no shuffle.
 *
 * <p>Input: the segment's {@code content}, sorted by URL, of which a task reads a contiguous piece.
 * Each content carries what parse needs to know of its fetch: status, score, and whether it is to
 * be read as a sitemap. Segments of Nutch, which knows no such sitemaps, lack the last. Output:
 * {@code parse_data}, {@code parse_text}, {@code crawl_parse}, one part a task, sorted as the
 * input. Cost: one read of the content, about a millisecond of processor time a page.
 */
public final class ParseJob {

  /** Of a JVM, beside its heap. */
  private static final int PROCESS_OVERHEAD_MB = 192;

  private ParseJob() {}

  /**
   * Runs the job.
   *
   * @param segment the segment to parse
   * @param output a folder that does not exist; gets the three parts of the segment
   * @return the counters, {@link ParseCounter} among them
   */
  static Counters run(Session session, Path segment, Path output) throws IOException {
    Path content = new Path(segment, Content.DIR_NAME);
    Job job = JobRunner.newJob(session, "parse " + segment.getName(), ParseJob.class, content);
    job.setInputFormatClass(StoreInputFormat.class);
    FileInputFormat.addInputPath(job, content);
    job.setMapperClass(ParseMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(ParseOutputFormat.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(ParsedDocument.class);
    FileOutputFormat.setOutputPath(job, output);
    makeRoom(job.getConfiguration());
    return JobRunner.run(job, session.console());
  }

  /**
   * Asks a cluster for containers that hold a task and its parser processes, where nobody has set
   * their size: the task's heap stays what it would be without them.
   */
  static void makeRoom(Configuration conf) {
    if (JobRunner.isLocal(conf) || conf.getInt(MRJobConfig.MAP_MEMORY_MB, -1) > 0) {
      return;
    }
    int task = MRJobConfig.DEFAULT_MAP_MEMORY_MB;
    int all = task + ParseMapper.processes(conf) * (ParseKeys.HEAP.get(conf) + PROCESS_OVERHEAD_MB);
    conf.setInt(MRJobConfig.MAP_MEMORY_MB, all);
    float ratio =
        conf.getFloat(MRJobConfig.HEAP_MEMORY_MB_RATIO, MRJobConfig.DEFAULT_HEAP_MEMORY_MB_RATIO);
    conf.setFloat(MRJobConfig.HEAP_MEMORY_MB_RATIO, ratio * task / all);
  }

  /**
   * Counters of the parse job. {@code READ = NOT_FETCHED + PARSED + UNSUPPORTED + INVALID + TIMEOUT
   * + OVER_LIMIT + FAILED}.
   */
  public enum ParseCounter {
    /** Documents in the segment's content. */
    READ,
    /** Documents that were not fetched with success: left out. */
    NOT_FETCHED,
    /** Documents with text and links. */
    PARSED,
    /** Documents of a type without text, or that no parser knows. */
    UNSUPPORTED,
    /** Documents that are not what they claim, or broken. */
    INVALID,
    /** Documents that took longer than allowed. */
    TIMEOUT,
    /** Documents that took more memory, nested deeper or gave more output than allowed. */
    OVER_LIMIT,
    /** Documents that a parser failed on. */
    FAILED,
    /** Links in parse_data. */
    LINKS,
    /** Links beyond the bound for a page. */
    LINKS_DROPPED,
    /** Of the parsed documents, sitemaps. */
    SITEMAPS,
    /** URLs that they list, and that may be followed. */
    SITEMAP_URLS,
    /** Their entries that were left out: of other hosts, unusable, or beyond the limit. */
    SITEMAP_URLS_DROPPED,
    /** Link targets in crawl_parse. */
    TARGETS
  }
}
