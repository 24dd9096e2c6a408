package org.orbweaver.webgraph.kernel;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.conf.Key;

/** The settings of the rankings' common kernel. */
public final class KernelKeys {

  public static final Key<String> MODE =
      Key.ofString(
          "orbweaver.rank.mode",
          "auto",
          "How PageRank and HITS run: 'fused' (one task holds the graph in memory and makes many"
              + " iterations a job), 'pull' (one job a multiplication, one task a partition, the"
              + " vector mapped into memory), 'blocked' (the same with the vector read block by"
              + " block), or 'auto': the first of them that fits the memory of a task. The result is"
              + " the same.");

  public static final Key<Integer> ITERATIONS_PER_JOB =
      Key.ofInt(
          "orbweaver.rank.iterations.per.job",
          20,
          "Iterations of a fused job: a run that is killed loses at most as many.");

  public static final Key<Integer> THREADS =
      Key.ofInt(
          "orbweaver.rank.threads",
          0,
          "Threads of a fused task; 0 for as many as the machine has processors.");

  public static final Key<Integer> MAX_ITERATIONS =
      Key.ofInt(
          "orbweaver.rank.iterations.max",
          500,
          "Most iterations of a run that stops by tolerance.");

  public static final Key<Integer> PARTS =
      Key.ofInt(
          "orbweaver.rank.parts",
          1,
          "Parts of each list of scores; also the reduce tasks of the job that writes them.");

  public static final Key<Integer> BLOCK_PAGES =
      Key.ofInt(
          "orbweaver.rank.block.pages",
          0,
          "Pages of a block of the vector in blocked mode; 0 for as many as a task's memory holds.");

  private KernelKeys() {}

  /** All keys of this class. */
  public static List<Key<?>> all() {
    return List.of(MODE, ITERATIONS_PER_JOB, THREADS, MAX_ITERATIONS, PARTS, BLOCK_PAGES);
  }

  /** Threads for a fused task on this machine. */
  public static int threads(Configuration conf) {
    int threads = THREADS.get(conf);
    return threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
  }
}
