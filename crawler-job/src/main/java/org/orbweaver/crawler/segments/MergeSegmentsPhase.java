package org.orbweaver.crawler.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.GenericWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.crawldb.CrawlDb;
import org.orbweaver.crawler.schedule.PageVersions;
import org.orbweaver.crawler.segments.MergeSegmentsPhase.MergeSegmentsJob.MergeCounter;
import org.orbweaver.crawler.segments.SegmentWriter.SegmentPart;
import org.orbweaver.crawler.update.UpdatePhase;

/**
 * Merges all but a crawl's last segments into one, which takes the name of the newest of them. To
 * be run when the linkdb is up to date: it does not tell from which version of a page a link is.
 */
public final class MergeSegmentsPhase {
  private static final String STEP = "merge";

  /**
   * What to merge.
   *
   * @param kept segments that stay as they are; the others are merged once there are twice as many,
   *     so that each record is written anew only once in a while. 0: nothing is merged
   */
  public record Options(int kept) {}

  /**
   * What came of it.
   *
   * @param segment its name
   * @param merged segments that are in it
   * @param pages with content
   * @param dropped contents that are out of date, or of pages that are gone
   */
  public record Result(String segment, int merged, long pages, long dropped) {
    /** One line for people. */
    public String summary() {
      return String.format(
          Locale.ROOT,
          "merged %s into %s: %s, %s dropped",
          Count.of(merged, "segment"),
          segment,
          Count.of(pages, "page"),
          Count.of(dropped, "old version"));
    }
  }

  /**
   * Merges, where it is time.
   *
   * @throws OrbException (failed) where a segment is damaged: nothing is changed then
   */
  public Optional<Result> run(Session session, Options options) throws IOException {
    List<Path> old = old(session, options.kept());
    if (old.isEmpty()) {
      return Optional.empty();
    }
    CrawlDir dir = session.dir();
    Path newest = old.get(old.size() - 1);
    Step step = session.steps().begin(STEP, newest.getName());
    Path staged = step.staging("segment");
    List<Path> newestFirst = new ArrayList<>(old);
    Collections.reverse(newestFirst);
    int parts = Math.max(1, CrawlDb.check(session.conf(), dir).parts().size());
    Counters counters = MergeSegmentsJob.run(session, newestFirst, parts, staged);
    step.replace(staged, newest);
    for (Path segment : old.subList(0, old.size() - 1)) {
      step.remove(segment);
    }
    Result result =
        new Result(
            newest.getName(),
            old.size(),
            counters.findCounter(MergeCounter.PAGES).getValue(),
            counters.findCounter(MergeCounter.DROPPED).getValue());
    step.commit(
        Map.of(
            "merged", String.join(",", old.stream().map(Path::getName).toList()),
            "pages", "" + result.pages(),
            "dropped", "" + result.dropped()));
    return Optional.of(result);
  }

  /** The oldest segments, up to the first that the crawldb does not have, where it is time. */
  private static List<Path> old(Session session, int kept) throws IOException {
    Set<String> done = UpdatePhase.inCrawlDb(session.steps());
    List<Path> all = session.dir().segmentList();
    int inCrawlDb = 0;
    while (inCrawlDb < all.size() && done.contains(all.get(inCrawlDb).getName())) {
      inCrawlDb++;
    }
    return kept > 0 && inCrawlDb > 2 * kept ? all.subList(0, inCrawlDb - kept) : List.of();
  }

  /**
   * Merges segments into one.
   *
   * <p>Input: {@code crawl_fetch}, {@code content}, {@code parse_data}, {@code parse_text} and
   * {@code crawl_parse} of the segments. Map: the same, without links by target. Shuffle: by URL,
   * kind of record and age of the segment. Reduce: {@link SegmentVersions}. Output: the five parts
   * of a segment, a part for each reducer, by the URL's hash. Cost: all content of the segments is
   * sorted once; one record is held at a time.
   */
  static final class MergeSegmentsJob {
    static final String SEGMENTS = "orbweaver.internal.segments.newest.first";

    private MergeSegmentsJob() {}

    /**
     * Runs the job.
     *
     * @param segments to merge, newest first
     * @param output does not exist; becomes the segment
     */
    static Counters run(Session session, List<Path> segments, int parts, Path output)
        throws IOException {
      Job job = JobRunner.newJob(session, "merge segments", MergeSegmentsJob.class);
      Configuration conf = job.getConfiguration();
      conf.setStrings(SEGMENTS, segments.stream().map(Path::getName).toArray(String[]::new));
      List<Path> inputs = new ArrayList<>();
      for (Path segment : segments) {
        for (SegmentPart part : SegmentPart.values()) {
          Path folder = new Path(segment, part.folder());
          if (session.dir().fs().exists(folder)) {
            inputs.add(folder);
          }
        }
      }
      StoreInputFormat.read(job, inputs.toArray(Path[]::new));
      job.setMapperClass(SegmentPartMapper.class);
      job.setMapOutputKeyClass(BytesWritable.class);
      job.setMapOutputValueClass(SegmentRecord.class);
      job.setPartitionerClass(SegmentKey.ByUrlHash.class);
      job.setGroupingComparatorClass(SegmentKey.ByUrl.class);
      job.setReducerClass(SegmentVersionsReducer.class);
      job.setNumReduceTasks(parts);
      job.setOutputKeyClass(Text.class);
      job.setOutputValueClass(Writable.class);
      job.setOutputFormatClass(Output.class);
      FileOutputFormat.setOutputPath(job, output);
      return JobRunner.run(job, session.console());
    }

