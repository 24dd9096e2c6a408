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
}
