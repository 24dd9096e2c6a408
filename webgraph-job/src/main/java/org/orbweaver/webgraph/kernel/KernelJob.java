package org.orbweaver.webgraph.kernel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Json;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.meta.Direction;

/**
 * One multiplication y = A·x, or k of them, as a map-only job.
 *
 * <p>Input: a task a range of rows ({@link RowRanges}), cut by {@link RankMode#blocks}. A task
 * holds the sums of its rows and one block of x at a time; for each block it reads its lists and
 * adds the block's contributions. Output of a task: its slices of y and a side file {@code
 * sums-FIRST}, a {@link Checkpoint} of its work. No shuffle. Cost: each task reads x once, and its
 * lists once a block; y is written once. A job that is not {@linkplain #multiply distributed} has
 * one task, unless it is cut by {@link #rows}.
 */
public final class KernelJob {
  static final String REPORT = "sums-";
  private static final String PLAN = "orbweaver.internal.rank.plan";
  private static final String SETTINGS = "orbweaver.internal.rank.settings";

  /**
   * Settings of the tasks, in one value of the configuration.
   *
   * @param from folder of the last iteration
   * @param rows of a task
   */
  record Plan(String graph, int rows, Optional<String> from, Optional<Product> product) {}

  /**
   * A product A·x.
   *
   * @param folder of x
   * @param block columns that a task reads at a time
   * @param direction of the lists that are A's rows
   * @param weighted true if links count by their weights
   */
  record Product(String folder, String vector, int block, Direction direction, boolean weighted) {}

  private final Session session;
  private final Job job;
  private final GraphDir graph;
  private final Path output;
  private int rows = Integer.MAX_VALUE;
  private Optional<String> from = Optional.empty();
  private Optional<Product> product = Optional.empty();

  /**
   * Creates the job without submitting it.
   *
   * @param mapper does a task's work; in the job jar that tasks need
   * @param output folder of the result; must not exist
   */
  public KernelJob(
      Session session,
      String name,
      Class<? extends KernelMapper> mapper,
      GraphDir graph,
      Path output)
      throws IOException {
    this(session, name, mapper, mapper, graph, output);
  }

  /**
   * As above, if another class identifies the job jar.
   *
   * @param inJobJar a class of that jar
   */
  public KernelJob(
      Session session,
      String name,
      Class<?> inJobJar,
      Class<? extends KernelMapper> mapper,
      GraphDir graph,
      Path output)
      throws IOException {
    this.session = session;
    this.output = output;
    this.graph = graph;
    job = JobRunner.newJob(session, name, inJobJar);
    job.setMapperClass(mapper);
    job.setNumReduceTasks(0);
    LazyOutputFormat.setOutputFormatClass(job, TextOutputFormat.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(NullWritable.class);
    FileOutputFormat.setOutputPath(job, output);
  }

  /** Lets tasks read the last iteration. */
  public KernelJob from(CheckpointFolder last) {
    from = Optional.of(last.folder().toString());
    return this;
  }

  /** Gives each task {@code count} rows; without this one task gets all. */
  public KernelJob rows(int count) {
    rows = count;
    return this;
  }

  /**
   * Lets tasks compute {@link KernelMapper#sums}, and gives them as many rows as their memory
   * allows.
   *
   * @param direction of the lists that are A's rows
   * @param weighted true if links count by their weights
   * @param folder has the vector x
   */
  public KernelJob multiply(
      Direction direction, boolean weighted, CheckpointFolder folder, String vector) {
    int width = folder.checkpoint().vector(vector).get(0).width();
    RankMode.Blocks blocks =
        RankMode.blocks(job.getConfiguration(), graph.meta(), direction, weighted, width);
    String path = folder.folder().toString();
    product = Optional.of(new Product(path, vector, blocks.columns(), direction, weighted));
    // Tasks of the local runner share one heap; they have threads instead.
    job.getConfiguration().setInt("mapreduce.local.map.tasks.maximum", 1);
    return rows(blocks.rows());
  }

  /** Passes settings to the tasks, beside rows and vectors. */
  public KernelJob settings(Record settings) {
    job.getConfiguration().set(SETTINGS, Json.line(settings));
    return this;
  }

  /**
   * Runs the job and merges the reports of its tasks.
   *
   * @param vectors that it must have written, completely
   * @return slices relative to the output folder, and the iterations made
   */
  public Checkpoint run(String... vectors) throws IOException {
    RowRanges.set(job, graph.nodes(), rows);
    Plan plan = new Plan(graph.folder().toString(), rows, from, product);
    job.getConfiguration().set(PLAN, Json.line(plan));
    JobRunner.run(job, session.console());
    FileSystem fs = output.getFileSystem(job.getConfiguration());
    List<Checkpoint> parts = new ArrayList<>();
    try {
      for (FileStatus status : fs.listStatus(output)) {
        if (status.getPath().getName().startsWith(REPORT)) {
          parts.add(Checkpoint.parse(Files.read(fs, status.getPath())));
        }
      }
      if (parts.isEmpty()) {
        throw new IllegalArgumentException("no task reported");
      }
      return Checkpoint.merge(parts).requireWhole(graph.nodes(), List.of(vectors));
    } catch (IllegalArgumentException e) {
      throw OrbException.failed(job.getJobName() + ": incomplete output: " + e.getMessage());
    }
  }

  static Plan plan(Configuration conf) throws IOException {
    return Json.parse(conf.get(PLAN), Plan.class);
  }

  static <R extends Record> R settings(Configuration conf, Class<R> type) throws IOException {
    return Json.parse(conf.get(SETTINGS), type);
  }
}
