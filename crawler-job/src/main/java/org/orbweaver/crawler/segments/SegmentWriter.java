package org.orbweaver.crawler.segments;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.Parts;
import org.orbweaver.crawler.fetch.task.RecordedHeads;

/** Writes a task's files of a segment; keys must come in order, except in crawl_parse. */
public final class SegmentWriter implements Closeable {
  /** The parts of a segment, in the order in which a page's records are merged. */
  public enum SegmentPart {
    FETCH(0, CrawlDatum.FETCH_DIR_NAME, CrawlDatum.class),
    CONTENT(1, Content.DIR_NAME, Content.class),
    PARSE_DATA(2, ParseData.DIR_NAME, ParseData.class),
    PARSE_TEXT(3, ParseText.DIR_NAME, ParseText.class),
    /**
     * Signatures and the parser's data for the crawldb; out of order if merged from several
     * segments.
     */
    CRAWL_PARSE(4, CrawlDatum.PARSE_DIR_NAME, CrawlDatum.class),
    /** Heads of requests and responses. */
    HEADS(5, RecordedHeads.FOLDER, BytesWritable.class),
    /** Rendered versions of contents, marked as such in their metadata. */
    RENDERED(6, "rendered", Content.class);

    private final byte code;
    private final String folder;
    private final Class<? extends Writable> type;

    SegmentPart(int code, String folder, Class<? extends Writable> type) {
      this.code = (byte) code;
      this.folder = folder;
      this.type = type;
    }

    /** Its place in the order. */
    byte code() {
      return code;
    }

    /** The first part that satisfies a condition. */
    static SegmentPart where(Predicate<SegmentPart> condition) {
      return Arrays.stream(values()).filter(condition).findFirst().orElseThrow();
    }

    /** The name of its folder in a segment. */
    public String folder() {
      return folder;
    }
  }

  private final Map<SegmentPart, Closeable> files = new EnumMap<>(SegmentPart.class);

  private final Configuration conf;
  private final Path segment;
  private final int number;

  private SegmentWriter(Configuration conf, Path segment, int number) {
    this.conf = conf;
    this.segment = segment;
    this.number = number;
  }

  /**
   * Opens the task's files, named by its number, in the folder from which its committer takes them.
   */
  public static SegmentWriter open(
      TaskAttemptContext context, OutputCommitter committer, SegmentPart... parts)
      throws IOException {
    int number = context.getTaskAttemptID().getTaskID().getId();
    Path work = ((PathOutputCommitter) committer).getWorkPath();
    return open(context.getConfiguration(), work, number, parts);
  }

  /** Opens the files of a number in a segment's folder. */
  public static SegmentWriter open(
      Configuration conf, Path segment, int number, SegmentPart... parts) throws IOException {
    SegmentWriter writer = new SegmentWriter(conf, segment, number);
    for (SegmentPart part : parts) {
      // Segments without a rendered page have no such folder.
      if (part != SegmentPart.RENDERED) {
        writer.open(part);
      }
    }
    return writer;
  }

  private void open(SegmentPart part) throws IOException {
    Path file = new Path(new Path(segment, part.folder), Parts.name(number));
    files.put(
        part,
        part == SegmentPart.CRAWL_PARSE
            ? StoreFiles.sequenceFile(conf, file, part.type)
            : StoreFiles.mapFile(conf, file, part.type));
  }

  /** Writes a record. */
  public void append(SegmentPart part, Text url, Writable value) throws IOException {
    if (!files.containsKey(part)) {
      open(part);
    }
    if (files.get(part) instanceof MapFile.Writer sorted) {
      sorted.append(url, value);
    } else {
      ((SequenceFile.Writer) files.get(part)).append(url, value);
    }
  }

  @Override
  public void close() throws IOException {
    for (Closeable file : files.values()) {
      file.close();
    }
  }
}
