package org.orbweaver.orb.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.orbweaver.common.cli.OrbException;

/** Rankings of one imported graph, each by {@code orb} in a process of its own. */
final class RankRuns {
  private static final String ORB = "org.orbweaver.orb.Orb";

  /** The first iterations are also the compiler's. */
  private static final int WARM_UP = 3;

  private final Path crawl;
  private final Path work;
  private final double importSeconds;

  private RankRuns(Path crawl, Path work, double importSeconds) {
    this.crawl = crawl;
    this.work = work;
    this.importSeconds = importSeconds;
  }

  /**
   * What a run took.
   *
   * @param seconds of the whole process
   * @param iteration median seconds of an iteration's own work
   * @param resident bytes at the most
   */
  record Run(double seconds, double iteration, int iterations, double cpuSeconds, long resident) {}

  /**
   * Imports successor lists, into a partition for each processor: so the time of the slowest task
   * is what an iteration's work takes, and the rest of it the job's.
   */
  static RankRuns over(Path lists, Path crawl, Path work) throws Exception {
    long begin = System.nanoTime();
    process(
        List.of(),
        work,
        "graph",
        "--import",
        lists.toString(),
        crawl.toString(),
        "-Dorbweaver.graph.parts=" + Runtime.getRuntime().availableProcessors());
    return new RankRuns(crawl, work, (System.nanoTime() - begin) / 1e9);
  }

  double importSeconds() {
    return importSeconds;
  }

  /** Bytes of the lists of both directions. */
  long linkBytes() throws IOException {
    try (Stream<Path> files = Files.walk(crawl.resolve("graph"))) {
      return files
          .filter(file -> file.getParent().getFileName().toString().matches("in|out"))
          .filter(file -> file.getFileName().toString().startsWith("part-"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  Run rank(String ranking, String... options) throws Exception {
    return rankWith(List.of(), ranking, options);
  }

  /** Runs a ranking with JVM flags, and reads its history. */
  Run rankWith(List<String> flags, String ranking, String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of(ranking, crawl.toString()));
    words.addAll(List.of(options));
    long begin = System.nanoTime();
    MeasuredProcess process = process(flags, work, words.toArray(String[]::new));
    double seconds = (System.nanoTime() - begin) / 1e9;
    double[] iterations = history(crawl.resolve(ranking));
    double[] warm =
        Arrays.copyOfRange(iterations, Math.min(WARM_UP, iterations.length - 1), iterations.length);
    Arrays.sort(warm);
    return new Run(
        seconds,
        warm[warm.length / 2],
        iterations.length,
        process.cpu().total(),
        process.peakResident());
  }

  private static double[] history(Path runs) throws IOException {
    try (Stream<Path> all = Files.list(runs)) {
      Path newest =
          all.filter(Files::isDirectory)
              .max(Comparator.comparing(path -> path.getFileName().toString()))
              .orElseThrow(() -> OrbException.failed(runs + ": no run was published"));
      List<String> lines = Files.readAllLines(newest.resolve("history.tsv"));
      return lines.subList(1, lines.size()).stream()
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf('\t') + 1)))
          .toArray();
    }
  }

  private static MeasuredProcess process(List<String> flags, Path work, String... words)
      throws Exception {
    List<String> command = new ArrayList<>(List.of(ORB));
    command.addAll(List.of(words));
    command.add("-Dhadoop.tmp.dir=" + work.resolve("hadoop"));
    try (MeasuredProcess process =
        MeasuredProcess.start(
            flags, System.getProperty("java.class.path"), command, work.resolve("orb.out"))) {
      process.await("orb " + words[0]);
      return process;
    }
  }
}
