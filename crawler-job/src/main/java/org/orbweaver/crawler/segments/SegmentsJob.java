package org.orbweaver.crawler.segments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.BlockCompression;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.crawler.crawldb.CrawlDb;

/** Makes jobs that sort the content of all segments. */
public final class SegmentsJob {
  private static final String SEGMENTS = "orbweaver.internal.segments";

  private SegmentsJob() {}

  /**
   * The segments to export, from old to new.
   *
   * @throws OrbException (failed) if no segment was fetched
   */
  public static List<Path> fetched(CrawlDir crawl) throws IOException {
    List<Path> segments = new ArrayList<>();
    for (Path segment : crawl.segmentList()) {
      if (crawl.fs().exists(new Path(segment, CrawlDatum.FETCH_DIR_NAME))) {
        segments.add(segment);
      }
    }
    if (segments.isEmpty()) {
      throw new OrbException.NothingToExport("no fetched segment in " + crawl.root());
    }
    return segments;
  }

  /**
   * A job that reads these folders of the segments, as far as they exist. Its shuffle is
   * compressed. It has a reducer for each part of the crawldb on a cluster, for each core here.
   */
  public static Job create(
      Configuration base,
      String name,
      Class<?> inJobJar,
      CrawlDir crawl,
      List<Path> segments,
      List<String> folders)
      throws IOException {
    List<Path> inputs = new ArrayList<>();
    for (Path segment : segments) {
      for (String folder : folders) {
        if (crawl.fs().exists(new Path(segment, folder))) {
          inputs.add(new Path(segment, folder));
        }
      }
    }
    Job job = JobRunner.newJob(base, name, inJobJar, inputs.toArray(new Path[0]));
    StoreInputFormat.read(job, inputs.toArray(new Path[0]));
    Configuration conf = job.getConfiguration();
    conf.setStrings(SEGMENTS, segments.stream().map(Path::getName).toArray(String[]::new));
    compressShuffle(conf);
    job.setNumReduceTasks(
        JobRunner.isLocal(conf)
            ? Runtime.getRuntime().availableProcessors()
            : conf.getInt(MRJobConfig.NUM_REDUCES, CrawlDb.check(conf, crawl).parts().size()));
    return job;
  }

  /** Compresses the shuffle of pages with their content. */
  public static void compressShuffle(Configuration conf) {
    conf.setBoolean(MRJobConfig.MAP_OUTPUT_COMPRESS, true);
    conf.setClass(
        MRJobConfig.MAP_OUTPUT_COMPRESS_CODEC,
        BlockCompression.codec(conf).getClass(),
        CompressionCodec.class);
  }

  /** The names of the job's segments, for {@link SegmentMapper}. */
  static List<String> names(Configuration conf) {
    return List.of(conf.getStrings(SEGMENTS));
  }
}
