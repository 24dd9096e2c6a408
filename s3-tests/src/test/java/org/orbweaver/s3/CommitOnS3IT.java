package org.orbweaver.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.text.Console;

/**
 * A commit that dies at any change of the store has not happened, or the next start completes it.
 */
class CommitOnS3IT {
  private static final String CRAWL = "s3a://now/crawl";
  private static final List<String> OLD = List.of("crawl/gone/g", "crawl/replaced/old");
  private static final List<String> NEW =
      List.of("crawl/published/a/1", "crawl/published/b", "crawl/replaced/a/1", "crawl/replaced/b");

  @TempDir private java.nio.file.Path temp;

  @Test
  void isDoneOrUndone() throws Exception {
    try (SmallCrawl crawl = new SmallCrawl(temp);
        S3Server server = new S3Server()) {
      Configuration conf = server.conf();
      server.bucket("now");
      crawl.ok(conf, "inject SEEDS " + CRAWL);
      write(conf, "gone/g");
      write(conf, "replaced/old");
      server.copy("now", "before");
      server.begin(Integer.MAX_VALUE);
      commit(conf);
      int changes = server.changes();
      assertEquals(NEW, data(server));
      int completed = 0;
      for (int at = 1; at <= changes; at++) {
        server.copy("before", "now");
        server.begin(at);
        try {
          commit(conf);
        } catch (IOException | RuntimeException e) {
          assertTrue(server.changes() >= at, "died by itself: " + e);
        }
        server.begin(Integer.MAX_VALUE);
        // Its owner would be this JVM, which lives on.
        server.keys("now").stream()
            .filter(key -> key.startsWith("crawl/.lock/"))
            .forEach(key -> server.remove("now", key));
        boolean done;
        try (Session next = open(conf)) {
          done = next.steps().last("made").isPresent();
        }
        String when = "after a crash at change " + at;
        assertEquals(done ? NEW : OLD, data(server), when);
        assertTrue(!done || server.keys("now").stream().noneMatch(CommitOnS3IT::isStaged), when);
        completed += done ? 1 : 0;
      }
      assertTrue(completed > 10 && completed < changes, completed + " of " + changes);
    }
  }

  private static Session open(Configuration conf) throws IOException {
    return Session.open(new Configuration(conf), CRAWL, Console.silent(), "test");
  }

  /** Publishes a folder, replaces one, and removes one last. */
  private static void commit(Configuration conf) throws IOException {
    try (Session session = open(conf)) {
      CrawlDir dir = session.dir();
      Step step = session.steps().begin("made", "");
      for (String target : List.of("published", "replaced")) {
        Path staged = step.staging(target);
        write(conf, staged + "/a/1");
        write(conf, staged + "/b");
        if (target.equals("published")) {
          step.publish(staged, new Path(dir.root(), target));
        } else {
          step.replace(staged, new Path(dir.root(), target));
        }
      }
      step.remove(new Path(dir.root(), "gone"));
      step.commit(Map.of());
    }
  }

  private static void write(Configuration conf, String path) throws IOException {
    Path file = new Path(new Path(CRAWL + "/"), path);
    file.getFileSystem(conf).create(file).close();
  }

  private static boolean isStaged(String key) {
    return key.startsWith("crawl/.staging/");
  }

  /** The objects that the step is about; no folders, nor checksums. */
  private static List<String> data(S3Server server) {
    return server.keys("now").stream()
        .filter(key -> key.matches("crawl/(gone|replaced|published)/.*[^/]"))
        .filter(key -> !key.endsWith("/.checksums"))
        .sorted()
        .toList();
  }
}
