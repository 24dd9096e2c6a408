package org.orbweaver.common.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.orbweaver.common.AllowForbidden;

/**
 * Where commands print: results to standard output, progress and notes to standard error.
 *
 * <p>Safe for use by several threads. Lines are written whole.
 */
public final class Console {
  private final PrintStream out;
  private final PrintStream err;
  private final boolean terminal;

  /**
   * A console on the given streams.
   *
   * @param terminal whether {@code err} is a terminal on which a progress line may be rewritten
   */
  public Console(PrintStream out, PrintStream err, boolean terminal) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
  }

  /** The process's own streams, in UTF-8. */
  @AllowForbidden("the one place that owns the process's streams")
  public static Console system() {
    // Java cannot tell which stream is a terminal; scripts/orb can.
    boolean terminal = "1".equals(System.getenv("ORB_STDERR_IS_TTY"));
    return new Console(
        new PrintStream(System.out, false, StandardCharsets.UTF_8),
        new PrintStream(System.err, true, StandardCharsets.UTF_8),
        terminal && !"dumb".equals(System.getenv("TERM")));
  }

  /** Prints nowhere; for tests and for callers that want results only. */
  public static Console silent() {
    PrintStream none =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return new Console(none, none, false);
  }

  /** Writes a line of the result to standard output. */
  public synchronized void line(String text) {
    out.print(text + "\n");
  }

  /** Writes a formatted line of the result to standard output; the locale is neutral. */
  public void linef(String format, Object... args) {
    line(String.format(Locale.ROOT, format, args));
  }

  /** Writes a note about the work to standard error. */
  public synchronized void info(String text) {
    out.flush();
    err.print(text + "\n");
    err.flush();
  }

  /** Writes a formatted note to standard error; the locale is neutral. */
  public void infof(String format, Object... args) {
    info(String.format(Locale.ROOT, format, args));
  }

  /** The stream of results, for writers that stream. */
  public PrintStream out() {
    return out;
  }

  /** Whether standard error is a terminal on which a line may be rewritten. */
  public boolean isTerminal() {
    return terminal;
  }

  public void flush() {
    out.flush();
    err.flush();
  }

  /** Progress of one piece of work, shown on standard error. */
  public Progress progress(String label) {
    return new Progress(this, label);
  }

  synchronized void rewrite(String text) {
    err.print("\r\u001b[K" + text);
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
}
