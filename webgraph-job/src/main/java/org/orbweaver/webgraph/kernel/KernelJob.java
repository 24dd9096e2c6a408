package org.orbweaver.webgraph.kernel;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.GraphDir;

/**
 * One multiplication y = A·x, or k of them, as a map-only job.
 *
 * <p>Input: a task a partition ({@link PartitionInputFormat}), which reads its lists from the
 * graph, x from the slices of a checkpoint (memory-mapped; copied once to each machine by the
 * distributed cache unless they are local files already). Output of a task: its slices of y and a
 * side file {@code sums-PARTITION}, a {@link Checkpoint} of what it did. No shuffle. Cost on a
 * cluster: the graph is read once, x is copied to each machine once, y is written once.
 */
public final class KernelJob {

  static final String SPLIT = "orbweaver.internal.rank.split";
  private static final String GRAPH = "orbweaver.internal.rank.graph";
  private static final String FROM = "orbweaver.internal.rank.from";
  private static final String OPERAND = "orbweaver.internal.rank.operand";
  private static final String OPERAND_VECTOR = "orbweaver.internal.rank.operand.vector";
  private static final String BLOCK = "orbweaver.internal.rank.block";
  private static final String SUMS = "sums-";

  private final Session session;
  private final Job job;
  private final Path output;

  /**
   * A job that is not submitted yet.
   *
   * @param mapper in the job jar that tasks need; one call of map a task, with its partition
   * @param from the last iteration, which tasks {@linkplain #from open}
   * @param output folder of the result; must not exist
   */
  public KernelJob(
      Session session,
      String name,
      Class<? extends Mapper<IntWritable, NullWritable, NullWritable, NullWritable>> mapper,
      GraphDir graph,
      CheckpointFolder from,
      Path output)
      throws IOException {
    this(session, name, mapper, graph, output);
    conf().set(FROM, from.folder().toString());
  }

