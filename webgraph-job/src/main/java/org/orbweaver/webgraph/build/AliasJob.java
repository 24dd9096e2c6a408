package org.orbweaver.webgraph.build;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Session;

/**
 * Follows chains of redirects and canonicals by pointer doubling: a page that points k hops on
 * points 2k hops on afterwards, or to the end of its chain.
 *
 * <p>Input and output: SequenceFile&lt;Text reversed url, {@link Pointer}&gt;, one record for each
 * page that is another. Map: the pointer under its own key, and, where the chain's end is not known
 * yet, the page under the key that it points to. Shuffle: by key, the key's own pointer first
 * ({@link TaggedText}). Reduce: who asks learns where the key points to, or that it is the end.
 * After j jobs chains of at most 2ʲ − 1 hops are at their end, and no others; loops never are.
 * Cost: two records a page that redirects or names a canonical one.
 */
final class AliasJob {
  private AliasJob() {}

  static Counters run(Session session, Path input, int reducers, Path output) throws IOException {
    Job job = JobRunner.newJob(session, "graph: redirects", AliasJob.class);
    job.setInputFormatClass(SequenceFileInputFormat.class);
    FileInputFormat.setInputPaths(job, input);
    job.setMapperClass(AskMapper.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(Pointer.class);
    byKey(job);
    job.setReducerClass(AnswerReducer.class);
    job.setNumReduceTasks(reducers);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Pointer.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    return JobRunner.run(job, session.console());
  }

  /** Groups by key, and sorts by tag within. */
  static void byKey(Job job) {
    job.setPartitionerClass(TaggedText.KeyPartitioner.class);
    job.setSortComparatorClass(TaggedText.Order.class);
    job.setGroupingComparatorClass(TaggedText.KeyComparator.class);
  }

  /** The pointer, and the question for the next. */
  static final class AskMapper extends Mapper<Text, Pointer, Text, Pointer> {
    private final Text tagged = new Text();

    @Override
    protected void map(Text page, Pointer pointer, Context context)
        throws IOException, InterruptedException {
      TaggedText.set(tagged, page.getBytes(), page.getLength(), TaggedText.FIRST);
      context.write(tagged, pointer);
      if (!pointer.decided()) {
        byte[] next = pointer.key();
        TaggedText.set(tagged, next, next.length, TaggedText.SECOND);
        context.write(tagged, new Pointer(page.copyBytes(), pointer.canonical(), false));
      }
    }
  }
}
