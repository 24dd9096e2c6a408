package org.orbweaver.bench.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.orbweaver.bench.crash.CrawlContents;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.testkit.LinkedListWeb;
import org.orbweaver.testkit.Response;

/**
 * The life of a small crawl on a cluster, phase by phase, undisturbed; then each phase again from
 * the same beginning, with a fault while it runs.
 */
public final class ChaosLab implements AutoCloseable {
  /** The phases, in the order in which the crawl's life has them. */
  public static final List<String> PHASES =
      List.of(
          "generate", "fetch", "parse", "update", "links", "graph", "pagerank", "index", "recrawl");

  private static final Duration DELAY = Duration.ofMillis(200);

  /** What a killed process may have fetched and not saved. */
  private static final Duration UNSAVED = Duration.ofSeconds(2);

  private static final int LONGEST_SECONDS = 900;
  private static final int MOMENTS = 3;
  private static final String CRAWL = "/crawl";
  private static final LinkedListWeb.Size SIZE = new LinkedListWeb.Size(12, 6, 6);

  /** A request is given up after 40 s (docs/cluster.md has the sum), a task after two attempts. */
  private static final List<String> GIVE_UP_SOON =
      List.of(
          "dfs.client.retry.policy.spec=5000,2",
          "mapreduce.map.maxattempts=2",
          "mapreduce.reduce.maxattempts=2");

  private static final String SHORT_LIVED = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";
  private static final String PAGES_HOST = "pages.test";

  /**
   * What two recrawls that do the same have of their own: the number of the step that compared a
   * page with others, the time of its fetch in the digest of what is indexed (the documents
   * themselves are compared, too), and older builds, if one of them continues a round and runs the
   * next.
   */
  private static final Pattern IN_EACH_RECRAWL =
      Pattern.compile(
          "^crawl/duplicates/sketches/part/data |^crawl/index/#0/pages/part "
              + "|^(?:missing: |unexpected: )?crawl/(?:graph|pagerank|index)/#[1-9]");

  /**
   * How a cell ended.
   *
   * @param seconds of the disturbed run, and of its repetition
   * @param said last words of the disturbed run, if it failed
   * @param wrong differences to the undisturbed run; empty if there are none
   */
  public record Outcome(Ending ending, double seconds, String said, List<String> wrong) {}

  /** The ways in which a cell ends. */
  public enum Ending {
    /** The phase has no such process. */
    NOT_MET,
    /** The fault needs a right or a program that is missing here. */
    NOT_POSSIBLE,
    BY_ITSELF,
    REPEATED,
    /** Also the repetition failed, or a run did not end. */
    FAILED
  }

  /**
   * An undisturbed run.
   *
   * @param after what the crawl holds afterwards; then after another run, if a repetition of a
   *     finished one is a run of its own
   */
  private record Undisturbed(double seconds, List<CrawlContents> after) {}

  private record Run(int status, double seconds, String last) {}

  private final Path folder;
  private final Path source;
  private final Cluster cluster;
  private final LinkedListWeb web;
  private final List<String> seeds;
  private final Map<String, Undisturbed> undisturbed = new HashMap<>();

  /** The number of the last run, and {@link System#nanoTime} of its start. */
  private int runs;

  private long began;

  /**
   * Starts the cluster and the web.
   *
   * @param folder for all files; kept
   * @param source with the checkout
   * @param pages folder of a site with an index.html, which becomes one more host
   */
  public ChaosLab(Path folder, Path source, Optional<Path> pages)
      throws IOException, InterruptedException {
    this.folder = Files.createDirectories(folder.toAbsolutePath());
    this.source = source;
    cluster = new Cluster(source, Files.createDirectories(this.folder.resolve("cluster")));
    web = LinkedListWeb.start(1, SIZE, LinkedListWeb.Faults.NONE);
    seeds = new ArrayList<>(web.seeds());
    if (pages.isPresent()) {
      Path root = pages.get().toRealPath();
      web.web().under(PAGES_HOST, "/", (request, number) -> file(root, request.path()));
      seeds.add(web.web().url(PAGES_HOST, "/index.html"));
    }
  }

