package org.orbweaver.orb.bench;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import picocli.CommandLine.Parameters;

/** Measures what parser processes cost; called by {@code scripts/bench parse}. */
@Command(
    name = "bench-parse",
    hidden = true,
    description = {
      "Parse PDF and Office files in a parser process and in the process itself. Prints CPU"
          + " milliseconds per document for both, cold and warm, and the ratio. Exits with 1 if"
          + " a parser process costs over a fifth more."
    },
    footer = "  scripts/bench parse ~/papers")
public final class ParseBenchCommand extends OrbCommand {
  private static final double AIM = 1.2;

  @Option(
      names = "--documents",
      description = "Number of generated documents. Default: ${DEFAULT-VALUE}.")
  private int documents = 600;

  @Option(
      names = "--runs",
      description = "Number of runs; the median counts. Default: ${DEFAULT-VALUE}.")
  private int runs = 3;

  @Option(names = "--json", description = "Print one line of JSON.")
  private boolean json;

  @Parameters(
      arity = "0..1",
      paramLabel = "FOLDER",
      description = "Folder of your own files, instead of generated ones.")
  private String folder;

  @Override
  protected int run() throws Exception {
    String from = folder == null ? Integer.toString(documents) : folder;
    List<long[]> inProcess = new ArrayList<>();
    List<long[]> here = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      here.add(measure("here", from));
      inProcess.add(measure("process", from));
      if (here.get(i)[3] != inProcess.get(i)[3]) {
        throw OrbException.failed("the two ways extracted different text");
      }
    }
    Map<String, Object> figures = new LinkedHashMap<>();
    long count = here.get(0)[4];
    figures.put("documents", count);
    double worst = 0;
    for (int pass = 0; pass < 3; pass += 2) {
      String name = pass == 0 ? "Cold" : "Warm";
      double own = median(here, pass) / count / 1e6;
      double other = median(inProcess, pass) / count / 1e6;
      figures.put("cpuMillisHere" + name, rounded(own));
      figures.put("cpuMillisProcess" + name, rounded(other));
      figures.put("ratio" + name, rounded(other / own));
      worst = Math.max(worst, other / own);
    }
    figures.put("ratioAim", AIM);
    if (json) {
      console().line(Json.line(figures));
    } else {
      figures.forEach((name, value) -> console().linef("%-24s %s", name, value));
    }
    return worst <= AIM ? ExitCode.OK.code() : ExitCode.FAILED.code();
  }

  private static long[] measure(String way, String from) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:+UseParallelGC",
                "-cp",
                System.getProperty("java.class.path")
                    + File.pathSeparator
                    + FetchBenchCommand.testkit(),
                ParseBenchProgram.class.getName(),
                way,
                from)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw OrbException.failed("parsing failed: is " + from + " a readable folder?");
    }
    String[] words = said.strip().split(" ", -1);
    long[] figures = new long[words.length];
    for (int i = 0; i < words.length; i++) {
      figures[i] = Long.parseLong(words[i]);
    }
    return figures;
  }

  private static double median(List<long[]> runs, int column) {
    return runs.stream()
        .mapToLong(run -> run[column])
        .sorted()
        .skip(runs.size() / 2)
        .findFirst()
        .orElseThrow();
  }

  private static double rounded(double value) {
    return Math.round(value * 100) / 100.0;
  }
}
