package org.orbweaver.orb.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbweaver.common.cli.OrbException;

/**
 * What Linux tells of a process: proc(5). CPU times come in ticks of a hundredth of a second, which
 * is what the kernel's interface has on every architecture that Java runs on.
 */
final class ProcFs {
  private static final double TICKS_PER_SECOND = 100;
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+([0-9]+) kB");
  private static final Pattern FILES = Pattern.compile("Max open files\\s+(\\S+)\\s+(\\S+)");

  private final Path root;

  ProcFs() {
    this(Path.of("/proc"));
  }

  ProcFs(Path root) {
    this.root = root;
  }

  /**
   * Seconds of CPU time.
   *
   * @param user in the program
   * @param system in the kernel on its behalf
   * @param children of processes that it started and that ended, both kinds together
   */
  record Cpu(double user, double system, double children) {
    double total() {
      return user + system + children;
    }
  }

  /** One thread: its name, cut to 15 characters by the kernel, and its CPU seconds. */
  record ThreadCpu(String name, double seconds) {
    private static ThreadCpu of(String stat) {
      Cpu own = ProcFs.cpu(stat);
      String name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      return new ThreadCpu(name, own.user() + own.system());
    }
  }

  /**
   * Checks that there is such a file system.
   *
   * @throws OrbException (failed) on systems other than Linux
   */
  void require() {
    if (!Files.isReadable(root.resolve("self/stat"))) {
      throw OrbException.failed(
          "the benchmark needs Linux: it reads CPU time and memory of processes from " + root);
    }
  }

  /**
   * CPU time of all threads of a process, ended ones too, and of its children that ended; empty
   * when the process is gone.
   */
  Optional<Cpu> cpu(long pid) {
    return read(root.resolve(pid + "/stat")).map(ProcFs::cpu);
  }

  /** The largest resident size that the process has had, in bytes; empty when it is gone. */
  Optional<Long> peakResident(long pid) {
    return read(root.resolve(pid + "/status"))
        .map(PEAK::matcher)
        .filter(Matcher::find)
        .map(found -> Long.parseLong(found.group(1)) * 1024);
  }

  /** Threads that live, by their number. */
  Map<String, ThreadCpu> threads(long pid) {
    Map<String, ThreadCpu> threads = new HashMap<>();
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(root.resolve(pid + "/task"))) {
      for (Path task : tasks) {
        read(task.resolve("stat"))
            .map(ThreadCpu::of)
            .ifPresent(thread -> threads.put(task.getFileName().toString(), thread));
      }
    } catch (IOException e) {
      return threads; // the process has ended
    }
    return threads;
  }

  /**
   * Files that a Java process started from here may have open: the hard limit, to which Java raises
   * the soft one by itself.
   */
  long openFileLimit() {
    return read(root.resolve("self/limits"))
        .map(FILES::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(2))
        .map(hard -> hard.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(hard))
        .orElse(Long.MAX_VALUE);
  }

  /** The name in parentheses may have spaces and parentheses: fields are counted from its end. */
  static Cpu cpu(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    double[] ticks = new double[4];
    for (int i = 0; i < ticks.length; i++) {
      ticks[i] = Long.parseLong(fields[11 + i]);
    }
    return new Cpu(
        ticks[0] / TICKS_PER_SECOND,
        ticks[1] / TICKS_PER_SECOND,
        (ticks[2] + ticks[3]) / TICKS_PER_SECOND);
  }

  private static Optional<String> read(Path file) {
    try {
      String text = Files.readString(file);
      return text.isEmpty() ? Optional.empty() : Optional.of(text);
    } catch (IOException e) {
      return Optional.empty(); // the process has ended
    }
  }
}
