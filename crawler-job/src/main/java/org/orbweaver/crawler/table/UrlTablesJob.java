package org.orbweaver.crawler.table;

import static org.orbweaver.crawler.table.Fragment.KIND;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.job.RecordFaults;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.fetch.FetchJob;
import org.orbweaver.crawler.fetch.task.RequestLine;
import org.orbweaver.crawler.table.RowOutputFormat.Place;
import org.orbweaver.crawler.table.TableJob.RowKey;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.warc.CaptureWriter;

/**
 * Writes the tables whose rows are sorted by URL: the URL index, pages and links.
 *
 * <p>Input: {@code crawl_fetch}, {@code fetch_log}, {@code content} and {@code parse_data} of all
 * segments; the crawldb, the linkdb; pages of the index, and places in WARC files. Map: each record
 * as a {@link Fragment}. Shuffle, compressed: by SURT and URL in total order, then places, segments
 * from old to new, and the rest. Reduce: joins the fragments of one URL and writes its rows, unless
 * its owner disallows the use. Output: Parquet. Cost: all content is read and hashed once, but not
 * shuffled; the links of each version of a page are. A task holds the captures of one URL, and the
 * links of its newest version.
 */
final class UrlTablesJob {
  private static final String SEGMENTS = "orbweaver.internal.tables.segments";
  private static final String OPTIONS = "orbweaver.internal.tables.options";

  /** The order of a URL's records that belong to no segment. */
  private static final int BEFORE_SEGMENTS = 0;

  private static final int AFTER_SEGMENTS = Integer.MAX_VALUE;

  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private UrlTablesJob() {}

  /**
   * The options of the job.
   *
   * @param crawl its name in the URL index
   * @param disallowed pages whose usage has one of these words are left out, as {@code ai-train:n}
   * @param publicOnly whether pages fetched with a login are left out
   * @param now milliseconds since 1970
   */
  record Options(String crawl, String disallowed, boolean publicOnly, long now) {}

  /** The two uses of the join: all tables of URLs, or the metadata of indexed pages. */
  enum Goal {
    TABLES,
    METADATA
  }

  /** The counters of the job. */
  enum RowCounter {
    /** Rows of the URL index, without those of robots.txt. */
    CAPTURES,
    /** Of these, the number with a place in a WARC file. */
    LOCATED,
    /** Rows of the URL index about robots.txt. */
    ROBOTS,
    /** Rows of pages. */
    PAGES,
    /** Rows of links. */
    LINKS,
    /** URLs left out because their owners disallow the use. */
    DISALLOWED,
    /** URLs left out because their owners may disallow the use: parse has not read them. */
    UNREAD,
    /** Captures, and pages, left out because they were fetched with a login. */
    WITH_LOGIN,
    PAGES_WITH_LOGIN
  }

  /**
   * Runs the job.
   *
   * @param goal with {@link Goal#METADATA} its output is a sequence file, see {@link OwiExport}
   * @param segments from old to new
   * @param others sequence files of fragments
   * @param work a folder of the caller
   * @param output does not exist
   */
  static Counters run(
      Configuration base,
      CrawlDir crawl,
      Goal goal,
      List<Path> segments,
      List<Path> others,
      Options options,
      Path work,
      Path output,
      Console console)
      throws IOException {
    List<Path> inputs = new ArrayList<>(others);
    List<Path> sampled = new ArrayList<>();
    for (Path segment : segments) {
      for (String folder :
          List.of(
              CrawlDatum.FETCH_DIR_NAME, FetchJob.LOG_DIR, Content.DIR_NAME, ParseData.DIR_NAME)) {
        addIfThere(crawl, new Path(segment, folder), inputs);
      }
      addIfThere(crawl, new Path(segment, CrawlDatum.FETCH_DIR_NAME), sampled);
    }
    if (goal == Goal.TABLES) {
      addIfThere(crawl, crawl.crawlDb(), inputs);
      addIfThere(crawl, crawl.linkDb(), inputs);
    }
    Job job = TableJob.create(base, "export", inputs);
    Configuration conf = job.getConfiguration();
    conf.setStrings(SEGMENTS, segments.stream().map(Path::getName).toArray(String[]::new));
    conf.set(OPTIONS, Json.line(options));
    job.setMapperClass(FragmentMapper.class);
    if (goal == Goal.TABLES) {
      job.setReducerClass(RowReducer.class);
    } else {
      job.setReducerClass(OwiRows.OwiReducer.class);
      job.setOutputFormatClass(SequenceFileOutputFormat.class);
      job.setOutputKeyClass(IntWritable.class);
      job.setOutputValueClass(Text.class);
      StoreFiles.compressOutput(job);
    }
    return TableJob.run(
        job, inputs, sampled, url -> RowKey.prefix(CaptureWriter.surt(url)), work, output, console);
  }

