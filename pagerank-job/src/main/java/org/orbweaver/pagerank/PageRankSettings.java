package org.orbweaver.pagerank;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.conf.Key;

/** From the configuration to {@link PageRank}; the same in the client and in the tasks. */
final class PageRankSettings {

  private static final String TELEPORT = "orbweaver.internal.pagerank.teleport";

  private PageRankSettings() {}

  /** Tells tasks where {@link TeleportFile} is. */
  static void setTeleport(Configuration conf, Path file) {
    conf.set(TELEPORT, file.toString());
  }

  /** PageRank of a graph of {@code size} pages; reads the teleport file if there is one. */
  static PageRank load(Configuration conf, int size) throws IOException {
    String file = conf.get(TELEPORT);
    Teleport teleport =
        file == null ? Teleport.uniform(size) : TeleportFile.read(conf, new Path(file));
    return of(conf, size, teleport);
  }

  /**
   * PageRank with a given teleport vector.
   *
   * @throws OrbException (usage) when a setting is out of range
   */
  static PageRank of(Configuration conf, int size, Teleport teleport) {
    double damping = PageRankKeys.DAMPING.get(conf);
    if (!(damping >= 0 && damping <= 1)) {
      throw OrbException.usage(
          PageRankKeys.DAMPING.name() + "=" + damping + ": must be between 0 and 1");
    }
    return new PageRank(size, damping, form(conf), dangling(conf), teleport);
  }

  /** The form that is set. */
  static Form form(Configuration conf) {
    return choice(conf, PageRankKeys.FORM, Form.values());
  }

  /** The dangling policy that is set. */
  static DanglingPolicy dangling(Configuration conf) {
    return choice(conf, PageRankKeys.DANGLING, DanglingPolicy.values());
  }

  private static <T> T choice(Configuration conf, Key<String> key, T[] values) {
    String asked = key.get(conf).toLowerCase(Locale.ROOT);
    for (T value : values) {
      if (value.toString().equals(asked)) {
        return value;
      }
    }
    throw OrbException.usage(
        key.name() + "=" + asked + ": must be one of " + Arrays.toString(values));
  }
}
