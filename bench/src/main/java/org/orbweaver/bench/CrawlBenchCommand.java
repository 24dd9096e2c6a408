package org.orbweaver.bench;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.orb.crawl.CrawlDriver;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures one round over the pages of a finished crawl; called by {@code scripts/bench crawl}. */
@Command(
    name = "crawl",
    description = {
      "Measure one round over the pages of a finished crawl.",
      "Inject the fetched URLs of the crawl FROM into a new crawl with the settings that FROM"
          + " keeps, run one round over them, and report pages/s and CPU milliseconds per page for"
          + " each phase."
    },
    footer = "  scripts/bench crawl FINISHED-CRAWL")
public final class CrawlBenchCommand extends Bench {
  /** Nutch 1.22's CPU milliseconds a page from generate to dedup, measured on miniweb tier s. */
  private static final double NUTCH_CPU_MILLIS = 15.8;

  @Parameters(index = "0", paramLabel = "FROM", description = "The finished crawl.")
  private String from;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Number of runs, each with a new crawl in the same process. Default: ${DEFAULT-VALUE}.")
  @Range(from = 1)
  private int runs = 1;

  @Override
  protected Optional<String> crawl() {
    return Optional.of(from);
  }

  @Override
  protected void measure() throws Exception {
    Path seeds = folder().resolve("seeds.txt");
    int urls = writeSeeds(seeds);
    console().infof("%,d URLs of %s", urls, from);
    for (int run = 1; run <= runs; run++) {
      measure(run, seeds, folder().resolve("crawl-" + run));
    }
  }

  private void measure(int run, Path seeds, Path dir) throws Exception {
    List<CrawlDriver.Lap> laps;
    long pages;
    try (Session session =
        Session.create(conf(), dir.toUri().toString(), console(), "scripts/bench crawl")) {
      CrawlDriver driver = new CrawlDriver(session);
      driver.run(CrawlDriver.allPhases(List.of(seeds.toUri().toString()), 1));
      laps = driver.laps();
      pages = fetched(session.dir()).size();
    }
    double seconds = 0;
    double cpu = 0;
    for (CrawlDriver.Lap lap : laps) {
      show(run, lap.phase(), figures(pages, lap.seconds(), lap.cpuSeconds()));
      if (List.of("generate", "fetch", "parse", "update").contains(lap.phase())) {
        seconds += lap.seconds();
        cpu += lap.cpuSeconds();
      }
    }
    Figures whole = figures(pages, seconds, cpu);
    double ratio = whole.get("cpuMillisPerPage") / NUTCH_CPU_MILLIS;
    show(
        run,
        "generate to update",
        whole.add(
            "timesNutch", "relative to Nutch 1.22's 15.8 ms on another machine", "%.2f", ratio));
  }

  private static Figures figures(long pages, double seconds, double cpu) {
    return new Figures()
        .add("pages", "pages", "%,.0f", (double) pages)
        .add("seconds", "seconds", "%.1f", seconds)
        .add("cpuSeconds", "CPU seconds", "%.1f", cpu)
        .add("pagesPerSecond", "pages/s", "%,.0f", pages / seconds)
        .add("cpuMillisPerPage", "CPU ms per page", "%.3f", cpu * 1000 / pages);
  }

  private void show(int run, String phase, Figures figures) {
    show("run " + run + ", " + phase, Map.of("run", run, "phase", phase), figures);
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
}