  private static Response file(Path root, String path) {
    Path file = root.resolve(path.substring(1)).normalize();
    if (!file.startsWith(root) || !Files.isRegularFile(file)) {
      return Response.status(404);
    }
    try {
      String type = Files.probeContentType(file);
      return Response.bytes(
          type == null ? "application/octet-stream" : type, Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs the life of the crawl to the last of these phases. */
  public void live(List<String> phases) throws IOException, InterruptedException {
    try (DistributedFileSystem fs = cluster.fs()) {
      for (var child : fs.listStatus(new org.apache.hadoop.fs.Path("/"))) {
        if (child.getPath().getName().matches("crawl|before-.*")) {
          fs.delete(child.getPath(), true);
        }
      }
    }
    List<String> inject = new ArrayList<>(List.of("inject"));
    inject.addAll(seeds);
    inject.add(CRAWL);
    require(start(inject, List.of()), "inject");
    for (String phase : List.of("generate", "fetch", "parse", "update", "links")) {
      require(start(List.of(phase, CRAWL), List.of()), phase);
    }
    int last = phases.stream().mapToInt(PHASES::indexOf).max().orElse(0);
    for (String phase : PHASES.subList(0, last + 1)) {
      copy(CRAWL, before(phase));
      double seconds = require(disturbable(phase, Optional.empty()), phase);
      List<CrawlContents> after = new ArrayList<>(List.of(contents()));
      if (phase.equals("recrawl")) {
        require(disturbable(phase, Optional.empty()), phase);
        after.add(contents());
      }
      undisturbed.put(phase, new Undisturbed(seconds, after));
    }
  }

  private static String before(String phase) {
    return "/before-" + phase;
  }

  private double require(Process process, String what) throws IOException, InterruptedException {
    Run run = await(process);
    if (run.status != ExitCode.OK.code()) {
      throw new IOException(what + ": status " + run.status + ", " + run.last);
    }
    return run.seconds;
  }

  /** A phase whose jobs all go to the cluster; of a recrawl, only the fetch does. */
  private Process disturbable(String phase, Optional<ChaosFault> fault) throws IOException {
    List<String> settings =
        new ArrayList<>(
            List.of(
                "orbweaver.job.master.max.kb=0",
                // The optimising compiler costs such short processes more than it saves.
                "yarn.app.mapreduce.am.command-opts=-Xmx768m " + SHORT_LIVED,
                "mapreduce.map.java.opts=" + SHORT_LIVED,
                "mapreduce.reduce.java.opts=" + SHORT_LIVED));
    if (!phase.equals("recrawl")) {
      // Its sixteen jobs would take six minutes; each is in another phase, too.
      settings.add("orbweaver.job.local.max.mb=0");
    }
    if (fault.equals(Optional.of(ChaosFault.NAME_NODE_AWAY))) {
      settings.addAll(GIVE_UP_SOON);
    }
    List<String> options = new ArrayList<>();
    settings.forEach(setting -> options.addAll(List.of("-D", setting)));
    List<String> words = new ArrayList<>(List.of(phase, CRAWL));
    if (phase.equals("recrawl")) {
      words.add("--max-rounds=1");
    }
    if (phase.equals("pagerank")) {
      words.add("--iterations=3");
    }
    return fault.equals(Optional.of(ChaosFault.CLOCK_AHEAD))
        ? start(words, options, "faketime", "-f", "+1h")
        : start(words, options);
  }

  private Process start(List<String> words, List<String> options, String... prefix)
      throws IOException {
    List<String> all = new ArrayList<>(List.of(prefix));
    all.add(source.resolve("scripts/orb").toString());
    all.addAll(words);
    Path hosts = web.hostsFile(folder.resolve("hosts"));
    for (String setting :
        List.of(
            "http.agent.name=orbweaver-test",
            "orbweaver.fetch.private.addresses=127.0.0.0/8",
            "orbweaver.fetch.dns.hosts.file=" + hosts,
            "orbweaver.crawldb.parts=1",
            "orbweaver.generate.parts=1",
            "fetcher.server.delay=" + DELAY.toMillis() / 1e3)) {
      all.addAll(List.of("-D", setting));
    }
    all.addAll(options);
    ProcessBuilder builder = new ProcessBuilder(all);
    // Those of scripts/bench.
    builder.environment().keySet().removeAll(List.of("ORB_MAIN", "ORB_LIKE"));
    builder.environment().put("HADOOP_CONF_DIR", cluster.conf().toString());
    began = System.nanoTime();
    Path log = folder.resolve("logs/" + ++runs + "-" + words.get(0) + ".log");
    Files.createDirectories(log.getParent());
    return builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }

  private Run await(Process process) throws IOException, InterruptedException {
    int number = runs;
    boolean ended = process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      kill(process);
    }
    String last = "";
    try (var logs = Files.newDirectoryStream(folder.resolve("logs"), number + "-*.log")) {
      for (Path log : logs) {
        List<String> lines = Files.readAllLines(log);
        last = lines.isEmpty() ? "" : lines.get(lines.size() - 1);
      }
    }
    return new Run(
        ended ? process.exitValue() : -1,
        (System.nanoTime() - began) / 1e9,
        ended ? last : "did not end in " + LONGEST_SECONDS + " s: " + last);
  }

  private static void kill(Process process) throws InterruptedException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().waitFor();
  }

  private void copy(String from, String to) throws IOException {
    try (DistributedFileSystem fs = cluster.fs()) {
      var target = new org.apache.hadoop.fs.Path(to);
      fs.delete(target, true);
      FileUtil.copy(fs, new org.apache.hadoop.fs.Path(from), fs, target, false, true, fs.getConf());
      fs.delete(new org.apache.hadoop.fs.Path(target, ".lock"), true);
    }
  }

  private CrawlContents contents() throws IOException {
    Path copy = folder.resolve("copy");
    FileUtil.fullyDelete(copy.toFile());
    Files.createDirectories(copy);
    try (DistributedFileSystem fs = cluster.fs()) {
      FileUtil.copy(
          fs,
          new org.apache.hadoop.fs.Path(CRAWL),
          copy.resolve("crawl").toFile(),
          false,
          fs.getConf());
    }
    FileUtil.fullyDelete(copy.resolve("crawl/.lock").toFile());
    return CrawlContents.of(copy);
  }

  /**
   * Tries a cell; the seed decides the moment. If the run has ended by then, because the machine
   * was busier when the undisturbed one was timed, it is tried again with an earlier one.
   */
  public Outcome tryOut(String phase, ChaosFault fault, long seed)
      throws IOException, InterruptedException {
    double longest = undisturbed.get(phase).seconds;
    Outcome outcome;
    int tries = 0;
    do {
      outcome = tryOut(phase, fault, seed, longest / (1 << tries));
    } while (outcome.ending == Ending.NOT_MET && !fault.isOfContainer() && ++tries < MOMENTS);
    return outcome;
  }

  private Outcome tryOut(String phase, ChaosFault fault, long seed, double longest)
      throws IOException, InterruptedException {
    Random random = new Random(Objects.hash(seed, phase, fault.name()));
    copy(before(phase), CRAWL);
    web.web().log().clear();
    Process client;
    try {
      client = disturbable(phase, Optional.of(fault));
    } catch (IOException e) {
      return new Outcome(Ending.NOT_POSSIBLE, 0, e.getMessage(), List.of());
    }
    List<LinkedListWeb.Interruption> interruptions = new ArrayList<>();
    Optional<Ending> none;
    Run first;
    try {
      none = strike(fault, client, random, longest);
      interruptions.add(new LinkedListWeb.Interruption(System.nanoTime(), UNSAVED));
      first = await(client);
    } finally {
      recover();
    }
    if (fault == ChaosFault.CLIENT_KILLED && first.status == ExitCode.OK.code()) {
      none = Optional.of(Ending.NOT_MET);
    }
    if (none.isPresent()) {
      return new Outcome(none.get(), first.seconds, "", List.of());
    }
    boolean isRepeated = first.status != ExitCode.OK.code();
    double seconds = first.seconds;
    if (isRepeated) {
      Run second = await(disturbable(phase, Optional.empty()));
      seconds += second.seconds;
      if (second.status != ExitCode.OK.code() && second.status != ExitCode.NOTHING_TO_DO.code()) {
        return new Outcome(Ending.FAILED, seconds, first.last, List.of("repeated: " + second.last));
      }
    }
    CrawlContents now = contents();
    List<String> wrong =
        undisturbed.get(phase).after.stream()
            .map(then -> differences(phase, now, then))
            .min(Comparator.comparingInt(List::size))
            .orElseThrow();
    if (phase.equals("fetch") || phase.equals("recrawl")) {
      var paces =
          web.compareRequests(DELAY, interruptions.toArray(LinkedListWeb.Interruption[]::new));
      if (!paces.isEmpty()) {
        wrong.add(paces.toString());
      }
    }
    // The client that was killed said nothing.
    String said = isRepeated && fault != ChaosFault.CLIENT_KILLED ? first.last : "";
    return new Outcome(isRepeated ? Ending.REPEATED : Ending.BY_ITSELF, seconds, said, wrong);
  }

  private static List<String> differences(String phase, CrawlContents now, CrawlContents then) {
    List<String> differences = new ArrayList<>(now.differences(then));
    if (phase.equals("recrawl")) {
      differences.removeIf(line -> IN_EACH_RECRAWL.matcher(line).find());
    }
    return differences;
  }

  /** Lets the fault happen; the reason if it cannot. */
  private Optional<Ending> strike(ChaosFault fault, Process client, Random random, double longest)
      throws IOException, InterruptedException {
    switch (fault) {
      case CLOCK_AHEAD -> {
        return Optional.empty();
      }
      case MASTER_KILLED -> {
        return killContainer(client, random, "MRAppMaster");
      }
      case MAP_KILLED -> {
        return killContainer(client, random, "YarnChild", "_m_0");
      }
      case REDUCE_KILLED -> {
        return killContainer(client, random, "YarnChild", "_r_0");
      }
      default -> {
        double seconds = longest * (.1 + .8 * random.nextDouble());
        if (client.waitFor((long) (seconds * 1e3), TimeUnit.MILLISECONDS)) {
          return Optional.of(Ending.NOT_MET);
        }
      }
    }
    String node = Cluster.node(1 + random.nextInt(Cluster.NODES));
    switch (fault) {
      case CLIENT_KILLED -> kill(client);
      case NODE_MANAGER_KILLED -> {
        cluster.command("kill", node);
        client.waitFor(30, TimeUnit.SECONDS);
        cluster.command("start", node);
      }
      case NODE_LOST -> cluster.command("kill", node, "--containers");
      case RESOURCE_MANAGER_RESTARTED -> restart("resourcemanager", 1);
      case DATA_NODE_KILLED -> restart("datanode", 10);
      case NAME_NODE_RESTARTED -> restart("namenode", 1);
      case NAME_NODE_AWAY -> cluster.command("kill", "namenode");
      case SAFE_MODE -> {
        cluster.setSafeMode(true);
        client.waitFor(60, TimeUnit.SECONDS);
        cluster.setSafeMode(false);
      }
      case DISK_FULL -> {
        if (!cluster.fillDisks()) {
          return Optional.of(Ending.NOT_POSSIBLE);
        }
        client.waitFor(30, TimeUnit.SECONDS);
        cluster.freeDisks();
      }
      default -> throw new IllegalArgumentException(fault.toString());
    }
    return Optional.empty();
  }

  private Optional<Ending> killContainer(Process client, Random random, String... words)
      throws InterruptedException {
    Optional<ProcessHandle> container = cluster.await(client::isAlive, words);
    if (container.isEmpty()) {
      return Optional.of(Ending.NOT_MET);
    }
    Thread.sleep(random.nextInt(2000));
    container.get().destroyForcibly();
    return Optional.empty();
  }

  private void restart(String daemon, int afterSeconds) throws IOException, InterruptedException {
    cluster.command("kill", daemon);
    TimeUnit.SECONDS.sleep(afterSeconds);
    cluster.command("start", daemon);
  }

  private void recover() throws IOException, InterruptedException {
    cluster.freeDisks();
    cluster.command("start");
    cluster.setSafeMode(false);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    web.close();
    cluster.close();
  }
}
