package org.orbweaver.common.store;

import java.time.Clock;
import java.time.Duration;

/**
 * The time of day, which dates steps, names segments and makes pages due.
 *
 * <p>Tests that span weeks shift it by the system property {@link #OFFSET_PROPERTY}, for a whole
 * process. Tasks on a cluster run in processes of their own and are not affected.
 */
public final class WallClock {
  /** Seconds by which this process's time is ahead; for tests. */
  public static final String OFFSET_PROPERTY = "orbweaver.internal.clock.offset.seconds";

  private WallClock() {}

  /** The clock of this process. */
  public static Clock clock() {
    Clock clock = Clock.systemUTC();
    long ahead = Long.getLong(OFFSET_PROPERTY, 0);
    return ahead == 0 ? clock : Clock.offset(clock, Duration.ofSeconds(ahead));
  }
}
