package org.orbweaver.index.shards;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.NoLockFactory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;
import org.orbweaver.index.codec.RecordKey;
import org.orbweaver.index.codec.RecordSource;
import org.orbweaver.index.codec.SegmentWriter;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.invert.Inverter;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Documents;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Scoring;
import org.orbweaver.index.store.IndexMeta;
import org.orbweaver.index.store.StoreDirectory;

/**
 * Inverts pages into Lucene shards.
 *
 * <ul>
 *   <li>Input: (url, {@link Page}) from any input format.
 *   <li>Map: inverts pages in memory; when its memory is full, and at the end, it emits the records
 *       of a run.
 *   <li>Shuffle: ({@link RecordKey}, bytes), partitioned by shard; within it by kind of record,
 *       field, first term and run. Some 30 KB a record.
 *   <li>Reduce: writes one segment from the records in order.
 *   <li>Outside the shuffle: the stored fields, as compressed blocks, in a side file of each map
 *       attempt, in {@link #sideFiles} on the job's file system; the caller removes them.
 *   <li>Cost: each text is analysed once, in its map task. The shuffle carries the postings,
 *       delta-coded.
 * </ul>
 *
 * <p>Documents of a shard are in the order of map tasks, and within one in the order of its input.
 */
final class InversionJob {
  /**
   * Each run, some 20 MB, must fit; Hadoop's 100 MB a task, in addition to the documents, would
   * leave the garbage collector too little of a small heap.
   */
  private static final int MAX_SORT_MB = 32;

  private InversionJob() {}

  /** Sets mapper, reducer and output format; the rest is up to the caller. */
  static void configure(Job job) {
    Configuration conf = job.getConfiguration();
    int sortMb = conf.getInt(MRJobConfig.IO_SORT_MB, MRJobConfig.DEFAULT_IO_SORT_MB);
    conf.setInt(MRJobConfig.IO_SORT_MB, Math.min(sortMb, MAX_SORT_MB));
    job.setMapperClass(InvertingMapper.class);
    job.setMapOutputKeyClass(BytesWritable.class);
    job.setMapOutputValueClass(BytesWritable.class);
    job.setPartitionerClass(ByShard.class);
    job.setReducerClass(SegmentReducer.class);
    job.setOutputValueClass(RecordSource.class);
    job.setOutputFormatClass(SegmentOutputFormat.class);
  }

  /** The folder of the side files, beside the job's output. */
  static Path sideFiles(JobContext job) {
    return FileOutputFormat.getOutputPath(job).suffix(".stored");
  }

  /** Memory for a task's documents: local tasks run side by side. */
  static long bufferBytes(Configuration conf) {
    return Math.min(IndexKeys.BUFFER_BYTES.get(conf), Runtime.getRuntime().maxMemory() / 6);
  }

  /** Inverts its input pages. */
  static final class InvertingMapper extends Mapper<Text, Page, BytesWritable, BytesWritable> {
    /** Measuring the memory in use for each document would cost too much. */
    private static final int DOCS_PER_MEMORY_CHECK = 16;

    private final Analysis.ByLanguage analyzer = new Analysis.ByLanguage();
    private Documents documents;
    private Inverter inverter;
    private IndexOutput side;
    private int shards;
    private long limit;
    private long run;

    @Override
    protected void setup(Context context) {
      Configuration conf = context.getConfiguration();
      documents = new Documents(IndexKeys.STORED_MAX_CHARS.get(conf));
      shards = context.getNumReduceTasks();
      inverter = new Inverter(IndexField.names(), analyzer, new Scoring(), shards);
      limit = bufferBytes(conf);
      run = (long) context.getTaskAttemptID().getTaskID().getId() << Integer.SIZE;
    }

    @Override
    protected void map(Text url, Page page, Context context)
        throws IOException, InterruptedException {
      analyzer.language(page.content().lang());
      inverter.add(IndexMeta.shardOf(url, shards), documents.document(page));
      if (inverter.docs() % DOCS_PER_MEMORY_CHECK == 0 && inverter.ramBytesUsed() > limit) {
        flush(context);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      try {
        flush(context);
      } finally {
        IOUtils.close(side);
      }
    }

    private void flush(Context context) throws IOException {
      if (inverter.docs() == 0) {
        return;
      }
      if (side == null) {
        side =
            new StoreDirectory(context.getConfiguration(), sideFiles(context))
                .createOutput(context.getTaskAttemptID().toString(), IOContext.DEFAULT);
      }
      BytesWritable value = new BytesWritable();
      inverter.flush(
          run++,
          (key, bytes, length) -> {
            value.set(bytes, 0, length);
            try {
              context.write(new BytesWritable(key.toBytes()), value);
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
              throw new IOException("interrupted while writing " + key, e);
            }
          },
          side);
    }
  }

  /** The key contains the shard. */
  static final class ByShard extends Partitioner<BytesWritable, BytesWritable> {
    @Override
    public int getPartition(BytesWritable key, BytesWritable value, int shards) {
      return RecordKey.shard(key.getBytes());
    }
  }

  /** Passes the records to the shard's writer, which pulls them. */
  static final class SegmentReducer
      extends Reducer<BytesWritable, BytesWritable, NullWritable, RecordSource> {
    @Override
    public void run(Context context) throws IOException, InterruptedException {
      context.write(NullWritable.get(), new Records(context));
    }

    /** The shuffle's records. */
    private static final class Records implements RecordSource {
      private final Context context;
      private RecordKey key;
      private BytesRef value;

      Records(Context context) {
        this.context = context;
      }

      @Override
      public boolean next() throws IOException {
        try {
          if (!context.nextKeyValue()) {
            return false;
          }
          BytesWritable keyBytes = context.getCurrentKey();
          key = RecordKey.of(keyBytes.getBytes(), keyBytes.getLength());
          BytesWritable bytes = context.getCurrentValue();
          value = new BytesRef(bytes.getBytes(), 0, bytes.getLength());
          return true;
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException("interrupted while reading records", e);
        }
      }

      @Override
      public RecordKey key() {
        return key;
      }

      @Override
      public BytesRef value() {
        return value;
      }
    }
  }

  /** Writes shards as segments made of records. */
  static final class SegmentOutputFormat extends ShardOutputFormat<RecordSource> {
    @Override
    ShardWriter<RecordSource> open(File folder, TaskAttemptContext context) throws IOException {
      // Another attempt gives the same ID; another job another one.
      String name = context.getJobID() + " " + context.getTaskAttemptID().getTaskID();
      byte[] id = MD5Hash.digest(name.getBytes(StandardCharsets.UTF_8)).getDigest();
      Directory directory = FSDirectory.open(folder.toPath(), NoLockFactory.INSTANCE);
      Directory sides = new StoreDirectory(context.getConfiguration(), sideFiles(context));
      return new ShardWriter<>() {
        private int docs;

        @Override
        public void add(RecordSource records) throws IOException {
          docs = new SegmentWriter(directory, sides, IndexField.names(), id).write(records);
        }

        @Override
        public int docs() {
          return docs;
        }

        @Override
        public void close() throws IOException {
          directory.close();
        }
      };
    }
  }
}
