package org.orbweaver.bench.chaos;

/** What happens while a phase runs. */
public enum ChaosFault {
  CLIENT_KILLED,
  MASTER_KILLED,
  MAP_KILLED,
  REDUCE_KILLED,
  NODE_MANAGER_KILLED,
  /** With its containers, as if the machine were lost. */
  NODE_LOST,
  RESOURCE_MANAGER_RESTARTED,
  /** Back after ten seconds. */
  DATA_NODE_KILLED,
  NAME_NODE_RESTARTED,
  /** For a minute. */
  SAFE_MODE,
  /** The NameNode stays away until the command gives up. */
  NAME_NODE_AWAY,
  /** The local disks of both nodes, for half a minute. */
  DISK_FULL,
  /** The client's clock is an hour ahead. */
  CLOCK_AHEAD;

  /** True if it falls on a container, which the phase may not have. */
  boolean isOfContainer() {
    return this == MASTER_KILLED || this == MAP_KILLED || this == REDUCE_KILLED;
  }
}
