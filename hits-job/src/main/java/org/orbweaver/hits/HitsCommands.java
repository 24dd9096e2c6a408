package org.orbweaver.hits;

import java.util.List;
import org.orbweaver.common.cli.OrbCommand;

/** The commands of this module. */
public final class HitsCommands {

  private HitsCommands() {}

  /** The phases. */
  public static List<OrbCommand> all() {
    return List.of(new HitsCommand());
  }

  /** What {@code orb read} shows. */
  public static List<OrbCommand> readers() {
    return List.of(new ReadHitsCommand());
  }
}
