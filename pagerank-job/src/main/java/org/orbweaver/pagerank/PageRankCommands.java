package org.orbweaver.pagerank;

import java.util.List;
import org.orbweaver.common.cli.OrbCommand;

/** The commands of this module. */
public final class PageRankCommands {

  private PageRankCommands() {}

  /** The phases. */
  public static List<OrbCommand> all() {
    return List.of(new PageRankCommand());
  }

  /** What {@code orb read} shows. */
  public static List<OrbCommand> readers() {
    return List.of(new ReadPageRankCommand());
  }
}
