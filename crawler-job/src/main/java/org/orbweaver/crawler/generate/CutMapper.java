package org.orbweaver.crawler.generate;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.BlockCompression;
import org.orbweaver.common.store.Parts;

/**
 * Writes the beginning of a part's candidates as that part of the fetch list. The file is named
 * after the part, not after the task, whose number is another; it is written where the committer
 * takes it from.
 */
final class CutMapper extends Mapper<BytesWritable, CrawlDatum, NullWritable, NullWritable> {
  static final String LENGTHS = "orbweaver.internal.generate.lengths";

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    int part = Parts.number(((FileSplit) context.getInputSplit()).getPath());
    long length = Long.parseLong(conf.getTrimmedStrings(LENGTHS)[part]);
    Path file = new Path(FileOutputFormat.getWorkOutputPath(context), Parts.name(part));
    Text url = new Text();
    try (SequenceFile.Writer writer =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(file),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(CrawlDatum.class),
            SequenceFile.Writer.compression(CompressionType.BLOCK, BlockCompression.codec(conf)))) {
      for (long i = 0; i < length && context.nextKeyValue(); i++) {
        SortKey.url(context.getCurrentKey(), url);
        writer.append(url, context.getCurrentValue());
      }
    }
  }
}
