package org.orbweaver.common.cli;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells how to resume when the process is stopped (Ctrl-C, a signal) before its command has ended.
 */
final class StoppedNotice {
  private static final Logger LOG = LoggerFactory.getLogger(StoppedNotice.class);

  private final Thread hook;

  StoppedNotice(String program, Console console) {
    hook =
        new Thread(
            () -> {
              console.info(program + ": stopped; run the same command again to resume");
              console.flush();
            },
            "stopped-notice");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** The command has ended by itself. */
  void cancel() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      LOG.debug("the process is ending; the hook runs", e);
    }
  }
}
