package org.orbweaver.common.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.AllowForbidden;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;

class CrawlLockTest {
  private final Configuration conf = new Configuration();
  @TempDir private Path root;

  @Test
  void theSecondIsRefusedAndToldWhoHasIt() throws IOException {
    Session first = open();
    OrbException e = assertThrows(OrbException.class, this::open);
    assertEquals(ExitCode.LOCKED, e.exitCode());
    assertTrue(e.getMessage().contains("'test'"), e.getMessage());
    first.close();
    open().close();
  }

  /** A full disk: nothing can be written to the lock, which is free again afterwards. */
  @Test
  void anOwnerThatCannotBeWrittenLeavesItFree() throws IOException {
    assumeTrue(Files.exists(Path.of("/dev/full")), "no /dev/full");
    Path lock = Files.createSymbolicLink(root.resolve(".lock"), Path.of("/dev/full"));
    for (int i = 0; i < 2; i++) {
      assertThrows(IOException.class, this::open);
    }
    Files.delete(lock);
    open().close();
  }

  @Test
  void anotherProcessHoldsItUntilItIsKilled() throws Exception {
    Process holder = startHolder();
    try {
      assertEquals('!', holder.getInputStream().read(), "the other process holds the lock");
      assertEquals(ExitCode.LOCKED, assertThrows(OrbException.class, this::open).exitCode());
    } finally {
      holder.destroyForcibly();
    }
    assertTrue(holder.waitFor(20, TimeUnit.SECONDS));
    open().close();
  }

  /** The system drops a process's lock when the process closes any channel to the file. */
  @Test
  void aRefusalHereKeepsOtherProcessesOut() throws Exception {
    try (Session first = open()) {
      assertEquals(
          ExitCode.LOCKED,
          assertThrows(
                  OrbException.class,
                  () ->
                      Session.open(
                          conf,
                          root.resolve("../" + root.getFileName()).toString(),
                          Console.silent(),
                          "x"))
              .exitCode());
      Process other = startHolder();
      try {
        assertEquals(-1, other.getInputStream().read(), "the other process is refused");
      } finally {
        other.destroyForcibly();
      }
      first.console().flush();
    }
  }

  private Process startHolder() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Holder.class.getName(),
            root.toUri().toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** Holds the lock until it is killed. */
  static final class Holder {
    @AllowForbidden("tells the test through its standard output")
    public static void main(String[] args) throws Exception {
      try (Session held =
          Session.create(new Configuration(), args[0], Console.silent(), "holder")) {
        System.out.write('!');
        System.out.flush();
        Thread.sleep(60_000);
        held.console().flush();
      }
    }
  }

  private Session open() throws IOException {
    return Session.open(conf, root.toUri().toString(), Console.silent(), "test");
  }
}
