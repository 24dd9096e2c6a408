package org.orbweaver.bench;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.testkit.FakeWebMain;

/**
 * The test kit's fake web as a process that ends with this one, so that its CPU time is not the
 * crawler's, and the HTTP client alone on it.
 */
final class WebProcess implements Closeable {
  static final String LOOPBACK = "127.0.0.0/8";

  /** Of both clients: a machine that is busy with other work must not end requests. */
  static final int TIMEOUT_MS = 120_000;

  static final int DEADLINE_MS = 5 * TIMEOUT_MS;

  /** A web of the web's sizes first compresses its pages: a minute or two of CPU time. */
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final Scenario scenario;
  private final Path work;
  private final Path hostsFile;
  private final Path urlsFile;
  private final Path output;
  private final MeasuredProcess web;

  /** The numbers of full and resumed TLS handshakes. */
  record Handshakes(long full, long resumed) {
    Handshakes minus(Handshakes other) {
      return new Handshakes(full - other.full, resumed - other.resumed);
    }

    void addTo(Figures figures) {
      figures
          .add("fullHandshakes", "full TLS handshakes", "%,.0f", (double) full)
          .add("resumedHandshakes", "resumed TLS sessions", "%,.0f", (double) resumed);
    }
  }

  /**
   * The cost of the HTTP client alone.
   *
   * @param cpuMillis a page
   * @param bytes of a page, decoded
   * @param handshakes of all pages
   */
  record Bare(double cpuMillis, double bytes, Handshakes handshakes) {}

  /**
   * Starts the web of a scenario.
   *
   * @param work a folder for its files
   */
  WebProcess(Scenario scenario, Path work) throws IOException, InterruptedException {
    this.scenario = scenario;
    this.work = work;
    hostsFile = work.resolve("hosts");
    urlsFile = work.resolve("urls");
    output = work.resolve("web.out");
    // Page bodies are short-lived: a collector with one thread and little memory is enough, except
    // for compressed pages, which are kept.
    web =
        MeasuredProcess.java(
            List.of("-XX:-UseParallelGC", "-XX:+UseSerialGC", "-Xmx2g", "-Xmn256m"),
            words(),
            output);
    try {
      await("listening on port ", 1);
    } catch (IOException | InterruptedException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private List<String> words() {
    Scenario.Web served = scenario.web();
    return Stream.of(
            FakeWebMain.class.getName(),
            served.hosts(),
            served.pagesPerHost(),
            served.form().sizeWord(),
            served.leastLatencyMs(),
            served.mostLatencyMs(),
            served.slowHostMs(),
            hostsFile,
            urlsFile,
            served.form().scheme(),
            served.form().realWord())
        .map(Object::toString)
        .toList();
  }

  private void await(String prefix, long count) throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (lines(prefix).size() < count) {
      if (!web.process().isAlive() || System.nanoTime() - end > 0) {
        throw OrbException.failed("the fake web does not answer:\n" + web.lastLines());
      }
      Thread.sleep(20);
    }
  }

  private List<String> lines(String prefix) throws IOException {
    try (Stream<String> lines = Files.lines(output)) {
      return lines.filter(line -> line.startsWith(prefix)).toList();
    }
  }

  /** A file with all URLs. */
  Path urlsFile() {
    return urlsFile;
  }

  /** Settings of a crawl of this web; changeable. */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("http.agent.name", "orbweaver-bench");
    settings.put("http.timeout", Integer.toString(TIMEOUT_MS));
    settings.put("orbweaver.fetch.private.addresses", LOOPBACK);
    settings.put("orbweaver.fetch.dns.hosts.file", hostsFile.toUri().toString());
    settings.put("orbweaver.fetch.deadline.ms", Integer.toString(DEADLINE_MS));
    settings.put("orbweaver.fetch.min.rate", "0");
    settings.put("fetcher.server.delay", Integer.toString(scenario.delaySeconds()));
    settings.put("orbweaver.fetch.soft404.days", "0");
    // The ideal counts the delay only; slow answers must not add to it.
    settings.put("orbweaver.fetch.delay.response.factor", "0");
    settings.put("fetcher.threads.fetch", Integer.toString(scenario.threads()));
    settings.put("hadoop.tmp.dir", work.resolve("hadoop").toString());
    return settings;
  }

  /** The requests that the web got since the start or the last call. */
  ServedRequests requests() throws IOException, InterruptedException {
    Path file = work.resolve("requests");
    long before = lines("handshakes ").size();
    OutputStream commands = web.process().getOutputStream();
    commands.write(("requests " + file + "\n").getBytes(StandardCharsets.UTF_8));
    commands.flush();
    await("handshakes ", before + 1);
    return ServedRequests.of(Files.readAllLines(file));
  }

  /** The TLS handshakes from the start to the last call of {@link #requests}. */
  Handshakes handshakes() throws IOException {
    List<String> all = lines("handshakes ");
    String[] words = all.isEmpty() ? new String[] {"", "0", "0"} : last(all).split(" ", -1);
    return new Handshakes(Long.parseLong(words[1]), Long.parseLong(words[2]));
  }

  private static String last(List<String> lines) {
    return lines.get(lines.size() - 1);
  }

  /**
   * The cost of the HTTP client alone, in a fresh process.
   *
   * @param limit pages to fetch at most
   */
  Bare bare(int limit) throws IOException, InterruptedException {
    Path urls = work.resolve("bare-urls");
    List<String> chosen = acrossHosts(Files.readAllLines(urlsFile), limit);
    Files.write(urls, chosen);
    List<String> words =
        List.of(
            BareClient.class.getName(),
            hostsFile.toString(),
            urls.toString(),
            Integer.toString(scenario.threads()));
    Handshakes before = handshakes();
    try (MeasuredProcess process =
        MeasuredProcess.java(List.of(), words, work.resolve("bare.out"))) {
      process.await("the HTTP client alone");
      ServedRequests served = requests();
      return new Bare(
          process.cpuSeconds(served.first(), served.last()) * 1e3 / chosen.size(),
          process.figures().get(BareClient.BYTES) / chosen.size(),
          handshakes().minus(before));
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

  @Override
  public void close() {
    web.close();
  }
}
