package org.orbweaver.orb.bench;

import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.generate.GeneratePhase;
import org.orbweaver.crawler.inject.InjectPhase;

/** One scenario: its web, its list, and as many runs over them as wanted. */
final class FetchBench implements Closeable {
  static final String LOOPBACK = "127.0.0.0/8";

  private static final String ORB = "org.orbweaver.orb.Orb";

  /** Pages for the bare client: CPU time a page does not need more of them. */
  private static final int BARE_PAGES = 60_000;

  /** Where requests take time, that of the bare client is bounded by fewer pages. */
  private static final int BARE_PAGES_SLOW = 15_000;

  private static final int WARM_UP_PAGES = 10_000;

  private final Scenario scenario;
  private final Map<String, String> settings;
  private final List<String> flags;
  private final Path work;
  private final FakeWebProcess web;
  private final Path prepared;

  private FetchBench(
      Scenario scenario,
      Map<String, String> settings,
      List<String> flags,
      Path work,
      FakeWebProcess web) {
    this.scenario = scenario;
    this.settings = settings;
    this.flags = flags;
    this.work = work;
    this.web = web;
    this.prepared = work.resolve("prepared");
  }

  /**
   * Starts the web and makes the list.
   *
   * @param classes the test kit's class path
   * @param more settings, in front of the scenario's own
   * @param flags JVM flags for the fetcher
   * @param work an empty folder
   */
  static FetchBench open(
      Scenario scenario, Path classes, Map<String, String> more, List<String> flags, Path work)
      throws Exception {
    FakeWebProcess web = FakeWebProcess.start(scenario, classes, work);
    try {
      Map<String, String> settings = new java.util.LinkedHashMap<>();
      settings.put("http.agent.name", "orbweaver-bench");
      settings.put("orbweaver.fetch.private.addresses", LOOPBACK);
      settings.put("orbweaver.fetch.dns.hosts.file", web.hostsFile().toUri().toString());
      settings.put("fetcher.server.delay", Integer.toString(scenario.delaySeconds()));
      // The ideal is that of the delay; what slow answers add to it is another matter.
      settings.put("orbweaver.fetch.delay.response.factor", "0");
      settings.put("fetcher.threads.fetch", Integer.toString(scenario.threads()));
      settings.put("hadoop.tmp.dir", work.resolve("hadoop").toString());
      settings.putAll(more);
      FetchBench bench = new FetchBench(scenario, settings, flags, work, web);
      bench.prepare();
      return bench;
    } catch (Exception e) {
      web.close();
      throw e;
    }
  }

  private void prepare() throws Exception {
    Configuration conf = new Configuration();
    settings.forEach(conf::set);
    try (Session session =
        Session.create(conf, prepared.toUri().toString(), Console.silent(), "orb bench-fetch")) {
      new InjectPhase()
          .run(session, new InjectPhase.Options(List.of(web.urlsFile().toUri().toString())));
      GeneratePhase.Result list = new GeneratePhase().run(session, GeneratePhase.Options.DEFAULT);
      if (list.urls() != scenario.pages()) {
        throw OrbException.failed(
            "the fetch list has " + list.urls() + " URLs, not " + scenario.pages());
      }
    }
    bare(WARM_UP_PAGES); // of the web: its first requests are its slowest
  }

  /** CPU milliseconds a page of the HTTP client alone, in a fresh process. */
  double bare() throws IOException, InterruptedException {
    return bare(scenario.mostLatencyMs() > 0 ? BARE_PAGES_SLOW : BARE_PAGES);
  }

  private double bare(int limit) throws IOException, InterruptedException {
    Path urls = work.resolve("bare-urls");
    List<String> chosen = acrossHosts(Files.readAllLines(web.urlsFile()), limit);
    Files.write(urls, chosen);
    ServedRequests served;
    try (MeasuredProcess process =
        MeasuredProcess.start(
            List.of(),
            System.getProperty("java.class.path"),
            List.of(
                BareClient.class.getName(),
                web.hostsFile().toString(),
                urls.toString(),
                Integer.toString(scenario.threads())),
            work.resolve("bare.out"))) {
      process.await("the HTTP client alone");
      served = web.requests(work.resolve("bare.requests"));
      return process.curve().between(served.first(), served.last()) * 1e3 / chosen.size();
    }
  }

  /** From host to host, page by page; without the slow host, at which threads would queue. */
  private List<String> acrossHosts(List<String> urls, int limit) {
    List<String> chosen = new ArrayList<>();
    for (int page = 0; page < scenario.pagesPerHost(); page++) {
      for (int host = scenario.slowHostMs() > 0 ? 1 : 0; host < scenario.hosts(); host++) {
        if (chosen.size() == limit) {
          return chosen;
        }
        chosen.add(urls.get(host * scenario.pagesPerHost() + page));
      }
    }
    return chosen;
  }

  /**
   * What came of a run.
   *
   * @param figures of it
   * @param threads CPU seconds by name of thread, the largest first
   */
  record Run(Figures figures, Map<String, Double> threads) {}

  /**
   * Fetches the list once, into a copy of the crawl that is deleted afterwards.
   *
   * @param recording file for a recording of the flight recorder, or null
   */
  Run run(Path recording) throws Exception {
    Path crawl = work.resolve("crawl");
    copy(prepared, crawl);
    List<String> words = new ArrayList<>(List.of(ORB, "fetch", crawl.toUri().toString()));
    settings.forEach((key, value) -> words.addAll(List.of("-D", key + "=" + value)));
    List<String> all = new ArrayList<>(flags);
    all.addAll(scenario.flags(ManagementFactory.getRuntimeMXBean().getInputArguments()));
    if (recording != null) {
      all.add("-XX:StartFlightRecording=settings=profile,dumponexit=true,filename=" + recording);
    }
    double bare = bare();
    try (MeasuredProcess process =
        MeasuredProcess.start(
            all, System.getProperty("java.class.path"), words, work.resolve("fetch.out"))) {
      process.await("the fetcher");
      ServedRequests served = web.requests(work.resolve("requests"));
      if (served.isEmpty()) {
        throw OrbException.failed("the fetcher requested nothing:\n" + process.lastLines());
      }
      return new Run(
          FetchFigures.of(scenario, settings, process, served, web.cpu(), bare),
          process.threadGroups());
    } finally {
      delete(crawl);
    }
  }

  @Override
  public void close() {
    web.close();
  }

  private static void copy(Path from, Path to) throws IOException {
    for (Path path : tree(from)) {
      Files.copy(path, to.resolve(from.relativize(path).toString()));
    }
  }

  /** Deletes a folder with all that is in it; nothing happens where there is none. */
  static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      for (Path path : tree(folder).stream().sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static List<Path> tree(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.collect(Collectors.toList());
    }
  }
}
