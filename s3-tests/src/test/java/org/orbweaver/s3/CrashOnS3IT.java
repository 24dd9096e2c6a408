package org.orbweaver.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Each command of a small crawl dies at a change of the store, at one after the other; then the
 * same command, once more, leaves what an undisturbed one leaves.
 *
 * <p>{@code orbweaver.s3.crash.every} is the distance between the changes that are tried: 1 for
 * all; without it one in the middle of each command is. {@code orbweaver.s3.crash.phases} names the
 * commands, separated by commas; {@code all} for all. By default some, to keep a build short.
 */
class CrashOnS3IT {
  private static final Logger LOG = LoggerFactory.getLogger(CrashOnS3IT.class);
  private static final int EVERY = Integer.getInteger("orbweaver.s3.crash.every", 0);
  private static final List<String> LIFE =
      List.of(
          "inject SEEDS CRAWL",
          "generate CRAWL",
          "fetch CRAWL",
          "parse CRAWL",
          "update CRAWL",
          "links CRAWL",
          "graph CRAWL",
          "pagerank --iterations 2 CRAWL",
          "index CRAWL");

  @TempDir private Path temp;

  @Test
  void leavesNothingThatTheSameCommandDoesNotMend() throws Exception {
    String named = System.getProperty("orbweaver.s3.crash.phases", "inject,update");
    List<String> phases =
        new ArrayList<>(
            named.equals("all")
                ? LIFE.stream().map(CrashOnS3IT::name).toList()
                : List.of(named.split(",")));
    List<String> wrong = new ArrayList<>();
    int tried = 0;
    try (SmallCrawl crawl = new SmallCrawl(temp);
        S3Server server = new S3Server()) {
      Configuration conf = server.conf();
      // One after the other, so that the n-th change is much the same in each run.
      conf.set("mapreduce.local.map.tasks.maximum", "1");
      conf.set("mapreduce.local.reduce.tasks.maximum", "1");
      server.bucket("now");
      for (String phase : LIFE) {
        String line = phase.replace("CRAWL", "s3a://now/crawl");
        server.copy("now", "before");
        server.begin(Integer.MAX_VALUE);
        crawl.ok(conf, line);
        int changes = server.changes();
        server.copy("now", "after");
        if (!phases.remove(name(phase))) {
          continue;
        }
        int first = EVERY > 0 ? 1 : 1 + changes / 2;
        for (int at = first; at <= changes; at += EVERY > 0 ? EVERY : changes) {
          server.copy("before", "now");
          server.begin(at);
          crawl.run(conf, line);
          server.begin(Integer.MAX_VALUE);
          // Its owner would be this JVM, which lives on.
          server.keys("now").stream()
              .filter(key -> key.startsWith("crawl/.lock/"))
              .forEach(key -> server.remove("now", key));
          tried++;
          SmallCrawl.Run again = crawl.run(conf, line);
          if (again.status() != 0 && again.status() != 3) {
            wrong.add(phase + " at " + at + ", repeated: " + again);
          } else {
            check(crawl, server, conf, phase + " at " + at, wrong);
          }
        }
        LOG.info("{}: {} changes; {} crashes so far, wrong: {}", phase, changes, tried, wrong);
        if (phases.isEmpty()) {
          break;
        }
        server.copy("after", "now");
      }
    }
    LOG.info("{} crashes", tried);
    assertEquals(List.of(), phases, "unknown commands");
    assertTrue(tried > 0);
    assertEquals(List.of(), wrong);
  }

  private static String name(String phase) {
    return phase.split(" ", 2)[0];
  }

  private static void check(
      SmallCrawl crawl, S3Server server, Configuration conf, String cell, List<String> wrong)
      throws IOException {
    boolean isFetch = cell.startsWith("fetch ");
    List<String> expected = names(server, "after", isFetch);
    List<String> found = names(server, "now", isFetch);
    if (!expected.equals(found)) {
      List<String> missing = new ArrayList<>(expected);
      missing.removeAll(found);
      List<String> more = new ArrayList<>(found);
      more.removeAll(expected);
      wrong.add(cell + ": missing " + missing + ", more " + more);
    }
    try {
      if (!SmallCrawl.pages(conf, "s3a://after/crawl")
          .equals(SmallCrawl.pages(conf, "s3a://now/crawl"))) {
        wrong.add(cell + ": another crawldb");
      }
      if (isFetch
          && !SmallCrawl.fetched(conf, "s3a://after/crawl")
              .equals(SmallCrawl.fetched(conf, "s3a://now/crawl"))) {
        wrong.add(cell + ": other pages");
      }
    } catch (OrbException e) {
      wrong.add(cell + ": " + e.getMessage());
    }
    SmallCrawl.Run doctor = crawl.run(conf, "doctor s3a://now/crawl --deep --offline --json");
    doctor
        .out()
        .lines()
        .filter(said -> said.contains("\"error\"") && !said.contains("\"clock\""))
        .forEach(said -> wrong.add(cell + ": doctor: " + said));
  }

  /**
   * The objects with data, without times and numbers that differ between runs.
   *
   * @param inOne whether the files of pages count as one: a fetch that goes on may leave more
   */
  private static List<String> names(S3Server server, String bucket, boolean inOne) {
    return server.keys(bucket).stream()
        .filter(key -> !key.endsWith("/") && !key.matches("crawl/\\.(lock|state|settings)/.*"))
        .map(key -> key.replaceAll("\\d{14}", "TIME"))
        .map(key -> inOne ? key.replaceAll("content/part-r-\\d+", "content") : key)
        .distinct()
        .sorted()
        .toList();
  }
}
