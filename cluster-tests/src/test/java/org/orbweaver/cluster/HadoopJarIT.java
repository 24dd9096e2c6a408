package org.orbweaver.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.RunJar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code hadoop jar crawler-job.jar parse}, which is Hadoop's {@link RunJar} on Hadoop's own class
 * path: the program and its libraries come from the job jar alone, and a parser process, which is
 * started from there, reads a PDF.
 */
class HadoopJarIT {
  private static final Pattern THE_JOB_JARS =
      Pattern.compile("(picocli|nutch|crawler-commons|jsoup|tika|pdfbox|fontbox|lucene)-.*");

  @TempDir private Path temp;

  @Test
  void parsesInAParserProcess() throws Exception {
    Configuration conf = new Configuration();
    String dir = temp.resolve("crawl").toString();
    String document;
    try (SmallWeb web = new SmallWeb(temp, 1, 1)) {
      document = web.addDocument();
      for (List<String> phase :
          List.of(
              List.of("inject", document, dir), List.of("generate", dir), List.of("fetch", dir))) {
        List<String> args = new ArrayList<>(phase);
        args.addAll(web.options());
        OrbRun.ok(conf, args);
      }
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx700m",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temp,
                "-cp",
                hadoopsClassPath(),
                RunJar.class.getName(),
                Path.of(System.getProperty("orbweaver.home"), "jobs", "crawler-job.jar").toString(),
                "parse",
                dir));
    Path log = temp.resolve("log");
    int status =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    assertEquals(0, status, () -> text(log));

    OrbRun read = OrbRun.ok(conf, List.of("read", "segment", dir, "--url", document));
    assertTrue(
        read.out().stream().anyMatch(line -> line.contains(SmallWeb.DOCUMENT_WORDS)),
        () -> read.out() + "\n" + text(log));
  }

  private static String hadoopsClassPath() {
    String path =
        Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(Processes.classPath())
            .filter(entry -> Files.isRegularFile(Path.of(entry)))
            .filter(entry -> !THE_JOB_JARS.matcher(new File(entry).getName()).matches())
            .filter(entry -> !isOurs(entry))
            .collect(Collectors.joining(File.pathSeparator));
    assertFalse(path.isEmpty());
    return path;
  }

  private static boolean isOurs(String jar) {
    try (ZipFile zip = new ZipFile(jar)) {
      return zip.stream().anyMatch(entry -> entry.getName().startsWith("org/orbweaver/"));
    } catch (IOException e) {
      throw new UncheckedIOException(jar, e);
    }
  }

  private static String text(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
