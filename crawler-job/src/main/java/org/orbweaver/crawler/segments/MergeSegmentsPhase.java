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
import org.apache.hadoop.fs.FileSystem;
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
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.crawldb.CrawlDb;
import org.orbweaver.crawler.schedule.PageVersions;
import org.orbweaver.crawler.segments.MergeSegmentsPhase.MergeSegmentsJob.MergeCounter;
import org.orbweaver.crawler.segments.SegmentWriter.SegmentPart;

/**
 * Merges a crawl's older segments with each other. Run it when the linkdb is up to date: the linkdb
 * does not record which version of a page a link is from.
 */
public final class MergeSegmentsPhase {
  private static final String STEP = "merge";

  /**
   * The options of a merge.
   *
   * @param retention chooses the segments
   * @param sliceBytes size of a segment above which a merge makes several, each with some of the
   *     URLs; 0 for no limit
   */
  public record Options(SegmentRetention retention, long sliceBytes) {}

  /**
   * The result of a merge.
   *
   * @param merged segments that were merged
   * @param made segments that they became
   * @param pages with content
   * @param dropped contents that are out of date, or of pages that are gone
   */
  public record Result(int merged, int made, long pages, long dropped) {
    /** One line for people. */
    public String summary() {
      return String.format(
          Locale.ROOT,
          "merged %s into %,d: %s, %s dropped",
          Count.of(merged, "segment"),
          made,
          Count.of(pages, "page"),
          Count.of(dropped, "old version"));
    }

    private Result plus(Result other) {
      return new Result(
          merged + other.merged, made + other.made, pages + other.pages, dropped + other.dropped);
    }
  }

  /** Segments to merge into fewer; these take the names of the newest of them. */
  private record Merge(List<Path> segments, int slices) {
    int saved() {
      return segments.size() - slices;
    }
  }

  /**
   * Merges if it is time: once at least as many segments would vanish as are kept unmerged, so that
   * each record is rewritten only rarely.
   *
   * @throws OrbException (failed) if a segment is damaged; its merge then changes nothing
   */
  public Optional<Result> run(Session session, Options options) throws IOException {
    int kept = options.retention().kept();
    List<Merge> merges = kept > 0 ? merges(session, options) : List.of();
    if (merges.isEmpty() || merges.stream().mapToInt(Merge::saved).sum() < kept) {
      return Optional.empty();
    }
    Result total = new Result(0, 0, 0, 0);
    for (Merge merge : merges) {
      total = total.plus(merge(session, merge));
    }
    return Optional.of(total);
  }

  private static List<Merge> merges(Session session, Options options) throws IOException {
    FileSystem fs = session.dir().fs();
    Path folder = session.dir().segments();
    List<Merge> merges = new ArrayList<>();
    for (List<String> names :
        options.retention().groups(inCrawlDb(session), session.clock().instant())) {
      List<Path> segments = names.stream().map(name -> new Path(folder, name)).toList();
      long slices = 1;
      if (options.sliceBytes() > 0) {
        long bytes = 0;
        for (Path segment : segments) {
          bytes += fs.getContentSummary(segment).getLength();
        }
        slices = Math.max(1, (bytes + options.sliceBytes() - 1) / options.sliceBytes());
      }
      Merge merge = new Merge(segments, (int) Math.min(slices, segments.size()));
      if (merge.saved() > 0) {
        merges.add(merge);
      }
    }
    return merges;
  }

  /** The oldest segments, up to the first that is not in the crawldb. */
  private static List<String> inCrawlDb(Session session) throws IOException {
    Set<String> done = CrawlDb.segments(session.steps().history());
    return session.dir().segmentList().stream()
        .map(Path::getName)
        .takeWhile(done::contains)
        .toList();
  }

  private static Result merge(Session session, Merge merge) throws IOException {
    List<Path> old = merge.segments();
    Step step = session.steps().begin(STEP, old.get(old.size() - 1).getName());
    Path staged = step.staging("segment");
    List<Path> newestFirst = new ArrayList<>(old);
    Collections.reverse(newestFirst);
    int parts = Math.max(1, CrawlDb.check(session.conf(), session.dir()).parts().size());
    Counters counters = MergeSegmentsJob.run(session, newestFirst, parts, merge.slices(), staged);
    for (int i = 0; i < old.size(); i++) {
      if (i < merge.slices()) {
        step.replace(SegmentOutputFormat.slice(staged, i), newestFirst.get(i));
      } else {
        step.remove(newestFirst.get(i));
      }
    }
    Result result =
        new Result(
            old.size(),
            merge.slices(),
            counters.findCounter(MergeCounter.PAGES).getValue(),
            counters.findCounter(MergeCounter.DROPPED).getValue());
    step.commit(
        Map.of(
            "merged", String.join(",", old.stream().map(Path::getName).toList()),
            "pages", "" + result.pages(),
            "dropped", "" + result.dropped()));
    return result;
  }

  /**
   * Merges segments into one.
   *
   * <p>Input: {@code crawl_fetch}, {@code content}, {@code parse_data}, {@code parse_text} and
   * {@code crawl_parse} of the segments. Map: the same, without links by target. Shuffle: by URL,
   * kind of record and age of the segment. Reduce: {@link SegmentVersions}. Output: for each slice
   * the five parts of a segment, a part for each of its reducers, by the URL's hash. Cost: all
   * content of the segments is sorted once; one record is held at a time.
   */
  static final class MergeSegmentsJob {
    static final String SEGMENTS = "orbweaver.internal.segments.newest.first";

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
      SegmentOutputFormat.writeSlices(job, output, parts, slices);
      return JobRunner.run(job, session.console());
    }

    /** Adds the part and the segment to each record; leaves out links by target. */
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
          SegmentFile read = SegmentFile.of(current, newestFirst);
          age = read.segment();
          part = SegmentPart.where(one -> one.folder().equals(read.folder()));
        }
        if (part == SegmentPart.CRAWL_PARSE
            && ((CrawlDatum) value).getStatus() == CrawlDatum.STATUS_LINKED) {
          return;
        }
        SegmentKey.set(key, url, part, age);
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
     * The key of the shuffle: URL, kind of record, age of the segment (0 is the newest), packed so
     * that the byte order is the order by all three. URLs have no byte 0.
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

      /** Partitions by URL, with Text's hash, as the crawldb does. */
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

    /** The counters of a merge of segments. */
    enum MergeCounter {
      /** Pages with content in the merged segment. */
      PAGES,
      /** Contents that are out of date, or of pages that are gone. */
      DROPPED
    }
  }
}
