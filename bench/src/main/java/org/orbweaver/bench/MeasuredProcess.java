package org.orbweaver.bench;

import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.orbweaver.common.error.OrbException;

/**
 * A process with its resource usage from the operating system (memory and threads: proc(5) of
 * Linux). Its CPU time is sampled every {@value #SAMPLE_MS} ms, so that at most that much of its
 * end is missed, on each core. Child processes do not count.
 */
final class MeasuredProcess implements Closeable {
  private static final int SAMPLE_MS = 20;

  /** Samples between two readings of memory and threads, whose files are larger. */
  private static final int SELDOM = 25;

  private static final int SHOWN_LINES = 15;
  private static final double TICKS_PER_SECOND = 100;
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+([0-9]+) kB");
  private static final Pattern FIGURE = Pattern.compile("(?m)^(\\w+) ([-+0-9.eE]+)$");

  private final Process process;
  private final Path output;
  private final Path proc;
  private final long began = System.nanoTime();
  private final NavigableMap<Long, Double> cpu = new ConcurrentSkipListMap<>();
  private final Map<Path, ThreadCpu> threads = new ConcurrentHashMap<>();
  private final Thread sampler = new Thread(this::sample, "sampler");
  private volatile long peakResident;
  private volatile long ended;
  private volatile double seconds;

  /** A thread or process: its name, cut to 15 characters by the kernel, and its CPU seconds. */
  record ThreadCpu(String name, double seconds) {
    /** Reads a line of proc(5); the name may have spaces and parentheses. */
    static ThreadCpu of(String stat) {
      int end = stat.lastIndexOf(')');
      String[] fields = stat.substring(end + 2).split(" ", -1);
      double ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
      return new ThreadCpu(stat.substring(stat.indexOf('(') + 1, end), ticks / TICKS_PER_SECOND);
    }
  }

  private MeasuredProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
    proc = Path.of("/proc", Long.toString(process.pid()));
    // A benchmark that is stopped leaves no process running.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    sampler.setDaemon(true);
    sampler.start();
  }

  /** Starts a process; {@code output} receives everything that it prints. */
  static MeasuredProcess start(List<String> command, Path output) throws IOException {
    return new MeasuredProcess(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start(),
        output);
  }

  /**
   * Starts a Java process with the flags and the class path of this one.
   *
   * @param flags further ones, which override these
   * @param words the main class and its arguments
   */
  static MeasuredProcess java(List<String> flags, List<String> words, Path output)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(javaProgram()));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(flags);
    command.addAll(words);
    return start(command, output);
  }

  static String javaProgram() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private void sample() {
    try {
      for (int i = 0; process.isAlive(); i++) {
        long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        double used = usedSeconds();
        if (used >= cpuSeconds()) { // it reads 0 as the process exits
          cpu.put(now, used);
        }
        if (i % SELDOM == 0) {
          readMemoryAndThreads();
        }
        process.waitFor(SAMPLE_MS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    seconds = (System.nanoTime() - began) / 1e9;
    ended = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  /**
   * Read from its file where there is one: {@link ProcessHandle.Info} also reads the command line,
   * which made the sampling take 5 % of a processor.
   */
  private double usedSeconds() {
    try {
      return ThreadCpu.of(Files.readString(proc.resolve("stat"))).seconds();
    } catch (IOException | RuntimeException e) { // it has ended, or this is not Linux
      return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L) / 1e9;
    }
  }

  private void readMemoryAndThreads() {
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(proc.resolve("task"))) {
      PEAK.matcher(Files.readString(proc.resolve("status")))
          .results()
          .forEach(found -> peakResident = Long.parseLong(found.group(1)) * 1024);
      for (Path task : tasks) {
        threads.put(task, ThreadCpu.of(Files.readString(task.resolve("stat"))));
      }
    } catch (IOException | RuntimeException e) {
      return; // the process or a thread has ended, or this is not Linux
    }
  }

  Process process() {
    return process;
  }

  /**
   * Waits for the end.
   *
   * @throws OrbException (failed) with the last lines it printed, when it failed
   */
  MeasuredProcess await(String what) throws IOException, InterruptedException {
    int status = end();
    if (status != 0) {
      throw OrbException.failed(what + " ended with status " + status + ":\n" + lastLines());
    }
    return this;
  }

  /** Waits for the end; returns the status. */
  int end() throws InterruptedException {
    int status = process.waitFor();
    sampler.join();
    return status;
  }

  /** The last lines that the process printed. */
  String lastLines() throws IOException {
    List<String> lines = Files.readAllLines(output, StandardCharsets.UTF_8);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
  }

  /** The lines of a name and a number that it printed. */
  Map<String, Double> figures() throws IOException {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (MatchResult line : FIGURE.matcher(Files.readString(output)).results().toList()) {
      figures.put(line.group(1), Double.valueOf(line.group(2)));
    }
    return figures;
  }

  /** CPU seconds up to now, or to the end. */
  double cpuSeconds() {
    return cpu.isEmpty() ? 0 : cpu.lastEntry().getValue();
  }

  /** CPU seconds between two times in microseconds since 1970. */
  double cpuSeconds(long from, long to) {
    return at(cpu, to) - at(cpu, from);
  }

  /** Linear interpolation between samples; constant before the first and after the last. */
  static double at(NavigableMap<Long, Double> samples, long time) {
    if (samples.isEmpty()) {
      return 0;
    }
    Map.Entry<Long, Double> before = samples.floorEntry(time);
    Map.Entry<Long, Double> after = samples.ceilingEntry(time);
    if (before == null || after == null || before.getKey().equals(after.getKey())) {
      return (before == null ? after : before).getValue();
    }
    double share = (time - before.getKey()) / (double) (after.getKey() - before.getKey());
    return before.getValue() + share * (after.getValue() - before.getValue());
  }

  /** Seconds from the start to the end. */
  double seconds() {
    return seconds;
  }

  /** When the process had ended, in microseconds since 1970. */
  long ended() {
    return ended;
  }

  /** The largest resident size so far in bytes; 0 before the first sample. */
  long peakResident() {
    return peakResident;
  }

  /** CPU seconds of the threads whose names match; of ended threads, up to the last sample. */
  double threadSeconds(Predicate<String> names) {
    return new HashMap<>(threads)
        .values().stream()
            .filter(thread -> names.test(thread.name()))
            .mapToDouble(ThreadCpu::seconds)
            .sum();
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
