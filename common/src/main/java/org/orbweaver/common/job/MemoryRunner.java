package org.orbweaver.common.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.Serializer;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.MapContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.ReduceContext;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.WrappedReducer;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.MapContextImpl;
import org.apache.hadoop.mapreduce.task.ReduceContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.util.Progress;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Runs a job of a few records in this thread: its mappers one after the other, the shuffle in
 * memory, its reducers one after the other. Output and counters equal those of Hadoop's local
 * runner, which submits, spills to disk and merges, an overhead of a tenth of a second. Equal keys
 * keep the order in which they were mapped; combiners do not run.
 *
 * <p>Memory: the mappers' whole output, at most 64 MB.
 */
final class MemoryRunner {
  /** A few kilobytes may be pages of a megabyte of the same character. */
  private static final long MAX_SHUFFLE_BYTES = 64 << 20;

  /** Of a record, beside its bytes. */
  private static final int RECORD_BYTES = 64;

  private static final AtomicInteger JOBS = new AtomicInteger();
  private final Job job;
  private final JobID id;
  private final Counters counters = new Counters();
  private long shuffledBytes;

  /** The mappers' output is too large for memory. */
  static final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1L;
  }

  private MemoryRunner(Job job) {
    this.job = job;
    this.id = new JobID("memory", JOBS.incrementAndGet());
  }

  /**
   * Runs a job.
   *
   * @throws TooLargeException if Hadoop's runner has to do it; nothing is left then
   * @throws Exception any exception of a task; nothing is committed then
   */
  static Counters run(Job job) throws Exception {
    MemoryRunner runner = new MemoryRunner(job);
    try {
      runner.run();
    } catch (Exception e) {
      throw runner.isTooLarge() ? new TooLargeException() : e;
    }
    return runner.counters;
  }

  private boolean isTooLarge() {
    return shuffledBytes > MAX_SHUFFLE_BYTES;
  }

  private void run() throws Exception {
    OutputFormat<?, ?> format = format();
    format.checkOutputSpecs(job);
    TaskAttemptContext whole = context(TaskType.REDUCE, 0);
    OutputCommitter committer = format.getOutputCommitter(whole);
    JobContext context = new JobContextImpl(job.getConfiguration(), id);
    committer.setupJob(context);
    boolean done = false;
    try {
      List<Partition> shuffled = new ArrayList<>();
      for (int i = 0; i < job.getNumReduceTasks(); i++) {
        shuffled.add(new Partition());
      }
      map(shuffled);
      if (isTooLarge()) {
        throw new TooLargeException();
      }
      for (int i = 0; i < shuffled.size(); i++) {
        reduce(i, shuffled.get(i));
        shuffled.set(i, null); // Frees the memory.
      }
      committer.commitJob(context);
      done = true;
    } finally {
      if (!done) {
        committer.abortJob(context, org.apache.hadoop.mapreduce.JobStatus.State.FAILED);
        if (isTooLarge()) {
          removeOutput();
        }
      }
    }
  }

  /**
   * Removes the folder that the committer has made and emptied: Hadoop's runner insists on that.
   */
  private void removeOutput() throws IOException {
    Path output = FileOutputFormat.getOutputPath(job);
    if (output != null) {
      output.getFileSystem(job.getConfiguration()).delete(output, false);
    }
  }

  /** The context of a task, with its own copy of the configuration, as for any task. */
  private TaskAttemptContextImpl context(TaskType type, int number) {
    TaskAttemptID attempt = new TaskAttemptID(new TaskID(id, type, number), 0);
    JobConf conf = new JobConf(job.getConfiguration());
    conf.set(MRJobConfig.ID, id.toString());
    conf.set(MRJobConfig.TASK_ID, attempt.getTaskID().toString());
    conf.set(MRJobConfig.TASK_ATTEMPT_ID, attempt.toString());
    conf.setInt(MRJobConfig.TASK_PARTITION, number);
    conf.setBoolean(MRJobConfig.TASK_ISMAP, type == TaskType.MAP);
    return new TaskAttemptContextImpl(conf, attempt);
  }

  private <K, V, K2, V2> void map(List<Partition> shuffled) throws Exception {
    @SuppressWarnings("unchecked") // as configured
    InputFormat<K, V> input =
        (InputFormat<K, V>)
            ReflectionUtils.newInstance(job.getInputFormatClass(), job.getConfiguration());
    int number = 0;
    for (InputSplit split : input.getSplits(job)) {
      TaskAttemptContextImpl task = context(TaskType.MAP, number++);
      @SuppressWarnings("unchecked") // as configured
      Mapper<K, V, K2, V2> mapper =
          (Mapper<K, V, K2, V2>)
              ReflectionUtils.newInstance(job.getMapperClass(), task.getConfiguration());
      Counter in = counters.findCounter(TaskCounter.MAP_INPUT_RECORDS);
      Counter out = counters.findCounter(TaskCounter.MAP_OUTPUT_RECORDS);
      OutputFormat<?, ?> format = format();
      commit(
          format,
          task,
          committer -> {
            RecordWriter<K2, V2> output =
                shuffled.isEmpty() ? writer(format, task) : new Collector<>(shuffled, task);
            try (RecordReader<K, V> reader = input.createRecordReader(split, task)) {
              MapContext<K, V, K2, V2> context =
                  new MapContextImpl<>(
                      task.getConfiguration(),
                      task.getTaskAttemptID(),
                      reader,
                      output,
                      committer,
                      new Reporter(),
                      split) {
                    @Override
                    public boolean nextKeyValue() throws IOException, InterruptedException {
                      boolean more = super.nextKeyValue();
                      in.increment(more ? 1 : 0);
                      return more;
                    }

                    @Override
                    public void write(K2 key, V2 value) throws IOException, InterruptedException {
                      super.write(key, value);
                      out.increment(1);
                    }
                  };
              reader.initialize(split, context);
              mapper.run(new WrappedMapper<K, V, K2, V2>().getMapContext(context));
            } finally {
              output.close(task);
            }
          });
    }
  }

  /** A new instance for each task: an output format keeps the first task's committer. */
  private OutputFormat<?, ?> format() throws ClassNotFoundException {
    return ReflectionUtils.newInstance(job.getOutputFormatClass(), job.getConfiguration());
  }

  @SuppressWarnings("unchecked") // as configured
  private static <K, V> RecordWriter<K, V> writer(
      OutputFormat<?, ?> format, TaskAttemptContext task) throws IOException, InterruptedException {
    return (RecordWriter<K, V>) format.getRecordWriter(task);
  }

  private interface Body {
    void run(OutputCommitter committer) throws Exception;
  }

  /** Runs a task and commits its output, unless it fails. */
  private static void commit(OutputFormat<?, ?> format, TaskAttemptContext task, Body body)
      throws Exception {
    OutputCommitter committer = format.getOutputCommitter(task);
    committer.setupTask(task);
    boolean done = false;
    try {
      body.run(committer);
      done = true;
    } finally {
      if (!done) {
        committer.abortTask(task);
      }
    }
    if (committer.needsTaskCommit(task)) {
      committer.commitTask(task);
    }
  }

  private <K, V, K2, V2> void reduce(int number, Partition partition) throws Exception {
    OutputFormat<?, ?> format = format();
    TaskAttemptContextImpl task = context(TaskType.REDUCE, number);
    @SuppressWarnings("unchecked") // as configured
    Reducer<K, V, K2, V2> reducer =
        (Reducer<K, V, K2, V2>)
            ReflectionUtils.newInstance(job.getReducerClass(), task.getConfiguration());
    Counter records = counters.findCounter(TaskCounter.REDUCE_OUTPUT_RECORDS);
    commit(
        format,
        task,
        committer -> {
          RecordWriter<K2, V2> output = writer(format, task);
          @SuppressWarnings("unchecked") // as configured
          ReduceContext<K, V, K2, V2> context =
              new ReduceContextImpl<>(
                  task.getConfiguration(),
                  task.getTaskAttemptID(),
                  partition.sorted(job.getSortComparator()),
                  counters.findCounter(TaskCounter.REDUCE_INPUT_GROUPS),
                  counters.findCounter(TaskCounter.REDUCE_INPUT_RECORDS),
                  output,
                  committer,
                  new Reporter(),
                  (RawComparator<K>) job.getGroupingComparator(),
                  (Class<K>) job.getMapOutputKeyClass(),
                  (Class<V>) job.getMapOutputValueClass()) {
                @Override
                public void write(K2 key, V2 value) throws IOException, InterruptedException {
                  super.write(key, value);
                  records.increment(1);
                }
              };
          try {
            reducer.run(new WrappedReducer<K, V, K2, V2>().getReducerContext(context));
          } finally {
            output.close(task);
          }
        });
  }

  /** A record of the shuffle. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Pair(byte[] key, byte[] value) {}

  /** The input of one reducer. */
  private static final class Partition {
    private final List<Pair> pairs = new ArrayList<>();

    RawKeyValueIterator sorted(RawComparator<?> order) {
      pairs.sort((a, b) -> order.compare(a.key, 0, a.key.length, b.key, 0, b.key.length));
      Iterator<Pair> all = pairs.iterator();
      return new RawKeyValueIterator() {
        private final DataInputBuffer key = new DataInputBuffer();
        private final DataInputBuffer value = new DataInputBuffer();

        @Override
        public boolean next() {
          if (!all.hasNext()) {
            return false;
          }
          Pair pair = all.next();
          key.reset(pair.key, pair.key.length);
          value.reset(pair.value, pair.value.length);
          return true;
        }

        @Override
        public DataInputBuffer getKey() {
          return key;
        }

        @Override
        public DataInputBuffer getValue() {
          return value;
        }

        @Override
        public Progress getProgress() {
          return new Progress();
        }

        @Override
        public void close() {
          // Holds nothing open.
        }
      };
    }
  }

  /** Serialises a mapper's output into the partitions. */
  private final class Collector<K, V> extends RecordWriter<K, V> {
    private final List<Partition> partitions;
    private final Partitioner<K, V> partitioner;
    private final DataOutputBuffer buffer = new DataOutputBuffer();
    private final Serializer<K> keys;
    private final Serializer<V> values;

    @SuppressWarnings("unchecked") // as configured
    Collector(List<Partition> partitions, TaskAttemptContext task) throws Exception {
      this.partitions = partitions;
      partitioner =
          (Partitioner<K, V>)
              ReflectionUtils.newInstance(job.getPartitionerClass(), task.getConfiguration());
      SerializationFactory factory = new SerializationFactory(task.getConfiguration());
      keys = factory.getSerializer((Class<K>) job.getMapOutputKeyClass());
      values = factory.getSerializer((Class<V>) job.getMapOutputValueClass());
      keys.open(buffer);
      values.open(buffer);
    }

    @Override
    public void write(K key, V value) throws IOException {
      int count = partitions.size();
      int partition = count == 1 ? 0 : partitioner.getPartition(key, value, count);
      Pair pair = new Pair(bytes(keys, key), bytes(values, value));
      shuffledBytes += pair.key.length + pair.value.length + RECORD_BYTES;
      if (isTooLarge()) {
        partitions.forEach(all -> all.pairs.clear());
        // A mapper that goes on to the next record changes nothing: run() looks, too.
        throw new TooLargeException();
      }
      partitions.get(partition).pairs.add(pair);
    }

    private <T> byte[] bytes(Serializer<T> serializer, T object) throws IOException {
      buffer.reset();
      serializer.serialize(object);
      byte[] bytes = new byte[buffer.getLength()];
      System.arraycopy(buffer.getData(), 0, bytes, 0, bytes.length);
      return bytes;
    }

    @Override
    public void close(TaskAttemptContext task) throws IOException {
      keys.close();
      values.close();
    }
  }

  /** Ignores progress and status: a job of a few records is over at once. */
  private final class Reporter extends TaskAttemptContextImpl.DummyReporter {
    @Override
    public Counter getCounter(Enum<?> name) {
      return counters.findCounter(name);
    }

    @Override
    public Counter getCounter(String group, String name) {
      return counters.findCounter(group, name);
    }
  }
}
