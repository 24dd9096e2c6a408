package org.orbweaver.bench;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.store.Steps;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures costs that grow with a crawl; called by {@code scripts/bench scale}. */
@Command(
    name = "scale",
    description = {
      "Measure how the costs of phases grow with a crawl.",
      "Run phases at two sizes, each in a JVM with 768 MB of heap, and print how much their CPU"
          + " time grows per URL, page, spill or step. Exits with 1 if one grows by more than a"
          + " tenth.",
      "",
      "Parts:",
      "  urls      inject, generate, update and links with 2.5 and 10 million URLs of 500,000"
          + " hosts; also prints memory and disk",
      "  parse     30,000 and 480,000 pages in one segment",
      "  recovery  the output of a fetch task that was killed after 100 and 400 spills",
      "  dead      six rounds over 200,000 URLs of 5,000 hosts that refuse connections",
      "  steps     the log of 500 and 5,000 steps"
    },
    footer = {
      "  scripts/bench scale",
      "  scripts/bench scale --only urls,steps --divide 100",
      "  scripts/bench scale --only urls --urls 10000000,40000000 --top-n 2000000"
    })
public final class ScaleBenchCommand extends Bench {
  /** The measurements. */
  enum Measurement {
    URLS,
    PARSE,
    RECOVERY,
    DEAD,
    STEPS
  }

  private static final List<String> TASK = List.of("-Xmx768m");
  private static final double MOST_GROWTH = 1.1;

  /** Records and their checksums: the needed ones, and as many as are dropped at once. */
  private static final int MOST_STEP_FILES = 600;

  private static final int DEAD_ROUNDS = 6;
  private static final long DAY_SECONDS = 86_400;

  @Option(
      names = "--only",
      paramLabel = "PARTS",
      split = ",",
      description = "Parts to measure. Default: all.")
  private Set<Measurement> only = EnumSet.allOf(Measurement.class);

  @Option(
      names = "--divide",
      paramLabel = "N",
      description = "Divide all sizes by N, for a try. Default: ${DEFAULT-VALUE}.")
  @Range(from = 1)
  private int divide = 1;

  @Option(
      names = "--urls",
      paramLabel = "N,N",
      split = ",",
      defaultValue = "2500000,10000000",
      description = "The sizes for the part urls. Default: ${DEFAULT-VALUE}.")
  private List<Integer> sizes;

  @Option(
      names = "--top-n",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "The pages of the round in the part urls. Default: ${DEFAULT-VALUE}.")
  @Range(from = 1)
  private int listed;

  private final Figures figures = new Figures();

  @Override
  protected void measure() throws Exception {
    try {
      for (Measurement measurement : Measurement.values()) {
        if (only.contains(measurement)) {
          console().info(measurement.name().toLowerCase(Locale.ROOT));
          measure(measurement);
        }
      }
    } finally {
      report(figures);
    }
  }

  private void measure(Measurement measurement) throws Exception {
    switch (measurement) {
      case URLS -> {
        List<Map<String, Double>> costs = new ArrayList<>();
        for (int size : sizes) {
          costs.add(urls(size / divide));
        }
        Map<String, Double> large = costs.get(costs.size() - 1);
        costs.get(0).forEach((phase, cpu) -> grows(phase, "URL", cpu, large.get(phase), 1e6));
      }
      case PARSE -> grows("parse", "page", parse(30_000 / divide), parse(480_000 / divide), 1e3);
      case RECOVERY ->
          grows("recovery", "spill", recovery(100 / divide + 1), recovery(400 / divide + 1), 1e3);
      case DEAD -> dead();
      case STEPS -> grows("steps", "step", steps(500 / divide + 1), steps(5_000 / divide + 1), 1e3);
    }
  }

  /** Adds CPU seconds for each unit at both sizes. */
  private void grows(String phase, String unit, double small, double large, double factor) {
    String time = factor == 1e6 ? "µs" : "ms";
    String each = phase + ": CPU " + time + " per " + unit;
    figures
        .add(phase + "Small", each + ", small", "%.3f", small * factor)
        .add(phase + "Large", each + ", large", "%.3f", large * factor)
        .add(phase + "Growth", "  growth", "%.2f", large / small)
        .atMost(phase + "Growth", MOST_GROWTH);
  }

