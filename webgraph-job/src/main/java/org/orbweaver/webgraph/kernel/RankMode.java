package org.orbweaver.webgraph.kernel;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.job.JobRunner;

/** How a ranking runs. All ways give the same bits. */
public enum RankMode {
  /** One task holds the graph in memory and makes k iterations a job. */
  FUSED,
  /** One job a multiplication, one task a partition of the graph, the vector memory-mapped. */
  PULL,
  /** As {@link #PULL}, with the vector streamed block by block: it need not fit any memory. */
  BLOCKED;

  private static final Pattern HEAP = Pattern.compile("-Xmx(\\d+)([kKmMgG]?)");

  /** A task has other things to hold, and Java wants room to work in. */
  private static final double USABLE = .65;

  /** What is asked for by name may take more, but never so much that it cannot end well. */
  private static final double MOST = .9;

  /** Of a task's memory, what mapped vectors may take of the machine's. */
  private static final double MAPPED = .5;

  /** What a task takes before it holds anything: Hadoop's configuration, buffers, the job's own. */
  private static final long FRAMEWORK = 20L << 20;

  /** How much of that lasts. */
  private static final long FRAMEWORK_OLD = 10L << 20;

  /** Buffers of a blocked task beside its blocks, the longest list among them. */
  private static final long BLOCKED_BUFFERS = 8L << 20;

  /** More blocks than this mean files of the local disk that are read in small pieces. */
  private static final int MOST_BLOCKS = 512;

  private static final int DEFAULT_TASK_MEGABYTES = 1024;

  /**
   * The mode that {@link KernelKeys#MODE} asks for. For {@code auto}: fused if the graph fits the
   * heap of a task, pull if the vectors take at most half of a task's memory when they are mapped,
   * else blocked.
   *
   * @param fusedBytes that the fused task would hold
   * @param pages of the graph
   * @param width vectors side by side
   * @throws OrbException (usage) when the setting is no mode, or a task has too little memory
   */
  public static RankMode choose(Configuration conf, long fusedBytes, int pages, int width) {
    RankMode mode =
        switch (KernelKeys.MODE.get(conf)) {
          case "fused" -> FUSED;
          case "pull" -> PULL;
          case "blocked" -> BLOCKED;
          default -> automatic(conf, fusedBytes, 8L * pages * width);
        };
    // Java's arrays have an int for an index.
    boolean indexable = (long) pages * width < Integer.MAX_VALUE - 8;
    if (mode == FUSED && (fusedBytes > MOST * freeForArrays(conf) || !indexable)) {
      throw tooSmall(conf, "fused mode", fusedBytes, (long) (MOST * freeForArrays(conf)));
    }
    if (mode == BLOCKED) {
      blockPages(conf, pages, width);
    }
    return mode;
  }

  private static RankMode automatic(Configuration conf, long fusedBytes, long vectorBytes) {
    if (fusedBytes <= USABLE * freeForArrays(conf) && vectorBytes < 8L * (Integer.MAX_VALUE - 8)) {
      return FUSED;
    }
    return vectorBytes <= MAPPED * taskMemory(conf) ? PULL : BLOCKED;
  }

  /**
   * Pages of a block in blocked mode.
   *
   * @throws OrbException (usage) when the heap is too small for any sensible block
   */
  static int blockPages(Configuration conf, int pages, int width) {
    int asked = KernelKeys.BLOCK_PAGES.get(conf);
    if (asked > 0) {
      return asked;
    }
    // A block of x, and the sums of a stripe of as many rows.
    long perPage = 16L * width;
    long least = BLOCKED_BUFFERS + perPage * (pages / MOST_BLOCKS + 1);
    long room = (long) (USABLE * freeHeap(conf)) / tasksAtOnce(conf);
    if (room < least) {
      throw tooSmall(conf, "even blocked mode", least, room);
    }
    return (int) Math.min(Math.max(1, pages), (room - BLOCKED_BUFFERS) / perPage);
  }

  private static OrbException tooSmall(
      Configuration conf, String what, long needed, long available) {
    return OrbException.usage(
        String.format(
            Locale.ROOT,
            "%s needs %d MB for this graph; of a task's heap of %d MB, %d MB are available:"
                + " raise %s%s",
            what,
            (needed >> 20) + 1,
            taskHeap(conf) >> 20,
            available >> 20,
            JobRunner.isLocal(conf)
                ? "-Xmx of this JVM (ORB_JAVA_OPTS)"
                : MRJobConfig.MAP_MEMORY_MB + " or -Xmx in " + MRJobConfig.MAP_JAVA_OPTS,
            what.startsWith("even") ? "" : ", or leave " + KernelKeys.MODE.name() + " at auto"));
  }

  /** Map tasks that share one heap: those of the local runner do. */
  private static int tasksAtOnce(Configuration conf) {
    if (!JobRunner.isLocal(conf)) {
      return 1;
    }
    int processors = Runtime.getRuntime().availableProcessors();
    return Math.max(1, conf.getInt("mapreduce.local.map.tasks.maximum", processors));
  }

  /** The memory of a map task in bytes, its heap and what it maps. */
  private static long taskMemory(Configuration conf) {
    int megabytes = JobRunner.isLocal(conf) ? -1 : conf.getInt(MRJobConfig.MAP_MEMORY_MB, -1);
    return Math.max(taskHeap(conf), megabytes * (1L << 20));
  }

  private static long freeHeap(Configuration conf) {
    return Math.max(0, taskHeap(conf) - FRAMEWORK);
  }

  /**
   * What large arrays may take together. They live in the old generation, which most collectors
   * give a fixed part of the heap; how much is known of this JVM only.
   */
  private static long freeForArrays(Configuration conf) {
    long most = freeHeap(conf);
    if (JobRunner.isLocal(conf)) {
      for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
        long max = pool.getUsage().getMax();
        if (pool.getName().matches(".*(Old|Tenured) Gen") && max > 0) {
          most = Math.min(most, max - FRAMEWORK_OLD);
        }
      }
    }
    return Math.max(0, most);
  }

  /** The heap of a map task in bytes, as far as the configuration tells. */
  static long taskHeap(Configuration conf) {
    if (JobRunner.isLocal(conf)) {
      return Runtime.getRuntime().maxMemory();
    }
    String options = conf.get(MRJobConfig.MAP_JAVA_OPTS, conf.get("mapred.child.java.opts", ""));
    Matcher heap = HEAP.matcher(options);
    long bytes = -1;
    while (heap.find()) { // the last one counts
      int shift =
          switch (heap.group(2).toLowerCase(Locale.ROOT)) {
            case "k" -> 10;
            case "m" -> 20;
            case "g" -> 30;
            default -> 0;
          };
      bytes = Long.parseLong(heap.group(1)) << shift;
    }
    if (bytes >= 0) {
      return bytes;
    }
    int megabytes = conf.getInt(MRJobConfig.MAP_MEMORY_MB, -1);
    float ratio =
        conf.getFloat(MRJobConfig.HEAP_MEMORY_MB_RATIO, MRJobConfig.DEFAULT_HEAP_MEMORY_MB_RATIO);
    return (long) ((megabytes > 0 ? megabytes : DEFAULT_TASK_MEGABYTES) * ratio * (1L << 20));
  }
}
