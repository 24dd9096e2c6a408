package org.orbweaver.webgraph.build;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.build.links.GraphJob;

/**
 * Merges equal arcs, and counts degrees.
 *
 * <p>Input: SequenceFile&lt;{@link Arc} as LongWritable, VLongWritable weight&gt;. Map: none.
 * Combine and reduce: the sum or the greatest of the weights. Shuffle: by arc. Output: the same
 * with distinct arcs, and {@code _degrees} files, as {@link JoinJob}'s. Cost: 9 bytes and more a
 * link are shuffled.
 */
final class MergeJob {
  /**
   * Settings of the tasks.
   *
   * @param count true if weights are added
   */
  record MergeSettings(int nodes, boolean count) {}

  private MergeJob() {}

  static JoinJob.ArcCounts run(
      Session session, Path input, int nodes, boolean count, int reducers, Path output)
      throws IOException {
    GraphJob job = new GraphJob(session, "graph: merge").input(new Path(input, "part-r-*"));
    return run(session, job.settings(new MergeSettings(nodes, count)), nodes, reducers, output);
  }

  /** Runs a job that already has its input, settings and mapper. */
  static JoinJob.ArcCounts run(
      Session session, GraphJob graph, int nodes, int reducers, Path output) throws IOException {
    graph.job.setCombinerClass(OneCombiner.class);
    graph
        .mapped(LongWritable.class, VLongWritable.class)
        .reduce(DegreeReducer.class, reducers, LongWritable.class, VLongWritable.class)
        .run(output);
    return JoinJob.degrees(session.dir().fs(), output, nodes);
  }

  /** Merges equal arcs. */
  static class OneCombiner
      extends Reducer<LongWritable, VLongWritable, LongWritable, VLongWritable> {
    private final VLongWritable weight = new VLongWritable();
    private boolean count;

    @Override
    protected void setup(Context context) throws IOException {
      count = settings(context).count();
    }

    /** The settings of the tasks; the fold, which has its own mapper, sets them too. */
    static MergeSettings settings(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
      return GraphJob.settings(context.getConfiguration(), MergeSettings.class);
    }

    @Override
    protected void reduce(LongWritable arc, Iterable<VLongWritable> weights, Context context)
        throws IOException, InterruptedException {
      long one = 0;
      for (VLongWritable other : weights) {
        one = count ? one + other.get() : Math.max(one, other.get());
      }
      weight.set(one);
      context.write(arc, weight);
    }
  }

  /** Merges equal arcs, and counts the degrees of the merged ones. */
  static final class DegreeReducer extends OneCombiner {
    private JoinJob.ArcCounts degrees;

    @Override
    protected void setup(Context context) throws IOException {
      super.setup(context);
      degrees = new JoinJob.ArcCounts(settings(context).nodes());
    }

    @Override
    protected void reduce(LongWritable arc, Iterable<VLongWritable> weights, Context context)
        throws IOException, InterruptedException {
      degrees.out().add(Arc.node(arc.get()), 1);
      degrees.in().add(Arc.neighbour(arc.get()), 1);
      super.reduce(arc, weights, context);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      JoinJob.writeDegrees(context, degrees);
    }
  }
}
