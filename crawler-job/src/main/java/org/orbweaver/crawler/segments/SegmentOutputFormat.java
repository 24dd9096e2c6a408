package org.orbweaver.crawler.segments;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.Parts;

/** Writes the parts of a segment; each record goes where its kind belongs. Keys come in order. */
final class SegmentOutputFormat extends FileOutputFormat<Text, Writable> {

  @Override
  public RecordWriter<Text, Writable> getRecordWriter(TaskAttemptContext context)
      throws IOException {
    FileOutputCommitter committer = (FileOutputCommitter) getOutputCommitter(context);
    int number = context.getTaskAttemptID().getTaskID().getId();
    return new Writer(context.getConfiguration(), committer.getWorkPath(), Parts.name(number));
  }

  private static final class Writer extends RecordWriter<Text, Writable> {
    private final Map<SegmentPart, MapFile.Writer> parts = new EnumMap<>(SegmentPart.class);
    private final SequenceFile.Writer crawlParse;

    Writer(Configuration conf, Path work, String name) throws IOException {
      for (SegmentPart part : SegmentPart.values()) {
        if (part != SegmentPart.CRAWL_PARSE) {
          Path path = new Path(new Path(work, part.folder()), name);
          parts.put(part, StoreFiles.mapFile(conf, path, part.type()));
        }
      }
      SegmentPart part = SegmentPart.CRAWL_PARSE;
      crawlParse =
          StoreFiles.sequenceFile(conf, new Path(new Path(work, part.folder()), name), part.type());
    }

    @Override
    public void write(Text url, Writable value) throws IOException {
      if (value instanceof Content) {
        parts.get(SegmentPart.CONTENT).append(url, value);
      } else if (value instanceof ParseData) {
        parts.get(SegmentPart.PARSE_DATA).append(url, value);
      } else if (value instanceof ParseText) {
        parts.get(SegmentPart.PARSE_TEXT).append(url, value);
      } else if (value instanceof CrawlDatum datum && isFromParser(datum)) {
        crawlParse.append(url, datum);
      } else {
        parts.get(SegmentPart.FETCH).append(url, value);
      }
    }

    private static boolean isFromParser(CrawlDatum datum) {
      return datum.getStatus() == CrawlDatum.STATUS_SIGNATURE
          || datum.getStatus() == CrawlDatum.STATUS_PARSE_META;
    }

    @Override
    public void close(TaskAttemptContext context) throws IOException {
      for (MapFile.Writer part : parts.values()) {
        part.close();
      }
      crawlParse.close();
    }
  }

  /** What a segment is made of, in the order in which a page's records are merged. */
  enum SegmentPart {
    FETCH(0, CrawlDatum.FETCH_DIR_NAME, CrawlDatum.class),
    CONTENT(1, Content.DIR_NAME, Content.class),
    PARSE_DATA(2, ParseData.DIR_NAME, ParseData.class),
    PARSE_TEXT(3, ParseText.DIR_NAME, ParseText.class),
    /** Signatures and what the parser tells the crawldb; of several segments not in order. */
    CRAWL_PARSE(4, CrawlDatum.PARSE_DIR_NAME, CrawlDatum.class);

    private final int code;
    private final String folder;
    private final Class<? extends Writable> type;

    SegmentPart(int code, String folder, Class<? extends Writable> type) {
      this.code = code;
      this.folder = folder;
      this.type = type;
    }

    /** Its place in the order. */
    byte code() {
      return (byte) code;
    }

    static SegmentPart of(int code) {
      for (SegmentPart part : values()) {
        if (part.code == code) {
          return part;
        }
      }
      throw new IllegalArgumentException("no part of a segment: " + code);
    }

    String folder() {
      return folder;
    }

    /** The class of the values. */
    Class<? extends Writable> type() {
      return type;
    }

    static SegmentPart of(String folder) {
      for (SegmentPart part : values()) {
        if (part.folder.equals(folder)) {
          return part;
        }
      }
      throw new IllegalArgumentException("not a part of a segment: " + folder);
    }
  }
}
