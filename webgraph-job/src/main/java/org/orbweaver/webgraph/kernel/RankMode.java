package org.orbweaver.webgraph.kernel;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.job.JobRunner;

/** How a ranking runs. Both ways give the same bits. */
public enum RankMode {
  /** One task decodes the graph into memory and makes k iterations a job. */
  FUSED,
  /** One job a multiplication, one task a partition of the graph. */
  PULL;

  private static final Pattern HEAP = Pattern.compile("-Xmx(\\d+)([kKmMgG]?)");

  /** A task has other things to hold, and Java wants room to work in. */
  private static final double USABLE = .7;

  private static final int DEFAULT_TASK_MEGABYTES = 1024;

  /**
   * The mode that {@link KernelKeys#MODE} asks for; for {@code auto}, fused if it fits.
   *
   * @param bytes that the fused task would hold
   * @throws OrbException (usage) when the setting is no mode
   */
  public static RankMode choose(Configuration conf, long bytes) {
    String asked = KernelKeys.MODE.get(conf).toLowerCase(Locale.ROOT);
    return switch (asked) {
      case "fused" -> FUSED;
      case "pull" -> PULL;
      case "auto" -> bytes <= USABLE * taskHeap(conf) ? FUSED : PULL;
      default ->
          throw OrbException.usage(
              KernelKeys.MODE.name() + "=" + asked + ": must be auto, fused or pull");
    };
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
