package org.orbweaver.webgraph.kernel;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MapFileOutputFormat;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.GraphDir;

/**
 * Turns vectors by id into scores by URL, one list or several in one job.
 *
 * <p>Input: a task a partition of the graph, which walks over the dictionary and the vectors side
 * by side. Shuffle: URL → score, by the URL's hash (list j of J goes to reducers jP … jP + P − 1),
 * sorted by URL. Output: for each list P MapFiles&lt;Text url, DoubleWritable score&gt;,
 * partitioned as Hadoop's HashPartitioner does. Cost: dictionary and vectors once through the
 * shuffle.
 */
public final class ScoresJob {

  static final String LISTS = "orbweaver.internal.rank.scores.lists";
  static final String PARTS = "orbweaver.internal.rank.scores.parts";

  /**
   * A list of scores to write.
   *
   * @param vector of the checkpoint
   * @param scale factor for each element
   * @param target folder of the parts; must not exist
   */
  public record ScoreList(String vector, double scale, Path target) {}

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
    int parts = Math.max(1, KernelKeys.PARTS.get(conf));
    KernelJob.setInput(conf, graph, state);
    PartitionInputFormat.partitions(conf, Direction.IN);
    conf.setStrings(
        LISTS, lists.stream().map(l -> l.vector() + "=" + l.scale()).toArray(String[]::new));
    conf.setInt(PARTS, parts);
    job.setInputFormatClass(PartitionInputFormat.class);
    job.setMapperClass(ScoreMapper.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(TaggedScore.class);
    job.setPartitionerClass(ScorePartitioner.class);
    job.setReducerClass(ScoreReducer.class);
    job.setNumReduceTasks(parts * lists.size());
    job.setOutputFormatClass(MapFileOutputFormat.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(DoubleWritable.class);
    FileOutputFormat.setOutputPath(job, staging);
    JobRunner.run(job, session.console());
    for (int reducer = 0; reducer < parts * lists.size(); reducer++) {
      Files.rename(
          conf,
          new Path(staging, Parts.name(reducer)),
          new Path(lists.get(reducer / parts).target(), Parts.name(reducer % parts)));
    }
    Files.delete(staging.getFileSystem(conf), staging);
  }
}