  private static void addIfThere(CrawlDir crawl, Path folder, List<Path> paths) throws IOException {
    if (crawl.fs().exists(folder)) {
      paths.add(folder);
    }
  }

  private static Options options(Configuration conf) throws IOException {
    return Json.parse(conf.getRaw(OPTIONS), Options.class);
  }

  /** Makes fragments. */
  static final class FragmentMapper extends Mapper<Text, Writable, BytesWritable, Text> {
    private final BytesWritable key = new BytesWritable();
    private final Text json = new Text();
    private final RecordFaults faults = new RecordFaults(UrlTablesJob.class);
    private List<String> segments;
    private Options options;
    private String file = "";
    private int order;
    private boolean isLog;

    @Override
    protected void setup(Context context) throws IOException {
      options = options(context.getConfiguration());
      segments = List.of(context.getConfiguration().getStrings(SEGMENTS));
    }

    @Override
    protected void map(Text text, Writable value, Context context)
        throws IOException, InterruptedException {
      locate(context.getConfiguration().get(MRJobConfig.MAP_INPUT_FILE));
      try {
        String url = text.toString();
        Fields fields;
        int place = order;
        if (isLog) {
          RequestLine line = RequestLine.decode(url, value.toString());
          url = line.url();
          fields = Fragment.request(line);
        } else if (value instanceof Text ready) {
          fields = new Fields();
          fields.putAll(Json.parse(ready.toString()));
          place = fields.get(KIND).equals(Fragment.WARC.name()) ? BEFORE_SEGMENTS : place;
        } else {
          fields = fragment(value);
        }
        if (fields != null) {
          RowKey.set(key, place, CaptureWriter.surt(url), url);
          json.set(Json.line(fields));
          context.write(key, json);
        }
      } catch (RuntimeException | StackOverflowError e) {
        if (!faults.isRecords(text, e, context)) {
          throw e;
        }
      }
    }

    private Fields fragment(Writable value) {
      if (value instanceof Content content) {
        return Fragment.content(content);
      } else if (value instanceof ParseData data) {
        return Fragment.parse(data, options.now());
      } else if (value instanceof Inlinks links) {
        return Fragment.inlinks(links);
      }
      return order == AFTER_SEGMENTS
          ? Fragment.entry((CrawlDatum) value, options.now())
          : Fragment.fetch((CrawlDatum) value);
    }

    /** Finds out which store a file is of: {@code …/SEGMENT/folder/part-r-00000/data}. */
    private void locate(String current) {
      if (current.equals(file)) {
        return;
      }
      file = current;
      order = AFTER_SEGMENTS;
      isLog = false;
      for (Path at = new Path(current); at.getParent() != null; at = at.getParent()) {
        int segment = segments.indexOf(at.getParent().getName());
        if (segment >= 0) {
          order = segment + 1;
          isLog = at.getName().equals(FetchJob.LOG_DIR);
          return;
        }
      }
    }
  }

  /** The fragments of one URL in one segment. */
  static final class Capture {
    Map<String, Object> fetch;
    Map<String, Object> content = Map.of();
    Map<String, Object> parse = Map.of();
    private final List<Map<String, Object>> requests = new ArrayList<>();

    /** Whether some part of it says that it was fetched with a login. */
    boolean hasLogin() {
      return (fetch != null && fetch.containsKey("login"))
          || content.containsKey("login")
          || parse.containsKey("login");
    }

    /** The request whose answer was kept: the last one. */
    Map<String, Object> request() {
      Map<String, Object> last = null;
      for (Map<String, Object> request : requests) {
        last = last == null || time(request) > time(last) ? request : last;
      }
      return last;
    }

    private static long time(Map<String, Object> request) {
      return (Long) request.get("time");
    }
  }

  /** All fragments of one URL. */
  static final class Joined {
    final String surt;
    final String url;
    final Map<Integer, Capture> captures = new TreeMap<>();

    /** By time. */
    private final Map<String, Deque<Map<String, Object>>> places = new HashMap<>();

    private final Map<Fragment, Map<String, Object>> others = new EnumMap<>(Fragment.class);

    private Map<String, Object> lastParse = new HashMap<>();

    Joined(String surt, String url) {
      this.surt = surt;
      this.url = url;
    }

