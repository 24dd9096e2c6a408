package org.orbweaver.cluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;

/** Starts a main class of the tests in its own process, which can be killed to simulate a crash. */
final class Processes {
  private static final Pattern THE_JOB_JARS =
      Pattern.compile(
          "(picocli|nutch|crawler-commons|jsoup|tika|pdfbox|fontbox|lucene|jmustache)-.*");

  private Processes() {}

  /** The tests' class path: the one given to Surefire, not the jar in which it may wrap it. */
  static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /**
   * Of it, what Hadoop has on a cluster: without our jars and those that only our job jars have.
   */
  static String hadoopsClassPath() {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(classPath())
        .filter(entry -> Files.isRegularFile(Path.of(entry)))
        .filter(entry -> !THE_JOB_JARS.matcher(new File(entry).getName()).matches())
        .filter(entry -> !isOurs(entry))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static boolean isOurs(String jar) {
    try (ZipFile zip = new ZipFile(jar)) {
      return zip.stream().anyMatch(entry -> entry.getName().startsWith("org/orbweaver/"));
    } catch (IOException e) {
      throw new UncheckedIOException(jar, e);
    }
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
