package org.orbweaver.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a main class of the tests in its own process, which can be killed to simulate a crash. */
final class Processes {
  private Processes() {}

  /** The tests' class path: the one given to Surefire, not the jar in which it may wrap it. */
  static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /**
   * Starts {@code main}; its errors go to {@code log}, its output is the process's input stream.
   */
  static Process start(Path log, Class<?> main, String... args) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx700m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.net.preferIPv4Stack=true",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-cp",
                classPath(),
                main.getName()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }
}