    /** Adds a fragment; those of segments come from old to new. */
    void add(int order, Map<String, Object> fields) {
      Fragment kind = Fragment.valueOf((String) fields.get(KIND));
      Capture capture =
          order == BEFORE_SEGMENTS || order == AFTER_SEGMENTS
              ? null
              : captures.computeIfAbsent(order, unused -> new Capture());
      switch (kind) {
        case WARC ->
            places
                .computeIfAbsent((String) fields.get("time"), unused -> new ArrayDeque<>())
                .add(fields);
        case FETCH -> capture.fetch = fields;
        case REQUEST -> capture.requests.add(fields);
        case CONTENT -> capture.content = fields;
        case PARSE -> {
          lastParse.remove("links"); // only those of the newest version have rows
          lastParse = fields;
          capture.parse = fields;
        }
        case ENTRY, INLINKS, INDEXED -> others.put(kind, fields);
      }
    }

    /** One of the crawldb, the linkdb or the index; empty if there is none. */
    Map<String, Object> other(Fragment kind) {
      return others.getOrDefault(kind, Map.of());
    }

    /** The place in a WARC file of the response of a time, once; null if none is known. */
    Map<String, Object> place(long time) {
      Deque<Map<String, Object>> found = places.get(TIMESTAMP.format(Instant.ofEpochMilli(time)));
      return found == null ? null : found.poll();
    }

    /** That with the newest version of the page. */
    Capture newest() {
      Capture newest = new Capture();
      for (Capture capture : captures.values()) {
        newest = capture.content.isEmpty() && capture.parse.isEmpty() ? newest : capture;
      }
      return newest;
    }
  }

  /** Joins the fragments of a URL. */
  abstract static class JoinReducer<K, V> extends Reducer<BytesWritable, Text, K, V> {
    /** Of the job. */
    protected Options options;

    private List<String> disallowed;

    @Override
    protected void setup(Context context) throws IOException {
      options = options(context.getConfiguration());
      disallowed = Fragment.words(options.disallowed());
    }

    @Override
    protected void reduce(BytesWritable key, Iterable<Text> fragments, Context context)
        throws IOException, InterruptedException {
      String[] names = RowKey.texts(key);
      Joined joined = new Joined(names[0], names[1]);
      for (Text fragment : fragments) {
        // The key changes along with the values of its group.
        int order = RowKey.order(key);
        Map<String, Object> fields = Json.parse(fragment.toString());
        joined.add(order, fields);
        context.progress();
      }
      if (!isWanted(joined)) {
        return;
      }
      RowCounter withheld = withheld(joined);
      if (withheld == null) {
        write(joined, context);
      } else {
        context.getCounter(withheld).increment(1);
      }
    }

    /** Whether the output may have something of a URL. */
    protected boolean isWanted(Joined joined) {
      return true;
    }

    /** Writes what there is of a URL whose owner allows the use. */
    protected abstract void write(Joined joined, Context context)
        throws IOException, InterruptedException;

    /** Why a URL is left out, or null. */
    private RowCounter withheld(Joined joined) {
      if (disallowed.isEmpty()) {
        return null;
      }
      Capture newest = joined.newest();
      List<Object> said = new ArrayList<>((List<?>) newest.parse.getOrDefault("usage", List.of()));
      said.addAll((List<?>) joined.other(Fragment.INDEXED).getOrDefault("usage", List.of()));
      boolean unread =
          newest.parse.containsKey("unread")
              || (!newest.content.isEmpty() && newest.parse.isEmpty());
      return said.stream().anyMatch(disallowed::contains)
          ? RowCounter.DISALLOWED
          : unread ? RowCounter.UNREAD : null;
    }
  }

  /** Writes the rows of a URL. */
  static final class RowReducer extends JoinReducer<Place, Fields> {
    private final Place pages = new Place(Table.PAGES);
    private final Place links = new Place(Table.LINKS);
    private List<String> segments;

    @Override
    protected void setup(Context context) throws IOException {
      super.setup(context);
      segments = List.of(context.getConfiguration().getStrings(SEGMENTS));
    }

