package org.orbweaver.orb.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.Json;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the frontier; called by {@code scripts/bench frontier}. */
@Command(
    name = "bench-frontier",
    hidden = true,
    description = {
      "Measure the cost of picking the next URL among a million hosts, and pass ten million URLs of"
          + " a million hosts through a frontier in a JVM of 512 MB. Exits with 1 if a target"
          + " is missed."
    },
    footer = "  scripts/bench frontier")
public final class FrontierBenchCommand extends OrbCommand {
  private static final double AIM_NANOS = 1000;
  private static final String HEAP = "-Xmx512m";
  private static final String BACK_QUEUES = "125000";

  @Option(names = "--json", description = "Print one line of JSON.")
  private boolean json;

  @Override
  protected int run() throws Exception {
    Map<String, Object> figures = new LinkedHashMap<>();
    pick(figures);
    pass(figures);
    if (json) {
      console().line(Json.line(figures));
    } else {
      figures.forEach((name, value) -> console().linef("%-44s %s", name.replace('_', ' '), value));
    }
    return (double) figures.get("pickNs") < AIM_NANOS ? ExitCode.OK.code() : ExitCode.FAILED.code();
  }

  private static void pick(Map<String, Object> figures) throws IOException, InterruptedException {
    Map<String, Double> nanos = new LinkedHashMap<>();
    for (String line : run(FrontierBenchmark.class).lines().toList()) {
      String[] words = line.split(" ");
      nanos.put(words[0], Double.valueOf(words[1]));
    }
    double ours = nanos.get("frontier");
    double peer = nanos.get("priorityQueue");
    figures.put("hosts", FrontierBenchmark.HOSTS);
    figures.put("pickNs", ours);
    figures.put("pickNsAim", AIM_NANOS);
    figures.put("priorityQueueOfObjectsNs", peer);
    figures.put("timesThePriorityQueue", rounded(ours / peer));
  }

  /** What a program of ours, in a JVM of its own, printed. */
  private static String run(Class<?> program, String... more)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of(HEAP, "-cp", System.getProperty("java.class.path"), program.getName()));
    words.addAll(List.of(more));
    Process process =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw OrbException.failed(program.getSimpleName() + " failed: see above");
    }
    return said;
  }

  private static double rounded(double value) {
    return Math.round(value * 100) / 100.0;
  }

  private static void pass(Map<String, Object> figures) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("orb-frontier-");
    try {
      String said = run(FrontierPassage.class, folder.toString(), BACK_QUEUES);
      String[] words = said.strip().split(" ");
      figures.put("urlsPassedWith" + HEAP.substring(1), Long.valueOf(words[0]));
      figures.put("seconds", Double.valueOf(words[1]));
      figures.put("heapMbAtMost", Long.parseLong(words[2]) >> 20);
      figures.put("overflowMb", Long.parseLong(words[3]) >> 20);
    } finally {
      Files.delete(folder);
    }
  }
}
