package org.orbweaver.webgraph.kernel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.NLineInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.GraphDir;

/**
 * Writes vectors by id also as scores by URL, one list or several in one job.
 *
 * <p>Input: ranges of ids, a map task each, which reads its names from the dictionary and its
 * elements of the vectors. No shuffle. Output: for each list MapFiles&lt;Text url, DoubleWritable
 * score&gt;, compressed by blocks. A part has a range of ids, so of {@linkplain
 * org.orbweaver.common.store.ReversedUrl reversed URLs}, whose first is in the file's metadata
 * under {@link org.orbweaver.common.store.RankingRuns#FIRST_KEY}; within it the order is that of
 * the URLs. The pages of a host have that order already, so sorting costs little. A task that fills
 * a sixteenth of its heap begins another part.
 */
public final class ScoresJob {

  static final String LISTS = "orbweaver.internal.rank.scores.lists";

  /** Pages of a task, up to {@link #MOST_TASKS}. */
  private static final int TASK_PAGES = 1 << 20;

  private static final int MOST_TASKS = 64;

  /**
   * A list of scores to write.
   *
   * @param vector of the checkpoint, which is alone
   * @param scale factor for each element
   * @param target folder of the parts; must not exist
   */
  public record ScoreList(String vector, double scale, Path target) {}

  private ScoresJob() {}

  /**
   * Runs the job.
   *
   * @param inJobJar a class of the job jar that tasks need
   * @param staging a folder for the job's own files; replaced, and gone afterwards
   */
  public static void run(
      Session session,
      Class<?> inJobJar,
      GraphDir graph,
      CheckpointFolder state,
      List<ScoreList> lists,
      Path staging)
      throws IOException {
    FileSystem fs = session.dir().fs();
    // What a crash left: the rankings keep their staging to go on from.
    Files.delete(fs, staging);
    Job job = JobRunner.newJob(session, "scores", inJobJar);
    Configuration conf = job.getConfiguration();
    KernelJob.setInput(conf, graph, state);
    conf.setStrings(
        LISTS,
        lists.stream().map(list -> list.vector() + "=" + list.scale()).toArray(String[]::new));
    job.setInputFormatClass(NLineInputFormat.class);
    int tasks = Math.min(MOST_TASKS, (graph.nodes() - 1) / TASK_PAGES + 1);
    FileInputFormat.setInputPaths(
        job,
        writeRanges(
            conf,
            new Path(staging, "ranges"),
            graph.nodes(),
            Math.max(tasks, KernelKeys.PARTS.get(conf))));
    job.setMapperClass(ScoreMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(SideFileOutputFormat.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(NullWritable.class);
    Path output = new Path(staging, "lists");
    FileOutputFormat.setOutputPath(job, output);
    JobRunner.run(job, session.console());
    for (int j = 0; j < lists.size(); j++) {
      int number = 0;
      for (Path part : Parts.of(fs, new Path(output, ScoreMapper.folder(j)))) {
        Files.rename(conf, part, new Path(lists.get(j).target(), Parts.name(number++)));
      }
    }
    Files.delete(fs, staging);
  }

  /** A line, and so a map task, for each of {@code count} ranges of about as many ids. */
  private static Path writeRanges(Configuration conf, Path file, int nodes, int count)
      throws IOException {
    StringBuilder lines = new StringBuilder();
    int first = 0;
    for (int i = 1; i <= count; i++) {
      int end = (int) ((long) i * nodes / count);
      lines.append(i).append(' ').append(first).append(' ').append(end).append('\n');
      first = end;
    }
    Files.writeNew(conf, file, lines.toString().getBytes(StandardCharsets.US_ASCII));
    return file;
  }
}
