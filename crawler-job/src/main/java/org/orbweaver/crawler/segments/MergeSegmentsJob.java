package org.orbweaver.crawler.segments;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.recrawl.PageVersions;
import org.orbweaver.crawler.segments.SegmentWriter.SegmentPart;

/**
 * Merges segments into one.
 *
 * <p>Input: {@code crawl_fetch}, {@code content}, {@code parse_data}, {@code parse_text}, {@code
 * crawl_parse} and {@code fetch_heads} of the segments. Map: the same, without links by target.
 * Shuffle: by URL, kind of record and age of the segment. Reduce: {@link SegmentVersions}. Output:
 * for each slice the six parts of a segment, a part for each of its reducers, by the URL's hash.
 * Cost: all content of the segments is sorted once; one record is held at a time.
 */
final class MergeSegmentsJob {
  private MergeSegmentsJob() {}

  /**
   * Runs the job.
   *
   * @param segments to merge, newest first
   * @param parts of each slice
   * @param output does not exist; becomes a folder of the slices
   */
  static Counters run(Session session, List<Path> segments, int parts, int slices, Path output)
      throws IOException {
    List<String> folders = Arrays.stream(SegmentPart.values()).map(SegmentPart::folder).toList();
    Job job =
        SegmentsJob.create(
            session.conf(),
            "merge segments",
            MergeSegmentsJob.class,
            session.dir(),
            segments,
            folders);
    job.setMapperClass(SegmentPartMapper.class);
    job.setMapOutputKeyClass(BytesWritable.class);
    job.setMapOutputValueClass(SegmentRecord.class);
    job.setPartitionerClass(SegmentKey.UrlPartitioner.class);
    job.setGroupingComparatorClass(SegmentKey.Grouping.class);
    job.setReducerClass(SegmentVersionsReducer.class);
    SegmentOutputFormat.writeSlices(job, output, parts, slices);
    return JobRunner.run(job, session.console());
  }

  /** Adds the part and the segment to each record; leaves out links by target. */
  static final class SegmentPartMapper extends SegmentMapper<BytesWritable> {
    private final BytesWritable key = new BytesWritable();
    private SegmentPart part;

    @Override
    protected void begin(String folder) {
      part = SegmentPart.where(one -> one.folder().equals(folder));
    }

    @Override
    protected void map(Text url, Writable value, Context context)
        throws IOException, InterruptedException {
      locate(context);
      if (part == SegmentPart.CRAWL_PARSE
          && ((CrawlDatum) value).getStatus() == CrawlDatum.STATUS_LINKED) {
        return;
      }
      SegmentKey.set(key, url, part, segment());
      record.set(value);
      context.write(key, record);
    }
  }

  /** Passes on the records of a page that {@link SegmentVersions} keeps. */
  static final class SegmentVersionsReducer
      extends Reducer<BytesWritable, SegmentRecord, Text, Writable> {
    private final Text url = new Text();
    private SegmentVersions versions;

    @Override
    protected void setup(Context context) {
      versions = new SegmentVersions(PageVersions.of(context.getConfiguration()));
    }

    @Override
    protected void reduce(BytesWritable key, Iterable<SegmentRecord> records, Context context)
        throws IOException, InterruptedException {
      SegmentKey.readUrl(key, url);
      versions.begin();
      SegmentPart last = SegmentPart.FETCH;
      for (SegmentRecord record : records) {
        // The key moves along with the values of its group.
        SegmentPart part = SegmentKey.part(key);
        int age = SegmentKey.age(key);
        Writable value = record.get();
        if (part == SegmentPart.FETCH) {
          versions.add((CrawlDatum) value, age);
          continue;
        }
        if (last == SegmentPart.FETCH) {
          writeFetch(context);
        }
        last = part;
        if (part == SegmentPart.HEADS ? versions.isFetchKept(age) : versions.isKept(age)) {
          context.write(url, value);
        }
        if (part == SegmentPart.CONTENT) {
          context
              .getCounter(versions.isKept(age) ? MergeCounter.PAGES : MergeCounter.DROPPED)
              .increment(1);
        }
      }
      if (last == SegmentPart.FETCH) {
        writeFetch(context);
      }
    }

    private void writeFetch(Context context) throws IOException, InterruptedException {
      if (versions.kept() != null) {
        context.write(url, versions.kept());
      }
    }
  }

  /** The counters of a merge of segments. */
  enum MergeCounter {
    /** Pages with content in the merged segment. */
    PAGES,
    /** Contents that are out of date, or of pages that are gone. */
    DROPPED
  }
}
