package org.orbweaver.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.common.text.Console;
import org.orbweaver.orb.Logs;
import org.orbweaver.orb.Orb;

/**
 * Runs {@code orb} commands one after the other in one JVM, for {@link SoakBenchCommand}: on each
 * line of the input, separated by tabs, the seconds by which the clock is ahead, and the words of
 * the command. For each it prints a line: "ran" and the status. The command's own output is printed
 * before it if the status is neither 0 nor 3.
 */
final class SoakProgram {
  /** Begins the line that ends a run. */
  static final String RAN = "ran ";

  private SoakProgram() {}

  public static void main(String[] args) throws IOException {
    Logs.toFile();
    Console console = Console.system();
    try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] words = line.split("\t", -1);
        System.setProperty(WallClock.OFFSET_PROPERTY, words[0]);
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        Console quiet = new Console(output, output, false);
        int status =
            Orb.run(Arrays.copyOfRange(words, 1, words.length), quiet, new Configuration());
        quiet.flush();
        if (status != 0 && status != 3) {
          console.line(output.toString(UTF_8));
        }
        console.line(RAN + status);
        console.flush();
      }
    }
  }
}
