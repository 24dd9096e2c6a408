package org.orbweaver.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Json;
import org.orbweaver.index.serve.SearchServer;
import org.orbweaver.index.serve.ShardServer;

/** Requests to a search server and to a server of shards, from clients of any kind. */
class ServeFuzz {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final Pattern ANSWER =
      Pattern.compile(
          "HTTP/1\\.1 (\\d{3}) ?[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n(.*)", Pattern.DOTALL);
  private static final Pattern LENGTH = Pattern.compile("(?i)(?<=\n|^)content-length: ?(\\d+)\r\n");
  private static final String GOOD =
      "GET /api/search?q=page HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

  @TempDir private static Path folder;
  private static SearchServer search;
  private static ShardServer shards;
  private static String build;
  private static String good;

  @BeforeAll
  static void start() throws IOException {
    Configuration conf = new Configuration();
    conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    CrawlDir dir = CrawlDir.open(conf, CrawlFiles.crawl(folder).toString());
    build = dir.latest(dir.indexes()).orElseThrow().getName();
    search = SearchServer.start(conf, dir, LOOPBACK, 0, Optional.empty(), Optional.empty());
    shards = ShardServer.start(conf, dir, Set.of(0, 1), LOOPBACK, 0);
    good = timeless(ask(search.port(), GOOD.getBytes(UTF_8)));
    assertTrue(good.contains(" 200 "), good);
  }

  @AfterAll
  static void stop() {
    search.close();
    shards.close();
  }

  /** Without what tells the time. */
  private static String timeless(String answer) {
    return answer
        .replaceAll("(?m)^(Date|Content-[Ll]ength): .*$", "")
        .replaceAll("\"(millis|seconds|took)\":[0-9.E-]+", "");
  }

  /** The bytes that a server sends before it closes the connection. */
  private static String ask(int port, byte[] request) throws IOException {
    try (Socket socket = new Socket(LOOPBACK, port)) {
      socket.setSoTimeout(20_000);
      try {
        socket.getOutputStream().write(request);
        socket.shutdownOutput();
      } catch (SocketException e) {
        // It may have refused before the end.
        assertFalse(socket.isClosed());
      }
      try {
        return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
      } catch (SocketException e) {
        return "";
      }
    }
  }

  /** No fault of the server's own, and a body as long as it says. */
  private static void check(String answers, String request) {
    if (answers.isEmpty()) {
      return;
    }
    Matcher answer = ANSWER.matcher(answers);
    assertTrue(answer.matches(), () -> request + "\n" + answers);
    assertFalse(answer.group(1).equals("500"), () -> request + "\n" + answers);
    Matcher length = LENGTH.matcher(answer.group(2));
    if (length.find() && !request.startsWith("HEAD")) {
      int bytes = Integer.parseInt(length.group(1));
      assertTrue(answer.group(3).length() >= bytes, () -> request + "\n" + answers);
    }
  }

  /** Bytes that may be a request. */
  @FuzzTest
  void request(byte[] bytes) throws IOException {
    check(ask(search.port(), bytes), new String(bytes, ISO_8859_1));
    assertEquals(good, timeless(ask(search.port(), GOOD.getBytes(UTF_8))));
  }

  /** A path and parameters as typed. */
  @FuzzTest
  void target(byte[] bytes) throws IOException {
    String target = new String(bytes, ISO_8859_1).replaceAll("[^!-~]", "+");
    String request = "GET /" + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    check(ask(search.port(), request.getBytes(ISO_8859_1)), request);
  }

  /** A question to a shard: a step on the first line, then JSON, in which BUILD is the build. */
  @FuzzTest
  void shard(byte[] bytes) throws IOException {
    String[] question = new String(bytes, ISO_8859_1).replace("BUILD", build).split("\n", 2);
    String body = question.length < 2 ? "" : question[1];
    String request =
        "POST /"
            + question[0].replaceAll("[^!-~]", "")
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    String answer = ask(shards.port(), request.getBytes(ISO_8859_1));
    check(answer, request);
    if (answer.contains(" 200 ")) {
      assertNotNull(Json.parse(answer.substring(answer.indexOf("\r\n\r\n") + 4)));
    }
  }
}
