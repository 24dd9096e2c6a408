package org.orbweaver.index.build;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogByteSizeMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.NoLockFactory;
import org.orbweaver.index.IndexKeys;
import org.orbweaver.index.codec.Segments;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Documents;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Scoring;

/**
 * A reducer's output is a shard: {@code shard-NNNNN/}, a Lucene directory, and {@code
 * shard-NNNNN.docs}, the number of its documents in decimal, which the driver takes into the meta
 * data.
 *
 * <p>Lucene needs files that it can read again: on a local file system it writes straight into the
 * attempt's output folder, otherwise into the task's local folder, from which the shard is copied
 * when it is whole. Either way the committer makes it visible with the rest, or not at all.
 */
final class ShardOutputFormat extends FileOutputFormat<NullWritable, Page> {
  static final String PREFIX = "shard-";
  static final String DOCS_SUFFIX = ".docs";

  @Override
  public RecordWriter<NullWritable, Page> getRecordWriter(TaskAttemptContext context)
      throws IOException {
    Configuration conf = context.getConfiguration();
    String name =
        String.format(
            Locale.ROOT, "%s%05d", PREFIX, context.getTaskAttemptID().getTaskID().getId());
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
    long buffer = Math.min(IndexKeys.BUFFER_BYTES.get(conf), Runtime.getRuntime().maxMemory() / 4);
    ShardWriter shard = new ShardWriter(local, buffer, IndexKeys.STORED_MAX_CHARS.get(conf));
    return new Writer(shard, fs, local, target, inPlace);
  }

  private static final class Writer extends RecordWriter<NullWritable, Page> {
    private final ShardWriter shard;
    private final FileSystem fs;
    private final File local;
    private final Path target;
    private final boolean inPlace;

    Writer(ShardWriter shard, FileSystem fs, File local, Path target, boolean inPlace) {
      this.shard = shard;
      this.fs = fs;
      this.local = local;
      this.target = target;
      this.inPlace = inPlace;
    }

    @Override
    public void write(NullWritable key, Page page) throws IOException {
      shard.add(page);
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

  /**
   * Writes pages into a Lucene index in a local folder.
   *
   * <p>One thread, merges of neighbours only and in place: documents keep the order in which they
   * came. There is no final merge into one segment, which would write everything a second time; a
   * shard ends with at most about ten segments, and with one while it fits the buffer.
   *
   * <p>Memory: the buffer, and while segments merge about 10 MB besides.
   */
  static final class ShardWriter implements Closeable {
    private final Directory directory;
    private final IndexWriter writer;
    private final Analysis.ByLanguage analyzer = new Analysis.ByLanguage();
    private final Documents documents;
    private int docs;
    private boolean failed;

    /**
     * @param folder made where it is missing; an index in it is replaced
     * @param bufferBytes memory for documents before they become a segment
     * @param storedChars how much of a body is stored
     */
    ShardWriter(File folder, long bufferBytes, int storedChars) throws IOException {
      // An attempt has its folder to itself, and a lock file would be published with the rest.
      directory = FSDirectory.open(folder.toPath(), NoLockFactory.INSTANCE);
      documents = new Documents(storedChars);
      IndexWriterConfig config = new IndexWriterConfig(analyzer);
      config.setOpenMode(IndexWriterConfig.OpenMode.CREATE);
      config.setSimilarity(new Scoring());
      config.setCodec(Segments.CODEC);
      config.setRAMBufferSizeMB(bufferBytes / 1048576.0);
      config.setMergePolicy(new LogByteSizeMergePolicy());
      config.setMergeScheduler(new SerialMergeScheduler());
      config.setUseCompoundFile(false);
      writer = new IndexWriter(directory, config);
    }

    void add(Page page) throws IOException {
      failed = true;
      analyzer.language(page.content().lang());
      writer.addDocument(documents.document(page));
      failed = false;
      docs++;
    }

    int docs() {
      return docs;
    }

    /** Commits and closes; after a page that could not be added, drops everything instead. */
    @Override
    public void close() throws IOException {
      try (directory) {
        if (failed) {
          writer.rollback();
        } else {
          writer.close();
        }
      }
    }
  }
}
