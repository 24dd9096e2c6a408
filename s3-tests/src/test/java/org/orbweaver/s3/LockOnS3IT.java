package org.orbweaver.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;

/** One process writes at a time, also on an object store. */
class LockOnS3IT {
  private static final String TERM = "orbweaver.internal.lock.lease.ms";

  @TempDir private static Path temp;
  private static SmallCrawl crawl;
  private static S3Server server;

  @BeforeAll
  static void start() throws Exception {
    crawl = new SmallCrawl(temp);
    server = new S3Server();
    server.bucket("locks");
  }

  @AfterAll
  static void stop() {
    server.close();
    crawl.close();
  }

  @Test
  void refusesASecondWriterAndLetsItInAfterwards() throws Exception {
    Configuration conf = server.conf();
    crawl.ok(conf, "inject SEEDS s3a://locks/held");
    Session holder = Session.open(new Configuration(conf), "s3a://locks/held", silent(), "holder");
    SmallCrawl.Run second = crawl.run(conf, "generate s3a://locks/held");
    assertEquals(ExitCode.LOCKED.code(), second.status(), second::err);
    assertTrue(second.err().contains("holder"), second::err);
    // The command has closed the client that both shared.
    assertThrows(Exception.class, holder::close);
  }

  @Test
  void takesOverALeaseThatIsOver() throws Exception {
    Configuration conf = server.conf();
    crawl.ok(conf, "inject SEEDS s3a://locks/dead");
    var lock = new org.apache.hadoop.fs.Path("s3a://locks/dead/.lock/000000000009");
    FileSystem fs = lock.getFileSystem(conf);
    try (OutputStream out = fs.create(lock)) {
      out.write("elsewhere 1 1 2026-01-01T00:00:00Z fetch\n".getBytes(StandardCharsets.UTF_8));
    }
    SmallCrawl.Run locked = crawl.run(conf, "generate s3a://locks/dead");
    assertEquals(ExitCode.LOCKED.code(), locked.status(), locked::err);
    Configuration later = new Configuration(conf);
    // Any age is over a negative term; a positive one would have the test wait.
    later.setLong(TERM, -60_000);
    try (FileSystem same = lock.getFileSystem(conf)) {
      assertTrue(same.exists(lock));
    }
    OrbException lost =
        assertThrows(
            OrbException.class,
            () -> {
              try (Session session = Session.open(later, "s3a://locks/dead", silent(), "taker")) {
                session.steps().begin("nothing", "").commit(Map.of());
              }
            });
    assertTrue(lost.getMessage().contains("lease"), lost::getMessage);
  }

  @Test
  void doesNotMindOtherFilesBesideIt() throws Exception {
    Configuration conf = server.conf();
    crawl.ok(conf, "inject SEEDS s3a://locks/notes");
    var notes = new org.apache.hadoop.fs.Path("s3a://locks/notes/.lock/notes.txt");
    try (OutputStream out = notes.getFileSystem(conf).create(notes)) {
      out.write("a user's\n".getBytes(StandardCharsets.UTF_8));
    }
    crawl.ok(conf, "generate s3a://locks/notes");
    assertTrue(notes.getFileSystem(conf).exists(notes));
  }

  @Test
  void refusesAStoreWithoutConditionalPuts() throws Exception {
    Configuration conf = server.conf();
    conf.setBoolean("fs.s3a.create.conditional.enabled", false);
    SmallCrawl.Run run = crawl.run(conf, "inject SEEDS s3a://locks/none");
    assertEquals(ExitCode.FAILED.code(), run.status(), run::err);
    assertTrue(run.err().contains("fs.s3a.create.conditional.enabled"), run::err);
  }

  private static Console silent() {
    return Console.silent();
  }
}
