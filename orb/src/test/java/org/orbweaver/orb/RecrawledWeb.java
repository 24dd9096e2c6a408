package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.Inlink;
import org.apache.nutch.crawl.Inlinks;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.webgraph.format.GraphDir;

/**
 * A crawl of a changing web, recrawled in simulated time: in this process, or by scripts/recrawl as
 * from cron, without an environment.
 */
final class RecrawledWeb implements AutoCloseable {
  /** Number of segments, graphs and rankings to keep. */
  static final int KEPT = 2;

  private final Path tmp;
  private final long interval;
  private final ChangingWeb web = new ChangingWeb(ChangingWeb.justBefore(Instant.now()));
  private final Path dir;
  private int run;

  /**
   * Begins with a crawl of all pages.
   *
   * @param tmp a folder for all files
   * @param interval of each page, and of the runs within some minutes, because a scheduled run does
   *     not begin at the same second each time
   */
  RecrawledWeb(Path tmp, Duration interval) throws IOException {
    this.tmp = tmp;
    this.interval = interval.toSeconds();
    this.dir = tmp.resolve("my crawl");
    assertEquals(0, orb("crawl", web.url(0), dir.toString(), "--until-done"), this::printed);
    requireTruth("the first crawl");
    recrawl(3);
  }

  ChangingWeb web() {
    return web;
  }

  Path dir() {
    return dir;
  }

  @Override
  public void close() {
    System.clearProperty(WallClock.OFFSET_PROPERTY);
    web.close();
  }

  /** Advances the time and the web to a run; returns the start of the run. */
  Instant begin(int number, boolean failures) {
    run = number;
    System.setProperty(WallClock.OFFSET_PROPERTY, Long.toString(offset()));
    Instant now = WallClock.clock().instant();
    web.change(ChangingWeb.justBefore(now), failures);
    web.server().log().clear();
    return now;
  }

  private long offset() {
    return run * (interval - 300);
  }

  private List<String> settings() {
    List<String> words = new ArrayList<>();
    for (String setting :
        List.of(
            "http.agent.name=orbweaver-test",
            "orbweaver.fetch.private.addresses=127.0.0.0/8",
            "orbweaver.fetch.dns.hosts.file=" + web.hostsFile(tmp.resolve("hosts")).toUri(),
            "fetcher.server.delay=0",
            "db.fetch.interval.default=" + interval,
            // A failing page is back at the next run.
            "orbweaver.fetch.retry.delay.sec=" + interval,
            "orbweaver.recrawl.rounds.max=0",
            "orbweaver.recrawl.segments.kept=" + KEPT,
            "orbweaver.recrawl.builds.kept=" + KEPT,
            "orbweaver.index.builds.kept=" + KEPT,
            "hadoop.tmp.dir=" + tmp.resolve("hadoop"))) {
      words.addAll(List.of("-D", setting));
    }
    return words;
  }

  /** Runs in this process, which saves the start. */
  void recrawl(int status) throws IOException {
    assertEquals(status, recrawl(), this::printed);
  }

  /** Like the other, with any status, which it returns. */
  int recrawl() throws IOException {
    return orb("recrawl", dir.toString());
  }

  private int orb(String... args) throws IOException {
    return run(args).status();
  }

