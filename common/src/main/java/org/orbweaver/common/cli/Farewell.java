package org.orbweaver.common.cli;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says a last word when the process is stopped (Ctrl-C, a signal) before its command has ended. */
final class Farewell {
  private static final Logger LOG = LoggerFactory.getLogger(Farewell.class);

  private final Thread hook;

  Farewell(String program, Console console) {
    hook =
        new Thread(
            () -> {
              console.info(program + ": stopped; run the same command again to resume");
              console.flush();
            },
            "farewell");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** The command has ended by itself. */
  void leaveUnsaid() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      LOG.debug("the process is ending; the hook has its say", e);
    }
  }
}
