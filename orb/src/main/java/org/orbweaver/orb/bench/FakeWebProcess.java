package org.orbweaver.orb.bench;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.common.cli.OrbException;

/** The test kit's fake web as a process of its own, which ends with this one. */
final class FakeWebProcess implements Closeable {
  private static final String MAIN = "org.orbweaver.testkit.FakeWebMain";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final MeasuredProcess process;
  private final Path output;
  private final Path hostsFile;
  private final Path urlsFile;

  private FakeWebProcess(MeasuredProcess process, Path output, Path hostsFile, Path urlsFile) {
    this.process = process;
    this.output = output;
    this.hostsFile = hostsFile;
    this.urlsFile = urlsFile;
  }

  /**
   * Starts the web of a scenario.
   *
   * @param classes the test kit's class path
   * @param work folder for its files
   * @throws OrbException (failed) when it does not come up
   */
  static FakeWebProcess start(Scenario scenario, Path classes, Path work)
      throws IOException, InterruptedException {
    Path output = work.resolve("web.out");
    Path hostsFile = work.resolve("hosts");
    Path urlsFile = work.resolve("urls");
    List<String> words = new ArrayList<>(List.of(MAIN, "--control"));
    option(words, "--hosts", scenario.hosts());
    option(words, "--pages", scenario.pagesPerHost());
    option(words, "--bytes", Scenario.PAGE_BYTES);
    option(words, "--latency", scenario.leastLatencyMs() + "-" + scenario.mostLatencyMs());
    if (scenario.slowHostMs() > 0) {
      option(words, "--slow", "0=" + scenario.slowHostMs());
    }
    option(words, "--record", 10_000_000);
    option(words, "--hosts-file", hostsFile);
    option(words, "--urls", urlsFile);
    // Page bodies are short-lived: a collector with one thread and little memory does.
    List<String> flags = List.of("-XX:-UseParallelGC", "-XX:+UseSerialGC", "-Xmx1g", "-Xmn256m");
    MeasuredProcess process =
        MeasuredProcess.start(flags, classes.toString(), List.copyOf(words), output);
    FakeWebProcess web = new FakeWebProcess(process, output, hostsFile, urlsFile);
    web.awaitLine("listening on port ", 1);
    return web;
  }

  private static void option(List<String> words, String name, Object value) {
    words.add(name);
    words.add(value.toString());
  }

  /** Names of all hosts, for the resolver. */
  Path hostsFile() {
    return hostsFile;
  }

  /** All URLs, host by host. */
  Path urlsFile() {
    return urlsFile;
  }

  /** CPU time of the web. */
  CpuCurve cpu() {
    return process.curve();
  }

  /** The requests since the start or the last call. */
  ServedRequests requests(Path file) throws IOException, InterruptedException {
    long before = lines("wrote ");
    OutputStream commands = process.process().getOutputStream();
    commands.write(("requests " + file + "\n").getBytes(StandardCharsets.UTF_8));
    commands.flush();
    awaitLine("wrote ", before + 1);
    return ServedRequests.read(file);
  }

  private long lines(String prefix) throws IOException {
    try (var lines = Files.lines(output, StandardCharsets.UTF_8)) {
      return lines.filter(line -> line.startsWith(prefix)).count();
    }
  }

  private void awaitLine(String prefix, long count) throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (lines(prefix) < count) {
      if (!process.process().isAlive() || System.nanoTime() - end > 0) {
        String why = process.lastLines();
        process.close();
        throw OrbException.failed("the fake web does not answer:\n" + why);
      }
      Thread.sleep(20);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
