package org.orbweaver.orb;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.Json;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures one round over the pages of a finished crawl; called by {@code scripts/bench crawl}. */
@Command(
    name = "bench-crawl",
    hidden = true,
    description = {
      "Inject the fetched URLs of the crawl FROM into a new crawl, run one round over them, and"
          + " report pages/s and CPU milliseconds per page for each phase."
    },
    footer = "  scripts/bench crawl FINISHED-CRAWL")
final class BenchCommand extends OrbCommand {
  /** Nutch 1.22's CPU milliseconds a page from generate to dedup, measured on miniweb tier s. */
  private static final double NUTCH_CPU_MILLIS = 15.8;

  @Parameters(index = "0", paramLabel = "FROM", description = "The finished crawl.")
  private String from;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Number of runs, each with a new crawl in the same process. Default: ${DEFAULT-VALUE}.")
  private int runs;

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  @Override
  protected int run() throws Exception {
    Path work = Files.createTempDirectory("orb-bench-");
    try {
      Path seeds = work.resolve("seeds.txt");
      int urls = writeSeeds(seeds);
      console().infof("%,d URLs of %s", urls, from);
      for (int run = 1; run <= runs; run++) {
        measure(run, seeds, work.resolve("crawl-" + run));
      }
      return ExitCode.OK.code();
    } finally {
      deleteTree(work);
    }
  }

  private void measure(int run, Path seeds, Path dir) throws Exception {
    List<Stopwatch.Lap> laps;
    long pages;
    try (Session session =
        Session.create(conf(), dir.toUri().toString(), console(), "orb bench-crawl")) {
      CrawlDriver driver = new CrawlDriver(session);
      driver.run(new CrawlDriver.Options(List.of(seeds.toUri().toString()), 1));
      laps = driver.laps();
      pages = fetched(session.dir()).size();
    }
    double seconds = 0;
    double cpu = 0;
    for (Stopwatch.Lap lap : laps) {
      show(run, lap.phase(), pages, lap.seconds(), lap.cpuSeconds());
      if (List.of("generate", "fetch", "parse", "update").contains(lap.phase())) {
        seconds += lap.seconds();
        cpu += lap.cpuSeconds();
      }
    }
    show(run, "generate to update", pages, seconds, cpu);
    double ratio = cpu * 1000 / pages / NUTCH_CPU_MILLIS;
    if (!json) {
      console().linef("  CPU against Nutch 1.22's %.1f ms per page: %.2f", NUTCH_CPU_MILLIS, ratio);
    }
  }

  private void show(int run, String phase, long pages, double seconds, double cpu) {
    double perSecond = pages / seconds;
    double millis = cpu * 1000 / pages;
    if (json) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("run", run);
      fields.put("phase", phase);
      fields.put("pages", pages);
      fields.put("seconds", seconds);
      fields.put("cpuSeconds", cpu);
      fields.put("pagesPerSecond", perSecond);
      fields.put("cpuMillisPerPage", millis);
      console().line(Json.line(fields));
    } else {
      console()
          .linef(
              "run %d  %-18s %8.1f s %8.1f CPU s %9.0f pages/s %8.3f CPU ms per page",
              run, phase, seconds, cpu, perSecond, millis);
    }
  }

  private int writeSeeds(Path file) throws Exception {
    List<String> urls = fetched(CrawlDir.open(conf(), from));
    if (urls.isEmpty()) {
      throw OrbException.failed(from + " has no fetched pages");
    }
    Files.write(file, urls, StandardCharsets.UTF_8);
    return urls.size();
  }

  private List<String> fetched(CrawlDir dir) throws Exception {
    List<String> urls = new ArrayList<>();
    SortedStore.open(conf(), dir.crawlDb(), CrawlDatum.class)
        .forEach(
            (url, datum) -> {
              if (datum.getStatus() == CrawlDatum.STATUS_DB_FETCHED
                  || datum.getStatus() == CrawlDatum.STATUS_DB_DUPLICATE) {
                urls.add(Console.safe(url.toString()));
              }
            });
    return urls;
  }

  private static void deleteTree(Path folder) throws Exception {
    try (var paths = Files.walk(folder)) {
      for (Path path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
