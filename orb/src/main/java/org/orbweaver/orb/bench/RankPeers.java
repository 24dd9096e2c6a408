package org.orbweaver.orb.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.orbweaver.common.cli.OrbException;

/**
 * Programs of others that rank the same graph: JGraphT and Spark GraphX from Maven Central, built
 * from {@code scripts/lib/peers}, and Debian's python3-igraph. They run one after the other, each
 * in a process of its own.
 */
final class RankPeers {
  private static final List<String> SPARK_FLAGS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/java.net=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.base/sun.security.action=ALL-UNNAMED");

  private final Path folder;
  private final Path work;
  private final String heap;

  /**
   * The peers.
   *
   * @param folder {@code scripts/lib/peers}
   * @param work for what they print
   * @param heap of the Java ones, as {@code -Xmx} has it
   */
  RankPeers(Path folder, Path work, String heap) {
    this.folder = folder;
    this.work = work;
    this.heap = heap;
  }

  /** Builds the Java ones where they have changed; Maven loads what it has not. */
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

  /** JGraphT: what it printed. */
  Map<String, Double> jgrapht(Path lists) throws IOException, InterruptedException {
    return java(List.of(), "peers.JGraphTRank", lists.toString());
  }

  /** GraphX on two cores: what it printed. */
  Map<String, Double> graphx(Path edges) throws IOException, InterruptedException {
    return java(SPARK_FLAGS, "peers.GraphXRank", edges.toString(), work.toString());
  }

  /** igraph: what it printed. */
  Map<String, Double> igraph(Path edges, int pages) throws IOException, InterruptedException {
    String script = folder.resolve("igraph_rank.py").toString();
    return run(
        "igraph (Debian's python3-igraph)",
        List.of("/usr/bin/python3", script, edges.toString(), Integer.toString(pages)));
  }

  private Map<String, Double> java(List<String> flags, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(heap);
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath()));
    command.addAll(List.of(words));
    return run(words[0], command);
  }

  private Map<String, Double> run(String what, List<String> command)
      throws IOException, InterruptedException {
    Path output = work.resolve("peer.out");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int status = process.waitFor();
    List<String> lines = Files.readAllLines(output, StandardCharsets.UTF_8);
    if (status != 0) {
      throw OrbException.failed(
          what
              + " ended with status "
              + status
              + ":\n"
              + String.join("\n", lines.subList(Math.max(0, lines.size() - 10), lines.size())));
    }
    Map<String, Double> figures = new LinkedHashMap<>();
    for (String line : lines) {
      String[] words = line.split(" ");
      if (words.length == 2 && words[1].matches("[-+0-9.eE]+")) {
        figures.put(words[0], Double.valueOf(words[1]));
      }
    }
    return figures;
  }
}
