package org.orbweaver.common.sorted;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MapFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.orbweaver.common.store.BlockCompression;

/** Opens the files of stores for writing. Keys are Text; blocks of records are compressed. */
public final class StoreFiles {
  private StoreFiles() {}

  /** A MapFile; keys must be in order, and may repeat. */
  public static MapFile.Writer mapFile(
      Configuration conf, Path path, Class<? extends Writable> value) throws IOException {
    return new MapFile.Writer(
        conf,
        path,
        MapFile.Writer.keyClass(Text.class),
        MapFile.Writer.valueClass(value),
        blocks(conf));
  }

  /**
   * A MapFile for look-ups in any order: its records are not compressed.
   *
   * @param interval the index, which a reader holds in memory, has every {@code interval}-th key
   */
  public static MapFile.Writer lookUpFile(
      Configuration conf, Path path, Class<? extends Writable> value, int interval)
      throws IOException {
    MapFile.Writer writer =
        new MapFile.Writer(
            conf,
            path,
            MapFile.Writer.keyClass(Text.class),
            MapFile.Writer.valueClass(value),
            SequenceFile.Writer.compression(CompressionType.NONE));
    writer.setIndexInterval(interval);
    return writer;
  }

  /** A sequence file. */
  public static SequenceFile.Writer sequenceFile(
      Configuration conf, Path path, Class<? extends Writable> value) throws IOException {
    return SequenceFile.createWriter(
        conf,
        SequenceFile.Writer.file(path),
        SequenceFile.Writer.keyClass(Text.class),
        SequenceFile.Writer.valueClass(value),
        blocks(conf));
  }

  /** Makes a job write a store of MapFiles with block compression. */
  public static void writeStore(Job job, Path output, Class<? extends Writable> value) {
    job.setOutputFormatClass(MapFileOutputFormat.class);
    writeBlocks(job, output, value);
  }

  /** Makes a job write sequence files with block compression. */
  public static void writeSequence(Job job, Path output, Class<? extends Writable> value) {
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    writeBlocks(job, output, value);
  }

  private static void writeBlocks(Job job, Path output, Class<? extends Writable> value) {
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(value);
    FileOutputFormat.setOutputPath(job, output);
    compressOutput(job);
  }

  /** Sets block compression for a job whose output has other keys. */
  public static void compressOutput(Job job) {
    FileOutputFormat.setCompressOutput(job, true);
    FileOutputFormat.setOutputCompressorClass(
        job, BlockCompression.codec(job.getConfiguration()).getClass());
    SequenceFileOutputFormat.setOutputCompressionType(job, CompressionType.BLOCK);
  }

  private static SequenceFile.Writer.Option blocks(Configuration conf) {
    return SequenceFile.Writer.compression(CompressionType.BLOCK, BlockCompression.codec(conf));
  }
}
