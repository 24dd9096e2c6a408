package org.orbweaver.webgraph.kernel;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.webgraph.format.lists.AdjacencyReader;
import org.orbweaver.webgraph.format.meta.Direction;
import org.orbweaver.webgraph.format.meta.GraphMeta;
import org.orbweaver.webgraph.matrix.InMemoryMatrix;

/** The way in which a ranking runs. Both give the same bits. */
public enum RankMode {
  /** One task holds the graph in memory and makes k iterations a job. */
  FUSED,
  /**
   * One job a multiplication; a task holds the sums of some rows and a block of x. Neither the
   * graph nor a vector need fit any memory.
   */
  DISTRIBUTED;

  /**
   * The cuts of a distributed multiplication.
   *
   * @param rows of a task
   * @param columns of a block of x
   */
  record Blocks(int rows, int columns) {}

  /** The values of {@link KernelKeys#MODE}. */
  public enum Choice {
    /** Fused, if it fits the heap of a task. */
    AUTO,
    FUSED,
    DISTRIBUTED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A task holds other data too, and Java needs free memory to work in. */
  private static final double USABLE = .65;

  /** The limit for a mode that the user chose: beyond it, the task would run out of memory. */
  private static final double MOST = .9;

  /** Memory of a task before it holds any data: Hadoop's configuration, buffers, the job's own. */
  private static final long FRAMEWORK = 20L << 20;

  /** The part of that memory that stays. */
  private static final long FRAMEWORK_OLD = 10L << 20;

  /** Buffers of a distributed task beside its blocks. */
  private static final long BUFFERS = 16L << 20;

  /**
   * Memory for decoding a list, per link: its code, weights twice, the reader's arrays, its places.
   */
  private static final long DECODING_BYTES = 5 + 8 + AdjacencyReader.BYTES_A_LINK + 4;

  /** With more blocks than this the lists are read over and over. */
  private static final int MOST_BLOCKS = 512;

  private static final int MOST_ELEMENTS = Integer.MAX_VALUE - 8;

  /**
   * The mode given by {@link KernelKeys#MODE}.
   *
   * @param fusedBytes that the fused task would hold, in addition to decoding
   * @param width vectors side by side
   * @throws OrbException (usage) if the setting is no mode, or a task has too little memory
   */
  public static RankMode choose(Configuration conf, long fusedBytes, GraphMeta graph, int width) {
    Choice asked = KernelKeys.MODE.get(conf);
    long needed = fusedBytes + decodingBytes(conf, graph);
    // Java's arrays have an int for an index.
    boolean indexable = (long) graph.nodes() * width < MOST_ELEMENTS;
    if (asked == Choice.AUTO) {
      return indexable && needed <= USABLE * freeForArrays(conf) ? FUSED : DISTRIBUTED;
    }
    if (asked == Choice.DISTRIBUTED) {
      return DISTRIBUTED;
    }
    if (needed > MOST * freeForArrays(conf) || !indexable) {
      throw tooSmall(conf, "fused mode", needed, (long) (MOST * freeForArrays(conf)));
    }
    return FUSED;
  }

  /** Memory for decoding lists in all threads: each may hold a longest one. */
  private static long decodingBytes(Configuration conf, GraphMeta graph) {
    return DECODING_BYTES
        * Stream.concat(graph.in().stream(), graph.out().stream())
            .map(part -> (long) part.longest())
            .sorted(Comparator.reverseOrder())
            .limit(KernelKeys.threads(conf))
            .mapToLong(Long::longValue)
            .sum();
  }

  /**
   * Cuts a distributed multiplication so that the fewest bytes are read: each task reads all of x,
   * and its lists once for each block of x.
   *
   * @throws OrbException (usage) if the heap is too small for any sensible block
   */
  static Blocks blocks(
      Configuration conf, GraphMeta graph, Direction direction, boolean weighted, int width) {
    int asked = KernelKeys.BLOCK_PAGES.get(conf);
    if (asked > 0) {
      return new Blocks(asked, asked);
    }
    long pages = Math.max(1, graph.nodes());
    long vector = 8L * width;
    long fixed = BUFFERS + decodingBytes(conf, graph);
    long room = (long) (USABLE * freeForArrays(conf));
    long listBytes = InMemoryMatrix.bytes(graph, direction, weighted);
    Blocks best = null;
    long fewest = Long.MAX_VALUE;
    for (int blocks = 1; blocks <= MOST_BLOCKS; blocks++) {
      long columns = (pages + blocks - 1) / blocks;
      long rows = Math.min((room - fixed - vector * columns) / vector, MOST_ELEMENTS / width);
      if (rows > 0 && columns * width < MOST_ELEMENTS) {
        long tasks = (pages + rows - 1) / rows;
        long bytes = tasks * vector * pages + blocks * listBytes;
        if (bytes < fewest) {
          fewest = bytes;
          best = new Blocks((int) ((pages + tasks - 1) / tasks), (int) columns);
        }
      }
    }
    if (best == null) {
      throw tooSmall(
          conf, "even distributed mode", fixed + vector * (pages / MOST_BLOCKS + 2), room);
    }
    return best;
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

  /**
   * The memory available for large arrays in all. They live in the old generation, to which most
   * collectors give a fixed part of the heap; the size is known for this JVM only.
   */
  private static long freeForArrays(Configuration conf) {
    long most = taskHeap(conf) - FRAMEWORK;
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

  /** The heap of a map task in bytes, as far as the configuration gives it. */
  public static long taskHeap(Configuration conf) {
    if (JobRunner.isLocal(conf)) {
      return Runtime.getRuntime().maxMemory();
    }
    String options = new JobConf(conf).getTaskJavaOpts(TaskType.MAP);
    return (long) JobConf.parseMaximumHeapSizeMB(options) << 20;
  }
}
