package org.orbweaver.crawler.warc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.netpreserve.jwarc.URIs;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.crawldb.SiteMark;
import org.orbweaver.crawler.fetch.FetchJob;
import org.orbweaver.crawler.fetch.task.RequestLine;
import org.orbweaver.crawler.segments.SegmentMapper;
import org.orbweaver.crawler.segments.SegmentRecord;
import org.orbweaver.crawler.segments.SegmentsJob;
import org.orbweaver.crawler.segments.UrlGrouping;

/**
 * Exports segments to WARC files and their index.
 *
 * <p>Input: {@code crawl_fetch}, {@code content} and {@code fetch_log} of all segments. Map: each
 * record, and from the log the lines of responses by their URL. Shuffle, compressed: by the URL's
 * SURT (its form with the host reversed, by which indexes of archives are sorted), URL, segment
 * from old to new, and kind. Reduce: {@link CaptureWriter}; it writes the WARC files of its
 * partition into {@link #ARCHIVE}. Output: (SURT and timestamp, JSON), sorted: a part of the CDXJ
 * index. Cost: all content is sorted once; a task holds one fetch, and the index lines of one SURT.
 */
final class ExportJob {
  /** The folder of WARC files in the job's output. */
  static final String ARCHIVE = "archive";

  private static final String FILES = "orbweaver.internal.warc.files.form";

  private ExportJob() {}

  /**
   * The form of the files.
   *
   * @param prefix of their names
   * @param info fields of warcinfo, a line each
   * @param createdMs the time in warcinfo, milliseconds since 1970
   * @param maxBytes after which a file ends
   * @param publicOnly whether pages fetched with a login are left out
   */
  record Files(String prefix, String info, long createdMs, long maxBytes, boolean publicOnly) {}

  /** The counters of the job. */
  enum CaptureCounter {
    /** Responses. */
    RESPONSES,
    /** Revisits: pages that were unchanged. */
    REVISITS,
    /** Fetches without a response: refused, deferred, failed. */
    WITHOUT_RESPONSE,
    /** Fetches with a login, left out. */
    WITH_LOGIN
  }

  /**
   * Runs the job.
   *
   * @param segments from old to new
   * @param output does not exist
   */
  static Counters run(
      Configuration base,
      CrawlDir crawl,
      List<Path> segments,
      Files files,
      Path output,
      Console console)
      throws IOException {
    List<String> folders = Arrays.stream(FetchFolder.values()).map(kind -> kind.folder).toList();
    Job job = SegmentsJob.create(base, "export", ExportJob.class, crawl, segments, folders);
    job.getConfiguration().set(FILES, Json.line(files));
    job.setMapperClass(FetchRecordMapper.class);
    job.setMapOutputKeyClass(BytesWritable.class);
    job.setMapOutputValueClass(SegmentRecord.class);
    job.setPartitionerClass(BySurt.class);
    job.setGroupingComparatorClass(ByUrl.class);
    job.setReducerClass(CaptureReducer.class);
    StoreFiles.writeSequence(job, output, Text.class);
    return JobRunner.run(job, console);
  }

  /**
   * The folders of a segment that are read, in the order in which the records of a fetch are
   * needed.
   */
  private enum FetchFolder {
    FETCH(0, CrawlDatum.FETCH_DIR_NAME),
    REQUEST(1, FetchJob.LOG_DIR),
    CONTENT(2, Content.DIR_NAME);

    private final byte code;
    private final String folder;

    FetchFolder(int code, String folder) {
      this.code = (byte) code;
      this.folder = folder;
    }

    static FetchFolder of(String folder) {
      return Arrays.stream(values())
          .filter(kind -> kind.folder.equals(folder))
          .findAny()
          .orElseThrow();
    }
  }

  /** SURT, 0, URL, 0, segment as a big-endian int, kind; neither of the first two has a 0. */
  private static final class Key {
    private static final int TAIL = Integer.BYTES + 1;

    private Key() {}

    static void set(BytesWritable key, String url, int segment, FetchFolder kind) {
      String text = URIs.toNormalizedSurt(url).replace(' ', '+') + "\0" + url + "\0";
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      key.setSize(bytes.length + TAIL);
      ByteBuffer.wrap(key.getBytes()).put(bytes).putInt(segment).put(kind.code);
    }

    static String[] surtAndUrl(BytesWritable key) {
      String text = new String(key.getBytes(), 0, key.getLength() - TAIL, StandardCharsets.UTF_8);
      return text.split("\0", -1);
    }

    static int segment(BytesWritable key) {
      return ByteBuffer.wrap(key.getBytes(), key.getLength() - TAIL, Integer.BYTES).getInt();
    }
  }