    @Override
    protected void write(Joined joined, Context context) throws IOException, InterruptedException {
      Capture newest = joined.newest();
      Map<String, Object> entry = joined.other(Fragment.ENTRY);
      Map<String, Object> indexed = joined.other(Fragment.INDEXED);
      Fields columns = UrlColumns.of(joined.surt, joined.url);
      String digest = null;
      Fields last = null;
      for (Map.Entry<Integer, Capture> each : joined.captures.entrySet()) {
        Capture capture = each.getValue();
        if (capture.fetch == null) {
          writeRobots(columns, capture, context);
          continue;
        }
        Fields row = row(columns, capture);
        if (row == null) {
          continue;
        }
        if (options.publicOnly()
            && (capture.fetch.containsKey("login") || capture.content.containsKey("login"))) {
          context.getCounter(RowCounter.WITH_LOGIN).increment(1);
          continue;
        }
        // A page that was unchanged has the digest of its version before.
        digest = (String) capture.content.getOrDefault("digest", digest);
        boolean unchanged = capture.fetch.containsKey("unchanged");
        row.put("content_digest", unchanged ? digest : capture.content.get("digest"));
        Map<String, Object> place = joined.place((Long) row.get("fetch_time"));
        if (place != null) {
          row.with("warc_filename", place.get("warc_filename"))
              .with("warc_record_offset", place.get("warc_record_offset"))
              .with("warc_record_length", place.get("warc_record_length"))
              .with("warc_segment", segments.get(each.getKey() - 1));
          context.getCounter(RowCounter.LOCATED).increment(1);
        }
        boolean good = row.get("fetch_status").equals(200L) && !capture.content.isEmpty();
        context.write(place(good ? "warc" : "crawldiagnostics"), row);
        context.getCounter(RowCounter.CAPTURES).increment(1);
        last = row;
      }
      boolean login =
          entry.containsKey("login")
              || indexed.containsKey("login")
              || newest.parse.containsKey("login");
      if (options.publicOnly() && login) {
        context.getCounter(RowCounter.PAGES_WITH_LOGIN).increment(1);
        return;
      }
      if (!entry.isEmpty() || !indexed.isEmpty()) {
        writePage(columns, newest, joined, last, context);
      }
      writeLinks(columns, newest, context);
    }

    private Place place(String subset) {
      return new Place(Table.URL_INDEX, "crawl=" + options.crawl() + "/subset=" + subset);
    }

    /** A row of the URL index without digest and place; null if no response came. */
    private static Fields row(Fields columns, Capture capture) {
      Map<String, Object> request = capture.request();
      Map<String, Object> answer = request == null ? capture.fetch : request;
      if (answer.get("status").equals(0L)) {
        return null;
      }
      Object detected = capture.parse.get("detected");
      Fields row = new Fields();
      row.putAll(columns);
      return row.with("fetch_time", answer.get("time"))
          .with("fetch_status", answer.get("status"))
          .with("fetch_redirect", capture.fetch.get("redirect"))
          .with("content_mime_type", capture.content.get("mime"))
          .with(
              "content_mime_detected",
              detected == null ? capture.content.get("detected") : detected)
          .with("content_charset", capture.parse.get("charset"))
          .with("content_languages", capture.parse.get("languages"))
          .with("content_truncated", capture.content.get("truncated"));
    }

    /** Writes the answers to requests for a robots.txt, whose bodies no segment keeps. */
    private void writeRobots(Fields columns, Capture capture, Context context)
        throws IOException, InterruptedException {
      if (!columns.get("url_path").equals("/robots.txt")) {
        return;
      }
      for (Map<String, Object> request : capture.requests) {
        Fields row = new Fields();
        row.putAll(columns);
        row.with("fetch_time", request.get("time")).with("fetch_status", request.get("status"));
        context.write(place("robotstxt"), row);
        context.getCounter(RowCounter.ROBOTS).increment(1);
      }
    }

    private void writePage(
        Fields columns, Capture newest, Joined joined, Fields last, Context context)
        throws IOException, InterruptedException {
      Fields row = new Fields();
      row.putAll(joined.other(Fragment.INDEXED));
      row.putAll(joined.other(Fragment.ENTRY));
      row.putAll(joined.other(Fragment.INLINKS));
      String host = (String) columns.get("url_host_name");
      row.with("url_surtkey", columns.get("url_surtkey"))
          .with("url", columns.get("url"))
          .with("host", host)
          .with("domain", Hosts.domain(host))
          .with("indexed", !joined.other(Fragment.INDEXED).isEmpty())
          .with("length", newest.content.get("length"))
          .with(
              "outlinks",
              newest.parse.isEmpty() ? null : ((List<?>) newest.parse.get("links")).size());
      if (last != null) {
        row.with("http_status", last.get("fetch_status"))
            .with("fetch_time", last.get("fetch_time"));
      }
      context.write(pages, row);
      context.getCounter(RowCounter.PAGES).increment(1);
    }

    private void writeLinks(Fields columns, Capture newest, Context context)
        throws IOException, InterruptedException {
      for (Object link : (List<?>) newest.parse.getOrDefault("links", List.of())) {
        Fields row =
            new Fields()
                .with("source_surtkey", columns.get("url_surtkey"))
                .with("source", columns.get("url"))
                .with("source_host", columns.get("url_host_name"));
        ((Map<?, ?>) link).forEach((name, value) -> row.put((String) name, value));
        row.put("target_host", Hosts.host((String) row.get("target")));
        context.write(links, row);
        context.getCounter(RowCounter.LINKS).increment(1);
      }
    }
  }
}
