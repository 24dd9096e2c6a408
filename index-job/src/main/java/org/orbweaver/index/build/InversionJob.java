package org.orbweaver.index.build;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.NoLockFactory;
import org.apache.lucene.util.BytesRef;
import org.orbweaver.index.IndexKeys;
import org.orbweaver.index.codec.RecordKey;
import org.orbweaver.index.codec.RecordSource;
import org.orbweaver.index.codec.SegmentWriter;
import org.orbweaver.index.invert.Inverter;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Documents;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Scoring;

/**
 * Inverts pages into Lucene shards.
 *
 * <ul>
 *   <li>Input: (url, {@link Page}) of whatever input format the job has.
 *   <li>Map: inverts pages in memory; when its memory is full, and at the end, it hands over the
 *       records of a run.
 *   <li>Shuffle: ({@link RecordKey}, bytes), partitioned by shard; within it by kind of record,
 *       field, first term and run. Some 30 KB a record.
 *   <li>Reduce: writes one segment from the records as they come.
 *   <li>Cost: each text is analysed once, where it is read. Shuffled are the postings, coded by
 *       differences, and the stored fields as compressed blocks.
 * </ul>
 *
 * <p>Documents of a shard are in the order of map tasks, and within one in the order of its input.
 */
final class InversionJob {
  private InversionJob() {}

  /** Sets mapper, reducer and output format; all else is the caller's. */
  static void configure(Job job) {
    job.setMapperClass(InvertingMapper.class);
    job.setMapOutputKeyClass(BytesWritable.class);
    job.setMapOutputValueClass(BytesWritable.class);
    job.setPartitionerClass(ByShard.class);
    job.setReducerClass(SegmentReducer.class);
    job.setOutputValueClass(RecordSource.class);
    job.setOutputFormatClass(SegmentOutputFormat.class);
  }

  /** The shard of a URL: Text's hash modulo shards, as HashPartitioner has it for the crawldb. */
  static int shard(Text url, int shards) {
    return (url.hashCode() & Integer.MAX_VALUE) % shards;
  }

  /** Memory for a task's documents: local tasks run side by side. */
  static long bufferBytes(Configuration conf) {
    return Math.min(IndexKeys.BUFFER_BYTES.get(conf), Runtime.getRuntime().maxMemory() / 6);
  }

  /** Inverts what it is given. */
  static final class InvertingMapper extends Mapper<Text, Page, BytesWritable, BytesWritable> {
    /** Documents between two looks at the memory. */
    private static final int LOOK = 16;

    private final Analysis.ByLanguage analyzer = new Analysis.ByLanguage();
    private Documents documents;
    private Inverter inverter;
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
      inverter.add(shard(url, shards), documents.document(page));
      if (inverter.docs() % LOOK == 0 && inverter.ramBytesUsed() > limit) {
        flush(context);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      flush(context);
    }

    private void flush(Context context) throws IOException {
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
          });
    }
  }

  /** The key says which shard. */
  static final class ByShard extends Partitioner<BytesWritable, BytesWritable> {
    @Override
    public int getPartition(BytesWritable key, BytesWritable value, int shards) {
      return RecordKey.shard(key.getBytes());
    }
  }

  /** Lets the shard pull its records. */
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

  /** A shard is a segment made of records. */
  static final class SegmentOutputFormat extends ShardOutputFormat<RecordSource> {
    @Override
    ShardWriter<RecordSource> open(File folder, TaskAttemptContext context) throws IOException {
      // Another attempt gives the same bytes; another job another segment.
      String name = context.getJobID() + " " + context.getTaskAttemptID().getTaskID();
      byte[] id = MD5Hash.digest(name.getBytes(StandardCharsets.UTF_8)).getDigest();
      Directory directory = FSDirectory.open(folder.toPath(), NoLockFactory.INSTANCE);
      return new ShardWriter<>() {
        private int docs;

        @Override
        public void add(RecordSource records) throws IOException {
          docs = new SegmentWriter(directory, IndexField.names(), id).write(records);
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
