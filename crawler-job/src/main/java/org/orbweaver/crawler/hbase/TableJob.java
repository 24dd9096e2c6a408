package org.orbweaver.crawler.hbase;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ConnectionConfiguration;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.mapreduce.TableReducer;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.ReversedUrl;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.crawldb.SiteMark;
import org.orbweaver.crawler.fetch.task.Outcome;
import org.orbweaver.crawler.hbase.HBaseExport.RowCounter;
import org.orbweaver.crawler.hbase.WebTable.ColumnGroup;
import org.orbweaver.crawler.recrawl.Deferral;
import org.orbweaver.crawler.segments.SegmentMapper;
import org.orbweaver.crawler.segments.SegmentRecord;
import org.orbweaver.crawler.segments.SegmentsJob;
import org.orbweaver.crawler.warc.PlainText;

/**
 * Exports segments to a table of HBase.
 *
 * <p>Input: {@code crawl_fetch}, {@code content}, {@code parse_data} and {@code parse_text} of all
 * segments. Map: each record. Shuffle, compressed: by row ({@link ReversedUrl}) and segment.
 * Reduce: the records of one fetch become one Put, all cells at the time of the fetch, so that a
 * repeated or merged segment makes the same cells again; each of the page's links becomes a cell in
 * the row of its target, at the same time. Output: HBase. Cost: all content is sorted once, and
 * reaches the regions in the order of their rows; a task holds one fetch.
 */
final class TableJob {
  private static final List<String> FOLDERS =
      List.of(CrawlDatum.FETCH_DIR_NAME, Content.DIR_NAME, ParseData.DIR_NAME, ParseText.DIR_NAME);

  private static final String DISALLOWED = "orbweaver.internal.hbase.disallowed";
  private static final String PUBLIC = "orbweaver.internal.hbase.public";

  private TableJob() {}

