package org.orbweaver.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
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

    static Disk of(Path folder) throws IOException {
      long[] sums = new long[2];
      if (Files.exists(folder)) {
        Files.walkFileTree(
            folder,
            new SimpleFileVisitor<>() {
              @Override
              public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes) {
                sums[0]++;
                return FileVisitResult.CONTINUE;
              }

              @Override
              public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                sums[0]++;
                sums[1] += attributes.size();
                return FileVisitResult.CONTINUE;
              }

              @Override
              public FileVisitResult visitFileFailed(Path file, IOException e) {
                if (!(e instanceof NoSuchFileException)) {
                  throw new UncheckedIOException(e);
                }
                return FileVisitResult.CONTINUE;
              }

              @Override
              public FileVisitResult postVisitDirectory(Path inner, IOException e) {
                return FileVisitResult.CONTINUE;
              }
            });
      }
      return new Disk(sums[0], sums[1]);
    }
  }
}
