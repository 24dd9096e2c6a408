package org.orbweaver.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileUtil;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.OrbException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs for long, and looks for what grows; called by {@code scripts/bench soak}. */
@Command(
    name = "soak",
    description = {
      "Recrawl a changing web many times, and find what grows.",
      "Recrawl a web that changes but does not grow, an hour apart by a simulated clock, while"
          + " 'orb serve' beside it answers queries all the time; then serve alone, with a new"
          + " index each minute. Report memory, open files, threads and disk. A figure grows if the"
          + " median of the last third of its values exceeds that of the middle third by more than"
          + " the noise: then the exit status is 1.",
      "If DIR of --work is a file system of less than 4 GB, such as a tmpfs, it is full for ten"
          + " runs in the middle: those may fail, those after them may not, and nothing may remain."
    },
    footer = {
      "  scripts/bench soak",
      "  scripts/bench soak --runs 100 --minutes 5 --work /mnt/small"
    })
public final class SoakBenchCommand extends Bench {
  private static final int POINTS = 10;

  /** Measurements for each one that is printed. */
  private static final int SAMPLES_OF_POINT = 3;

  private static final int HOUR = 3_600;

  /** After the first crawl, that much time passes before the first recrawl. */
  private static final int INTERVAL_HOURS = 12;

  private static final long SMALL_BYTES = 4L << 30;
  private static final int FULL_RUNS = 10;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final List<String> SERIAL = List.of("-XX:-UseParallelGC", "-XX:+UseSerialGC");

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Recrawls. Default: ${DEFAULT-VALUE}.")
  @Range(from = 1, to = 100_000)
  private int runs;

  @Option(
      names = "--pages",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Pages of the web. Default: ${DEFAULT-VALUE}.")
  @Range(from = 20, to = 1_000_000)
  private int pages;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "30",
      description =
          "Minutes of serving alone, with new indexes; 0: none. Default: ${DEFAULT-VALUE}.")
  @Range(from = 0, to = 10_000)
  private int minutes;

