package org.orbweaver.index;

import java.util.List;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.why.WhySource;

/** The commands of this module. */
public final class IndexCommands {
  private IndexCommands() {}

  /** The phase, {@code search}, {@code evaluate} and {@code export}. */
  public static List<OrbCommand> all() {
    return List.of(
        new IndexCommand(),
        new SearchCommand(),
        new EvaluateCommand(),
        new TuneCommand(),
        new ExportCommand());
  }

  /** The search page. For {@code orb} alone: its Jetty does not run beside Hadoop's older one. */
  public static OrbCommand serve() {
    return new ServeCommand();
  }

  /** What {@code read} can look into. */
  public static List<OrbCommand> readers() {
    return List.of(new ReadIndexCommand());
  }

  /** What the index says to {@code orb why}. */
  public static List<WhySource> why() {
    return List.of(new IndexWhy());
  }
}
