package org.orbweaver.crawler.parse;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.orbweaver.common.store.BlockCompression;

/** Opens files of a segment: keys are URLs, blocks are compressed. */
public final class SegmentWriters {

  private SegmentWriters() {}

  /** A MapFile; keys must come in order. */
  public static MapFile.Writer mapFile(
      Configuration conf, Path path, Class<? extends Writable> value) throws IOException {
    return new MapFile.Writer(
        conf,
        path,
        MapFile.Writer.keyClass(Text.class),
        SequenceFile.Writer.valueClass(value),
        SequenceFile.Writer.compression(CompressionType.BLOCK, BlockCompression.codec(conf)));
  }

  /** A sequence file. */
  public static SequenceFile.Writer sequenceFile(
      Configuration conf, Path path, Class<? extends Writable> value) throws IOException {
    return SequenceFile.createWriter(
        conf,
        SequenceFile.Writer.file(path),
        SequenceFile.Writer.keyClass(Text.class),
        SequenceFile.Writer.valueClass(value),
        SequenceFile.Writer.compression(CompressionType.BLOCK, BlockCompression.codec(conf)));
  }
}
