package org.orbweaver.orb;

import java.util.List;
import org.orbweaver.plugin.OrbCommand;
import org.orbweaver.plugin.Plugin;

/** The commands of {@code orb}. */
public final class OrbPlugin implements Plugin {
  @Override
  public List<OrbCommand> commands() {
    return Orb.own();
  }
}
