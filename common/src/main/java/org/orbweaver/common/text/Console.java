package org.orbweaver.common.text;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Consumer;
import org.orbweaver.common.AllowForbidden;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.plugin.OrbCommand;

/**
 * The output of commands: results to standard output, progress and notes to standard error.
 *
 * <p>Thread-safe. Lines are written whole.
 */
public final class Console implements OrbCommand.Output {
  private static final int BUFFER_BYTES = 1 << 16;

  private final ResultStream results;
  private final PrintStream out;
  private final PrintStream err;
  private final boolean terminal;
  private boolean ended;
  private String whole = "";
  private Consumer<String> watcher = text -> {};

  /**
   * A console that writes UTF-8 to the given streams.
   *
   * @param terminal true if {@code err} is a terminal on which a progress line may be rewritten
   */
  public Console(OutputStream out, OutputStream err, boolean terminal) {
    this.results = new ResultStream(out);
    this.out = new PrintStream(results, false, StandardCharsets.UTF_8);
    this.err = new PrintStream(err, true, StandardCharsets.UTF_8);
    this.terminal = terminal;
  }

  /** The process's own streams, in UTF-8. */
  @AllowForbidden("the one place that owns the process's streams")
  public static Console system() {
    // Java cannot determine which stream is a terminal; scripts/orb can.
    boolean terminal = "1".equals(System.getenv("ORB_STDERR_IS_TTY"));
    // Not System.out, which swallows errors.
    return new Console(
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES),
        System.err,
        terminal && !"dumb".equals(System.getenv("TERM")));
  }

  /** Prints nowhere; for tests and for callers that want results only. */
  public static Console silent() {
    return new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false);
  }

  /**
   * Writes a line of the result to standard output.
   *
   * @throws OrbException if standard output cannot be written, or its reader is gone
   */
  public synchronized void line(String text) {
    out.print(text);
    out.write('\n');
    results.check();
  }

  /** Writes a formatted line of the result to standard output; the locale is neutral. */
  public void linef(String format, Object... args) {
    line(String.format(Locale.ROOT, format, args));
  }

  /** Writes a note about the work to standard error. */
  @Override
  public synchronized void info(String text) {
    if (ended) {
      return;
    }
    out.flush();
    err.print(text + "\n");
    err.flush();
  }

  /** Writes the last note; what threads that still run would add is dropped. */
  public synchronized void last(String text) {
    info(text);
    ended = true;
  }

  /** Writes a formatted note to standard error; the locale is neutral. */
  public void infof(String format, Object... args) {
    info(String.format(Locale.ROOT, format, args));
  }

  /** The stream of results, for writers that stream; {@link #checkOutput} reports its errors. */
  @Override
  public PrintStream out() {
    return out;
  }

  /**
   * Checks that all results so far have been written.
   *
   * @throws OrbException if they could not be
   */
  public void checkOutput() {
    out.flush();
    results.check();
  }

  /** True if standard error is a terminal on which a line may be rewritten. */
  public boolean isTerminal() {
    return terminal;
  }

  public void flush() {
    out.flush();
    err.flush();
  }

  /** Names the larger work that the next work is a part of, as "round 2 of 5"; empty for none. */
  public synchronized void during(String whole) {
    this.whole = whole;
  }

  /** Progress of one piece of work, shown on standard error. */
  public synchronized Progress progress(String label) {
    return new Progress(this, whole.isEmpty() ? label : whole + ", " + label);
  }

  /** Passes each state shown to {@code watcher}, too, which replaces the previous watcher. */
  public synchronized void watch(Consumer<String> watcher) {
    this.watcher = watcher;
  }

  /** Shows the state of the work; on a terminal it replaces the previous state. */
  public synchronized void state(String text) {
    if (terminal) {
      rewrite(text);
    } else {
      info(text);
    }
    watcher.accept(text);
  }

  synchronized void rewrite(String text) {
    if (ended) {
      return;
    }
    // Without line wrap: a line wider than the terminal is cut, not left behind.
    err.print("\r\u001b[K\u001b[?7l" + text + "\u001b[?7h");
    err.flush();
  }

  /**
   * Makes text from the web harmless on a terminal: control characters (ESC, CR, BEL, OSC …), line
   * and paragraph separators, and characters that change the writing direction are shown as {@code
   * \}{@code u} escapes; unpaired surrogates likewise. A tab stays; a line break becomes a space.
   */
  public static String safe(String untrusted) {
    if (untrusted == null) {
      return "";
    }
    StringBuilder safe = null;
    for (int i = 0; i < untrusted.length(); ) {
      int c = untrusted.codePointAt(i);
      if (isUnsafe(c)) {
        if (safe == null) {
          safe = new StringBuilder(untrusted.length() + 16).append(untrusted, 0, i);
        }
        if (c == '\n') {
          safe.append(' ');
        } else {
          safe.append(String.format(Locale.ROOT, "\\u%04x", c));
        }
      } else if (safe != null) {
        safe.appendCodePoint(c);
      }
      i += Character.charCount(c);
    }
    return safe == null ? untrusted : safe.toString();
  }

  private static boolean isUnsafe(int c) {
    if (c < 0x20) {
      return c != '\t';
    }
    if (c >= 0x7f && c <= 0x9f) {
      return true;
    }
    return switch (Character.getType(c)) {
      case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE -> true;
      // Bidirectional controls: U+061C, U+200E/F, U+202A–E, U+2066–9.
      case Character.FORMAT ->
          c == 0x61c
              || c == 0x200e
              || c == 0x200f
              || (c >= 0x202a && c <= 0x202e)
              || (c >= 0x2066 && c <= 0x2069);
      default -> false;
    };
  }

  /**
   * Standard output that remembers a failure, which a {@link java.io.PrintStream} on top of it
   * forgets. Output after the first failure is dropped.
   */
  private static final class ResultStream extends OutputStream {
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
     * Reports a failure.
     *
     * @throws OrbException with {@link ExitCode#CLOSED_PIPE} if the reader is gone, else failed
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
}
