package org.orbweaver.orb.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.store.Steps;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what grows with a crawl; called by {@code scripts/bench scale}. */
@Command(
    name = "bench-scale",
    hidden = true,
    description = {
      "Run phases at two sizes, each in a JVM with 768 MB of heap, and print how much their CPU"
          + " time grows per URL, page, spill or step. Exits with 1 if one grows by more than a"
          + " tenth.",
      "",
      "Parts:",
      "  urls      inject, generate, update and links with 2.5 and 10 million URLs of 500,000"
          + " hosts",
      "  parse     30,000 and 480,000 pages in one segment",
      "  recovery  the output of a fetch task that was killed after 100 and 400 spills",
      "  dead      six rounds over 200,000 URLs of 5,000 hosts that refuse connections",
      "  steps     the log of 500 and 5,000 steps"
    },
    footer = {"  scripts/bench scale", "  scripts/bench scale --only urls,steps --divide 100"})
public final class ScaleBenchCommand extends OrbCommand {
  private static final String ORB = "org.orbweaver.orb.Orb";
  private static final List<String> TASK = List.of("-Xmx768m");
  private static final double MOST_GROWTH = 1.1;

  /** Records and their checksums: those that are needed, and as many as are dropped at once. */
  private static final int MOST_STEP_FILES = 600;

  private static final Set<String> PARTS =
      new LinkedHashSet<>(List.of("urls", "parse", "recovery", "dead", "steps"));
  private static final int DEAD_ROUNDS = 6;
  private static final long DAY_SECONDS = 86_400;

  @Option(
      names = "--only",
      paramLabel = "PARTS",
      split = ",",
      description = "Parts to measure. Default: all.")
  private Set<String> only = PARTS;

