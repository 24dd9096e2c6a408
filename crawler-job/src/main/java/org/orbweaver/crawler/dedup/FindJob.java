package org.orbweaver.crawler.dedup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.crawldb.CrawlDb;
import org.orbweaver.crawler.crawldb.DatumInputFormat;

/**
 * Finds duplicates by digest.
 *
 * <p>Input: the crawldb and, in a round, the new segment's crawl_fetch and crawl_parse. Shuffle:
 * ({@link DigestKey}: digest, URL; {@link Candidate}), grouped by digest. Output: (URL, CrawlDatum
 * duplicate) with the signature. Cost: a reading of the input; some 50 bytes a fetched page are
 * shuffled; a reducer remembers one page.
 */
public final class FindJob {
  private FindJob() {}

  /**
   * Runs the job.
   *
   * @param segment whose pages count as the crawldb's, though they are not yet in it
   * @return the counters, {@link DedupCounter} among them
   */
  public static Counters run(Session session, Optional<Path> segment, Path output)
      throws IOException {
    int parts = CrawlDb.require(session.conf(), session.dir()).parts().size();
    Job job = JobRunner.newJob(session, "dedup", FindJob.class);
    List<Path> inputs = new ArrayList<>();
    inputs.add(session.dir().crawlDb());
    if (segment.isPresent()) {
      inputs.add(new Path(segment.get(), CrawlDatum.FETCH_DIR_NAME));
      inputs.add(new Path(segment.get(), CrawlDatum.PARSE_DIR_NAME));
    }
    FileInputFormat.setInputPaths(job, inputs.toArray(new Path[0]));
    job.setInputFormatClass(DatumInputFormat.class);
    DatumInputFormat.setWithoutLinks(job.getConfiguration());
    job.setMapperClass(FindMapper.class);
    job.setMapOutputKeyClass(BytesWritable.class);
    job.setMapOutputValueClass(Candidate.class);
    job.setPartitionerClass(DigestKey.ByDigest.class);
    job.setGroupingComparatorClass(DigestKey.Grouping.class);
    job.setNumReduceTasks(parts);
    job.setReducerClass(FindReducer.class);
    StoreFiles.writeSequence(job, output, CrawlDatum.class);
    return JobRunner.run(job, session.console());
  }
}