    /** Says of which part and which segment a record is; links by target are left out. */
    static final class SegmentPartMapper
        extends Mapper<Text, Writable, BytesWritable, SegmentRecord> {
      private final BytesWritable key = new BytesWritable();
      private final SegmentRecord record = new SegmentRecord();
      private List<String> newestFirst;
      private String file = "";
      private SegmentPart part;
      private int age;

      @Override
      protected void setup(Context context) {
        newestFirst =
            Arrays.asList(context.getConfiguration().getStrings(MergeSegmentsJob.SEGMENTS));
      }

      @Override
      protected void map(Text url, Writable value, Context context)
          throws IOException, InterruptedException {
        String current = context.getConfiguration().get(MRJobConfig.MAP_INPUT_FILE);
        if (!current.equals(file)) {
          file = current;
          open(new Path(current));
        }
        if (part == SegmentPart.CRAWL_PARSE
            && ((CrawlDatum) value).getStatus() == CrawlDatum.STATUS_LINKED) {
          return;
        }
        SegmentKey.set(key, url, part, age);
        record.set(value);
        context.write(key, record);
      }

      /** {@code …/SEGMENT/folder/part-r-00000}, with a {@code /data} where it is a MapFile. */
      private void open(Path path) throws IOException {
        for (Path at = path; at.getParent() != null; at = at.getParent()) {
          age = newestFirst.indexOf(at.getParent().getName());
          if (age >= 0) {
            String folder = at.getName();
            part = SegmentPart.where(one -> one.folder().equals(folder));
            return;
          }
        }
        throw new IOException(path + " is in none of the segments of this job");
      }
    }

    /** Hands on what {@link SegmentVersions} keeps of a page. */
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
          if (versions.isKept(age)) {
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

    /**
     * The key of the shuffle: URL, kind of record, age of the segment (0 is the newest), so packed
     * that the order of its bytes is the order by all three. URLs have no byte 0.
     *
     * <p>Bytes: the URL in UTF-8, 0, the kind, the age as a big-endian int.
     */
    static final class SegmentKey {
      private static final int TAIL = 1 + 1 + Integer.BYTES;

      private SegmentKey() {}

      static void set(BytesWritable key, Text url, SegmentPart part, int age) {
        int length = url.getLength();
        key.setSize(length + TAIL);
        byte[] bytes = key.getBytes();
        System.arraycopy(url.getBytes(), 0, bytes, 0, length);
        ByteBuffer.wrap(bytes, length, TAIL).put((byte) 0).put(part.code()).putInt(age);
      }

      static void readUrl(BytesWritable key, Text url) {
        url.set(key.getBytes(), 0, key.getLength() - TAIL);
      }

      static SegmentPart part(BytesWritable key) {
        byte code = key.getBytes()[key.getLength() - TAIL + 1];
        return SegmentPart.where(part -> part.code() == code);
      }

      static int age(BytesWritable key) {
        return ByteBuffer.wrap(key.getBytes(), key.getLength() - Integer.BYTES, Integer.BYTES)
            .getInt();
      }

      /** Groups by URL. */
      static final class ByUrl extends WritableComparator {
        private static final int LENGTH_BYTES = Integer.BYTES;

        ByUrl() {
          super(BytesWritable.class);
        }

        @Override
        public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
          return Arrays.compareUnsigned(
              b1, s1 + LENGTH_BYTES, s1 + l1 - TAIL, b2, s2 + LENGTH_BYTES, s2 + l2 - TAIL);
        }
      }

      /** The part of a URL: as Text's hash has it, like the crawldb's. */
      static final class ByUrlHash extends Partitioner<BytesWritable, SegmentRecord> {
        private final Text url = new Text();

        @Override
        public int getPartition(BytesWritable key, SegmentRecord value, int parts) {
          readUrl(key, url);
          return (url.hashCode() & Integer.MAX_VALUE) % parts;
        }
      }
    }

    /** A record of any part of a segment, for the shuffle. */
    static final class SegmentRecord extends GenericWritable {
      @SuppressWarnings({"unchecked", "rawtypes"}) // An array of generic classes.
      private static final Class<? extends Writable>[] TYPES =
          new Class[] {CrawlDatum.class, Content.class, ParseData.class, ParseText.class};

      @Override
      protected Class<? extends Writable>[] getTypes() {
        return TYPES;
      }
    }

    /** What a merge of segments counts. */
    enum MergeCounter {
      /** Pages with content in the merged segment. */
      PAGES,
      /** Contents that are out of date, or of pages that are gone. */
      DROPPED
    }

    /** Writes each record where its kind belongs; keys come in order. */
    static final class Output extends FileOutputFormat<Text, Writable> {
      @Override
      public RecordWriter<Text, Writable> getRecordWriter(TaskAttemptContext context)
          throws IOException {
        SegmentWriter segment =
            SegmentWriter.open(context, getOutputCommitter(context), SegmentPart.values());
        return new RecordWriter<>() {
          @Override
          public void write(Text url, Writable value) throws IOException {
            segment.append(part(value), url, value);
          }

          @Override
          public void close(TaskAttemptContext ended) throws IOException {
            segment.close();
          }
        };
      }

      private static SegmentPart part(Writable value) {
        if (value instanceof CrawlDatum datum) {
          boolean fromParser =
              datum.getStatus() == CrawlDatum.STATUS_SIGNATURE
                  || datum.getStatus() == CrawlDatum.STATUS_PARSE_META;
          return fromParser ? SegmentPart.CRAWL_PARSE : SegmentPart.FETCH;
        }
        return value instanceof Content
            ? SegmentPart.CONTENT
            : value instanceof ParseData ? SegmentPart.PARSE_DATA : SegmentPart.PARSE_TEXT;
      }
    }
  }
}
