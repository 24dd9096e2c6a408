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
import org.orbweaver.common.conf.Origin;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.orb.crawl.CrawlDriver;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures one round over the pages of a finished crawl; called by {@code scripts/bench crawl}. */
@Command(
    name = "crawl",
    description = {
      "Measure one round over the pages of a finished crawl, or of a fake web.",
      "Inject the fetched URLs of the crawl FROM into a new crawl with the settings that FROM"
          + " keeps, run one round over them, and report pages/s and CPU milliseconds per page for"
          + " each phase.",
      "",
      "With --tls or --sizes instead of FROM: a fake web, served by a separate process, beside the"
          + " HTTP client alone on the same bytes. Exits with 1 if a page of the web's sizes costs"
          + " more than 9 ms in all phases, or its fetch more than twice the client alone."
    },
    footer = {
      "  scripts/bench crawl FINISHED-CRAWL",
      "  scripts/bench crawl --tls --sizes web --runs 3",
      "  scripts/bench crawl --tls --sizes web --real ~/pages --pages 3000"
    })
public final class CrawlBenchCommand extends Bench {
  /** Nutch 1.22's CPU milliseconds a page from generate to dedup, measured on miniweb tier s. */
  private static final double NUTCH_CPU_MILLIS = 15.8;

  /** Half of the 17.5 that a crawl of a billion pages published in 2025 took, 242 KB each. */
  private static final double MOST_CPU_MILLIS = 9;

  @Parameters(index = "0", arity = "0..1", paramLabel = "FROM", description = "The finished crawl.")
  private String from;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Number of runs, each with a new crawl in the same process. Default: ${DEFAULT-VALUE}.")
  @Range(from = 1)
  private int runs = 1;

  @Option(
      names = "--pages",
      paramLabel = "N",
      description = "Approximate number of pages of the fake web. Default: as 'fetch'.")
  @Range(from = 1)
  private Integer pages;

  @Mixin private WebForm.Options form;

  @Override
  protected Optional<String> crawl() {
    return Optional.ofNullable(from);
  }

  @Override
  protected void measure() throws Exception {
    if ((from == null) != form.isGiven()) {
      throw OrbException.usage("expected either a finished crawl, or --tls or --sizes web");
    }
    if (from == null) {
      measureFakeWeb();
    } else {
      measureFinishedCrawl();
    }
  }

  private void measureFakeWeb() throws Exception {
    Scenario whole = Scenario.A.withForm(form.form());
    Scenario scenario = pages == null ? whole : whole.withPages(pages);
    console().info(scenario.describe());
    List<Figures> all = new ArrayList<>();
    try (WebProcess web = new WebProcess(scenario, folder())) {
      web.settings()
          .forEach(
              (key, value) -> {
                if (!Origin.isGiven(conf(), key)) {
                  conf().set(key, value);
                }
              });
      web.bare(scenario.web().pages()); // the web warms up
      for (int run = 1; run <= runs; run++) {
        WebProcess.Bare bare = web.bare(scenario.web().pages());
        WebProcess.Handshakes before = web.handshakes();
        Figures figures =
            measure(run, web.urlsFile(), folder().resolve("crawl-" + run), bare.bytes());
        double fetch = figures.get("cpuMillisPerPage-fetch");
        figures
            .add("cpuBare", "CPU ms per page, the HTTP client alone", "%.3f", bare.cpuMillis())
            .add(
                FetchBench.TIMES_BARE,
                "CPU of fetch, relative to the HTTP client alone",
                "%.2f",
                fetch / bare.cpuMillis())
            .atMost(FetchBench.TIMES_BARE, FetchBench.MOST_TIMES_BARE)
            .atMost("cpuMillisPerPage", MOST_CPU_MILLIS);
        web.requests();
        web.handshakes().minus(before).addTo(figures);
        show(run, "whole", figures);
        all.add(figures);
      }
    }
    Figures medians = Figures.medians(all);
    show("median of " + runs, Map.of("run", "median"), medians);
    gate("", medians);
  }

  private void measureFinishedCrawl() throws Exception {
    Path seeds = folder().resolve("seeds.txt");
    int urls = writeSeeds(seeds);
    console().infof("%,d URLs of %s", urls, from);
    for (int run = 1; run <= runs; run++) {
      Figures whole = measure(run, seeds, folder().resolve("crawl-" + run), 0);
      double ratio = whole.get("cpuMillisPerPage") / NUTCH_CPU_MILLIS;
      String nutch = "relative to Nutch 1.22's 15.8 ms on another machine";
      show(run, "generate to update", whole.add("timesNutch", nutch, "%.2f", ratio));
    }
  }

  /**
   * Runs one round, and shows its phases.
   *
   * @param bytes of a page, decoded; 0 for the pages of a crawl, which are also indexed
   * @return the figures from generate to update
   */
  private Figures measure(int run, Path seeds, Path dir, double bytes) throws Exception {
    List<CrawlDriver.Lap> laps;
    long pages;
    try (Session session =
        Session.create(conf(), dir.toUri().toString(), console(), "scripts/bench crawl")) {
      CrawlDriver driver = new CrawlDriver(session);
      driver.run(CrawlDriver.phases(List.of(seeds.toUri().toString()), 1, bytes == 0));
      laps = driver.laps();
      pages = fetched(session.dir()).size();
    }
    Figures phases = new Figures();
    double seconds = 0;
    double cpu = 0;
    for (CrawlDriver.Lap lap : laps) {
      if (bytes == 0) {
        show(run, lap.phase(), figures(pages, lap.seconds(), lap.cpuSeconds()));
      }
      if (List.of("generate", "fetch", "parse", "update").contains(lap.phase())) {
        seconds += lap.seconds();
        cpu += lap.cpuSeconds();
        phases.add(
            "cpuMillisPerPage-" + lap.phase(),
            "CPU ms per page, " + lap.phase(),
            "%.3f",
            lap.cpuSeconds() * 1e3 / pages);
      }
    }
    Figures whole = figures(pages, seconds, cpu);
    if (bytes > 0) {
      whole
          .add("pageKb", "KB per page, decoded", "%.1f", bytes / 1e3)
          .add("cpuMillisPerMb", "CPU ms per MB, decoded", "%.2f", cpu * 1e9 / pages / bytes);
      whole.addAll(phases);
    }
    return whole;
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
