package org.orbweaver.cluster;

import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;

/**
 * A process that takes the lock of a crawl, says {@code held}, and keeps it until it is killed; or
 * says {@code refused} with the exit code.
 */
final class LockHolder {
  private LockHolder() {}

  public static void main(String[] args) throws Exception {
    Console console = Console.system();
    try (Session session =
        Session.create(new Configuration(), args[0], Console.silent(), "lock-holder")) {
      console.line("held " + session.dir());
      console.flush();
      Thread.sleep(Long.MAX_VALUE);
    } catch (OrbException e) {
      console.line("refused " + e.exitCode().code());
      console.flush();
    }
  }
}
