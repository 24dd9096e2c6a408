package org.orbweaver.orb.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures fetching against the fake web; called by {@code scripts/bench fetch}. */
@Command(
    name = "bench-fetch",
    hidden = true,
    description = {
      "Fetch a fake web, served by a separate process, and report pages/s, CPU and memory against"
          + " their targets. Measures 'orb fetch' in its own process, with the flags of"
          + " scripts/orb (including ORB_JAVA_OPTS).",
      "",
      "  a  2,000 hosts, no delay: at least 2,000 pages/s fetched and stored, at most .6 CPU ms per"
          + " page and 4 times the CPU of the HTTP client alone",
      "  b  5,000 hosts, a delay of 5 s, latencies of 100-800 ms: at least 95 %% of the rate that"
          + " the delays allow, at most 1 GB resident",
      "  c  one slow host among 1,000: finished within 10 %% of the ideal time",
      "",
      "-D settings are passed to the fetcher. Exits with 1 if a target is missed."
    },
    footer = {
      "  scripts/bench fetch",
      "  scripts/bench fetch --scenario a --runs 3",
      "  scripts/bench fetch --scenario a --profile -D fetcher.threads.fetch=100",
      "  ORB_JAVA_OPTS=-Xmx600m scripts/bench fetch --scenario b --json --no-gate"
    })
public final class FetchBenchCommand extends OrbCommand {
  @Option(
      names = "--scenario",
      paramLabel = "a|b|c|all",
      split = ",",
      defaultValue = "all",
      description = "Scenarios, separated by commas. Default: ${DEFAULT-VALUE}.")
  private List<String> scenarios;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description = "Runs per scenario; targets apply to the medians. Default: 1.")
  private int runs;

  @Option(
      names = "--pages",
      paramLabel = "N",
      description = "Approximate number of pages. Default: 60,000 (a), 70,000 (b), 20,000 (c).")
  private Integer pages;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Fetcher threads. Default: 50 (a, c), 600 (b).")
  private Integer threads;

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      arity = "0..1",
      fallbackValue = "",
      description =
          "Add a run with the flight recorder, not counted, and show where its CPU time went; FILE"
              + " keeps the recording of the last scenario.")
  private String profile;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description = "Folder for temporary files, about 4 GB for (a). Default: the system's.")
  private Path work;

  @Option(names = "--json", description = "Print JSON lines: one per run, and one of medians.")
  private boolean json;

  @Option(names = "--no-gate", description = "Exit with 0 even if a target is missed.")
  private boolean noGate;

  @Override
  protected int run() throws Exception {
    if (runs < 1 || (pages != null && pages < 1) || (threads != null && threads < 1)) {
      throw OrbException.usage("--runs, --pages and --threads must be at least 1");
    }
    ProcFs proc = new ProcFs();
    proc.require();
    List<Scenario> wanted = new ArrayList<>();
    for (Scenario scenario : Scenario.named(scenarios)) {
      Scenario sized = pages == null ? scenario : scenario.withPages(pages);
      wanted.add(threads == null ? sized : sized.withThreads(threads));
    }
    for (Scenario scenario : wanted) {
      if (proc.openFileLimit() < scenario.openFiles()) {
        throw OrbException.failed(
            "scenario "
                + scenario.name()
                + " needs "
                + scenario.openFiles()
                + " open files per process, but the limit is "
                + proc.openFileLimit()
                + ": raise it ('ulimit -Hn', limits.conf), or use fewer --pages than hosts");
      }
    }
    List<String> missed = new ArrayList<>();
    for (Scenario scenario : wanted) {
      Path folder =
          work == null
              ? Files.createTempDirectory("orb-bench-")
              : Files.createTempDirectory(Files.createDirectories(work), "orb-bench-");
      try {
        for (String label : measure(scenario, folder)) {
          missed.add(scenario.name() + ": " + label);
        }
      } finally {
        FetchBench.delete(folder);
      }
    }
    if (!missed.isEmpty()) {
      console().info("missed: " + String.join("; ", missed));
    }
    return (missed.isEmpty() || noGate ? ExitCode.OK : ExitCode.FAILED).code();
  }

  /** Runs a scenario and returns the aims that it missed. */
  private List<String> measure(Scenario scenario, Path folder) throws Exception {
    console()
        .infof(
            "scenario %s: %s; %d cores",
            scenario.name(), scenario.describe(), Runtime.getRuntime().availableProcessors());
    List<Figures> all = new ArrayList<>();
    try (FetchBench bench =
        FetchBench.open(scenario, testkit(), commandLine(), List.of(), folder)) {
      for (int run = 1; run <= runs; run++) {
        Figures figures = bench.run(null).figures();
        all.add(figures);
        show(scenario, "run " + run, figures);
      }
      if (profile != null) {
        profile(scenario, bench, folder.resolve("fetch.jfr"));
      }
    }
    Figures medians = Figures.medians(all);
    if (runs > 1) {
      show(scenario, "median of " + runs, medians);
    }
    return medians.missed();
  }

  private void profile(Scenario scenario, FetchBench bench, Path recording) throws Exception {
    FetchBench.Run run = bench.run(recording);
    // Not for programs: beside JSON lines it is a note.
    Consumer<String> out = json ? console()::info : console()::line;
    out.accept("scenario " + scenario.name() + ", with the flight recorder");
    run.figures().print(out);
    FetchProfile.read(recording).print(out, run.threads());
    if (!profile.isEmpty()) {
      Files.copy(recording, Path.of(profile), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private void show(Scenario scenario, String which, Figures figures) {
    if (json) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("scenario", scenario.name());
      fields.put("run", which);
      fields.put("hosts", scenario.hosts());
      fields.put("threads", scenario.threads());
      fields.put("cores", Runtime.getRuntime().availableProcessors());
      console().line(figures.json(fields));
    } else {
      console().line("scenario " + scenario.name() + ", " + which);
      figures.print(console()::line);
    }
    console().flush();
  }

  /** The settings given by -D. */
  private Map<String, String> commandLine() {
    Map<String, String> given = new LinkedHashMap<>();
    for (Map.Entry<String, String> entry : conf()) {
      String[] sources = conf().getPropertySources(entry.getKey());
      if (sources != null && List.of(sources).contains("from command line")) {
        given.put(entry.getKey(), entry.getValue());
      }
    }
    return given;
  }

  /** The test kit is part of no job and of no command: its classes are those of the checkout. */
  static Path testkit() {
    Path classes = Path.of(System.getProperty("orbweaver.source", "."), "testkit/target/classes");
    if (!Files.isDirectory(classes.resolve("org/orbweaver/testkit"))) {
      throw OrbException.failed(
          classes + " has no fake web: start the benchmark with scripts/bench, which builds it");
    }
    return classes;
  }
}
