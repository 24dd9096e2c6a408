package org.orbweaver.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.RunJar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code hadoop jar JAR …}, which is Hadoop's {@link RunJar} on Hadoop's own class path: the
 * program and its libraries come from the job jar alone. {@code parse} starts a parser process from
 * there, which reads a PDF; {@code serve} answers.
 */
class HadoopJarIT {
  @TempDir private Path temp;

  private final Configuration conf = new Configuration();

  @Test
  void parsesInAParserProcess() throws Exception {
    String dir = temp.resolve("crawl").toString();
    String document;
    try (SmallWeb web = new SmallWeb(temp, 1, 1)) {
      document = web.addDocument();
      fetch(web, document, dir);
    }
    Path log = temp.resolve("log");
    int status =
        hadoopJar("crawler-job.jar", "parse", dir)
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

  @Test
  void servesTheSearchPage() throws Exception {
    String dir = temp.resolve("crawl").toString();
    try (SmallWeb web = new SmallWeb(temp, 1, 1)) {
      fetch(web, web.leaf(), dir);
      for (String phase : List.of("parse", "update", "index")) {
        OrbRun.ok(conf, List.of(phase, dir));
      }
    }
    Path log = temp.resolve("log");
    Process server =
        hadoopJar("index-job.jar", "serve", dir, "--port", "0").redirectError(log.toFile()).start();
    try (BufferedReader out = server.inputReader()) {
      String line = out.readLine();
      assertNotNull(line, () -> text(log));
      URI page = URI.create(line.substring(line.indexOf("http://"))).resolve("?q=quokkas");
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
      assertEquals(200, answer.statusCode(), answer::body);
      assertTrue(answer.body().contains("/leaf"), answer::body);
      server.destroy();
      assertEquals(0, server.waitFor(), () -> text(log));
    } finally {
      server.destroyForcibly();
    }
  }

  private void fetch(SmallWeb web, String url, String dir) throws IOException {
    for (List<String> phase :
        List.of(List.of("inject", url, dir), List.of("generate", dir), List.of("fetch", dir))) {
      List<String> args = new ArrayList<>(phase);
      args.addAll(web.options());
      OrbRun.ok(conf, args);
    }
  }

  private ProcessBuilder hadoopJar(String jar, String... args) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx700m",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temp,
                "-cp",
                Processes.hadoopsClassPath(),
                RunJar.class.getName(),
                Path.of(System.getProperty("orbweaver.home"), "jobs", jar).toString()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command);
  }

  private static String text(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
