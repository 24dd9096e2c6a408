package org.orbweaver.webgraph.runs;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.KernelKeys;

/**
 * Writes vectors by id also as scores by URL, one or several lists in one job.
 *
 * <p>A {@link KernelJob} over ranges of ids, a map task each, which reads its names from the
 * dictionary and its elements of the vectors. No shuffle. Output: for each list MapFiles&lt;Text
 * url, DoubleWritable score&gt;, compressed by blocks. A part has a range of ids, so of {@linkplain
 * org.orbweaver.common.store.ReversedUrl reversed URLs}, whose first is in the file's metadata
 * under {@link org.orbweaver.common.store.RankingRuns#FIRST_KEY}; within it the order is that of
 * the URLs. The pages of a host have that order already, so sorting costs little. A task that fills
 * a sixteenth of its heap begins another part.
 */
public final class ScoresJob {

  /** Pages of a task, up to {@link #MOST_TASKS}. */
  private static final int TASK_PAGES = 1 << 20;

  private static final int MOST_TASKS = 64;

  /**
   * A list of scores to write.
   *
   * @param vector of the checkpoint
   * @param column index of the vector among those side by side; 0 for a single one
   * @param scale factor for each element
   * @param target folder of the parts; must not exist
   */
  public record ScoreList(String vector, int column, double scale, Path target) {}

  private ScoresJob() {}

  /**
   * Runs the job.
   *
   * @param inJobJar a class of the job jar that tasks need
   * @param staging a folder for the job's own files; replaced, and removed afterwards
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
    // Remains of a crash: the rankings keep their staging to continue from.
    Files.delete(fs, staging);
    int tasks =
        Math.max(
            Math.min(MOST_TASKS, (graph.nodes() - 1) / TASK_PAGES + 1),
            KernelKeys.PARTS.get(session.conf()));
    List<ScoreMapper.ScaledVector> scaled =
        lists.stream()
            .map(list -> new ScoreMapper.ScaledVector(list.vector, list.column, list.scale))
            .toList();
    Path output = new Path(staging, "lists");
    new KernelJob(session, "scores", inJobJar, ScoreMapper.class, graph, output)
        .rows((graph.nodes() - 1) / tasks + 1)
        .from(state)
        .settings(new ScoreMapper.ScoreLists(scaled))
        .run();
    for (int j = 0; j < lists.size(); j++) {
      int number = 0;
      for (Path part : Parts.of(fs, new Path(output, ScoreMapper.folder(j)))) {
        Files.rename(session.conf(), part, new Path(lists.get(j).target(), Parts.name(number++)));
      }
    }
    Files.delete(fs, staging);
  }
}