  /** URLs of one SURT come to one reducer, so that index lines are in order. */
  static final class BySurt extends Partitioner<BytesWritable, SegmentRecord> {
    @Override
    public int getPartition(BytesWritable key, SegmentRecord value, int parts) {
      int end = 0;
      while (key.getBytes()[end] != 0) {
        end++;
      }
      return Math.floorMod(WritableComparator.hashBytes(key.getBytes(), end), parts);
    }
  }

  /** Groups by URL. */
  static final class ByUrl extends UrlGrouping {
    ByUrl() {
      super(Key.TAIL);
    }
  }

  /** Adds URL, segment and kind to each record. */
  static final class FetchRecordMapper extends SegmentMapper<BytesWritable> {
    private final BytesWritable key = new BytesWritable();
    private FetchFolder kind;

    @Override
    protected void begin(String folder) {
      kind = FetchFolder.of(folder);
    }

    @Override
    protected void map(Text text, Writable value, Context context)
        throws IOException, InterruptedException {
      locate(context);
      String url = text.toString();
      if (kind == FetchFolder.REQUEST) {
        RequestLine line = RequestLine.decode(url, value.toString());
        if (!line.answer().matches("\\d{3}")) {
          return;
        }
        url = line.url();
      } else if (kind == FetchFolder.FETCH
          && ((CrawlDatum) value).getStatus() == CrawlDatum.STATUS_LINKED) {
        return;
      }
      Key.set(key, url, segment(), kind);
      record.set(value);
      context.write(key, record);
    }
  }

  /** Combines the records of each fetch and writes it. */
  static final class CaptureReducer extends Reducer<BytesWritable, SegmentRecord, Text, Text> {
    private final Text line = new Text();
    private final Text json = new Text();

    /**
     * The lines of {@link #surt} by timestamp; several lines of one second are in the order of
     * their text.
     */
    private final Map<String, List<String>> lines = new TreeMap<>();

    private String surt = "";
    private WarcOutput out;
    private CaptureWriter writer;
    private boolean publicOnly;

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      Configuration conf = context.getConfiguration();
      Path folder = new Path(FileOutputFormat.getWorkOutputPath(context), ARCHIVE);
      int part = context.getTaskAttemptID().getTaskID().getId();
      Files files = Json.parse(conf.getRaw(FILES), Files.class);
      String prefix = String.format(Locale.ROOT, "%s-%05d", files.prefix(), part);
      out =
          new WarcOutput(
              org.orbweaver.common.store.Files.plain(folder.getFileSystem(conf)),
              folder,
              prefix,
              files.info(),
              Instant.ofEpochMilli(files.createdMs()),
              files.maxBytes());
      writer = new CaptureWriter(out);
      publicOnly = files.publicOnly();
    }

    @Override
    protected void reduce(BytesWritable key, Iterable<SegmentRecord> records, Context context)
        throws IOException, InterruptedException {
      String[] names = Key.surtAndUrl(key);
      if (!names[0].equals(surt)) {
        writeLines(context);
        surt = names[0];
      }
      writer.beginUrl();
      int segment = -1;
      CrawlDatum fetch = null;
      RequestLine request = null;
      Content content = null;
      for (SegmentRecord record : records) {
        // The key changes along with the values of its group.
        if (Key.segment(key) != segment) {
          write(names[1], fetch, request, content, context);
          segment = Key.segment(key);
          fetch = null;
          request = null;
          content = null;
        }
        Writable value = record.get();
        if (value instanceof CrawlDatum datum) {
          fetch = datum;
        } else if (value instanceof Content page) {
          content = page;
        } else {
          RequestLine other = RequestLine.decode("", value.toString());
          request = request == null || other.startMs() > request.startMs() ? other : request;
        }
        context.progress();
      }
      write(names[1], fetch, request, content, context);
    }

    private void write(
        String url, CrawlDatum fetch, RequestLine request, Content content, Context context)
        throws IOException {
      if (fetch == null) {
        return;
      }
      if (publicOnly && SiteMark.isOn(fetch, content)) {
        context.getCounter(CaptureCounter.WITH_LOGIN).increment(1);
        return;
      }
      CaptureWriter.IndexLine written = writer.write(url, fetch, request, content);
      if (written == null) {
        context.getCounter(CaptureCounter.WITHOUT_RESPONSE).increment(1);
        return;
      }
      context
          .getCounter(written.revisit() ? CaptureCounter.REVISITS : CaptureCounter.RESPONSES)
          .increment(1);
      lines.computeIfAbsent(written.timestamp(), unused -> new ArrayList<>()).add(written.json());
    }

    private void writeLines(Context context) throws IOException, InterruptedException {
      for (Map.Entry<String, List<String>> time : lines.entrySet()) {
        line.set(surt + " " + time.getKey());
        time.getValue().sort(null);
        for (String text : time.getValue()) {
          json.set(text);
          context.write(line, json);
        }
      }
      lines.clear();
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      writeLines(context);
      out.close();
    }
  }
}
