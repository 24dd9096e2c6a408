package org.orbweaver.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The resources that a Java process holds now, from proc(5) of Linux and from {@code jcmd}. Its
 * collector must be the serial one.
 *
 * @param heapMb heap in use after a collection
 * @param residentMb memory
 * @param files open file descriptors
 * @param threads number of threads
 */
record ProcessUsage(double heapMb, double residentMb, long files, long threads) {
  private static final Pattern USED =
      Pattern.compile("(?:def new generation|tenured generation) +total \\d+K, used (\\d+)K");
  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

  /** Collects garbage in the process, and reads its usage. */
  static ProcessUsage of(long pid) throws IOException, InterruptedException {
    jcmd(pid, "GC.run");
    long heap = 0;
    Matcher used = USED.matcher(jcmd(pid, "GC.heap_info"));
    while (used.find()) {
      heap += Long.parseLong(used.group(1));
    }
    Path proc = Path.of("/proc", Long.toString(pid));
    Matcher resident = RESIDENT.matcher(Files.readString(proc.resolve("status")));
    double memory = resident.find() ? Long.parseLong(resident.group(1)) / 1024.0 : Double.NaN;
    return new ProcessUsage(
        heap / 1024.0, memory, children(proc.resolve("fd")), children(proc.resolve("task")));
  }

  private static String jcmd(long pid, String command) throws IOException, InterruptedException {
    String program = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process process =
        new ProcessBuilder(program, "-J-XX:TieredStopAtLevel=1", Long.toString(pid), command)
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("jcmd " + pid + " " + command + ": " + output);
    }
    return output;
  }

  private static long children(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  /** Files and folders from a folder on, and their bytes; what vanishes meanwhile may count. */
  record Disk(long files, long bytes) {
    Disk plus(Disk other) {
      return new Disk(files + other.files, bytes + other.bytes);
    }

    Disk minus(Disk other) {
      return new Disk(files - other.files, bytes - other.bytes);
    }

    static Disk of(File file) {
      Disk disk = new Disk(file.exists() ? 1 : 0, file.isFile() ? file.length() : 0);
      File[] inner = file.listFiles(); // null unless it is a folder
      for (int i = 0; inner != null && i < inner.length; i++) {
        disk = disk.plus(of(inner[i]));
      }
      return disk;
    }
  }
}
