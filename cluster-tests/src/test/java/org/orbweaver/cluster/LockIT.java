package org.orbweaver.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;

/** One writer at a time on HDFS; a dead one does not lock the others out. */
class LockIT {
  @TempDir private static Path temp;

  private static Session session(String dir, String command) throws Exception {
    return Session.create(MiniHdfs.conf(), dir, Console.silent(), command);
  }

  @Test
  void refusesTheSecondAndNamesTheFirst() throws Exception {
    try (Session first = session("/two", "crawl")) {
      OrbException e = assertThrows(OrbException.class, () -> session("/two", "inject").close());
      assertEquals(ExitCode.LOCKED, e.exitCode());
      assertTrue(e.getMessage().contains("'crawl'"), e::getMessage);
      assertTrue(first.dir().fs().exists(first.dir().root()));
    }
    session("/two", "inject").close();
  }

  @Test
  void refusesAnotherProcessAndTakesOverWhenTheOwnerIsKilled() throws Exception {
    String dir = MiniHdfs.uri() + "/killed";
    Process owner = Processes.start(temp.resolve("owner.log"), LockHolder.class, dir);
    try {
      assertEquals("held", firstWord(owner));
      OrbException e = assertThrows(OrbException.class, () -> session("/killed", "crawl").close());
      assertEquals(ExitCode.LOCKED, e.exitCode());
      assertTrue(e.getMessage().contains("process " + owner.pid()), e::getMessage);
    } finally {
      owner.destroyForcibly().waitFor();
    }
    try (Session next = session("/killed", "crawl")) {
      assertEquals(List.of(), next.steps().history());
      Process late = Processes.start(temp.resolve("late.log"), LockHolder.class, dir);
      try {
        assertEquals("refused", firstWord(late));
      } finally {
        late.destroyForcibly().waitFor();
      }
    }
  }

  /** A kill -9 may fall between the creation of the file and the assignment of its number. */
  @Test
  void tidiesAwayWhatOneLeftThatDiedBeforeItHadTheLock() throws Exception {
    session("/early", "first").close();
    DFSClient owner = new DFSClient(MiniHdfs.fs().getUri(), MiniHdfs.conf());
    owner.create("/early/.lock/.half", false);
    // Dead from here on: the lease is no longer renewed.
    owner.closeAllFilesBeingWritten(true);
    try (Session next = session("/early", "next")) {
      var lock = new org.apache.hadoop.fs.Path(next.dir().root(), ".lock");
      assertEquals(1, next.dir().fs().listStatus(lock).length);
    }
  }

  @Test
  void hasOneWinnerOfManyWhoTryAtOnce() throws Exception {
    int contenders = 4;
    ExecutorService threads = Executors.newFixedThreadPool(contenders);
    try {
      for (int round = 0; round < 25; round++) {
        CyclicBarrier together = new CyclicBarrier(contenders);
        List<Future<Session>> tries = new ArrayList<>();
        for (int i = 0; i < contenders; i++) {
          Configuration conf = MiniHdfs.conf();
          // A client of its own, like another process.
          conf.setBoolean("fs.hdfs.impl.disable.cache", true);
          tries.add(threads.submit(() -> tryTo(conf, together)));
        }
        List<Session> winners = new ArrayList<>();
        for (Future<Session> attempt : tries) {
          if (attempt.get() != null) {
            winners.add(attempt.get());
          }
        }
        for (Session winner : winners) {
          winner.close();
        }
        assertEquals(1, winners.size(), "winners of round " + round);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** The session, kept open; null if another has it. */
  private static Session tryTo(Configuration conf, CyclicBarrier together) throws Exception {
    together.await();
    try {
      return Session.create(conf, "/race", Console.silent(), "race");
    } catch (OrbException e) {
      assertEquals(ExitCode.LOCKED, e.exitCode());
      return null;
    }
  }

  private static String firstWord(Process process) throws Exception {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    return line == null ? "ended" : line.split(" ", 2)[0];
  }
}
