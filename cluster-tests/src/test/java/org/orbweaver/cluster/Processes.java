package org.orbweaver.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts a main class of the tests in a process of its own, which can be killed as a crash does.
 */
final class Processes {
  private Processes() {}

  /** The tests' class path: what Surefire was given, not the jar in which it may wrap it. */
  static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /**
   * Starts {@code main}; its errors go to {@code log}, its output is the process's input stream.
   */
  static Process start(Path log, Class<?> main, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx700m");
    command.add("-XX:+UseSerialGC");
    command.add("-Djava.net.preferIPv4Stack=true");
    command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
    command.add("-cp");
    command.add(classPath());
    command.add(main.getName());
    command.addAll(List.of(args));
    File errors = log.toFile();
    return new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.appendTo(errors))
        .start();
  }
}
