package org.orbweaver.plugin;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;

/**
 * A command of {@code orb}, with picocli's {@code @Command(name, description)} and its options and
 * parameters as annotated fields. {@link #call} does the work and returns the exit status: 0 done,
 * 1 failed, 2 used wrongly. A parameter with the label DIR is a crawl directory or a crawl file,
 * and the settings of that crawl hold.
 */
public interface OrbCommand extends Callable<Integer> {
  /**
   * Called once, before {@link #call}.
   *
   * @param conf the settings, from {@code conf/}, {@code -D} and the crawl
   * @param out standard output
   */
  void begin(Configuration conf, PrintStream out);
}
