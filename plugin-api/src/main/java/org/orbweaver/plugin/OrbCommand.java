package org.orbweaver.plugin;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;

/**
 * A command of {@code orb}, with picocli's {@code @Command(name, description)} and its options and
 * parameters as annotated fields. {@link #call} does the work and returns the exit status: 0 done,
 * 1 failed, 2 used wrongly.
 *
 * <pre>
 * &#64;Command(name = "count", description = "Count the segments of a crawl.")
 * public final class CountCommand implements OrbCommand {
 *   &#64;Parameters(paramLabel = "DIR") private String dir;
 *   private Configuration conf;
 *   private Output output;
 *
 *   &#64;Override
 *   public void begin(Configuration conf, Output output) {
 *     this.conf = conf;
 *     this.output = output;
 *   }
 *
 *   &#64;Override
 *   public Integer call() throws IOException {
 *     Path segments = new Path(dir, "segments");
 *     output.out().println(segments.getFileSystem(conf).listStatus(segments).length);
 *     return 0;
 *   }
 * }
 * </pre>
 */
public interface OrbCommand extends Callable<Integer> {
  /**
   * Called once, before {@link #call}.
   *
   * @param conf the settings of {@code conf/} and {@code -D}; those of the crawl too, if the
   *     command has a parameter with the label DIR: a crawl directory or a crawl file, in whose
   *     place the parameter then has its directory
   */
  void begin(Configuration conf, Output output);

  /** What a command prints to. */
  interface Output {
    /** Standard output, for results. */
    PrintStream out();

    /** Prints a line to standard error, for people. */
    void info(String line);
  }
}
