package org.orbweaver.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    assertEquals(2, run("--latency", "40-20"));
    assertEquals(2, run("--slow", "1"));
    assertEquals(0, run("--help"));
    assertTrue(bytes.toString(UTF_8).contains("bad value for --hosts: many"));
  }

  @Test
  void tellsItsRequestsAndEndsWithItsInput(@TempDir Path tmp) throws Exception {
    Path first = tmp.resolve("first");
    Path second = tmp.resolve("second");
    PipedOutputStream commands = new PipedOutputStream();
    PipedInputStream in = new PipedInputStream(commands);
    FutureTask<Integer> web =
        new FutureTask<>(
            () ->
                run(
                    in,
                    "--hosts",
                    "2",
                    "--pages",
                    "3",
                    "--latency",
                    "20-40",
                    "--slow",
                    "1=150",
                    "--record",
                    "9",
                    "--control"));
    Thread thread = new Thread(web, "fake-web-main");
    thread.start();
    int port = Integer.parseInt(await("listening on port (\\d+)"));
    long before = System.currentTimeMillis() * 1_000;
    get(port, "h0.test", "/");
    get(port, "h0.test", "/robots.txt");
    get(port, "h1.test", "/");
    long after = System.currentTimeMillis() * 1_000 + 1_000;
    commands.write(("requests " + first + "\nrequests " + second + "\nnonsense\n").getBytes(UTF_8));
    commands.close();
    assertEquals(0, web.get());

    List<String> lines = Files.readAllLines(first);
    assertEquals(3, lines.size());
    for (String line : lines) {
      String[] words = line.split("\t", -1);
      assertEquals(7, words.length, line);
      long start = Long.parseLong(words[0]);
      long end = Long.parseLong(words[1]);
      long planned = Long.parseLong(words[2]);
      assertTrue(start >= before - 1_000 && end <= after, line + ": " + before + " " + after);
      assertTrue(end - start >= planned, line);
      assertEquals(words[6].equals("/robots.txt") ? "404" : "200", words[3], line);
      boolean slow = words[5].equals("h1.test");
      assertTrue(slow ? planned == 150_000 : planned >= 20_000 && planned <= 40_000, line);
    }
    assertTrue(lines.get(1).endsWith("\th0.test\t/robots.txt"), lines.get(1));
    assertEquals(List.of(), Files.readAllLines(second));
    assertTrue(bytes.toString(UTF_8).contains("wrote 3 requests to " + first));
    assertTrue(bytes.toString(UTF_8).contains("unknown command: nonsense"));
  }

  private String await(String pattern) throws InterruptedException {
    Pattern wanted = Pattern.compile(pattern);
    for (int i = 0; i < 500; i++) {
      Matcher found = wanted.matcher(bytes.toString(UTF_8));
      if (found.find()) {
        return found.group(1);
      }
      Thread.sleep(20);
    }
    throw new AssertionError("never printed: " + pattern);
  }

  private static void get(int port, String host, String path) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String request =
          "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(UTF_8));
      assertTrue(new String(socket.getInputStream().readAllBytes(), UTF_8).startsWith("HTTP/1.1"));
    }
  }
}
