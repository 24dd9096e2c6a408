package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.util.StringUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.orb.demo.DemoWeb;

/**
 * Kills the process of a crawl, repeats the command, and expects the same result. Crashes at each
 * change of the disk are simulated by {@code scripts/bench crash}.
 */
class CrashIT {
  private static final int ROUNDS = 3;

  /** Finished steps before the kill: in the second of three rounds. */
  private static final int STEPS_BEFORE = 7;

  @TempDir private Path folder;

  @Test
  void killedAtAnyMomentItGoesOnAndEndsTheSame() throws Exception {
    try (DemoWeb web = DemoWeb.start()) {
      Path hosts = folder.resolve("hosts");
      web.hostsFile(hosts);

      Path whole = folder.resolve("whole");
      assertEquals(ExitCode.OK.code(), crawl(web, hosts, whole).waitFor());

      Path killed = folder.resolve("killed");
      Process run = crawl(web, hosts, killed);
      while (run.isAlive() && steps(killed) < STEPS_BEFORE) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      assertTrue(run.isAlive(), "ended before the kill");
      run.destroyForcibly().waitFor();
      int last = crawl(web, hosts, killed).waitFor();
      assertTrue(last == ExitCode.OK.code() || last == ExitCode.NOTHING_TO_DO.code(), "" + last);
      assertEquals(ExitCode.NOTHING_TO_DO.code(), crawl(web, hosts, killed).waitFor());

      assertEquals(pages(whole), pages(killed));
      Map<String, Double> expected = ranks(whole);
      Map<String, Double> found = ranks(killed);
      assertEquals(expected.keySet(), found.keySet());
      assertTrue(expected.size() > 50, "ranked: " + expected.size());
      expected.forEach((url, rank) -> assertEquals(rank, found.get(url), 1e-12, url));
      assertFalse(Files.exists(killed.resolve(".staging")), "nothing is left lying about");
      try (Stream<Path> left = Files.list(folder.resolve("tmp"))) {
        assertEquals(List.of(), left.toList(), "temporary files are removed, also of killed runs");
      }
    }
  }

  private static long steps(Path dir) throws IOException {
    Path state = dir.resolve(".state");
    if (!Files.isDirectory(state)) {
      return 0;
    }
    try (Stream<Path> records = Files.list(state)) {
      return records.filter(file -> file.getFileName().toString().matches("\\d+")).count();
    }
  }

  private Process crawl(DemoWeb web, Path hosts, Path dir) throws IOException {
    Path tmp = Files.createDirectories(folder.resolve("tmp"));
    List<String> command = TestSite.process("-Djava.io.tmpdir=" + tmp);
    command.add("crawl");
    command.addAll(web.seeds());
    command.addAll(List.of(dir.toUri().toString(), "--rounds", Integer.toString(ROUNDS)));
    command.addAll(List.of("-D", "fetcher.server.delay=0"));
    command.addAll(List.of("-D", "orbweaver.fetch.private.addresses=127.0.0.0/8"));
    command.addAll(List.of("-D", "orbweaver.fetch.dns.hosts.file=" + hosts));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("output").toFile()))
        .start();
  }

  /** State, retries and digest of each URL. */
  private static Map<String, String> pages(Path dir) throws IOException {
    Map<String, String> pages = new TreeMap<>();
    CrawlDir crawl = CrawlDir.open(new Configuration(), dir.toUri().toString());
    CrawlDatum datum = new CrawlDatum();
    readAll(
        crawl,
        crawl.crawlDb(),
        datum,
        url ->
            pages.put(
                url,
                CrawlDatum.getStatusName(datum.getStatus())
                    + " "
                    + datum.getRetriesSinceFetch()
                    + " "
                    + StringUtil.toHexString(datum.getSignature())));
    return pages;
  }

  private static Map<String, Double> ranks(Path dir) throws IOException {
    Map<String, Double> ranks = new TreeMap<>();
    CrawlDir crawl = CrawlDir.open(new Configuration(), dir.toUri().toString());
    DoubleWritable rank = new DoubleWritable();
    org.apache.hadoop.fs.Path run = crawl.latest(crawl.pageRanks()).orElseThrow();
    readAll(
        crawl,
        new org.apache.hadoop.fs.Path(run, "scores"),
        rank,
        url -> ranks.put(url, rank.get()));
    return ranks;
  }

  static void readAll(
      CrawlDir crawl,
      org.apache.hadoop.fs.Path store,
      Writable value,
      java.util.function.Consumer<String> each)
      throws IOException {
    Text url = new Text();
    for (org.apache.hadoop.fs.Path part : Parts.of(crawl.fs(), store)) {
      org.apache.hadoop.fs.Path data = new org.apache.hadoop.fs.Path(part, "data");
      try (SequenceFile.Reader reader =
          new SequenceFile.Reader(new Configuration(), SequenceFile.Reader.file(data))) {
        while (reader.next(url, value)) {
          each.accept(url.toString());
        }
      }
    }
  }
}
