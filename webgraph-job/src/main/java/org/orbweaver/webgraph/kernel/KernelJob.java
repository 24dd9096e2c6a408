package org.orbweaver.webgraph.kernel;

import java.io.IOException;
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
import org.orbweaver.webgraph.format.Direction;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.ListChunk;
import org.orbweaver.webgraph.format.ListReader;

/**
 * One multiplication y = A·x, or k of them, as a map-only job.
 *
 * <p>Input: a task a range of rows ({@link RowRanges}), cut by {@link RankMode#blocks}. A task
 * holds the sums of its rows and one block of x at a time; for each block it reads its lists and
 * adds what the block gives. Output of a task: its slices of y and a side file {@code sums-FIRST},
 * a {@link Checkpoint} of what it did. No shuffle. Cost: each task reads x once, and its lists once
 * a block; y is written once. A job that is not {@linkplain #multiply distributed} has one task.
 */
public final class KernelJob {

  private static final String GRAPH = "orbweaver.internal.rank.graph";
  private static final String FROM = "orbweaver.internal.rank.from";
  private static final String OPERAND = "orbweaver.internal.rank.operand";
  private static final String OPERAND_VECTOR = "orbweaver.internal.rank.operand.vector";
  private static final String BLOCK = "orbweaver.internal.rank.block";
  private static final String DIRECTION = "orbweaver.internal.rank.direction";
  private static final String WEIGHTED = "orbweaver.internal.rank.weighted";
  private static final String SUMS = "sums-";

  private final Session session;
  private final Job job;
  private final GraphDir graph;
  private final Path output;

  /**
   * A job that is not submitted yet.
   *
   * @param mapper in the job jar that tasks need; one call of map a task, with its rows
   * @param from the last iteration, which tasks {@linkplain #from open}
   * @param output folder of the result; must not exist
   */
  public KernelJob(
      Session session,
      String name,
      Class<? extends Mapper<IntWritable, IntWritable, NullWritable, NullWritable>> mapper,
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
      Class<? extends Mapper<IntWritable, IntWritable, NullWritable, NullWritable>> mapper,
      GraphDir graph,
      Path output)
      throws IOException {
    this.session = session;
    this.output = output;
    job = JobRunner.newJob(session, name, mapper);
    job.setMapperClass(mapper);
    job.setNumReduceTasks(0);
    job.setInputFormatClass(RowRanges.class);
    job.setOutputFormatClass(SideFileOutputFormat.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(NullWritable.class);
    FileOutputFormat.setOutputPath(job, output);
    this.graph = graph;
    conf().set(GRAPH, graph.folder().toString());
  }

  /** Tells tasks where the graph and the last iteration are. */
  static void setInput(Configuration conf, GraphDir graph, CheckpointFolder from) {
    conf.set(GRAPH, graph.folder().toString());
    conf.set(FROM, from.folder().toString());
  }

  /** Gives each {@code count} rows a task; without this one task gets all. */
  public KernelJob rows(int count) {
    conf().setInt(RowRanges.ROWS, count);
    // Tasks of the local runner share one heap; they have threads instead.
    conf().setInt("mapreduce.local.map.tasks.maximum", 1);
    return this;
  }

  /**
   * Gives tasks what {@link #sums} needs, and as many rows as their memory lets them have.
   *
   * @param direction says which lists are A's rows
   * @param weighted whether links count by their weights
   * @param folder has the vector x
   */
  public KernelJob multiply(
      Direction direction, boolean weighted, CheckpointFolder folder, String vector) {
    int width = folder.checkpoint().vector(vector).get(0).width();
    RankMode.Blocks blocks = RankMode.blocks(conf(), graph.meta(), direction, weighted, width);
    conf().set(OPERAND, folder.folder().toString());
    conf().set(OPERAND_VECTOR, vector);
    conf().setInt(BLOCK, blocks.columns());
    conf().set(DIRECTION, direction.name());
    conf().setBoolean(WEIGHTED, weighted);
    return rows(blocks.rows());
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

  /**
   * In a task: the rows {@code [first, end)} of A·x, the elements of each side by side. Blocks of
   * columns come one after the other, threads share the rows.
   */
  public static double[] sums(
      Mapper<?, ?, NullWritable, NullWritable>.Context context, int first, int end)
      throws IOException {
    Configuration conf = context.getConfiguration();
    GraphDir graph = graph(conf);
    CheckpointFolder folder = operandFolder(conf);
    String vector = conf.get(OPERAND_VECTOR);
    int width = folder.checkpoint().vector(vector).get(0).width();
    int block = Math.min(conf.getInt(BLOCK, 0), graph.nodes());
    double[] sums = new double[Math.multiplyExact(end - first, width)];
    double[] x = new double[Math.multiplyExact(block, width)];
    int threads = KernelKeys.threads(conf);
    try (Workers workers = new Workers(threads);
        VectorReader reader = folder.reader(vector, 0)) {
      for (long from = 0; from < graph.nodes(); from += block) {
        int to = (int) Math.min(graph.nodes(), from + block);
        reader.next(x, (to - (int) from) * width);
        VectorBlock columns = new VectorBlock(x, width, (int) from, to);
        try (ListReader lists =
            graph.chunks(
                Direction.valueOf(conf.get(DIRECTION)),
                conf.getBoolean(WEIGHTED, false),
                first,
                end)) {
          workers.map(
              threads,
              thread -> {
                for (ListChunk chunk = lists.next(); chunk != null; chunk = lists.next()) {
                  columns.addTo(sums, first, chunk);
                  context.progress();
                }
                return thread;
              });
        }
      }
    }
    return sums;
  }

  /** In a task: the slice of vectors side by side that begins with row {@code first}. */
  public static SliceWriter slice(
      Mapper<?, ?, NullWritable, NullWritable>.Context context, String vector, int first, int width)
      throws IOException, InterruptedException {
    Path folder = FileOutputFormat.getWorkOutputPath(context);
    FileSystem fs = folder.getFileSystem(context.getConfiguration());
    return new SliceWriter(fs, folder, vector, first, first, width);
  }

  /** In a task: writes {@code values} as slices. */
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

  /** Writes a whole vector as slices of at most 1 GiB each. */
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

  /** In a task: writes the side file of the rows from {@code first} on. */
  public static void report(
      Mapper<?, ?, NullWritable, NullWritable>.Context context, int first, Checkpoint done)
      throws IOException, InterruptedException {
    Path folder = FileOutputFormat.getWorkOutputPath(context);
    Files.writeNew(context.getConfiguration(), new Path(folder, SUMS + first), done.toBytes());
  }
}
