package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.Inlink;
import org.apache.nutch.crawl.Inlinks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.testkit.Request;
import org.orbweaver.webgraph.format.GraphDir;

/**
 * A week of daily recrawls of a web that changes, in simulated time. One run is killed while it
 * fetches, and the next day's goes on; another later, and is started again. Those before and after
 * run as cron would start them, by scripts/recrawl and without an environment.
 */
class RecrawlIT {
  private static final int DAYS = 7;

  /** A scheduled run does not begin at the same second each day. */
  private static final long DAY_SECONDS = 86_400 - 300;

  private static final int KEPT = 2;

  @TempDir private Path tmp;
  private final Random random = new Random(9);
  private ChangingWeb web;
  private Path dir;
  private final List<Long> bytes = new ArrayList<>();

  /** When the last run began whose pages the crawl has; its day's changes came before. */
  private Instant lastVisit;

  @AfterEach
  void stop() {
    System.clearProperty(WallClock.OFFSET_PROPERTY);
    web.close();
  }

  @Test
  void aWeekOfRunsHoldsWhatTheWebHas() throws Exception {
    web = new ChangingWeb(ChangingWeb.justBefore(Instant.now()));
    dir = tmp.resolve("my crawl");
    orb(0, "crawl", web.url(0), dir.toString(), "--until-done");
    requireTruth("the first crawl");
    recrawl(3);

    for (int day = 1; day <= DAYS; day++) {
      Instant visit = setDay(day);
      web.change(ChangingWeb.justBefore(visit), day != 4);
      web.server().log().clear();
      String name = "day " + day;
      if (day == 3) {
        int requests = 5 + random.nextInt(20);
        kill(day, () -> web.server().requests().size() >= requests);
        // Pages that were fetched today may be out of date tomorrow.
        continue;
      } else if (day == 4) {
        assertEquals(0, script(day).waitFor(), () -> text(output()));
        requireTruth(name);
      } else if (day == 6) {
        long steps = steps() + 3 + random.nextInt(6);
        kill(day, () -> steps() >= steps);
        recrawl(0);
        requireTruth(name);
      } else {
        recrawl(0);
        requireTruth(name);
        requireConditional(name);
      }
      lastVisit = visit;
      bytes.add(size());
      assertTrue(children("segments") <= 2 * KEPT, name);
      assertTrue(children("graph") <= KEPT && children("pagerank") <= KEPT, name);
      recrawl(3);
    }
    long before = bytes.subList(0, 3).stream().mapToLong(b -> b).max().orElseThrow();
    long after = bytes.subList(3, bytes.size()).stream().mapToLong(b -> b).max().orElseThrow();
    assertTrue(after < before * 1.25, "the disk use is level: " + bytes);
  }

  private Instant setDay(int day) {
    System.setProperty(WallClock.OFFSET_PROPERTY, Long.toString(day * DAY_SECONDS));
    return WallClock.clock().instant();
  }

  private List<String> settings() {
    List<String> words = new ArrayList<>();
    for (String setting :
        List.of(
            "http.agent.name=orbweaver-test",
            "orbweaver.fetch.private.addresses=127.0.0.0/8",
            "orbweaver.fetch.dns.hosts.file=" + web.hostsFile(tmp.resolve("hosts")).toUri(),
            "fetcher.server.delay=0",
            "db.fetch.interval.default=86400",
            "orbweaver.recrawl.rounds.max=0",
            "orbweaver.recrawl.segments.kept=" + KEPT,
            "orbweaver.recrawl.builds.kept=" + KEPT,
            "orbweaver.index.builds.kept=" + KEPT,
            "hadoop.tmp.dir=" + tmp.resolve("hadoop"))) {
      words.addAll(List.of("-D", setting));
    }
    return words;
  }

  private void recrawl(int status) throws IOException {
    orb(status, "recrawl", dir.toString());
  }

  /** In this process, which saves the start. */
  private void orb(int status, String... args) throws IOException {
    List<String> words = new ArrayList<>(List.of(args));
    words.addAll(settings());
    TestSite.Run run = TestSite.run(new Configuration(), tmp, List.of(), words);
    Files.writeString(
        output(), run.out() + run.err(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    assertEquals(status, run.status(), () -> text(output()));
  }

  private Path output() {
    return tmp.resolve("output");
  }

  /** As cron starts it: scripts/recrawl beside an orb, and no environment. */
  private Process script(int day) throws IOException {
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
                day * DAY_SECONDS,
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
    builder.environment().put("LC_ALL", "C");
    return builder.start();
  }

  private void kill(int day, BooleanSupplier moment) throws Exception {
    Process run = script(day);
    while (run.isAlive() && !moment.getAsBoolean()) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    assertEquals(4, script(day).waitFor(), "a second start");
    orb(4, "recrawl", dir.toString());
    assertTrue(run.isAlive(), () -> "ended before it was to be killed\n" + text(output()));
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

  private long steps() {
    try (Stream<Path> files = Files.list(dir.resolve(".state"))) {
      return files.filter(file -> file.getFileName().toString().matches("\\d+")).count();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private long children(String store) throws IOException {
    try (Stream<Path> files = Files.list(dir.resolve(store))) {
      return files.count();
    }
  }

  private long size() throws IOException {
    try (Stream<Path> files = Files.walk(dir)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  /** The crawl's stores hold what the web has. */
  private void requireTruth(String when) throws IOException {
    CrawlDir crawl = CrawlDir.open(new Configuration(), dir.toString());
    Map<String, ChangingWeb.State> states = new TreeMap<>();
    CrawlDatum datum = new CrawlDatum();
    CrashIT.readAll(crawl, crawl.crawlDb(), datum, url -> states.put(url, state(datum)));
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
        titles.put(page.get("url"), page.get("title"));
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

  /** Tells what differs, and what the runs printed. */
  private <V> void assertSame(Map<String, V> expected, Map<String, V> found, String when) {
    Set<Map.Entry<String, V>> missing = new LinkedHashSet<>(expected.entrySet());
    missing.removeAll(found.entrySet());
    Set<Map.Entry<String, V>> other = new LinkedHashSet<>(found.entrySet());
    other.removeAll(expected.entrySet());
    assertTrue(
        missing.isEmpty() && other.isEmpty(),
        () -> when + ": expected " + missing + ", found " + other + "\n" + text(output()));
  }

  /** Each page was requested once, and those that had not changed conditionally. */
  private void requireConditional(String when) {
    Set<String> unmodified = web.unmodifiedSince(lastVisit == null ? Instant.MIN : lastVisit);
    TreeSet<String> notModified = new TreeSet<>();
    Set<String> requested = new TreeSet<>();
    for (Request request : web.server().requests()) {
      if (request.isRobots()) {
        continue;
      }
      String url = web.server().url(request.host(), request.path());
      assertTrue(requested.add(url), () -> when + ": requested twice: " + url);
      if (request.status() == 304) {
        notModified.add(url);
      }
      boolean conditional =
          request.header("if-none-match").isPresent()
              || request.header("if-modified-since").isPresent();
      assertTrue(conditional || !unmodified.contains(url), () -> when + ": " + request);
    }
    if (lastVisit != null) {
      assertEquals(unmodified, notModified, when);
      assertFalse(unmodified.isEmpty(), when);
    }
  }
}
