package org.orbweaver.common.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.AllowForbidden;

class StoppedNoticeTest {
  /** Ends in the midst of a command, or behind it. */
  static final class Command {
    @AllowForbidden("ends as a signal would end it")
    public static void main(String[] args) {
      StoppedNotice stoppedNotice = new StoppedNotice("t", Console.system());
      if (args[0].equals("stopped")) {
        System.exit(130);
      }
      stoppedNotice.cancel();
      System.exit(0);
    }
  }

  private static String said(String how) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Command.class.getName(),
                how)
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return String.join("\n", said.lines().filter(line -> line.startsWith("t: ")).toList());
  }

  @Test
  void aCommandThatIsStoppedSaysHowToGoOn() throws Exception {
    assertEquals("t: stopped; run the same command again to resume", said("stopped"));
    assertEquals("", said("ended"));
  }
}