  /** A job that begins from nothing but the graph. */
  public KernelJob(
      Session session,
      String name,
      Class<? extends Mapper<IntWritable, NullWritable, NullWritable, NullWritable>> mapper,
      GraphDir graph,
      Path output)
      throws IOException {
    this.session = session;
    this.output = output;
    job = JobRunner.newJob(session, name, mapper);
    job.setMapperClass(mapper);
    job.setNumReduceTasks(0);
    job.setInputFormatClass(PartitionInputFormat.class);
    job.setOutputFormatClass(SideFileOutputFormat.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(NullWritable.class);
    FileOutputFormat.setOutputPath(job, output);
    conf().set(GRAPH, graph.folder().toString());
    PartitionInputFormat.whole(job.getConfiguration());
  }

  /** Tells tasks where the graph and the last iteration are. */
  static void setInput(Configuration conf, GraphDir graph, CheckpointFolder from) {
    conf.set(GRAPH, graph.folder().toString());
    conf.set(FROM, from.folder().toString());
  }

  /** Gives each partition in {@code direction} a task; without this one task gets all. */
  public KernelJob split(Direction direction) {
    PartitionInputFormat.partitions(job.getConfiguration(), direction);
    return this;
  }

  /**
   * Gives tasks the vector x, for {@link #operand}.
   *
   * @param mode pull or blocked
   */
  public KernelJob operand(CheckpointFolder folder, String vector, RankMode mode) {
    if (mode == RankMode.BLOCKED) {
      List<Slice> slices = folder.checkpoint().vector(vector);
      Slice last = slices.get(slices.size() - 1);
      conf().setInt(BLOCK, RankMode.blockPages(conf(), last.end(), last.width()));
    }
    job.getConfiguration().set(OPERAND, folder.folder().toString());
    job.getConfiguration().set(OPERAND_VECTOR, vector);
    boolean mapped = mode != RankMode.BLOCKED;
    if (mapped && !folder.isLocal() && !JobRunner.isLocal(job.getConfiguration())) {
      for (Slice slice : folder.checkpoint().vector(vector)) {
        if (slice.bytes() > 0) {
          job.addCacheFile(
              URI.create(folder.path(slice).toUri() + "#" + CheckpointFolder.cacheName(slice)));
        }
      }
    }
    return this;
  }

  /** The configuration that the tasks will see. */
  public Configuration conf() {
    return job.getConfiguration();
  }

  /**
   * Runs the job and puts what its tasks report together.
   *
   * @param size number of pages
   * @param vectors that it must have written, whole
   * @return slices relative to the output folder, and the iterations it made
   */
  public Checkpoint run(int size, List<String> vectors) throws IOException {
    JobRunner.run(job, session.console());
    FileSystem fs = output.getFileSystem(conf());
    List<Checkpoint> parts = new ArrayList<>();
    try {
      for (FileStatus status : fs.listStatus(output)) {
        if (status.getPath().getName().startsWith(SUMS)) {
          parts.add(Checkpoint.parse(Files.read(fs, status.getPath())));
        }
      }
      if (parts.isEmpty()) {
        throw new IllegalArgumentException("no task reported");
      }
      return Checkpoint.merge(parts).requireWhole(size, vectors);
    } catch (IllegalArgumentException e) {
      throw OrbException.failed(job.getJobName() + ": incomplete output: " + e.getMessage());
    }
  }

  /** In a task: the graph. */
  public static GraphDir graph(Configuration conf) throws IOException {
    return GraphDir.open(conf, new Path(conf.get(GRAPH)));
  }

  /** In a task: the last iteration. */
  public static CheckpointFolder from(Configuration conf) throws IOException {
    return CheckpointFolder.open(conf, new Path(conf.get(FROM)));
  }

  /** In a task: where x is. */
  public static CheckpointFolder operandFolder(Configuration conf) throws IOException {
    return CheckpointFolder.open(conf, new Path(conf.get(OPERAND)));
  }

  /** In a task: x. */
  public static Operand operand(Configuration conf) throws IOException {
    CheckpointFolder folder = operandFolder(conf);
    String vector = conf.get(OPERAND_VECTOR);
    int block = conf.getInt(BLOCK, 0);
    return block > 0 ? new BlockedVector(conf, folder, vector, block) : folder.map(vector);
  }

  /** In a task: the slice of a vector that belongs to {@code partition}. */
  public static SliceWriter slice(
      Mapper<?, ?, NullWritable, NullWritable>.Context context,
      String vector,
      int partition,
      int first)
      throws IOException, InterruptedException {
    return slice(context, vector, partition, first, 1);
  }

  /** In a task: the slice of vectors side by side that belongs to {@code partition}. */
  public static SliceWriter slice(
      Mapper<?, ?, NullWritable, NullWritable>.Context context,
      String vector,
      int partition,
      int first,
      int width)
      throws IOException, InterruptedException {
    Path folder = FileOutputFormat.getWorkOutputPath(context);
    FileSystem fs = folder.getFileSystem(context.getConfiguration());
    return new SliceWriter(fs, folder, vector, partition, first, width);
  }

  /** In a task: writes {@code values} as slices that a memory map can hold. */
  public static List<Slice> writeSlices(
      Mapper<?, ?, NullWritable, NullWritable>.Context context, String vector, double[] values)
      throws IOException, InterruptedException {
    return writeSlices(context, vector, values, 1);
  }

  /** In a task: writes vectors that lie side by side, {@code width} of them. */
  public static List<Slice> writeSlices(
      Mapper<?, ?, NullWritable, NullWritable>.Context context,
      String vector,
      double[] values,
      int width)
      throws IOException, InterruptedException {
    Path folder = FileOutputFormat.getWorkOutputPath(context);
    return writeSlices(
        folder.getFileSystem(context.getConfiguration()),
        folder,
        vector,
        values.length / width,
        width,
        i -> values[(int) i]);
  }

  /** Elements of a vector that is written as one. */
  public interface Elements {
    /** Element {@code i}; asked for in ascending order. */
    double at(long i) throws IOException;
  }

  /** Writes a whole vector as slices that a memory map can hold: at most 1 GiB each. */
  public static List<Slice> writeSlices(
      FileSystem fs, Path folder, String vector, int size, Elements elements) throws IOException {
    return writeSlices(fs, folder, vector, size, 1, elements);
  }

  /** Writes {@code width} vectors of {@code size} elements side by side, row by row. */
  public static List<Slice> writeSlices(
      FileSystem fs, Path folder, String vector, int size, int width, Elements elements)
      throws IOException {
    int most = Math.max(1, (1 << 27) / width);
    List<Slice> slices = new ArrayList<>();
    int first = 0;
    do {
      int end = (int) Math.min(size, (long) first + most);
      try (SliceWriter writer = new SliceWriter(fs, folder, vector, slices.size(), first, width)) {
        for (long i = (long) first * width; i < (long) end * width; i++) {
          writer.write(elements.at(i));
        }
        slices.add(writer.finish());
      }
      first = end;
    } while (first < size);
    return slices;
  }

  /** In a task: writes the side file. */
  public static void report(
      Mapper<?, ?, NullWritable, NullWritable>.Context context, int partition, Checkpoint done)
      throws IOException, InterruptedException {
    Path folder = FileOutputFormat.getWorkOutputPath(context);
    Files.writeNew(context.getConfiguration(), new Path(folder, SUMS + partition), done.toBytes());
  }
}
