package org.orbweaver.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.orbweaver.common.error.OrbException;

/** Rankings of one imported graph, each by {@code orb} in its own process. */
final class RankRuns {
  /** The first iterations warm up the compiler. */
  private static final int WARM_UP = 3;

  private final Bench bench;
  private final Path crawl;
  private final double importSeconds;

  /**
   * The cost of a run.
   *
   * @param seconds of the whole process
   * @param iteration median seconds of an iteration's own work
   * @param resident maximum, in bytes
   */
  record RankingCost(
      double seconds, double iteration, int iterations, double cpuSeconds, long resident) {}

  /**
   * Imports successor lists, into a partition for each processor: so the work of an iteration takes
   * the time of its slowest task; the rest is the job's overhead.
   */
  RankRuns(Bench bench, Path lists, Path crawl) throws Exception {
    this.bench = bench;
    this.crawl = crawl;
    String parts = "-Dorbweaver.graph.parts=" + Runtime.getRuntime().availableProcessors();
    importSeconds =
        bench
            .orb(List.of(), "graph", "--import", lists.toString(), crawl.toString(), parts)
            .seconds();
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

  /** Runs a ranking, given as a command line without the crawl, with JVM flags. */
  RankingCost rank(String command, String... flags) throws Exception {
    String ranking = command.substring(0, command.indexOf(' '));
    MeasuredProcess process = bench.orb(List.of(flags), (command + " " + crawl).split(" ", -1));
    double[] iterations = history(crawl.resolve(ranking));
    int first = Math.min(WARM_UP, iterations.length - 1);
    double[] warm = Arrays.stream(iterations).skip(first).sorted().toArray();
    return new RankingCost(
        process.seconds(),
        warm[warm.length / 2],
        iterations.length,
        process.cpuSeconds(),
        process.peakResident());
  }

  /** Seconds of each iteration of the newest run. */
  private static double[] history(Path runs) throws IOException {
    try (Stream<Path> all = Files.list(runs)) {
      Path newest =
          all.filter(Files::isDirectory)
              .max(Comparator.comparing(path -> path.getFileName().toString()))
              .orElseThrow(() -> OrbException.failed(runs + ": no run was published"));
      return Files.readAllLines(newest.resolve("history.tsv")).stream()
          .skip(1)
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf('\t') + 1)))
          .toArray();
    }
  }
}
