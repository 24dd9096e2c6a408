package org.orbweaver.webgraph.kernel;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.GraphDir;

/**
 * Turns vectors by id into scores by URL, one list or several in one job.
 *
 * <p>Input: a task a partition of the graph, which walks over the dictionary and the vectors side
 * by side. Shuffle: URL → its score in each list, by the URL's hash as Hadoop's HashPartitioner
 * does, sorted by URL. Output: for each list P MapFiles&lt;Text url, DoubleWritable score&gt;, one
 * a reducer. Cost: dictionary and vectors once through the shuffle, however many lists.
 *
 * <p>Sort and merge take {@value #BUFFER_MEGABYTES} MB each, or an eighth of a task's heap where
 * that is less: with Hadoop's 100 MB a map task and most of the heap for a reduce task this job
 * would take more memory than the ranking itself, and be hardly faster.
 */
public final class ScoresJob {

  static final String LISTS = "orbweaver.internal.rank.scores.lists";

  /**
   * A list of scores to write.
   *
   * @param vector of the checkpoint
   * @param column which of those that lie side by side there; 0 for one that is alone
   * @param scale factor for each element
   * @param target folder of the parts; must not exist
   */
  public record ScoreList(String vector, int column, double scale, Path target) {
    /** A list of a vector that is alone. */
    public ScoreList(String vector, double scale, Path target) {
      this(vector, 0, scale, target);
    }
  }

  private static final int BUFFER_MEGABYTES = 16;

  private ScoresJob() {}

  /**
   * Runs the job.
   *
   * @param inJobJar a class of the job jar that tasks need
   * @param staging a folder for the job's output; replaced, and gone afterwards
   */
  public static void run(
      Session session,
      Class<?> inJobJar,
      GraphDir graph,
      CheckpointFolder state,
      List<ScoreList> lists,
      Path staging)
      throws IOException {
    // What a crash left: the rankings keep their staging to go on from.
    Files.delete(session.dir().fs(), staging);
    Job job = JobRunner.newJob(session, "scores", inJobJar);
    Configuration conf = job.getConfiguration();
    int parts = KernelKeys.PARTS.get(conf);
    KernelJob.setInput(conf, graph, state);
    PartitionInputFormat.partitions(conf, Direction.IN);
    conf.setStrings(
        LISTS,
        lists.stream()
            .map(list -> list.vector() + "=" + list.column() + "=" + list.scale())
            .toArray(String[]::new));
    long heap = RankMode.taskHeap(conf);
    long megabytes = Math.min(BUFFER_MEGABYTES, (heap / 8) >> 20);
    conf.setInt(MRJobConfig.IO_SORT_MB, (int) Math.max(1, megabytes));
    conf.setFloat(
        MRJobConfig.SHUFFLE_INPUT_BUFFER_PERCENT, (float) megabytes / Math.max(1, heap >> 20));
    job.setInputFormatClass(PartitionInputFormat.class);
    job.setMapperClass(ScoreMapper.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(Scores.class);
    job.setNumReduceTasks(parts);
    job.setOutputFormatClass(ScoresOutputFormat.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Scores.class);
    FileOutputFormat.setOutputPath(job, staging);
    JobRunner.run(job, session.console());
    for (int j = 0; j < lists.size(); j++) {
      Path folder = new Path(staging, ScoresOutputFormat.folder(j));
      for (int part = 0; part < parts; part++) {
        Files.rename(
            conf,
            new Path(folder, Parts.name(part)),
            new Path(lists.get(j).target(), Parts.name(part)));
      }
    }
    Files.delete(staging.getFileSystem(conf), staging);
  }
}