  @Option(
      names = "--divide",
      paramLabel = "N",
      defaultValue = "1",
      description = "Divide all sizes by N, for a try. Default: ${DEFAULT-VALUE}.")
  private int divide;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description = "Folder for temporary files, about 15 GB. Default: the system's.")
  private Path work;

  @Option(names = "--json", description = "Print one line of JSON.")
  private boolean json;

  private final Figures figures = new Figures();
  private Path folder;

  @Override
  protected int run() throws Exception {
    if (divide < 1 || !PARTS.containsAll(only)) {
      throw OrbException.usage(
          "--divide: expected at least 1; --only: expected some of " + String.join(",", PARTS));
    }
    new ProcFs().require();
    folder =
        work == null
            ? Files.createTempDirectory("orb-bench-")
            : Files.createTempDirectory(Files.createDirectories(work), "orb-bench-");
    try {
      for (String part : PARTS) {
        if (only.contains(part)) {
          console().info(part);
          measure(part);
        }
      }
    } finally {
      if (json) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("cores", Runtime.getRuntime().availableProcessors());
        console().line(figures.json(fields));
      } else {
        figures.print(console()::line);
      }
      FetchBench.delete(folder);
    }
    return (figures.missed().isEmpty() ? ExitCode.OK : ExitCode.FAILED).code();
  }

  private void measure(String part) throws Exception {
    switch (part) {
      case "urls" -> {
        Map<String, Double> small = urls(2_500_000 / divide);
        Map<String, Double> large = urls(10_000_000 / divide);
        small.forEach((phase, cpu) -> grows(phase, "URL", cpu, large.get(phase), 1e6));
      }
      case "parse" -> grows("parse", "page", parse(30_000 / divide), parse(480_000 / divide), 1e3);
      case "recovery" ->
          grows("recovery", "spill", recovery(100 / divide + 1), recovery(400 / divide + 1), 1e3);
      case "dead" -> dead();
      default -> grows("steps", "step", steps(500 / divide + 1), steps(5_000 / divide + 1), 1e3);
    }
  }

  /** Notes CPU seconds for each unit at both sizes. */
  private void grows(String phase, String unit, double small, double large, double factor) {
    String time = factor == 1e6 ? "µs" : "ms";
    String each = phase + ": CPU " + time + " per " + unit;
    figures.add(phase + "Small", each + ", small", "%.3f", small * factor);
    figures.add(phase + "Large", each + ", large", "%.3f", large * factor);
    figures.atMost(phase + "Growth", "  growth", "%.2f", large / small, MOST_GROWTH);
  }

  /** CPU seconds a URL, by phase. */
  private Map<String, Double> urls(int count) throws Exception {
    Path own = Files.createDirectory(folder.resolve("urls-" + count));
    Path seeds = own.resolve("seeds");
    int hosts = Math.max(1, 500_000 / divide);
    ScaleData.writeSeeds(seeds, count, hosts);
    String dir = own.resolve("crawl").toString();
    Map<String, Double> cpu = new LinkedHashMap<>();
    int listed = 1_000_000 / divide;
    cpu.put("inject", orb("inject", seeds.toString(), dir) / count);
    cpu.put("generate", orb("generate", dir, "--top-n", Integer.toString(listed)) / count);
    ScaleData.writeFetched(conf(), CrawlDir.open(conf(), dir).segmentList().get(0), hosts);
    cpu.put("update", orb("update", dir) / count);
    cpu.put("links", orb("links", dir) / count);
    FetchBench.delete(own);
    return cpu;
  }

  /** CPU seconds a page. */
  private double parse(int pages) throws Exception {
    Path own = Files.createDirectory(folder.resolve("parse-" + pages));
    String dir = own.resolve("crawl").toString();
    Path seed = own.resolve("seed");
    Files.writeString(seed, "http://host0.test/\n");
    orb("inject", seed.toString(), dir);
    orb("generate", dir);
    ScaleData.writePages(conf(), CrawlDir.open(conf(), dir).segmentList().get(0), pages);
    double cpu = orb("parse", dir) / pages;
    FetchBench.delete(own);
    return cpu;
  }

  /** CPU seconds a spill. */
  private double recovery(int spills) throws Exception {
    Path own = Files.createDirectory(folder.resolve("recovery-" + spills));
    ScaleProgram.writeSpills(new Configuration(), own, spills);
    double cpu = process(TASK, ScaleProgram.class.getName(), "recover", own.toString());
    FetchBench.delete(own);
    return cpu / spills;
  }

  /** CPU seconds a step, and the files of the log. */
  private double steps(int steps) throws Exception {
    Path own = folder.resolve("steps-" + steps);
    double cpu =
        process(
            TASK, ScaleProgram.class.getName(), "steps", own.toString(), Integer.toString(steps));
    try (var files = Files.list(own.resolve(".state"))) {
      figures.atMost(
          "stepFiles" + steps,
          "files in the log of " + steps + " steps",
          "%.0f",
          (double) files.count(),
          MOST_STEP_FILES);
    }
    FetchBench.delete(own);
    return cpu / steps;
  }

  /** A round a day: what the dead hosts take of each list. */
  private void dead() throws Exception {
    Path own = Files.createDirectory(folder.resolve("dead"));
    int hosts = Math.max(1, 5_000 / divide);
    Path seeds = own.resolve("seeds");
    ScaleData.writeSeeds(seeds, 200_000 / divide, hosts);
    Path names = own.resolve("hosts");
    List<String> lines = new ArrayList<>();
    for (int host = 0; host < hosts; host++) {
      lines.add("127.11.0.1 " + ScaleData.host(host));
    }
    Files.write(names, lines, StandardCharsets.UTF_8);
    String dir = own.resolve("crawl").toString();
    for (int round = 1; round <= DEAD_ROUNDS; round++) {
      List<String> flags = new ArrayList<>(TASK);
      flags.add("-Dorbweaver.internal.clock.offset.seconds=" + (round - 1) * DAY_SECONDS);
      // It fails, as it fetches nothing, or finds nothing to do.
      int status =
          status(
              flags,
              ORB,
              "crawl",
              seeds.toString(),
              dir,
              "--rounds",
              Integer.toString(round),
              "--no-index",
              "-Dfetcher.server.delay=0",
              "-Dorbweaver.fetch.private.addresses=127.11.0.0/16",
              "-Dorbweaver.fetch.dns.hosts.file=" + names,
              "-Dhadoop.tmp.dir=" + folder.resolve("hadoop"));
      if (status != ExitCode.FAILED.code() && status != ExitCode.NOTHING_TO_DO.code()) {
        throw OrbException.failed("round " + round + " over dead hosts ended with " + status);
      }
    }
    Map<String, Integer> rounds = new TreeMap<>();
    for (StepRecord step : Steps.readHistory(CrawlDir.open(conf(), dir))) {
      if (step.name().equals("generate")) {
        rounds.put(step.segments().iterator().next(), rounds.size() + 1);
        int round = rounds.size();
        figures.add(
            "places" + round,
            "dead hosts, round " + round + ": URLs listed",
            "%,.0f",
            Double.parseDouble(step.results().get("urls")));
      }
    }
    for (Map.Entry<String, Integer> round : rounds.entrySet()) {
      org.apache.hadoop.fs.Path segment = CrawlDir.open(conf(), dir).segment(round.getKey());
      figures.add(
          "requests" + round.getValue(),
          "dead hosts, round " + round.getValue() + ": requests",
          "%,.0f",
          (double) ScaleData.requests(conf(), segment));
    }
    FetchBench.delete(own);
  }

  private double orb(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(ORB));
    command.addAll(List.of(words));
    command.add("-Dhadoop.tmp.dir=" + folder.resolve("hadoop"));
    return process(TASK, command.toArray(String[]::new));
  }

  private MeasuredProcess start(List<String> flags, String... words) throws IOException {
    return MeasuredProcess.start(
        flags, System.getProperty("java.class.path"), List.of(words), folder.resolve("output"));
  }

  private int status(List<String> flags, String... words) throws Exception {
    try (MeasuredProcess process = start(flags, words)) {
      return process.process().waitFor();
    }
  }

  /** Runs a process to its end; returns its CPU seconds. */
  private double process(List<String> flags, String... words) throws Exception {
    try (MeasuredProcess process = start(flags, words)) {
      process.await(words[0] + " " + words[1]);
      return process.cpu().total();
    }
  }
}
