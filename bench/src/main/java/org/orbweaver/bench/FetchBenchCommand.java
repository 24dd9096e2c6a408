package org.orbweaver.bench;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.conf.Origin;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Fields;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures fetching against the fake web; called by {@code scripts/bench fetch}. */
@Command(
    name = "fetch",
    description = {
      "Measure fetching from a fake web: cost, politeness at full rate, one slow host.",
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
      "With --tls or --sizes web, the only target is twice the CPU of the HTTP client alone, on the"
          + " same bytes.",
      "",
      "-D settings are passed to the fetcher. Exits with 1 if a target is missed. Needs about 4 GB"
          + " of temporary space."
    },
    footer = {
      "  scripts/bench fetch",
      "  scripts/bench fetch --scenario a --runs 3 -D fetcher.threads.fetch=100",
      "  scripts/bench fetch --scenario a --tls --sizes web --runs 3",
      "  ORB_JAVA_OPTS=-Xmx600m scripts/bench fetch --scenario b --json --no-gate",
      "  ORB_JAVA_OPTS=-XX:StartFlightRecording=filename=/tmp scripts/bench fetch --scenario a"
    })
public final class FetchBenchCommand extends Bench {
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
      description = "Runs per scenario; targets apply to the medians. Default: 1.")
  @Range(from = 1)
  private int runs = 1;

  @Option(
      names = "--pages",
      paramLabel = "N",
      description =
          "Approximate number of pages. Default: 60,000 (a), 70,000 (b), 20,000"
              + " (c); with --sizes web, 3 in 20 of it.")
  @Range(from = 1)
  private Integer pages;

  @Mixin private WebForm.Options form;

  @Override
  protected void measure() throws Exception {
    List<Scenario> wanted = Scenario.named(scenarios);
    for (Scenario named : wanted) {
      Scenario scenario = named.withForm(form.form());
      measure(pages == null ? scenario : scenario.withPages(pages));
    }
  }

  private void measure(Scenario scenario) throws Exception {
    requireOpenFiles(scenario);
    int cores = Runtime.getRuntime().availableProcessors();
    console().infof("scenario %s: %s; %d cores", scenario.name(), scenario.describe(), cores);
    Map<String, String> given = new LinkedHashMap<>();
    conf()
        .forEach(
            entry -> {
              if (Origin.isGiven(conf(), entry.getKey())) {
                given.put(entry.getKey(), entry.getValue());
              }
            });
    List<Figures> all = new ArrayList<>();
    try (FetchBench bench =
        new FetchBench(scenario, given, Files.createDirectory(folder().resolve(scenario.name())))) {
      for (int run = 1; run <= runs; run++) {
        all.add(bench.run());
        show(scenario, "run " + run, all.get(run - 1));
      }
    }
    Figures medians = Figures.medians(all);
    if (runs > 1) {
      show(scenario, "median of " + runs, medians);
    }
    gate("scenario " + scenario.name() + ": ", medians);
  }

  /** Java raises its limit to the system's by itself. */
  private static void requireOpenFiles(Scenario scenario) throws IOException {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
        && system.getMaxFileDescriptorCount() < scenario.openFiles()) {
      throw OrbException.failed(
          String.format(
              Locale.ROOT,
              "scenario %s needs %d open files per process, but the limit is %d: raise it"
                  + " ('ulimit -Hn', limits.conf), or use fewer --pages than hosts",
              scenario.name(),
              scenario.openFiles(),
              system.getMaxFileDescriptorCount()));
    }
  }

  private void show(Scenario scenario, String which, Figures figures) {
    Fields fields =
        new Fields()
            .with("scenario", scenario.name())
            .with("run", which)
            .with("hosts", scenario.web().hosts())
            .with("threads", scenario.threads());
    show("scenario " + scenario.name() + ", " + which, fields, figures);
  }
}