  /** Runs the job. */
  static Counters run(
      CrawlDir crawl,
      List<Path> segments,
      WebTable table,
      List<String> disallowed,
      boolean publicOnly,
      Console console)
      throws IOException {
    Job job = SegmentsJob.create(table.conf(), "export", TableJob.class, crawl, segments, FOLDERS);
    Configuration conf = job.getConfiguration();
    conf.setStrings(DISALLOWED, disallowed.toArray(String[]::new));
    conf.setBoolean(PUBLIC, publicOnly);
    job.setMapperClass(RowMapper.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(SegmentRecord.class);
    // Not the jars of the job's own classes: those are in its job jar, or part of Hadoop on the
    // cluster.
    TableMapReduceUtil.initTableReducerJob(
        table.name().getNameAsString(), RowReducer.class, job, null, null, false);
    if (!JobRunner.isLocal(conf)) {
      TableMapReduceUtil.addHBaseDependencyJars(conf);
    }
    return JobRunner.run(job, console);
  }

  /** Adds row and segment to each record; leaves out records that are not of a request. */
  static final class RowMapper extends SegmentMapper<Text> {
    private final Text key = new Text();

    @Override
    protected void map(Text url, Writable value, Context context)
        throws IOException, InterruptedException {
      if (value instanceof CrawlDatum fetch
          && (!CrawlDatum.hasFetchStatus(fetch) || Deferral.is(fetch))) {
        return;
      }
      locate(context);
      key.set(ReversedUrl.key(url.toString()) + "\0" + segment());
      record.set(value);
      context.write(key, record);
    }
  }

  /** Makes the cells of a fetch. */
  static final class RowReducer extends TableReducer<Text, SegmentRecord, NullWritable> {
    /** An upper bound on the bytes of a cell besides row, column and value. */
    private static final int CELL_BYTES = 64;

    private Context context;
    private long maxBytes;
    private List<String> disallowed;
    private boolean publicOnly;

    @Override
    protected void setup(Context context) {
      this.context = context;
      int limit =
          context.getConfiguration().getInt(ConnectionConfiguration.MAX_KEYVALUE_SIZE_KEY, 0);
      disallowed = List.copyOf(context.getConfiguration().getStringCollection(DISALLOWED));
      publicOnly = context.getConfiguration().getBoolean(PUBLIC, false);
      maxBytes = limit > 0 ? limit : Long.MAX_VALUE;
    }

    @Override
    protected void reduce(Text key, Iterable<SegmentRecord> records, Context unused)
        throws IOException, InterruptedException {
      CrawlDatum fetch = null;
      Content content = null;
      ParseData data = null;
      ParseText text = null;
      for (SegmentRecord record : records) {
        Writable value = record.get();
        if (value instanceof CrawlDatum datum) {
          fetch = fetch == null || datum.getFetchTime() > fetch.getFetchTime() ? datum : fetch;
        } else if (value instanceof Content page) {
          content = page;
        } else if (value instanceof ParseData parse) {
          data = parse;
        } else if (value instanceof ParseText parse) {
          text = parse;
        }
      }
      if (fetch == null) {
        return;
      }
      if (publicOnly && SiteMark.isOn(fetch, content)) {
        context.getCounter(RowCounter.WITH_LOGIN).increment(1);
        return;
      }
      Optional<PlainText.Withheld> withheld =
          content == null && data == null && text == null
              ? Optional.empty()
              : PlainText.withheld(data, disallowed);
      if (withheld.isPresent()) {
        context.getCounter(RowCounter.valueOf(withheld.get().name())).increment(1);
        return;
      }
      String row = key.toString().substring(0, key.toString().lastIndexOf('\0'));
      Put put = put(Bytes.toBytes(row), fetch.getFetchTime());
      if (put == null) {
        return;
      }
      add(put, ColumnGroup.FETCH, "status", CrawlDatum.getStatusName(fetch.getStatus()));
      add(put, ColumnGroup.FETCH, "detail", Outcome.detail(fetch));
      if (content != null) {
        for (String name : content.getMetadata().names()) {
          // The crawl's own facts begin with a small letter.
          if (Character.isUpperCase(name.charAt(0))) {
            add(put, ColumnGroup.FETCH, name, values(content.getMetadata(), name));
          }
        }
        add(put, ColumnGroup.CONTENT, "type", content.getContentType());
        add(put, ColumnGroup.CONTENT, "bytes", content.getContent());
        context.getCounter(RowCounter.CONTENTS).increment(1);
      }
      if (text != null) {
        add(put, ColumnGroup.PARSE, "text", text.getText());
      }
      if (data != null) {
        add(put, ColumnGroup.PARSE, "title", data.getTitle());
        add(put, ColumnGroup.PARSE, "status", data.getStatus().toString());
        add(put, ColumnGroup.PARSE, "digest", data.getContentMeta().get(Nutch.SIGNATURE_KEY));
        for (String name : data.getParseMeta().names()) {
          add(put, ColumnGroup.PARSE, "meta." + name, values(data.getParseMeta(), name));
        }
        add(
            put,
            ColumnGroup.PARSE,
            "outlinks",
            writeAnchors(ReversedUrl.url(row), put.getTimestamp(), data));
      }
      context.write(NullWritable.get(), put);
      context.getCounter(RowCounter.FETCHES).increment(1);
    }

    /**
     * Writes the links of a page; the texts of several links to one target are lines of one cell.
     *
     * @return the targets, a line each
     */
    private String writeAnchors(String source, long time, ParseData data)
        throws IOException, InterruptedException {
      Map<String, Set<String>> anchors = new LinkedHashMap<>();
      for (Outlink link : data.getOutlinks()) {
        anchors
            .computeIfAbsent(link.getToUrl(), unused -> new LinkedHashSet<>())
            .add(link.getAnchor());
      }
      for (Map.Entry<String, Set<String>> target : anchors.entrySet()) {
        Put put = put(ReversedUrl.keyBytes(target.getKey()), time);
        if (put != null) {
          add(put, ColumnGroup.ANCHOR, source, String.join("\n", target.getValue()));
        }
        if (put != null && !put.isEmpty()) {
          context.write(NullWritable.get(), put);
          context.getCounter(RowCounter.ANCHORS).increment(1);
        }
      }
      return String.join("\n", anchors.keySet());
    }

    /** A new Put, null if the key is longer than HBase allows. */
    private Put put(byte[] row, long time) {
      if (row.length > HConstants.MAX_ROW_LENGTH) {
        context.getCounter(RowCounter.TOO_LARGE).increment(1);
        return null;
      }
      return new Put(row, time);
    }

    private static String values(Metadata metadata, String name) {
      return String.join("\n", metadata.getValues(name));
    }

    private void add(Put put, ColumnGroup group, String column, String value) {
      if (value != null) {
        add(put, group, column, Bytes.toBytes(value));
      }
    }

    private void add(Put put, ColumnGroup group, String column, byte[] value) {
      byte[] qualifier = Bytes.toBytes(column);
      if (put.getRow().length + qualifier.length + (long) value.length + CELL_BYTES > maxBytes) {
        context.getCounter(RowCounter.TOO_LARGE).increment(1);
      } else {
        put.addColumn(group.family(), qualifier, value);
      }
    }
  }
}