  /** Runs a command line in this process, with the common settings. */
  TestSite.Run run(String... args) throws IOException {
    List<String> words = new ArrayList<>(settings());
    words.addAll(List.of(args));
    TestSite.Run run = TestSite.run(new Configuration(), tmp, List.of(), words);
    Files.writeString(
        output(), run.out() + run.err(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return run;
  }

  private Path output() {
    return tmp.resolve("output");
  }

  /** Starts as cron does: scripts/recrawl beside an orb, with only this environment. */
  Process script(Map<String, String> environment) throws IOException {
    Path bin = Files.createDirectories(tmp.resolve("image/bin"));
    Path script = bin.resolve("recrawl");
    if (Files.notExists(script)) {
      Path root = Path.of("").toAbsolutePath();
      while (Files.notExists(root.resolve("scripts/recrawl"))) {
        root = root.getParent();
      }
      Files.copy(root.resolve("scripts/recrawl"), script);
    }
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path orb = bin.resolve("orb");
    Files.writeString(
        orb,
        "#!/bin/sh\nexec '%s' -Xmx600m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -D%s=%d -cp '%s' %s \"$@\"\n"
            .formatted(
                java,
                WallClock.OFFSET_PROPERTY,
                offset(),
                System.getProperty("java.class.path"),
                Orb.class.getName()));
    assertTrue(orb.toFile().setExecutable(true) && script.toFile().setExecutable(true));
    List<String> command = new ArrayList<>(List.of("/bin/bash", script.toString(), dir.toString()));
    command.addAll(settings());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output().toFile()));
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** The output of the runs. */
  String printed() {
    return text(output());
  }

  /** Kills a script with all processes that it has started. */
  static void kill(Process run) throws Exception {
    List<ProcessHandle> all = run.toHandle().descendants().collect(Collectors.toList());
    all.forEach(ProcessHandle::destroyForcibly);
    run.destroyForcibly().waitFor();
    for (ProcessHandle process : all) {
      process.onExit().get(10, TimeUnit.SECONDS);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  long steps() {
    try (Stream<Path> files = Files.list(dir.resolve(".state"))) {
      return files.filter(file -> file.getFileName().toString().matches("\\d+")).count();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  long children(String store) throws IOException {
    try (Stream<Path> files = Files.list(dir.resolve(store))) {
      return files.count();
    }
  }

  long size() throws IOException {
    try (Stream<Path> files = Files.walk(dir)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  /** The crawl's stores match the web. */
  void requireTruth(String when) throws IOException {
    CrawlDir crawl = CrawlDir.open(new Configuration(), dir.toString());
    Map<String, ChangingWeb.State> states = new TreeMap<>();
    CrawlDatum datum = new CrawlDatum();
    CrashIT.readAll(
        crawl,
        crawl.crawlDb(),
        datum,
        url -> assertNull(states.put(url, state(datum)), url + " is twice in the crawldb"));
    assertSame(web.states(), states, when);

    Map<String, Set<String>> inlinks = new TreeMap<>();
    Inlinks links = new Inlinks();
    CrashIT.readAll(
        crawl,
        crawl.linkDb(),
        links,
        url -> {
          TreeSet<String> sources = new TreeSet<>();
          links.iterator().forEachRemaining((Inlink link) -> sources.add(link.getFromUrl()));
          inlinks.put(url, sources);
        });
    assertSame(web.inlinks(), inlinks, when);

    org.apache.hadoop.fs.Path graph = crawl.latest(crawl.graphs()).orElseThrow();
    assertEquals(web.arcs(), GraphDir.open(new Configuration(), graph).meta().arcs(), when);

    Configuration conf = new Configuration();
    conf.set("hadoop.tmp.dir", tmp.resolve("hadoop").toString());
    Map<String, String> titles = new TreeMap<>();
    try (SearchIndex index = SearchIndex.openLatest(conf, crawl)) {
      IndexReader reader = index.reader();
      for (int i = 0; i < reader.maxDoc(); i++) {
        Document page = reader.storedFields().document(i);
        String url = page.get("url");
        assertNull(titles.put(url, page.get("title")), url + " is twice in the index");
      }
    }
    assertSame(web.titles(), titles, when);
  }

  private static ChangingWeb.State state(CrawlDatum entry) {
    return switch (entry.getStatus()) {
      case CrawlDatum.STATUS_DB_FETCHED, CrawlDatum.STATUS_DB_NOTMODIFIED -> ChangingWeb.State.PAGE;
      case CrawlDatum.STATUS_DB_GONE -> ChangingWeb.State.GONE;
      case CrawlDatum.STATUS_DB_REDIR_PERM -> ChangingWeb.State.MOVED;
      case CrawlDatum.STATUS_DB_UNFETCHED ->
          entry.getRetriesSinceFetch() == 1 ? ChangingWeb.State.FAILING : null;
      default -> null;
    };
  }

  /** Shows the differences, and the output of the runs. */
  private <V> void assertSame(Map<String, V> expected, Map<String, V> found, String when) {
    Set<Map.Entry<String, V>> missing = new LinkedHashSet<>(expected.entrySet());
    missing.removeAll(found.entrySet());
    Set<Map.Entry<String, V>> other = new LinkedHashSet<>(found.entrySet());
    other.removeAll(expected.entrySet());
    assertTrue(
        missing.isEmpty() && other.isEmpty(),
        () -> when + ": expected " + missing + ", found " + other + "\n" + text(output()));
  }
}
