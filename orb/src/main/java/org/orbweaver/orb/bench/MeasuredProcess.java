package org.orbweaver.orb.bench;

import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.orbweaver.common.cli.OrbException;

/**
 * A Java process with this process's own flags, and what it used. Its CPU time is sampled each
 * {@value #SAMPLE_MS} ms, so that of the last moment so much may be missed, at most, on each core.
 */
final class MeasuredProcess implements Closeable {
  private static final int SAMPLE_MS = 20;

  /** Samples between two readings of memory and threads, whose files are larger. */
  private static final int SELDOM = 25;

  private static final int SHOWN_LINES = 15;

  private final Process process;
  private final Path output;
  private final ProcFs proc;
  private final CpuCurve curve = new CpuCurve();
  private final Map<String, ProcFs.ThreadCpu> threads = new TreeMap<>();
  private final Thread sampler;
  private volatile ProcFs.Cpu cpu = new ProcFs.Cpu(0, 0, 0);
  private volatile long peakResident;
  private volatile long ended;

  private MeasuredProcess(Process process, Path output, ProcFs proc) {
    this.process = process;
    this.output = output;
    this.proc = proc;
    this.sampler = new Thread(this::sample, "sampler");
    sampler.setDaemon(true);
    sampler.start();
  }

  /**
   * Starts a Java process.
   *
   * @param flags of the JVM, behind those of this process
   * @param classPath of the process
   * @param words the main class and its arguments
   * @param output file for what it prints
   */
  static MeasuredProcess start(
      List<String> flags, String classPath, List<String> words, Path output) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath));
    command.addAll(words);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return new MeasuredProcess(process, output, new ProcFs());
  }

  static long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  private void sample() {
    try {
      for (int i = 0; process.isAlive(); i++) {
        int number = i;
        long now = nowMicros();
        proc.cpu(process.pid())
            .filter(seen -> seen.total() >= cpu.total()) // it reads 0 as the process goes
            .ifPresent(
                seen -> {
                  cpu = seen;
                  curve.add(now, seen.total());
                });
        if (number % SELDOM == 0) {
          proc.peakResident(process.pid()).ifPresent(bytes -> peakResident = bytes);
          synchronized (threads) {
            threads.putAll(proc.threads(process.pid()));
          }
        }
        process.waitFor(SAMPLE_MS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ended = nowMicros();
  }

  Process process() {
    return process;
  }

  /**
   * Waits for the end.
   *
   * @throws OrbException (failed) with the last lines it printed, when it failed
   */
  void await(String what) throws IOException, InterruptedException {
    int status = process.waitFor();
    sampler.join();
    if (status != 0) {
      throw OrbException.failed(what + " ended with status " + status + ":\n" + lastLines());
    }
  }

  /** The last lines that the process printed. */
  String lastLines() throws IOException {
    List<String> lines = Files.readAllLines(output, StandardCharsets.UTF_8);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
  }

  /** CPU time by time. */
  CpuCurve curve() {
    return curve;
  }

  /** CPU time up to now, or to the end. */
  ProcFs.Cpu cpu() {
    return cpu;
  }

  /** Bytes that were resident at the most; 0 before the first look. */
  long peakResident() {
    return peakResident;
  }

  /** When the process had ended, in microseconds since 1970. */
  long ended() {
    return ended;
  }

  /** CPU seconds of the threads whose names pass; of those that ended, up to the last look. */
  double threadSeconds(Predicate<String> names) {
    synchronized (threads) {
      return threads.values().stream()
          .filter(thread -> names.test(thread.name()))
          .mapToDouble(ProcFs.ThreadCpu::seconds)
          .sum();
    }
  }

  /** CPU seconds by the names of threads, digits left out, the largest first. */
  Map<String, Double> threadGroups() {
    Map<String, Double> groups = new TreeMap<>();
    synchronized (threads) {
      for (ProcFs.ThreadCpu thread : threads.values()) {
        groups.merge(thread.name().replaceAll("[0-9]+", "#"), thread.seconds(), Double::sum);
      }
    }
    Map<String, Double> ordered = new LinkedHashMap<>();
    groups.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .forEach(group -> ordered.put(group.getKey(), group.getValue()));
    return ordered;
  }

  /** Ends the process if it still runs. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
