package org.orbweaver.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Programs of others that rank the same graph: JGraphT and Spark GraphX from Maven Central, built
 * from {@code scripts/lib/peers}, and Debian's python3-igraph. They run one after the other, each
 * in its own process.
 */
final class RankPeers {
  private static final List<String> SPARK_FLAGS =
      Stream.of(
              "java.lang",
              "java.lang.invoke",
              "java.io",
              "java.net",
              "java.nio",
              "java.util",
              "java.util.concurrent",
              "sun.nio.ch",
              "sun.security.action")
          .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
          .toList();

  private final Path folder = Bench.source().resolve("scripts/lib/peers");
  private final Path work;
  private final String heap;

  /**
   * The peers.
   *
   * @param work folder of their output
   * @param heap of the Java ones, as for {@code -Xmx}
   */
  RankPeers(Path work, String heap) {
    this.work = work;
    this.heap = heap;
  }

  /** Builds the Java ones if they have changed; Maven downloads missing artifacts. */
  private String classPath() throws IOException, InterruptedException {
    Path built = folder.resolve("target/classpath");
    if (!Files.exists(built) || newestSource() > Files.getLastModifiedTime(built).toMillis()) {
      run(
          "building the peers",
          List.of(
              "mvn",
              "-q",
              "-f",
              folder.resolve("pom.xml").toString(),
              "compile",
              "dependency:build-classpath",
              "-Dmdep.outputFile=" + built));
    }
    return folder.resolve("target/classes") + ":" + Files.readString(built).strip();
  }

  private long newestSource() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("src"))) {
      return files.mapToLong(file -> file.toFile().lastModified()).max().orElse(0);
    }
  }

  /** Runs JGraphT; returns its output. */
  Map<String, Double> jgrapht(Path lists) throws IOException, InterruptedException {
    return java(List.of(), "peers.JGraphTRank", lists.toString());
  }

  /** Runs GraphX on two cores; returns its output. */
  Map<String, Double> graphx(Path edges) throws IOException, InterruptedException {
    return java(SPARK_FLAGS, "peers.GraphXRank", edges.toString(), work.toString());
  }

  /** Runs igraph; returns its output. */
  Map<String, Double> igraph(Path edges, int pages) throws IOException, InterruptedException {
    String script = folder.resolve("igraph_rank.py").toString();
    return run(
        "igraph (Debian's python3-igraph)",
        List.of("/usr/bin/python3", script, edges.toString(), Integer.toString(pages)));
  }

  private Map<String, Double> java(List<String> flags, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(MeasuredProcess.javaProgram(), heap));
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath()));
    command.addAll(List.of(words));
    return run(words[0], command);
  }

  private Map<String, Double> run(String what, List<String> command)
      throws IOException, InterruptedException {
    try (MeasuredProcess process = MeasuredProcess.start(command, work.resolve("peer.out"))) {
      return process.await(what).figures();
    }
  }
}
