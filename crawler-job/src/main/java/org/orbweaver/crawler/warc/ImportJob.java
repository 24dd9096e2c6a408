package org.orbweaver.crawler.warc;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.job.RecordFaults;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.fetch.task.Outcome;
import org.orbweaver.crawler.fetch.task.Records;
import org.orbweaver.crawler.fetch.task.Redirects;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.segments.SegmentOutputFormat;
import org.orbweaver.crawler.segments.SegmentWriter.SegmentPart;
import org.orbweaver.crawler.segments.SegmentsJob;
import org.orbweaver.crawler.url.LinkPolicy;
import org.orbweaver.crawler.url.UrlFilters;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * Imports WARC files into a segment, as if a fetch had made the requests recorded in them.
 *
 * <p>Input: WARC files, one for each task. Map: each capture of a web page as (normalized URL,
 * {@link ImportedPage}), and the target of each redirect as a link; URLs that the filters refuse
 * are left out. Shuffle: by URL, compressed. Reduce: the last capture of each URL; a revisit gives
 * its time to the page that it found unchanged. Output: {@code crawl_fetch} and {@code content},
 * sorted and partitioned by URL, and in {@link #DAMAGED} a line for each broken place. Cost: all
 * content is sorted once; a task holds three bodies of {@code http.content.limit} at most.
 */
final class ImportJob {
  /** The folder in the output with a line "file, offset N: reason" for each broken place. */
  static final String DAMAGED = "damaged";

  private static final String SEGMENT = "orbweaver.internal.warc.segment";

  private ImportJob() {}

  /**
   * Counters. {@code RECORDS = NOT_PAGES + FILTERED + CAPTURES}, and {@code CAPTURES = PAGES +
   * REDIRECTS + GONE + FAILED + NOT_MODIFIED + SUPERSEDED}.
   */
  enum ImportCounter {
    /** Records that could be read. */
    RECORDS,
    /**
     * Records of other kinds, of resources not on the web, or of answers to methods other than GET.
     */
    NOT_PAGES,
    /** Captures that the URL rules refuse. */
    FILTERED,
    /** The remaining captures. */
    CAPTURES,
    /** URLs with a page. */
    PAGES,
    /** URLs that redirect. */
    REDIRECTS,
    /** URLs that are gone. */
    GONE,
    /** URLs that failed. */
    FAILED,
    /** URLs unchanged since a capture that is not in these files. */
    NOT_MODIFIED,
    /** Captures with a later one of the same URL, or merged into it. */
    SUPERSEDED,
    /** Pages whose end is missing. */
    TRUNCATED,
    /** Broken places. */
    DAMAGED
  }

  /**
   * Runs the job.
   *
   * @param files to read
   * @param segment name of the new segment
   * @param output does not exist; becomes the segment, with {@link #DAMAGED} in it
   */
  static Counters run(Session session, List<Path> files, String segment, int parts, Path output)
      throws IOException {
    Job job = JobRunner.newJob(session, "import", ImportJob.class, files.toArray(new Path[0]));
    Configuration conf = job.getConfiguration();
    conf.set(SEGMENT, segment);
    UrlRules.embed(conf);
    WarcInputFormat.read(job, files);
    job.setMapperClass(CaptureMapper.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(ImportedPage.class);
    SegmentsJob.compressShuffle(conf);
    job.setReducerClass(LastCaptureReducer.class);
    job.setNumReduceTasks(parts);
    SegmentOutputFormat.write(job, output, SegmentPart.FETCH, SegmentPart.CONTENT);
    return JobRunner.run(job, session.console());
  }

  /** Turns each capture into the records that a fetch would have written. */
  static final class CaptureMapper
      extends Mapper<NullWritable, WarcFile.WarcEntry, Text, ImportedPage> {
    private final Text key = new Text();
    private UrlNormalizer normalizer;
    private UrlFilters filters;
    private LinkPolicy links;
    private String segment;
    private int interval;
    private float score;
    private OutputStream damaged;
    private final RecordFaults faults = new RecordFaults(ImportJob.class);

    @Override
    protected void setup(Context context) {
      Configuration conf = context.getConfiguration();
      // Captures are of the web alone.
      normalizer = UrlRules.ofWeb(conf);
      filters = UrlRules.filters(conf);
      links = UrlRules.links(conf);
      segment = conf.get(SEGMENT);
      interval = CrawlerKeys.FETCH_INTERVAL.get(conf);
      score = CrawlerKeys.SCORE_INJECTED.get(conf);
    }

    @Override
    protected void map(NullWritable unused, WarcFile.WarcEntry entry, Context context)
        throws IOException, InterruptedException {
      if (entry.damage() != null) {
        tell(entry.offset(), entry.damage(), context);
        return;
      }
      context.getCounter(ImportCounter.RECORDS).increment(1);
      try {
        take(entry.capture(), context);
      } catch (RuntimeException | StackOverflowError e) {
        if (!faults.isRecords("offset " + entry.offset(), e, context)) {
          throw e;
        }
        tell(entry.offset(), "internal error: " + e, context);
      }
    }

    private void take(WarcCapture capture, Context context)
        throws IOException, InterruptedException {
      String url = capture == null ? null : normalizer.normalize(capture.url());
      if (url == null) {
        context.getCounter(ImportCounter.NOT_PAGES).increment(1);
      } else if (!filters.accepts(url)) {
        context.getCounter(ImportCounter.FILTERED).increment(1);
      } else if (capture.revisited() != null
          && !url.equals(normalizer.normalize(capture.revisited()))) {
        // Its body is that of another URL; both are copies of one page, which is imported.
        context.getCounter(ImportCounter.NOT_PAGES).increment(1);
      } else {
        context.getCounter(ImportCounter.CAPTURES).increment(1);
        write(url, capture, context);
      }
    }

    private void write(String url, WarcCapture capture, Context context)
        throws IOException, InterruptedException {
      FetchedPage page = capture.page();
      CrawlDatum datum = new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, interval, score);
      Outcome outcome = Outcome.ofStatus(capture.revisited() == null ? page.status() : 304);
      Content content = null;
      String target = null;
      if (Redirects.is(page)) {
        String location = page.location().orElse("");
        target = location.isEmpty() ? null : Redirects.resolve(normalizer, url, location);
        outcome = Outcome.ofRedirect(page.status(), location, target);
      } else if (outcome.status() == CrawlDatum.STATUS_FETCH_SUCCESS) {
        content = Records.content(url, page, datum, outcome.status(), segment);
        Records.update(datum, page, content, capture.time());
        if (page.truncation() != FetchedPage.Truncation.NONE) {
          context.getCounter(ImportCounter.TRUNCATED).increment(1);
        }
      }
      Records.finish(datum, outcome, capture.time(), Map.of());
      key.set(url);
      context.write(key, new ImportedPage(datum, content));
      if (target != null && filters.accepts(target) && links.follow(url, target)) {
        CrawlDatum link = Records.target(datum, CrawlDatum.STATUS_LINKED, List.of());
        link.setFetchTime(capture.time());
        key.set(target);
        context.write(key, new ImportedPage(link, null));
      }
    }

    private void tell(long offset, String damage, Context context)
        throws IOException, InterruptedException {
      context.getCounter(ImportCounter.DAMAGED).increment(1);
      if (damaged == null) {
        Path folder = new Path(FileOutputFormat.getWorkOutputPath(context), DAMAGED);
        Path file = new Path(folder, Parts.name(context.getTaskAttemptID().getTaskID().getId()));
        damaged = file.getFileSystem(context.getConfiguration()).create(file, false);
      }
      Path path = ((FileSplit) context.getInputSplit()).getPath();
      String line = path + ", offset " + offset + ": " + damage + "\n";
      damaged.write(line.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      if (damaged != null) {
        damaged.close();
      }
    }
  }

  /** Keeps the last capture of a URL. */
  static final class LastCaptureReducer extends Reducer<Text, ImportedPage, Text, Writable> {
    @Override
    protected void reduce(Text url, Iterable<ImportedPage> captures, Context context)
        throws IOException, InterruptedException {
      ImportedPage kept = null;
      ImportedPage revisit = null;
      int superseded = -1;
      // Hadoop reuses the value, but its records are new each time.
      for (ImportedPage value : captures) {
        ImportedPage capture = new ImportedPage(value.datum(), value.content());
        byte status = capture.datum().getStatus();
        superseded += status == CrawlDatum.STATUS_LINKED ? 0 : 1;
        if (status == CrawlDatum.STATUS_FETCH_NOTMODIFIED) {
          revisit = ImportedPage.better(revisit, capture);
        } else {
          kept = ImportedPage.better(kept, capture);
        }
      }
      if (revisit != null) {
        kept = withRevisit(kept, revisit);
      }
      CrawlDatum datum = kept.datum();
      if (datum.getStatus() != CrawlDatum.STATUS_LINKED) {
        context.getCounter(counter(datum.getStatus())).increment(1);
        context.getCounter(ImportCounter.SUPERSEDED).increment(superseded);
      }
      context.write(url, datum);
      if (kept.content() != null) {
        context.write(url, kept.content());
      }
    }

    private static ImportedPage withRevisit(ImportedPage kept, ImportedPage revisit) {
      long time = revisit.datum().getFetchTime();
      if (kept == null || kept.content() == null) {
        return ImportedPage.better(revisit, kept);
      }
      kept.datum().setFetchTime(Math.max(time, kept.datum().getFetchTime()));
      return kept;
    }

    private static ImportCounter counter(byte status) {
      return switch (status) {
        case CrawlDatum.STATUS_FETCH_SUCCESS -> ImportCounter.PAGES;
        case CrawlDatum.STATUS_FETCH_REDIR_PERM, CrawlDatum.STATUS_FETCH_REDIR_TEMP ->
            ImportCounter.REDIRECTS;
        case CrawlDatum.STATUS_FETCH_GONE -> ImportCounter.GONE;
        case CrawlDatum.STATUS_FETCH_NOTMODIFIED -> ImportCounter.NOT_MODIFIED;
        default -> ImportCounter.FAILED;
      };
    }
  }
}
