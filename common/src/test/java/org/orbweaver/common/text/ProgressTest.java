package org.orbweaver.common.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final long SECOND = 1_000_000_000L;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(printed, true, UTF_8);
  private long now;

  private List<String> lines() {
    return printed.toString(UTF_8).lines().toList();
  }

  @Test
  void linesBecomeRarer() {
    try (Progress progress = new Progress(new Console(stream, stream, false), "work", () -> now)) {
      for (int second = 0; second <= 300; second++) {
        now = second * SECOND;
        progress.update("at " + second);
      }
    }
    assertEquals(
        List.of("at 10", "at 20", "at 30", "at 40", "at 50", "at 60", "at 120", "at 180"),
        lines().stream().map(line -> line.replaceAll(".*(at \\d+) .*", "$1")).limit(8).toList());
    assertEquals(10, lines().size());
    assertEquals("work: at 300 (0:05:00)", lines().get(9));
  }

  @Test
  void terminalLineIsRewrittenAndRemoved() {
    Console console = new Console(stream, stream, true);
    console.during("round 2 of 5");
    try (Progress progress = console.progress("fetch")) {
      while (!progress.isDue()) {
        Thread.onSpinWait();
      }
      progress.update("half");
    }
    String text = printed.toString(UTF_8);
    assertTrue(text.contains("round 2 of 5, fetch: half"), text);
    assertFalse(text.contains("\n"), "no line break");
    assertTrue(text.endsWith("\r\u001b[K\u001b[?7l\u001b[?7h"), "cleared at the end");
  }
}
