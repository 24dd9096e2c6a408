package org.orbweaver.index.shards;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.orbweaver.common.store.Files;
import org.orbweaver.index.store.IndexMeta;

/**
 * Writes a reducer's output as a shard: {@code shard-NNNNN/}, a Lucene directory, and {@code
 * shard-NNNNN.docs}, the number of its documents in decimal, which the driver adds to the metadata.
 *
 * <p>Lucene needs files that it can read again: on a local file system it writes straight into the
 * attempt's output folder, otherwise into the task's local folder, from which the complete shard is
 * copied. Either way the committer makes it visible with the rest, or not at all.
 */
abstract class ShardOutputFormat<V> extends FileOutputFormat<NullWritable, V> {
  private static final String DOCS_SUFFIX = ".docs";

  /**
   * Writes a Lucene index; after an input that could not be added, closing it need not leave one.
   *
   * @param <V> the type of the input
   */
  interface ShardWriter<V> extends Closeable {
    void add(V value) throws IOException;

    /** Number of documents in the index, once it is closed. */
    int docs();
  }

  /** Opens a writer on a local folder, which is created if missing. */
  abstract ShardWriter<V> open(File folder, TaskAttemptContext context) throws IOException;

  /**
   * Moves a job's shards into a build.
   *
   * @return their names and numbers of documents
   */
  static Map<String, Long> take(Configuration conf, Path written, Path build) throws IOException {
    FileSystem fs = written.getFileSystem(conf);
    Map<String, Long> shards = new LinkedHashMap<>();
    FileStatus[] files = fs.listStatus(written);
    Arrays.sort(files);
    for (FileStatus file : files) {
      String name = file.getPath().getName();
      if (name.endsWith(DOCS_SUFFIX)) {
        String count = new String(Files.read(fs, file.getPath()), StandardCharsets.US_ASCII);
        shards.put(name.replace(DOCS_SUFFIX, ""), Long.parseLong(count));
      } else {
        Files.rename(conf, file.getPath(), new Path(build, name));
      }
    }
    return shards;
  }

  @Override
  public RecordWriter<NullWritable, V> getRecordWriter(TaskAttemptContext context)
      throws IOException {
    Configuration conf = context.getConfiguration();
    String name = IndexMeta.shardName(context.getTaskAttemptID().getTaskID().getId());
    Path output = getDefaultWorkFile(context, "").getParent();
    FileSystem fs = output.getFileSystem(conf);
    Path target = new Path(output, name);
    boolean inPlace = fs.getScheme().equals("file");
    File local =
        inPlace
            ? new File(target.toUri().getPath())
            : new File(
                new LocalDirAllocator(MRConfig.LOCAL_DIR)
                    .getLocalPathForWrite(
                        "orbweaver-index/" + context.getTaskAttemptID() + "/" + name, conf)
                    .toUri()
                    .getPath());
    return new Writer<>(open(local, context), fs, local, target, inPlace);
  }

  private static final class Writer<V> extends RecordWriter<NullWritable, V> {
    private final ShardWriter<V> shard;
    private final FileSystem fs;
    private final File local;
    private final Path target;
    private final boolean inPlace;

    Writer(ShardWriter<V> shard, FileSystem fs, File local, Path target, boolean inPlace) {
      this.shard = shard;
      this.fs = fs;
      this.local = local;
      this.target = target;
      this.inPlace = inPlace;
    }

    @Override
    public void write(NullWritable key, V value) throws IOException {
      shard.add(value);
    }

    @Override
    public void close(TaskAttemptContext context) throws IOException {
      try {
        shard.close();
        if (!inPlace) {
          publish(context);
        }
        try (var out = fs.create(target.suffix(DOCS_SUFFIX), true)) {
          out.write(Integer.toString(shard.docs()).getBytes(StandardCharsets.US_ASCII));
        }
      } finally {
        if (!inPlace) {
          FileUtil.fullyDelete(local.getParentFile());
        }
      }
    }

    private void publish(TaskAttemptContext context) throws IOException {
      fs.mkdirs(target);
      String[] files = local.list();
      if (files == null) {
        throw new IOException("cannot list the shard in " + local);
      }
      for (String file : files) {
        fs.copyFromLocalFile(
            false, true, new Path(new File(local, file).toURI()), new Path(target, file));
        context.progress();
      }
    }
  }
}
