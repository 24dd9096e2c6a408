package org.orbweaver.bench;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.generate.GeneratePhase;
import org.orbweaver.crawler.inject.InjectPhase;
import org.orbweaver.testkit.FakeWebMain;

/** One scenario: its web, its list, and any number of runs over them. */
final class FetchBench implements Closeable {
  static final String LOOPBACK = "127.0.0.0/8";

  /** Pages for the bare client: enough for a stable CPU time a page. */
  private static final int BARE_PAGES = 60_000;

  /** Fewer pages if requests are slow, to bound the bare client's time. */
  private static final int BARE_PAGES_SLOW = 15_000;

  private static final int WARM_UP_PAGES = 10_000;
  private static final long WEB_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Scenario scenario;
  private final Map<String, String> settings = new LinkedHashMap<>();
  private final Path work;
  private final Path prepared;
  private final Path hostsFile;
  private final Path urlsFile;
  private final Path webOutput;
  private final MeasuredProcess web;

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
    hostsFile = work.resolve("hosts");
    urlsFile = work.resolve("urls");
    webOutput = work.resolve("web.out");
    // Page bodies are short-lived: a collector with one thread and little memory is enough.
    web =
        MeasuredProcess.java(
            List.of("-XX:-UseParallelGC", "-XX:+UseSerialGC", "-Xmx1g", "-Xmn256m"),
            webWords(),
            webOutput);
    try {
      awaitWeb("listening on port ", 1);
      settings.put("http.agent.name", "orbweaver-bench");
      settings.put("orbweaver.fetch.private.addresses", LOOPBACK);
      settings.put("orbweaver.fetch.dns.hosts.file", hostsFile.toUri().toString());
      settings.put("fetcher.server.delay", Integer.toString(scenario.delaySeconds()));
      settings.put("orbweaver.fetch.soft404.days", "0");
      // The ideal counts the delay only; slow answers must not add to it.
      settings.put("orbweaver.fetch.delay.response.factor", "0");
      settings.put("fetcher.threads.fetch", Integer.toString(scenario.threads()));
      settings.put("hadoop.tmp.dir", work.resolve("hadoop").toString());
      settings.putAll(given);
      prepare();
    } catch (Exception e) {
      close();
      throw e;
    }
  }

  private List<String> webWords() {
    Scenario.Web served = scenario.web();
    return Stream.of(
            FakeWebMain.class.getName(),
            served.hosts(),
            served.pagesPerHost(),
            Scenario.PAGE_BYTES,
            served.leastLatencyMs(),
            served.mostLatencyMs(),
            served.slowHostMs(),
            hostsFile,
            urlsFile)
        .map(Object::toString)
        .toList();
  }

  private void awaitWeb(String prefix, long count) throws IOException, InterruptedException {
    long end = System.nanoTime() + WEB_PATIENCE_NANOS;
    while (webLines(prefix) < count) {
      if (!web.process().isAlive() || System.nanoTime() - end > 0) {
        throw OrbException.failed("the fake web does not answer:\n" + web.lastLines());
      }
      Thread.sleep(20);
    }
  }

  private long webLines(String prefix) throws IOException {
    try (var lines = Files.lines(webOutput)) {
      return lines.filter(line -> line.startsWith(prefix)).count();
    }
  }

  /** The requests that the web got since the start or the last call. */
  private ServedRequests requests() throws IOException, InterruptedException {
    Path file = work.resolve("requests");
    long before = webLines("wrote ");
    OutputStream commands = web.process().getOutputStream();
    commands.write(("requests " + file + "\n").getBytes(StandardCharsets.UTF_8));
    commands.flush();
    awaitWeb("wrote ", before + 1);
    return ServedRequests.of(Files.readAllLines(file));
  }

  private void prepare() throws Exception {
    Configuration conf = new Configuration();
    settings.forEach(conf::set);
    try (Session session =
        Session.create(
            conf, prepared.toUri().toString(), Console.silent(), "scripts/bench fetch")) {
      new InjectPhase()
          .run(session, new InjectPhase.SeedSources(List.of(urlsFile.toUri().toString())));
      GeneratePhase.GeneratedList list =
          new GeneratePhase().run(session, GeneratePhase.GenerateOptions.DEFAULT);
      if (list.urls() != scenario.web().pages()) {
        throw OrbException.failed(
            "the fetch list has " + list.urls() + " URLs, not " + scenario.web().pages());
      }
    }
    bare(WARM_UP_PAGES); // the web warms up: its first requests are its slowest
  }

  /** CPU milliseconds a page of the HTTP client alone, in a fresh process. */
  private double bare(int limit) throws IOException, InterruptedException {
    Path urls = work.resolve("bare-urls");
    List<String> chosen = acrossHosts(Files.readAllLines(urlsFile), limit);
    Files.write(urls, chosen);
    List<String> words =
        List.of(
            BareClient.class.getName(),
            hostsFile.toString(),
            urls.toString(),
            Integer.toString(scenario.threads()));
    try (MeasuredProcess process =
        MeasuredProcess.java(List.of(), words, work.resolve("bare.out"))) {
      process.await("the HTTP client alone");
      ServedRequests served = requests();
      return process.cpuSeconds(served.first(), served.last()) * 1e3 / chosen.size();
    }
  }

  /** In turn over the hosts, page by page; without the slow host, for which threads would queue. */
  private List<String> acrossHosts(List<String> urls, int limit) {
    List<String> chosen = new ArrayList<>();
    for (int page = 0; page < scenario.web().pagesPerHost(); page++) {
      for (int host = scenario.web().slowHostMs() > 0 ? 1 : 0;
          host < scenario.web().hosts();
          host++) {
        if (chosen.size() == limit) {
          return chosen;
        }
        chosen.add(urls.get(host * scenario.web().pagesPerHost() + page));
      }
    }
    return chosen;
  }

  /** Fetches the list once, into a copy of the crawl that is deleted afterwards. */
  Figures run() throws Exception {
    Path crawl = work.resolve("crawl");
    Configuration conf = new Configuration(false);
    FileSystem local = FileSystem.getLocal(conf);
    FileUtil.copy(local, hadoopPath(prepared), local, hadoopPath(crawl), false, conf);
    List<String> words = new ArrayList<>(List.of(Bench.ORB, "fetch", crawl.toUri().toString()));
    settings.forEach((key, value) -> words.addAll(List.of("-D", key + "=" + value)));
    double bare = bare(scenario.web().mostLatencyMs() > 0 ? BARE_PAGES_SLOW : BARE_PAGES);
    List<String> flags = scenario.flags(ManagementFactory.getRuntimeMXBean().getInputArguments());
    try (MeasuredProcess process = MeasuredProcess.java(flags, words, work.resolve("fetch.out"))) {
      process.await("the fetcher");
      ServedRequests served = requests();
      if (served.isEmpty()) {
        throw OrbException.failed("the fetcher requested nothing:\n" + process.lastLines());
      }
      return figures(process, served, bare);
    } finally {
      FileUtil.fullyDelete(crawl.toFile());
    }
  }

  private static org.apache.hadoop.fs.Path hadoopPath(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri());
  }

  private Figures figures(MeasuredProcess process, ServedRequests served, double bare) {
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
            .add("cpuBare", "CPU ms per page, the HTTP client alone", "%.3f", bare)
            .add("timesBare", "CPU, relative to the HTTP client alone", "%.2f", cpu / bare)
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
    switch (scenario.name()) {
      case "a" ->
          figures
              .atLeast("pagesPerSecond", 2_000)
              .atMost("cpuMillisPerPage", 0.6)
              .atMost("timesBare", 4);
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
