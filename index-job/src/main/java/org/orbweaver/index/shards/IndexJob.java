package org.orbweaver.index.shards;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Session;
import org.orbweaver.index.plan.PageInputFormat;
import org.orbweaver.index.plan.PlanJob;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.store.RecordIO;

/**
 * Writes the pages of a plan as shards: by {@link InversionJob}, or by an IndexWriter in each
 * reducer, as follows:
 *
 * <ul>
 *   <li>Input: {@link PageInputFormat}.
 *   <li>Shuffle: the pages with their texts, by URL; partitioned by its hash.
 *   <li>Output: a Lucene shard a reducer, with the documents in the order of their URLs.
 *   <li>Cost: all texts are shuffled. A reducer holds one page and the writer's buffer.
 * </ul>
 */
public final class IndexJob {
  private IndexJob() {}

  /** The ways to write shards. */
  public enum WriterKind {
    /** Inversion in the map tasks, Lucene's codecs in the reduce tasks. */
    CODEC,
    /** A Lucene IndexWriter in each reduce task: slower; the reference for {@link #CODEC}. */
    INDEXWRITER
  }

  /**
   * Runs the job.
   *
   * @param plan written by {@link PlanJob}
   * @param output of the job; must not exist
   * @param build receives the shards
   * @return what was written
   */
  public static Written run(
      Session session, Path plan, Path output, Path build, int shards, WriterKind writer)
      throws IOException {
    Job job = JobRunner.newJob(session, "index", IndexJob.class);
    PageInputFormat.read(job, plan, session.dir().segments());
    FileOutputFormat.setOutputPath(job, output);
    job.setNumReduceTasks(shards);
    job.setOutputKeyClass(NullWritable.class);
    if (writer == WriterKind.CODEC) {
      InversionJob.configure(job);
    } else {
      job.setMapperClass(PageMapper.class);
      job.setMapOutputKeyClass(Text.class);
      job.setMapOutputValueClass(PageValue.class);
      job.setReducerClass(PageReducer.class);
      job.setOutputValueClass(Page.class);
      job.setOutputFormatClass(IndexWriterOutputFormat.class);
    }
    Counters counters = JobRunner.run(job, session.console());
    return new Written(ShardOutputFormat.take(session.conf(), output, build), counters);
  }

  /**
   * The result of the job.
   *
   * @param shards names and numbers of documents
   */
  public record Written(Map<String, Long> shards, Counters counters) {}

  /** Carries a page through the shuffle. */
  static final class PageValue implements Writable {
    private Page page;

    @Override
    public void write(DataOutput out) throws IOException {
      RecordIO.write(page, out);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      page = RecordIO.read(Page.class, in);
    }
  }

  static final class PageMapper extends Mapper<Text, Page, Text, PageValue> {
    private final PageValue value = new PageValue();

    @Override
    @SuppressWarnings("SameNameButDifferent") // each class's Context
    protected void map(Text url, Page page, Context context)
        throws IOException, InterruptedException {
      value.page = page;
      context.write(url, value);
    }
  }

  static final class PageReducer extends Reducer<Text, PageValue, NullWritable, Page> {
    @Override
    @SuppressWarnings("SameNameButDifferent") // each class's Context
    protected void reduce(Text url, Iterable<PageValue> values, Context context)
        throws IOException, InterruptedException {
      for (PageValue value : values) {
        context.write(NullWritable.get(), value.page);
      }
    }
  }
}
