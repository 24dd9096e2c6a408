package org.orbweaver.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
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

  @Test
  void tellsItsRequestsAndEndsWithItsInput(@TempDir Path tmp) throws Exception {
    Path first = tmp.resolve("first");
    Path second = tmp.resolve("second");
    Path hosts = tmp.resolve("hosts");
    Path urls = tmp.resolve("urls");
    String[] args = {
      "2", "3", "20000", "20", "40", "150", hosts.toString(), urls.toString(), "http", ""
    };
    PipedOutputStream commands = new PipedOutputStream();
    PipedInputStream in = new PipedInputStream(commands);
    FutureTask<Void> web =
        new FutureTask<>(
            () -> {
              FakeWebMain.run(args, in, new PrintStream(bytes, true, UTF_8));
              return null;
            });
    Thread thread = new Thread(web, "fake-web-main");
    thread.start();
    int port = Integer.parseInt(await("listening on port (\\d+)"));
    long before = System.currentTimeMillis() * 1_000;
    get(port, "h0.test", "/");
    get(port, "h0.test", "/robots.txt");
    get(port, "h1.test", "/");
    long after = System.currentTimeMillis() * 1_000 + 1_000;
    commands.write(("requests " + first + "\nrequests " + second + "\n").getBytes(UTF_8));
    commands.close();
    web.get();
    assertEquals(2, Files.readAllLines(hosts).size());
    assertEquals(6, Files.readAllLines(urls).size());

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
      boolean slow = words[5].equals("h0.test");
      assertTrue(slow ? planned == 150_000 : planned >= 20_000 && planned <= 40_000, line);
    }
    assertTrue(lines.get(1).endsWith("\th0.test\t/robots.txt"), lines.get(1));
    assertEquals(List.of(), Files.readAllLines(second));
    assertTrue(bytes.toString(UTF_8).contains("wrote 3 requests to " + first));
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
