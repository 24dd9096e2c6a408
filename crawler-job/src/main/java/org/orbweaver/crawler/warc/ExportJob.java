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
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
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
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.crawldb.SiteMark;
import org.orbweaver.crawler.fetch.FetchJob;
import org.orbweaver.crawler.fetch.task.RecordedHeads;
import org.orbweaver.crawler.fetch.task.RequestLine;
import org.orbweaver.crawler.segments.SegmentMapper;
import org.orbweaver.crawler.segments.SegmentRecord;
import org.orbweaver.crawler.segments.SegmentWriter.SegmentPart;
import org.orbweaver.crawler.segments.SegmentsJob;
import org.orbweaver.crawler.segments.UrlGrouping;

/**
 * Exports segments to WARC files and their index.
 *
 * <p>Input: {@code crawl_fetch}, {@code content}, {@code rendered}, {@code fetch_log} and {@code
 * fetch_heads} of all segments; for texts and owners' wishes also {@code parse_data} and {@code
 * parse_text}. Map: each record, and from the log the lines of responses by their URL. Shuffle,
 * compressed: by the URL's SURT (its form with the host reversed, by which indexes of archives are
 * sorted), URL, segment from old to new, and kind. Reduce: {@link CaptureWriter}; it writes the
 * WARC files of its partition into {@link #ARCHIVE}. Output: (SURT and timestamp, JSON), sorted: a
 * part of the CDXJ index. Cost: all content is sorted once; a task holds one fetch, and the index
 * lines of one SURT.
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
   * @param options of the export
   */
  record Files(String prefix, String info, long createdMs, ArchiveOptions options) {}

  /** The counters of the job. */
  enum CaptureCounter {
    /** Responses. */
    RESPONSES,
    /** Revisits: pages that were unchanged. */
    REVISITS,
    /** Fetches without a response: refused, deferred, failed. */
    WITHOUT_RESPONSE,
    /** Fetches with a login, left out. */
    WITH_LOGIN,
    /** Fetches of pages whose owners disallow a use. */
    DISALLOWED,
    /** Fetches of pages whose owners may disallow a use: parse has not read it. */
    UNREAD,
    /** Rendered versions of pages. */
    RENDERED,
    /** Texts of pages. */
    TEXTS
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
    List<String> folders =
        Arrays.stream(FetchFolder.values())
            .filter(kind -> kind.isNeeded(files.options()))
            .map(kind -> kind.folder)
            .toList();
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
    HEADS(2, RecordedHeads.FOLDER),
    CONTENT(3, Content.DIR_NAME),
    RENDERED(4, SegmentPart.RENDERED.folder()),
    DATA(5, ParseData.DIR_NAME),
    TEXT(6, ParseText.DIR_NAME);

    private final byte code;
    private final String folder;

    FetchFolder(int code, String folder) {
      this.code = (byte) code;
      this.folder = folder;
    }

    boolean isNeeded(ArchiveOptions options) {
      return switch (this) {
        case DATA -> options.wet() || !options.disallowed().isEmpty();
        case TEXT -> options.wet();
        default -> true;
      };
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
      String text = CaptureWriter.surt(url) + "\0" + url + "\0";
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
    private Derivatives derivatives;
    private CaptureWriter writer;
    private ArchiveOptions options;
    private Instant created;

    /** Whether the last page of the URL was left out, and so its revisits are. */
    private Optional<PlainText.Withheld> withheld = Optional.empty();

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      Configuration conf = context.getConfiguration();
      Path folder = new Path(FileOutputFormat.getWorkOutputPath(context), ARCHIVE);
      int part = context.getTaskAttemptID().getTaskID().getId();
      Files files = Json.parse(conf.getRaw(FILES), Files.class);
      String prefix = String.format(Locale.ROOT, "%s-%05d", files.prefix(), part);
      options = files.options();
      created = Instant.ofEpochMilli(files.createdMs());
      FileSystem fs = org.orbweaver.common.store.Files.plain(folder.getFileSystem(conf));
      Function<String, WarcOutput> output =
          kind ->
              new WarcOutput(
                  fs,
                  folder,
                  prefix,
                  ".warc" + kind + (options.zstd() ? WarcOutput.ZSTD : ".gz"),
                  files.info(),
                  created,
                  options.maxBytes());
      out = output.apply("");
      derivatives =
          new Derivatives(
              options.wat() ? output.apply(".wat") : null,
              options.wet() ? output.apply(".wet") : null,
              created);
      writer = new CaptureWriter(out, derivatives);
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
      withheld = Optional.empty();
      int segment = -1;
      FetchRecords fetch = new FetchRecords();
      for (SegmentRecord record : records) {
        // The key changes along with the values of its group.
        if (Key.segment(key) != segment) {
          write(names[1], fetch, context);
          segment = Key.segment(key);
          fetch = new FetchRecords();
        }
        fetch.add(record.get());
        context.progress();
      }
      write(names[1], fetch, context);
    }

    private void write(String url, FetchRecords records, Context context) throws IOException {
      CrawlDatum fetch = records.fetch;
      if (fetch == null) {
        return;
      }
      if (options.publicOnly() && SiteMark.isOn(fetch, records.content)) {
        context.getCounter(CaptureCounter.WITH_LOGIN).increment(1);
        return;
      }
      if (records.content != null) {
        withheld = PlainText.withheld(records.data, options.disallowed());
      }
      boolean isPage =
          records.content != null || fetch.getStatus() == CrawlDatum.STATUS_FETCH_NOTMODIFIED;
      if (isPage && withheld.isPresent()) {
        context.getCounter(CaptureCounter.valueOf(withheld.get().name())).increment(1);
        return;
      }
      PlainText text =
          derivatives.hasTexts()
              ? PlainText.of(records.data, records.text, created).orElse(null)
              : null;
      CaptureWriter.IndexLine written =
          writer.write(
              url,
              new CaptureWriter.Fetch(
                  fetch, records.request, records.heads, records.content, records.rendered, text));
      if (written == null) {
        context.getCounter(CaptureCounter.WITHOUT_RESPONSE).increment(1);
        return;
      }
      context
          .getCounter(written.revisit() ? CaptureCounter.REVISITS : CaptureCounter.RESPONSES)
          .increment(1);
      context.getCounter(CaptureCounter.RENDERED).increment(written.rendered() ? 1 : 0);
      boolean isNew = written.rendered() || !written.revisit();
      context.getCounter(CaptureCounter.TEXTS).increment(isNew && text != null ? 1 : 0);
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
      derivatives.close();
      out.close();
    }
  }

  /** The records of one fetch, which come in the order of {@link FetchFolder}. */
  private static final class FetchRecords {
    private CrawlDatum fetch;
    private RequestLine request;
    private RecordedHeads heads;
    private Content content;
    private Content rendered;
    private ParseData data;
    private ParseText text;

    void add(Writable value) throws IOException {
      if (value instanceof CrawlDatum datum) {
        fetch = datum;
      } else if (value instanceof Content page) {
        if (page.getMetadata().get(MetadataKeys.RENDERED) == null) {
          content = page;
        } else {
          rendered = page;
        }
      } else if (value instanceof ParseData parse) {
        data = parse;
      } else if (value instanceof ParseText parse) {
        text = parse;
      } else if (value instanceof BytesWritable bytes) {
        RecordedHeads other = RecordedHeads.decode(bytes);
        // Without the log, the last request is the one that made the record.
        boolean isOurs =
            request == null
                ? heads == null || other.startMs() > heads.startMs()
                : other.startMs() == request.startMs();
        heads = isOurs ? other : heads;
      } else {
        RequestLine other = RequestLine.decode("", value.toString());
        request = request == null || other.startMs() > request.startMs() ? other : request;
      }
    }
  }
}
