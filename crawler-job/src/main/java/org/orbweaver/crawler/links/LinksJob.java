package org.orbweaver.crawler.links;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MapFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.BlockCompression;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.crawldb.CheckedInputFormat;

/**
 * Inverts the links of some segments and merges them into a linkdb.
 *
 * <p>Input: {@code parse_data} of the segments, and the linkdb so far. Shuffle: a record for each
 * link, by target URL. Output: MapFile&lt;Text, Inlinks&gt;, a part for each reducer, by
 * HashPartitioner. Cost: each link is sorted once; a reducer holds the links of one URL, twice the
 * bound at most.
 */
public final class LinksJob {

  private LinksJob() {}

  /**
   * Runs the job.
   *
   * @param segments segments that are parsed
   * @param linkDb the linkdb so far, or null
   * @param outdated the output of {@link OutdatedJob}, or null: parses that a later segment
   *     replaces are left out
   * @param output a folder that does not exist; becomes the new linkdb
   */
  static Counters run(Session session, List<Path> segments, Path linkDb, Path outdated, Path output)
      throws IOException {
    Job job = JobRunner.newJob(session, "links", LinksJob.class);
    if (outdated != null) {
      job.getConfiguration().set(LinksMapper.OUTDATED, outdated.toString());
    }
    job.setInputFormatClass(CheckedInputFormat.class);
    CheckedInputFormat.combine(job);
    for (Path segment : segments) {
      FileInputFormat.addInputPath(job, new Path(segment, ParseData.DIR_NAME));
    }
    if (linkDb != null) {
      FileInputFormat.addInputPath(job, linkDb);
    }
    job.setMapperClass(LinksMapper.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(InlinkWritable.class);
    job.setReducerClass(InlinksReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Inlinks.class);
    job.setOutputFormatClass(MapFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    FileOutputFormat.setCompressOutput(job, true);
    FileOutputFormat.setOutputCompressorClass(
        job, BlockCompression.codec(job.getConfiguration()).getClass());
    SequenceFileOutputFormat.setOutputCompressionType(job, CompressionType.BLOCK);
    return JobRunner.run(job, session.console());
  }
}
