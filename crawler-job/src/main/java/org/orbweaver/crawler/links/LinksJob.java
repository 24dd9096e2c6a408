package org.orbweaver.crawler.links;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.MergeJoinReducer;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.Session;

/**
 * Inverts the links of some segments and merges them into a linkdb.
 *
 * <p>Input: {@code parse_data} of the segments. Shuffle: a record for each link, by target URL.
 * Each reducer merges its links with its part of the linkdb so far. Output: MapFile&lt;Text,
 * Inlinks&gt;, a part for each reducer, by HashPartitioner. Cost: each new link is sorted once, the
 * linkdb is read and written once; a reducer holds the links of one URL, twice the bound at most.
 */
public final class LinksJob {

  private LinksJob() {}

  /**
   * Runs the job.
   *
   * @param segments segments that are parsed
   * @param linkDb the linkdb so far; one that does not exist for a new one
   * @param parts of a new linkdb
   * @param outdated the output of {@link OutdatedJob}, or null: parses that a later segment
   *     replaces are left out
   * @param output a folder that does not exist; becomes the new linkdb
   */
  static Counters run(
      Session session,
      List<Path> segments,
      SortedStore<Inlinks> linkDb,
      int parts,
      Path outdated,
      Path output)
      throws IOException {
    List<Path> pages = new ArrayList<>();
    for (Path segment : segments) {
      pages.add(new Path(segment, ParseData.DIR_NAME));
    }
    List<Path> reads = new ArrayList<>(pages);
    reads.add(linkDb.folder());
    Job job = JobRunner.newJob(session, "links", LinksJob.class, reads.toArray(Path[]::new));
    if (outdated != null) {
      job.getConfiguration().set(LinksMapper.OUTDATED, outdated.toString());
    }
    job.setInputFormatClass(StoreInputFormat.class);
    StoreInputFormat.combine(job);
    FileInputFormat.setInputPaths(job, pages.toArray(Path[]::new));
    job.setMapperClass(LinksMapper.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(InlinkWritable.class);
    job.setReducerClass(InlinksReducer.class);
    MergeJoinReducer.join(job, linkDb, parts);
    StoreFiles.writeStore(job, output, Inlinks.class);
    return JobRunner.run(job, session.console());
  }
}
