package org.orbweaver.bench;

import java.io.Closeable;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.generate.GeneratePhase;
import org.orbweaver.crawler.inject.InjectPhase;

/** One scenario: its web, its list, and any number of runs over them. */
final class FetchBench implements Closeable {
  /** Pages for the bare client: enough for a stable CPU time a page. */
  private static final int BARE_PAGES = 60_000;

  /** Fewer pages if requests are slow, to bound the bare client's time. */
  private static final int BARE_PAGES_SLOW = 15_000;

  /** A fetch may cost this many times the HTTP client alone where pages are the web's. */
  static final double MOST_TIMES_BARE = 2;

  static final String TIMES_BARE = "timesBare";

  private static final int WARM_UP_PAGES = 10_000;

  private final Scenario scenario;
  private final Map<String, String> settings;
  private final Path work;
  private final Path prepared;
  private final WebProcess web;

  /**
   * Starts the test kit's fake web, as a process that ends with this one, and makes the list.
   *
   * @param given settings that override the scenario's own
   * @param work an empty folder
   */
  FetchBench(Scenario scenario, Map<String, String> given, Path work) throws Exception {
    this.scenario = scenario;
    this.work = work;
    prepared = work.resolve("prepared");
    web = new WebProcess(scenario, work);
    try {
      settings = web.settings();
      settings.putAll(given);
      prepare();
    } catch (Exception e) {
      close();
      throw e;
    }
  }

  private void prepare() throws Exception {
    Configuration conf = new Configuration();
    settings.forEach(conf::set);
    try (Session session =
        Session.create(
            conf, prepared.toUri().toString(), Console.silent(), "scripts/bench fetch")) {
      new InjectPhase()
          .run(session, new InjectPhase.SeedSources(List.of(web.urlsFile().toUri().toString())));
      GeneratePhase.GeneratedList list =
          new GeneratePhase().run(session, GeneratePhase.GenerateOptions.DEFAULT);
      if (list.urls() != scenario.web().pages()) {
        throw OrbException.failed(
            "the fetch list has " + list.urls() + " URLs, not " + scenario.web().pages());
      }
    }
    web.bare(WARM_UP_PAGES); // the web warms up: its first requests are its slowest
  }

  /** Fetches the list once, into a copy of the crawl that is deleted afterwards. */
  Figures run() throws Exception {
    Path crawl = work.resolve("crawl");
    Configuration conf = new Configuration(false);
    FileSystem local = FileSystem.getLocal(conf);
    FileUtil.copy(local, hadoopPath(prepared), local, hadoopPath(crawl), false, conf);
    List<String> words = new ArrayList<>(List.of(Bench.ORB, "fetch", crawl.toUri().toString()));
    settings.forEach((key, value) -> words.addAll(List.of("-D", key + "=" + value)));
    WebProcess.Bare bare =
        web.bare(scenario.web().mostLatencyMs() > 0 ? BARE_PAGES_SLOW : BARE_PAGES);
    List<String> flags = scenario.flags(ManagementFactory.getRuntimeMXBean().getInputArguments());
    WebProcess.Handshakes before = web.handshakes();
    try (MeasuredProcess process = MeasuredProcess.java(flags, words, work.resolve("fetch.out"))) {
      process.await("the fetcher");
      ServedRequests served = web.requests();
      if (served.isEmpty()) {
        throw OrbException.failed("the fetcher requested nothing:\n" + process.lastLines());
      }
      Figures figures = figures(process, served, bare);
      if (scenario.web().form().tls()) {
        web.handshakes().minus(before).addTo(figures);
      }
      return figures;
    } finally {
      FileUtil.fullyDelete(crawl.toFile());
    }
  }

  private static org.apache.hadoop.fs.Path hadoopPath(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri());
  }

  private Figures figures(MeasuredProcess process, ServedRequests served, WebProcess.Bare bare) {
    double delay = Double.parseDouble(settings.get("fetcher.server.delay"));
    served.check(scenario.web().pages(), delay);
    double pages = served.pages();
    double stored = (process.ended() - served.first()) / 1e6;
    double cpu = process.cpuSeconds(served.first(), process.ended()) * 1e3 / pages;
    double compiler = process.threadSeconds(name -> name.matches("C[12] Compiler.*"));
    Figures figures =
        new Figures()
            .add("pages", "pages", "%,.0f", pages)
            .add("seconds", "seconds, first request to last response", "%.1f", served.seconds())
            .add("pagesPerSecond", "pages/s, fetched and stored", "%,.0f", pages / stored)
            .add("cpuMillisPerPage", "CPU ms per page, first request to end", "%.3f", cpu)
            .add("cpuCompiler", "  of which the compiler", "%.3f", compiler * 1e3 / pages)
            .add("cpuBare", "CPU ms per page, the HTTP client alone", "%.3f", bare.cpuMillis())
            .add(
                TIMES_BARE,
                "CPU, relative to the HTTP client alone",
                "%.2f",
                cpu / bare.cpuMillis())
            .add("pageKb", "KB per page, decoded", "%.1f", bare.bytes() / 1e3)
            .add("cpuMillisPerMb", "CPU ms per MB, decoded", "%.2f", cpu / bare.bytes() * 1e6)
            .add("peakResidentMb", "MB resident, maximum", "%,.0f", process.peakResident() / 1e6);
    if (delay > 0) {
      double ideal = served.idealSeconds(delay);
      String gap = "shortest delay between requests to a host, seconds";
      String times = "relative to the ideal, to end of process";
      figures
          .add("smallestGap", gap, "%.3f", served.smallestGap())
          .add("idealSeconds", "seconds that the delays allow", "%.1f", ideal)
          .add("rate", "requests/s made", "%,.1f", served.rate())
          .add(
              "shareOfRate",
              "share of the rate that the delays allow",
              "%.3f",
              served.rate() / served.idealRate(delay))
          .add("timesIdealStored", times, "%.3f", stored / ideal);
    }
    if (!scenario.web().form().equals(WebForm.PLAIN)) {
      return figures.atMost(TIMES_BARE, MOST_TIMES_BARE);
    }
    switch (scenario.name()) {
      case "a" ->
          figures
              .atLeast("pagesPerSecond", 2_000)
              .atMost("cpuMillisPerPage", 0.6)
              .atMost(TIMES_BARE, 4);
      case "b" -> figures.atLeast("shareOfRate", 0.95).atMost("peakResidentMb", 1_000);
      default -> figures.atMost("timesIdealStored", 1.1);
    }
    return figures;
  }

  @Override
  public void close() {
    web.close();
  }
}
