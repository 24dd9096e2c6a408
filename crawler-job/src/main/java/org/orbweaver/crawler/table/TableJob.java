package org.orbweaver.crawler.table;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.job.KeySample;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.segments.SegmentsJob;
import org.orbweaver.crawler.segments.UrlGrouping;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the jobs that write tables share: keys, and a total order of them over all parts, cut at
 * quantiles of a sample.
 */
final class TableJob {
  /** A reducer for as much input: its part of the table is some tens of megabytes. */
  private static final long BYTES_OF_PART = 256L << 20;

  private static final int SAMPLE = 100_000;

  /** The places of a store's file at which keys are read, their distance, and the keys of one. */
  private static final int SPOTS = 16;

  private static final long SPOT_BYTES = 1 << 20;
  private static final int KEYS_OF_SPOT = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(TableJob.class);

  private TableJob() {}

  /** Keys of the shuffle: texts, each followed by a 0, and the order of the values of one key. */
  static final class RowKey {
    private RowKey() {}

    static void set(BytesWritable key, int order, String... texts) {
      byte[] bytes = prefix(texts);
      key.setSize(bytes.length + Integer.BYTES);
      ByteBuffer.wrap(key.getBytes()).put(bytes).putInt(order);
    }

    /** A key without the order, which is before all keys of these texts. */
    static byte[] prefix(String... texts) {
      return (String.join("\0", texts) + "\0").getBytes(StandardCharsets.UTF_8);
    }

    static String[] texts(BytesWritable key) {
      int length = key.getLength() - Integer.BYTES - 1;
      return new String(key.getBytes(), 0, length, StandardCharsets.UTF_8).split("\0", -1);
    }

    static int order(BytesWritable key) {
      int at = key.getLength() - Integer.BYTES;
      return ByteBuffer.wrap(key.getBytes(), at, Integer.BYTES).getInt();
    }
  }

  /** Groups by all but the order. */
  static final class ByTexts extends UrlGrouping {
    ByTexts() {
      super(Integer.BYTES);
    }
  }

  /** A job that reads these folders of records; its shuffle is compressed. */
  static Job create(Configuration conf, String name, List<Path> inputs) throws IOException {
    Job job = JobRunner.newJob(conf, name, TableJob.class, inputs.toArray(Path[]::new));
    StoreInputFormat.read(job, inputs.toArray(Path[]::new));
    SegmentsJob.compressShuffle(job.getConfiguration());
    job.setMapOutputKeyClass(BytesWritable.class);
    job.setMapOutputValueClass(Text.class);
    job.setGroupingComparatorClass(ByTexts.class);
    job.setOutputFormatClass(RowOutputFormat.class);
    return job;
  }

  /**
   * Runs it.
   *
   * @param sampled stores with the keys of most rows
   * @param prefix makes the beginning of a row's key from a store's key
   * @param work a folder for the cuts, which the caller deletes
   */
  static Counters run(
      Job job,
      List<Path> inputs,
      List<Path> sampled,
      Function<String, byte[]> prefix,
      Path work,
      Path output,
      Console console)
      throws IOException {
    Configuration conf = job.getConfiguration();
    int parts = parts(conf, inputs);
    KeySample sample = new KeySample(SAMPLE);
    for (Path store : parts == 1 ? List.<Path>of() : sampled) {
      for (Path part : Parts.of(store.getFileSystem(conf), store)) {
        sample(
            conf,
            new Path(part, MapFile.DATA_FILE_NAME),
            key -> {
              byte[] bytes = prefix.apply(key);
              sample.add(bytes, bytes.length);
            });
      }
    }
    KeySample.partition(
        job, sample.cuts(parts), BytesWritable::new, new Path(work, "cuts-" + output.getName()));
    FileOutputFormat.setOutputPath(job, output);
    return JobRunner.run(job, console);
  }

  /** The number of reducers: by configuration, else by the size of the input. */
  private static int parts(Configuration conf, List<Path> inputs) throws IOException {
    int configured = conf.getInt(MRJobConfig.NUM_REDUCES, 1);
    if (configured > 1) {
      return configured;
    }
    long bytes = JobRunner.size(conf, inputs.toArray(Path[]::new));
    return Math.toIntExact(Math.min(10_000, 1 + bytes / BYTES_OF_PART));
  }

  /**
   * Reads keys at some spots of a sorted file. Its index would not do: a file with block
   * compression has one entry for each block.
   */
  private static void sample(Configuration conf, Path file, Consumer<String> sample) {
    Text key = new Text();
    try (SequenceFile.Reader reader =
        new SequenceFile.Reader(conf, SequenceFile.Reader.file(file))) {
      long length = file.getFileSystem(conf).getFileStatus(file).getLen();
      long step = Math.max(SPOT_BYTES, length / SPOTS);
      for (long at = 0; at < length; at += step) {
        if (at > 0) {
          reader.sync(at);
        }
        for (int i = 0; i < KEYS_OF_SPOT && reader.next(key); i++) {
          sample.accept(key.toString());
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("no sample of {}", file, e); // the job reads it, too, and names the damage
    }
  }
}
