package org.orbweaver.orb;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * Wall and CPU time by phase. The CPU time is this process's, all threads together: the whole cost
 * where jobs run locally, the client's alone where a cluster runs them.
 */
final class Stopwatch {
  /** A phase's time: seconds on the clock, and CPU seconds of this process. */
  record Lap(String phase, double seconds, double cpuSeconds) {}

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final List<Lap> laps = new ArrayList<>();
  private long wall = System.nanoTime();
  private long cpu = SYSTEM.getProcessCpuTime();

  /** Begins to time the next phase, not counting what passed since the last lap. */
  void start() {
    wall = System.nanoTime();
    cpu = SYSTEM.getProcessCpuTime();
  }

  /** Ends a phase; the next begins. */
  Lap lap(String phase) {
    long wallNow = System.nanoTime();
    long cpuNow = SYSTEM.getProcessCpuTime();
    Lap lap = new Lap(phase, (wallNow - wall) / 1e9, (cpuNow - cpu) / 1e9);
    laps.add(lap);
    wall = wallNow;
    cpu = cpuNow;
    return lap;
  }

  List<Lap> laps() {
    return List.copyOf(laps);
  }
}
