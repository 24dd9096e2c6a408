package org.orbweaver.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.text.Console;

/** The exit status and the output of {@code scripts/bench}, run in this process. */
public record BenchRun(int status, String out, String err) {
  public static BenchRun of(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = new Console(out, err, false);
    int status = BenchMain.run(words, console, new Configuration());
    console.flush();
    return new BenchRun(status, out.toString(UTF_8), err.toString(UTF_8));
  }
}
