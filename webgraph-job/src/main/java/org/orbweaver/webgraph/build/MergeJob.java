package org.orbweaver.webgraph.build;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.Cuts;

/**
 * Makes one of equal arcs, and counts degrees.
 *
 * <p>Input: SequenceFile&lt;{@link Arc} as LongWritable, VLongWritable weight&gt;. Map: none.
 * Combine and reduce: the sum or the greatest of the weights. Shuffle: by arc. Output: the same
 * with distinct arcs, and {@code _degrees} files, as {@link JoinJob}'s. Cost: 9 bytes and more a
 * link are shuffled.
 */
final class MergeJob {
  private static final String COUNT = "orbweaver.internal.graph.merge.count";

  private MergeJob() {}

  static JoinJob.Degrees run(
      Session session, Path input, int nodes, boolean count, int reducers, Path output)
      throws IOException {
    Job job = JobRunner.newJob(session, "graph: merge", MergeJob.class);
    job.setInputFormatClass(SequenceFileInputFormat.class);
    FileInputFormat.setInputPaths(job, new Path(input, "part-r-*"));
    return run(session, job, nodes, count, reducers, output);
  }

  /** With the input and the mapper that a job already has. */
  static JoinJob.Degrees run(
      Session session, Job job, int nodes, boolean count, int reducers, Path output)
      throws IOException {
    job.getConfiguration().setInt(JoinJob.NODES, nodes);
    job.getConfiguration().setBoolean(COUNT, count);
    job.setMapOutputKeyClass(LongWritable.class);
    job.setMapOutputValueClass(VLongWritable.class);
    job.setCombinerClass(OneCombiner.class);
    job.setReducerClass(DegreeReducer.class);
    job.setNumReduceTasks(reducers);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(VLongWritable.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    JobRunner.run(job, session.console());
    return JoinJob.degrees(session.dir().fs(), output, nodes);
  }

  /** Equal arcs to one. */
  static class OneCombiner
      extends Reducer<LongWritable, VLongWritable, LongWritable, VLongWritable> {
    private final VLongWritable weight = new VLongWritable();
    private boolean count;

    @Override
    protected void setup(Context context) throws IOException {
      count = context.getConfiguration().getBoolean(COUNT, false);
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

  /** Equal arcs to one, and the degrees of what is left. */
  static final class DegreeReducer extends OneCombiner {
    private JoinJob.Degrees degrees;

    @Override
    protected void setup(Context context) throws IOException {
      super.setup(context);
      Configuration conf = context.getConfiguration();
      int nodes = conf.getInt(JoinJob.NODES, 0);
      degrees = new JoinJob.Degrees(new Cuts(nodes), new Cuts(nodes));
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
