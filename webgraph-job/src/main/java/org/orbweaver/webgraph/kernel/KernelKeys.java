package org.orbweaver.webgraph.kernel;

import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.KeySource.Heading;

/** The settings of the rankings' common kernel. */
public final class KernelKeys implements KeySource {

  @Heading("Iterations of both rankings")
  public static final Key<RankMode.Choice> MODE =
      Key.ofEnum(
          "orbweaver.rank.mode",
          RankMode.Choice.AUTO,
          "How PageRank and HITS run: 'fused' (one task holds the graph in memory and runs many"
              + " iterations per job), 'distributed' (one job per multiplication; tasks hold blocks"
              + " of the vectors), or 'auto': fused if a task's memory allows it. The result is the"
              + " same.");

  public static final Key<Integer> ITERATIONS_PER_JOB =
      Key.ofInt(
              "orbweaver.rank.iterations.per.job",
              20,
              "Iterations per fused job: the most that a killed run loses.")
          .from(1);

  public static final Key<Integer> THREADS =
      Key.ofInt("orbweaver.rank.threads", 0, "Threads of a task; 0: one per processor.").from(0);

  public static final Key<Integer> MAX_ITERATIONS =
      Key.ofInt(
              "orbweaver.rank.iterations.max",
              500,
              "Maximum iterations of a run that stops by tolerance.")
          .from(1);

  public static final Key<Integer> PARTS =
      Key.ofInt(
              "orbweaver.rank.parts",
              1,
              "Minimum parts of each list of scores by URL, and map tasks of the job that writes"
                  + " them.")
          .from(1);

  public static final Key<Integer> BLOCK_PAGES =
      Key.ofInt(
              "orbweaver.rank.block.pages",
              0,
              "Pages per task and per block of the vector in distributed mode; 0: what a task's"
                  + " memory holds.")
          .from(0);

  /** For the service loader. */
  public KernelKeys() {}

  /** Threads for a task on this machine. */
  public static int threads(Configuration conf) {
    int threads = THREADS.get(conf);
    return threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
  }
}
