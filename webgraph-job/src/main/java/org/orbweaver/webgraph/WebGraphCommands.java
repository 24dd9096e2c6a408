package org.orbweaver.webgraph;

import java.util.List;
import org.orbweaver.common.cli.BaseCommand;

/** The web graph's commands. */
public final class WebGraphCommands {
  private WebGraphCommands() {}

  /** The phases. */
  public static List<BaseCommand> all() {
    return List.of(new GraphCommand());
  }

  /** The readers, mounted under {@code read}. */
  public static List<BaseCommand> readers() {
    return List.of(new ReadGraphCommand());
  }
}
