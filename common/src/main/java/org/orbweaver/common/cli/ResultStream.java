package org.orbweaver.common.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/**
 * Standard output, which remembers that it could not be written: a {@link java.io.PrintStream} on
 * top of it forgets. What comes after the first failure is dropped.
 */
final class ResultStream extends OutputStream {
  private final OutputStream out;
  private volatile IOException failure;

  ResultStream(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int b) {
    attempt(() -> out.write(b));
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    attempt(() -> out.write(bytes, from, length));
  }

  @Override
  public void flush() {
    attempt(out::flush);
  }

  private interface Attempt {
    void run() throws IOException;
  }

  private synchronized void attempt(Attempt attempt) {
    if (failure == null) {
      try {
        attempt.run();
      } catch (IOException e) {
        failure = e;
      }
    }
  }

  /**
   * Complains of a failure.
   *
   * @throws OrbException with {@link ExitCode#CLOSED_PIPE} where the reader went away, else failed
   */
  void check() {
    if (failure == null) {
      return;
    }
    String reason = String.valueOf(failure.getMessage());
    if (reason.toLowerCase(Locale.ROOT).contains("broken pipe")) {
      throw OrbException.closedPipe(failure);
    }
    throw OrbException.failed("cannot write to standard output: " + reason, failure);
  }
}