  /** CPU seconds a URL, by phase. */
  private Map<String, Double> urls(int count) throws Exception {
    Path own = Files.createDirectory(folder().resolve("urls-" + count));
    Path seeds = own.resolve("seeds");
    int hosts = Math.max(1, 500_000 / divide);
    ScaleData.writeSeeds(seeds, count, hosts);
    String dir = own.resolve("crawl").toString();
    Map<String, Double> cpu = new LinkedHashMap<>();
    cpu.put("inject", phase("inject", count, seeds.toString(), dir));
    String pages = Integer.toString(Math.max(1, listed / divide));
    cpu.put("generate", phase("generate", count, dir, "--top-n", pages));
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    ScaleData.writeFetched(conf(), crawl.segmentList().get(0), hosts, count);
    cpu.put("update", phase("update", count, dir));
    cpu.put("links", phase("links", count, dir));
    disk("crawldb", crawl.crawlDb(), count);
    disk("linkdb", crawl.linkDb(), count);
    FileUtil.fullyDelete(own.toFile());
    return cpu;
  }

  /** Runs a phase; returns its CPU seconds for each URL. */
  private double phase(String name, int count, String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of(name));
    all.addAll(List.of(words));
    MeasuredProcess process = orb(TASK, all.toArray(new String[0]));
    String of = String.format(Locale.ROOT, "%s of %,d URLs: ", name, count);
    String key = name + count;
    figures
        .add(key + "Cpu", of + "CPU s", "%.1f", process.cpuSeconds())
        .add(key + "Seconds", of + "s", "%.1f", process.seconds())
        .add(key + "Resident", of + "peak MB resident", "%.0f", process.peakResident() / 1e6);
    return process.cpuSeconds() / count;
  }

  private void disk(String store, org.apache.hadoop.fs.Path folder, int count) throws Exception {
    double bytes = folder.getFileSystem(conf()).getContentSummary(folder).getLength();
    figures.add(
        store + count + "Disk",
        String.format(Locale.ROOT, "%s of %,d seeds: GB", store, count),
        "%.2f",
        bytes / 1e9);
  }

  /** CPU seconds a page. */
  private double parse(int pages) throws Exception {
    Path own = Files.createDirectory(folder().resolve("parse-" + pages));
    String dir = own.resolve("crawl").toString();
    Path seed = own.resolve("seed");
    Files.writeString(seed, "http://host0.test/\n");
    orb("inject", seed.toString(), dir);
    orb("generate", dir);
    ScaleData.writePages(conf(), CrawlDir.open(conf(), dir).segmentList().get(0), pages);
    double cpu = orb("parse", dir) / pages;
    FileUtil.fullyDelete(own.toFile());
    return cpu;
  }

  /** CPU seconds a spill. */
  private double recovery(int spills) throws Exception {
    Path own = Files.createDirectory(folder().resolve("recovery-" + spills));
    ScaleProgram.writeSpills(new Configuration(), own, spills);
    double cpu = java(TASK, ScaleProgram.class.getName(), "recover", own.toString()).cpuSeconds();
    FileUtil.fullyDelete(own.toFile());
    return cpu / spills;
  }

  /** CPU seconds a step, and the files of the log. */
  private double steps(int steps) throws Exception {
    Path own = folder().resolve("steps-" + steps);
    double cpu =
        java(TASK, ScaleProgram.class.getName(), "steps", own.toString(), Integer.toString(steps))
            .cpuSeconds();
    try (var files = Files.list(own.resolve(".state"))) {
      String key = "stepFiles" + steps;
      figures
          .add(key, "files in the log of " + steps + " steps", "%.0f", (double) files.count())
          .atMost(key, MOST_STEP_FILES);
    }
    FileUtil.fullyDelete(own.toFile());
    return cpu / steps;
  }

  /** Runs a round a day and measures the share of dead hosts in each list. */
  private void dead() throws Exception {
    Path own = Files.createDirectory(folder().resolve("dead"));
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
      // It fails if it fetches nothing or finds nothing to do.
      int status =
          start(
                  flags,
                  "crawl",
                  seeds.toString(),
                  dir,
                  "--rounds",
                  Integer.toString(round),
                  "--no-index",
                  "-Dfetcher.server.delay=0",
                  "-Dorbweaver.fetch.soft404.days=0",
                  "-Dorbweaver.fetch.private.addresses=127.11.0.0/16",
                  "-Dorbweaver.fetch.dns.hosts.file=" + names)
              .end();
      if (status != ExitCode.FAILED.code() && status != ExitCode.NOTHING_TO_DO.code()) {
        throw OrbException.failed("round " + round + " over dead hosts ended with " + status);
      }
    }
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    int round = 0;
    for (StepRecord step : Steps.readHistory(crawl)) {
      if (step.name().equals("generate")) {
        String name = "dead hosts, round " + ++round;
        long requests = ScaleData.requests(conf(), crawl.segment(step.key()));
        figures
            .add("places" + round, name + ": URLs listed", "%,.0f", (double) step.count("urls"))
            .add("requests" + round, name + ": requests", "%,.0f", (double) requests);
      }
    }
    FileUtil.fullyDelete(own.toFile());
  }

  private double orb(String... words) throws Exception {
    return orb(TASK, words).cpuSeconds();
  }
}
