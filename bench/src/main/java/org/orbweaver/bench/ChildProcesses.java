package org.orbweaver.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The CPU time and the memory of the processes that a process starts, and that these start, sampled
 * from proc(5) of Linux every {@value #SAMPLE_MS} ms: at most that much of a process's end is
 * missed.
 */
final class ChildProcesses implements Closeable {
  private static final int SAMPLE_MS = 100;

  /** Samples between two readings of memory, for which the kernel walks through all pages. */
  private static final int SELDOM = 5;

  private static final Pattern PROPORTIONAL = Pattern.compile("(?m)^Pss:\\s+(\\d+) kB");

  private final ProcessHandle root;
  private final Map<Long, Double> seconds = new HashMap<>();
  private final Thread sampler = new Thread(this::sample, "children");
  private volatile boolean isClosed;
  private long peak;

  /** Samples the children of a process until it ends, or this is closed. */
  ChildProcesses(ProcessHandle root) {
    this.root = root;
    sampler.setDaemon(true);
    sampler.start();
  }

  private void sample() {
    try {
      for (int i = 0; root.isAlive() && !isClosed; i++) {
        List<ProcessHandle> children;
        try (Stream<ProcessHandle> all = root.descendants()) {
          children = all.toList();
        }
        children.forEach(this::readCpu);
        if (i % SELDOM == 0) {
          long now = children.stream().mapToLong(ChildProcesses::proportional).sum();
          synchronized (this) {
            peak = Math.max(peak, now);
          }
        }
        Thread.sleep(SAMPLE_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void readCpu(ProcessHandle child) {
    child
        .info()
        .totalCpuDuration()
        .ifPresent(
            used -> {
              synchronized (this) {
                seconds.merge(child.pid(), used.toNanos() / 1e9, Math::max);
              }
            });
  }

  /** Bytes of a process, of shared ones its share; 0 if it has ended. */
  private static long proportional(ProcessHandle process) {
    try {
      Matcher size =
          PROPORTIONAL.matcher(
              Files.readString(Path.of("/proc", Long.toString(process.pid()), "smaps_rollup")));
      return size.find() ? Long.parseLong(size.group(1)) * 1024 : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  /** CPU seconds of all that have been seen. */
  synchronized double cpuSeconds() {
    return seconds.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** The most bytes that they had together, memory that processes share counted once. */
  synchronized long peakProportional() {
    return peak;
  }

  @Override
  public void close() {
    isClosed = true;
    try {
      sampler.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
