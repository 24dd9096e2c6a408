package org.orbweaver.testkit.disk;

/** What happens at one mutation of a {@link FaultyDisk}. */
public enum Fault {
  /** The process dies before the mutation. */
  CRASH_BEFORE,

  /** The process dies after the mutation. */
  CRASH_AFTER,

  /** The machine loses power after the mutation: every byte that was not synced is lost. */
  CRASH_UNSYNCED,

  /**
   * The machine loses power after the mutation: of the bytes that were not synced, a part survives,
   * and the last block of that part is zeros.
   */
  CRASH_TORN,

  /** The disk has no space for this mutation; half of a write has been done. */
  FULL_ONCE,

  /** The disk has no space, from this mutation on. Deleting and renaming work. */
  FULL,

  /** The mutation fails with an I/O error. */
  IO_ERROR,

  /** The rename happens, and reports failure. */
  RENAME_UNREPORTED;

  /** True if the process is dead afterwards. */
  public boolean isCrash() {
    return this == CRASH_BEFORE || this == CRASH_AFTER || isPowerLoss();
  }

  /** True if bytes that were not synced are lost. */
  boolean isPowerLoss() {
    return this == CRASH_UNSYNCED || this == CRASH_TORN;
  }
}