  @Option(
      names = "--index-every",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Time between two new indexes in these minutes. Default: ${DEFAULT-VALUE}.")
  @Range(from = 1, to = 3_600)
  private int indexEvery;

  @Option(
      names = "--processes",
      description = "Run each recrawl in a process of its own; default: all in one.")
  private boolean processes;

  @Option(
      names = "--at-most",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description = "Ends the recrawls after this time, whatever their number; 0: never.")
  @Range(from = 0, to = 1_000_000)
  private int atMost;

  private Path crawl;

  /** For what the processes print: not where the disk may be full. */
  private Path outputs;

  private SoakWeb web;
  private List<String> settings;
  private MeasuredProcess runner;
  private Path runnerOutput;
  private long runnerRead;
  private volatile boolean isOver;
  private final List<String> faults = new ArrayList<>();
  private final AtomicLong answers = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();

  @Override
  protected void measure() throws Exception {
    crawl = folder().resolve("crawl");
    outputs = Files.createTempDirectory("orb-soak-");
    Files.createDirectory(tmp());
    web = new SoakWeb(pages);
    settings = settings();
    try {
      startRunner();
      require(0, run(0, "crawl", web.url(0), crawl.toString(), "--until-done"));
      try (MeasuredProcess server = serve()) {
        recrawl(server.process().pid());
        if (minutes > 0) {
          serveAlone(server.process().pid());
        }
        isOver = true;
      }
    } finally {
      if (runner != null) {
        runner.close();
      }
      web.close();
      FileUtil.fullyDelete(outputs.toFile());
    }
    Figures figures =
        new Figures().add("answers", "queries answered", "%,.0f", (double) answers.get());
    figures
        .add("failures", "queries failed", "%,.0f", (double) failures.get())
        .atMost("failures", 0);
    figures.add("faults", "faults", "%,.0f", faults.size()).atMost("faults", 0);
    faults.stream().limit(POINTS).forEach(fault -> console().info(fault));
    report(figures);
  }

  private Path tmp() {
    return folder().resolve("tmp");
  }

  private List<String> settings() {
    List<String> words = new ArrayList<>();
    for (String setting :
        List.of(
            "http.agent.name=orbweaver-bench",
            "orbweaver.fetch.private.addresses=127.0.0.0/8",
            "orbweaver.fetch.dns.hosts.file=" + web.server().hostsFile(folder().resolve("hosts")),
            "fetcher.server.delay=0",
            "hadoop.tmp.dir=" + folder().resolve("hadoop"),
            // More is due each hour than a run may fetch: all runs have the same size.
            "db.fetch.interval.default=" + INTERVAL_HOURS * HOUR,
            "orbweaver.fetch.retry.delay.sec=" + HOUR,
            "orbweaver.recrawl.rounds.max=1",
            "orbweaver.recrawl.pages.max=" + Math.max(1, pages / 16))) {
      words.add("-D" + setting);
    }
    return words;
  }

  private List<String> flags(String... more) {
    List<String> flags = new ArrayList<>(SERIAL);
    flags.add("-Djava.io.tmpdir=" + tmp());
    flags.addAll(List.of(more));
    return flags;
  }

  private void startRunner() throws IOException {
    runnerOutput = outputs.resolve("runner.out");
    runner =
        MeasuredProcess.java(flags("-Xmx600m"), List.of(SoakProgram.class.getName()), runnerOutput);
  }

  /** Runs a command at an hour; returns its status. */
  private int run(int hour, String... words) throws Exception {
    web.advance(hour);
    List<String> line = new ArrayList<>(List.of(Long.toString((long) hour * HOUR)));
    line.addAll(List.of(words));
    line.addAll(settings);
    if (processes && hour > 0) {
      line.set(0, ORB);
      String clock = "-Dorbweaver.internal.clock.offset.seconds=" + (long) hour * HOUR;
      try (MeasuredProcess one =
          MeasuredProcess.java(flags("-Xmx600m", clock), line, outputs.resolve("run.out"))) {
        return one.end();
      }
    }
    OutputStream in = runner.process().getOutputStream();
    in.write((String.join("\t", line) + "\n").getBytes(UTF_8));
    in.flush();
    while (runner.process().isAlive()) {
      String output = Files.readString(runnerOutput).substring((int) runnerRead);
      Matcher ran = Pattern.compile("(?m)^" + SoakProgram.RAN + "(\\d+)$").matcher(output);
      if (ran.find()) {
        runnerRead += output.length();
        return Integer.parseInt(ran.group(1));
      }
      Thread.sleep(20);
    }
    throw OrbException.failed("the recrawls' process ended:\n" + runner.lastLines());
  }

  private void require(int status, int actual) throws IOException {
    if (actual != status) {
      throw OrbException.failed("a run ended with status " + actual + ":\n" + runner.lastLines());
    }
  }

  private MeasuredProcess serve() throws Exception {
    List<String> words = new ArrayList<>(List.of(crawl.toString()));
    words.addAll(settings);
    OrbServer server = OrbServer.start(flags("-Xmx300m"), words, outputs.resolve("serve.out"));
    query(URI.create("http://" + server.address()));
    return server.process();
  }

  /** Asks queries until all is over. */
  private void query(URI server) {
    Thread client =
        new Thread(
            () -> {
              Random random = new Random(1);
              HttpClient http =
                  HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
              while (!isOver) {
                ask(http, server, SoakWeb.query(random));
              }
            },
            "queries");
    client.setDaemon(true);
    client.start();
  }

  private void ask(HttpClient http, URI server, String query) {
    try {
      String path = "/api/search?q=" + URLEncoder.encode(query, UTF_8);
      HttpResponse<Void> response =
          http.send(
              HttpRequest.newBuilder(server.resolve(path)).timeout(PATIENCE).build(),
              HttpResponse.BodyHandlers.discarding());
      if (response.statusCode() == 200) {
        answers.incrementAndGet();
      } else {
        failed(query + ": status " + response.statusCode());
      }
      Thread.sleep(PAUSE.toMillis());
    } catch (IOException e) {
      if (!isOver) {
        failed(query + ": " + e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void failed(String why) {
    if (failures.incrementAndGet() <= POINTS) {
      console().info("failed query " + why);
    }
  }

  /** The figures that may not grow, in their order, with what never counts as growth. */
  private static Map<String, Growth> figures() {
    Map<String, Growth> figures = new LinkedHashMap<>();
    for (String process : List.of("recrawl", "serve")) {
      figures.put(process + " heap MB", new Growth(process + " heap MB", 3, .03));
      figures.put(process + " RSS MB", new Growth(process + " RSS MB", 20, .1));
      figures.put(process + " open files", new Growth(process + " open files", 3, 0));
      figures.put(process + " threads", new Growth(process + " threads", 2, 0));
    }
    figures.put("crawl files", new Growth("crawl files", 5, .05));
    figures.put("crawl MB", new Growth("crawl MB", 1, .1));
    figures.put("temporary files", new Growth("temporary files", 3, 0));
    figures.put("temporary MB", new Growth("temporary MB", 1, 0));
    return figures;
  }

  private void recrawl(long server) throws Exception {
    Map<String, Growth> figures = figures();
    Filler filler = Filler.of(folder());
    int full = runs / 2;
    long start = System.nanoTime();
    int done = 0;
    for (int run = 1; run <= runs && !isLate(start); run++) {
      if (filler != null && run == full) {
        filler.fill();
      } else if (filler != null && run == full + FULL_RUNS) {
        filler.free();
      }
      int status = run(INTERVAL_HOURS + run, "recrawl", crawl.toString());
      boolean isFull = filler != null && run >= full && run < full + FULL_RUNS;
      if (!(status == 0 || isFull)) {
        faults.add("run " + run + " ended with status " + status + ":\n" + runner.lastLines());
      }
      if (!isFull && Files.exists(crawl.resolve(".staging"))) {
        faults.add("run " + run + " left .staging");
      }
      done = run;
      sample(run, runs, isFull, figures, server);
    }
    if (filler != null) {
      filler.free();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    console().info(String.format(Locale.ROOT, "%d recrawls, %.2f s each", done, seconds / done));
    judge(figures);
  }

  private boolean isLate(long start) {
    return atMost > 0 && System.nanoTime() - start > atMost * 1_000_000_000L;
  }

  /** Measures at some of the steps, and prints some of these. */
  private void sample(int step, int steps, boolean isFull, Map<String, Growth> figures, long server)
      throws Exception {
    int every = Math.max(1, steps / (POINTS * SAMPLES_OF_POINT));
    if (step % every != 0 || isFull) {
      return;
    }
    Map<String, Double> values = new LinkedHashMap<>();
    usage("recrawl", runner.process().pid(), values);
    usage("serve", server, values);
    // Its log grows until it has 50 MB.
    disk("crawl", used(crawl).minus(used(crawl.resolve("logs"))), values);
    disk("temporary", used(tmp()).plus(used(folder().resolve("hadoop"))), values);
    Figures shown = new Figures();
    values.forEach(
        (name, value) -> {
          figures.get(name).add(step, value);
          shown.add(name, name, "%,.1f", value);
        });
    if (step % (every * SAMPLES_OF_POINT) == 0) {
      show("step " + step + " of " + steps, Map.of("step", step), shown);
    }
  }

  private static ProcessUsage.Disk used(Path folder) {
    return ProcessUsage.Disk.of(folder.toFile());
  }

  private static void usage(String name, long pid, Map<String, Double> values) throws Exception {
    ProcessUsage usage = ProcessUsage.of(pid);
    values.put(name + " heap MB", usage.heapMb());
    values.put(name + " RSS MB", usage.residentMb());
    values.put(name + " open files", (double) usage.files());
    values.put(name + " threads", (double) usage.threads());
  }

  private static void disk(String name, ProcessUsage.Disk disk, Map<String, Double> values) {
    values.put(name + " files", (double) disk.files());
    values.put(name + " MB", disk.bytes() / 1e6);
  }

  private void judge(Map<String, Growth> figures) {
    for (Growth figure : figures.values()) {
      console().info(figure.line());
      if (figure.grows()) {
        faults.add(figure.label() + " grows");
      }
    }
    console().flush();
  }

  /** New indexes, without recrawls. */
  private void serveAlone(long server) throws Exception {
    Map<String, Growth> figures = figures();
    int builds = Math.max(1, minutes * 60 / indexEvery);
    for (int build = 1; build <= builds; build++) {
      long start = System.nanoTime();
      require(0, run(INTERVAL_HOURS + runs, "index", "--full", crawl.toString()));
      Duration left = Duration.ofSeconds(indexEvery).minusNanos(System.nanoTime() - start);
      if (!left.isNegative()) {
        Thread.sleep(left.toMillis());
      }
      sample(build, builds, false, figures, server);
    }
    console().info("serving alone, with " + builds + " new indexes");
    judge(figures);
  }

  /** A file that fills a small file system. */
  private record Filler(Path file) {
    private static final int BLOCK = 1 << 16;

    /** Null if the file system is not small. */
    static Filler of(Path folder) throws IOException {
      FileStore store = Files.getFileStore(folder);
      return store.getTotalSpace() < SMALL_BYTES ? new Filler(folder.resolve("filler")) : null;
    }

    void fill() throws IOException {
      try (OutputStream out = Files.newOutputStream(file)) {
        byte[] block = new byte[BLOCK];
        while (Files.getFileStore(file).getUsableSpace() > 0) {
          out.write(block);
        }
      } catch (IOException e) {
        if (Files.getFileStore(file).getUsableSpace() > BLOCK) {
          throw e;
        }
      }
    }

    void free() throws IOException {
      Files.deleteIfExists(file);
    }
  }
}
