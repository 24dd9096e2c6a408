package org.orbweaver.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FakeWebMainTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private int run(String... args) throws Exception {
    return run(InputStream.nullInputStream(), args);
  }

  private int run(InputStream in, String... args) throws Exception {
    return FakeWebMain.run(List.of(args), in, new PrintStream(bytes, true, UTF_8));
  }

  @Test
  void servesForAsLongAsAsked(@TempDir Path tmp) throws Exception {
    Path hosts = tmp.resolve("hosts");
    Path seeds = tmp.resolve("seeds");
    Path urls = tmp.resolve("urls");
    assertEquals(
        0,
        run(
            "--hosts",
            "3",
            "--pages",
            "4",
            "--seconds",
            "1",
            "--report",
            "1",
            "--hosts-file",
            hosts.toString(),
            "--seeds",
            seeds.toString(),
            "--urls",
            urls.toString()));
    assertEquals(3, Files.readAllLines(hosts).size());
    assertEquals(3, Files.readAllLines(seeds).size());
    assertEquals(12, Files.readAllLines(urls).size());
    assertTrue(bytes.toString(UTF_8).startsWith("listening on port "));
    assertTrue(bytes.toString(UTF_8).contains("requests/s"));
  }

  @Test
  void refusesWhatItDoesNotKnow() throws Exception {
    assertEquals(2, run("--hots", "3"));
    assertEquals(2, run("--hosts", "many"));
    assertEquals(2, run("--hosts", "-1"));
    assertEquals(2, run("--hosts"));
    assertEquals(0, run("--help"));
    assertTrue(bytes.toString(UTF_8).contains("bad value for --hosts: many"));
  }
}
