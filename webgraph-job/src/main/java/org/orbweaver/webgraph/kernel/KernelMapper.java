package org.orbweaver.webgraph.kernel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.orbweaver.common.store.Files;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.lists.ListChunk;
import org.orbweaver.webgraph.format.lists.ListReader;
import org.orbweaver.webgraph.matrix.VectorBlock;
import org.orbweaver.webgraph.matrix.Workers;

/** A task of a {@link KernelJob}: has a range of rows, reads its input, and writes slices. */
public abstract class KernelMapper
    extends Mapper<IntWritable, IntWritable, NullWritable, NullWritable> {

  /** One iteration of a ranking, with the help of {@code workers}. */
  @FunctionalInterface
  public interface Body {
    Iteration iterate(Workers workers) throws IOException;
  }

  private Context context;
  private KernelJob.Plan plan;
  private GraphDir graph;
  private int first;
  private int end;
  private long begin;

  @Override
  protected final void map(IntWritable from, IntWritable to, Context task)
      throws IOException, InterruptedException {
    begin = System.nanoTime();
    context = task;
    plan = KernelJob.plan(conf());
    graph = GraphDir.open(conf(), new Path(plan.graph()));
    first = from.get();
    end = to.get();
    rows(first, end);
  }

  /** Does the task's work on the rows {@code [first, end)} and reports it. */
  protected abstract void rows(int first, int end) throws IOException, InterruptedException;

  protected final Configuration conf() {
    return context.getConfiguration();
  }

  protected final GraphDir graph() {
    return graph;
  }

  /** The settings given to {@link KernelJob#settings}. */
  protected final <R extends Record> R settings(Class<R> type) throws IOException {
    return KernelJob.settings(conf(), type);
  }

  /** The last iteration. */
  protected final CheckpointFolder from() throws IOException {
    return CheckpointFolder.open(conf(), new Path(plan.from().orElseThrow()));
  }

  /** The folder of the x of {@link KernelJob#multiply}. */
  protected final CheckpointFolder operand() throws IOException {
    return CheckpointFolder.open(conf(), new Path(plan.product().orElseThrow().folder()));
  }

  /** The number of this task, in the order of rows. */
  protected final int number() {
    return first / plan.rows();
  }

  /** Reports that the task is alive. */
  protected final void progress() {
    context.progress();
  }

  /**
   * The task's rows of A·x, the elements of each side by side. Blocks of columns come one after the
   * other, threads share the rows.
   */
  protected final double[] sums() throws IOException {
    KernelJob.Product product = plan.product().orElseThrow();
    CheckpointFolder folder = operand();
    int width = folder.checkpoint().vector(product.vector()).get(0).width();
    int block = Math.min(product.block(), graph.nodes());
    double[] sums = new double[Math.multiplyExact(end - first, width)];
    double[] x = new double[Math.multiplyExact(block, width)];
    int threads = KernelKeys.threads(conf());
    try (Workers workers = new Workers(threads);
        VectorReader reader = folder.reader(product.vector(), 0)) {
      for (long from = 0; from < graph.nodes(); from += block) {
        int to = (int) Math.min(graph.nodes(), from + block);
        reader.next(x, (to - (int) from) * width);
        VectorBlock columns = new VectorBlock(x, width, (int) from, to);
        try (ListReader lists = graph.chunks(product.direction(), product.weighted(), first, end)) {
          workers.map(
              threads,
              thread -> {
                for (ListChunk chunk = lists.next(); chunk != null; chunk = lists.next()) {
                  columns.addTo(sums, first, chunk);
                  progress();
                }
                return thread;
              });
        }
      }
    }
    return sums;
  }

  /**
   * Makes up to {@link KernelKeys#ITERATIONS_PER_JOB} iterations, at least one.
   *
   * @param continues given the history with the new ones, true if another is due
   */
  protected final List<Iteration> iterate(Body body, Predicate<List<Iteration>> continues)
      throws IOException {
    List<Iteration> history = new ArrayList<>(from().checkpoint().history());
    int before = history.size();
    int most = KernelKeys.ITERATIONS_PER_JOB.get(conf());
    try (Workers workers = new Workers(KernelKeys.threads(conf()))) {
      do {
        history.add(body.iterate(workers));
        progress();
      } while (history.size() - before < most && continues.test(history));
    }
    return List.copyOf(history.subList(before, history.size()));
  }

  /** The folder whose content is committed with the task. */
  protected final Path output() throws IOException, InterruptedException {
    return FileOutputFormat.getWorkOutputPath(context);
  }

  /** The slice of the task's rows, of vectors side by side. */
  protected final SliceWriter slice(String vector, int width)
      throws IOException, InterruptedException {
    return new SliceWriter(output().getFileSystem(conf()), output(), vector, first, first, width);
  }

  /** Writes all rows of {@code width} vectors that lie side by side. */
  protected final List<Slice> write(String vector, double[] values, int width)
      throws IOException, InterruptedException {
    try (SliceWriter writer = slice(vector, width)) {
      writer.write(values, 0, values.length);
      return List.of(writer.finish());
    }
  }

  /** Reports slices and sums of one iteration, timed from the start of the task. */
  protected final void report(int iteration, List<Slice> slices, List<ExactSum> sums)
      throws IOException, InterruptedException {
    report(slices, List.of(new Iteration(iteration, (System.nanoTime() - begin) / 1e9, sums)));
  }

  /** Reports the task's slices and iterations. */
  protected final void report(List<Slice> slices, List<Iteration> done)
      throws IOException, InterruptedException {
    Files.writeNew(
        conf(),
        new Path(output(), KernelJob.REPORT + first),
        new Checkpoint(slices, done).toBytes());
  }
}
