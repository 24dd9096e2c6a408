package org.orbweaver.index.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.serve.HttpService.Reply;
import org.orbweaver.index.serve.HttpService.Request;

class HttpServiceTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final int MAX_BODY = 1000;

  /** Larger than the system's buffers of a connection. */
  private static final String LARGE = "x".repeat(20 << 20);

  private final Configuration conf = new Configuration();
  private final Semaphore mayAnswer = new Semaphore(Integer.MAX_VALUE / 2);
  private final Semaphore asked = new Semaphore(0);
  private final List<Socket> sockets = new ArrayList<>();
  private HttpService service;

  @BeforeEach
  void start() {
    service = new HttpService(conf, LOOPBACK, 0, 2, MAX_BODY);
    service.start(this::answer);
  }

  private Reply answer(Request request) throws IOException {
    try {
      return service.inTurn(
          () -> {
            asked.release();
            mayAnswer.acquireUninterruptibly();
            if (request.path().equals("/error")) {
              throw new StackOverflowError("secret of the machine");
            }
            return request.path().equals("/large")
                ? Reply.of(200, HttpService.PLAIN, LARGE)
                : Reply.of(200, HttpService.PLAIN, String.valueOf(request.parameters()));
          });
    } catch (OrbException e) {
      return Reply.of(400, HttpService.PLAIN, e.getMessage());
    }
  }

  @AfterEach
  void stop() throws IOException {
    mayAnswer.release(1000);
    for (Socket socket : sockets) {
      socket.close();
    }
    service.stop();
  }

  private Socket sent(String request) throws IOException {
    Socket socket = new Socket(LOOPBACK, service.port());
    sockets.add(socket);
    socket.setSoTimeout(30_000);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    return socket;
  }

  private static String rest(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static String get(String target) {
    return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  }

  @ParameterizedTest
  @CsvSource({
    "/?q=a+b%20c&q=2,    200, {q=a b c}",
    "/?q=gr%C3%B6%C3%9Fe,200, {q=größe}",
    "/?q=grün,           200, {q=grün}",
    "/?a==&b,            200, '{a==, b=}'",
    "/?q=%FF,            400, not percent-encoded UTF-8",
    "/?q=%zz,            400, not percent-encoded UTF-8",
    "/?q=a|b,            200, {q=a|b}",
    "/?q=a\"<b>\\^`{},  200, '{q=a\"<b>\\^`{}}'",
    "http://evil.example/, 421, does not serve that host",
    "http://localhost/?q=1, 200, {q=1}",
    "http://LOCALHOST/?q=1, 200, {q=1}",
    "https://localhost/?q=1, 200, {q=1}",
    "ftp://localhost/?q=1, 200, {q=1}",
    "http://127.0.0.1/?q=1, 421, does not serve that host",
    "http://user@localhost/?q=1, 421, does not serve that host",
    "//localhost/?q=1, 200, {q=1}",
    "///?q=1, 200, {q=1}",
    "localhost/?q=1, 400, not of this server",
  })
  void targetsAreRead(String target, int status, String body) throws IOException {
    String answer = rest(sent(get(target)));
    assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
    assertTrue(answer.contains(body), answer);
  }

  /** As from a page whose owner has pointed its host name at this machine. */
  @ParameterizedTest
  @CsvSource({
    "/?q=1, Host: evil.example, 421",
    "//localhost/?q=1, Host: evil.example, 421",
    "http://localhost/?q=1, Host: evil.example, 421",
    "/?q=1, Host: localhost.evil.example, 421",
    "/?q=1, Host: evil.example:80:80, 421",
    "/?q=1, Host:, 421",
    "/?q=1, X: none, 400",
    "/?q=1, 'Host: localhost\r\nHost: evil.example', 400",
    "/?q=1, 'Host: evil.example\r\nHost: localhost', 400",
    "/?q=1, Host: [::1]:80, 200",
  })
  void onlyItsOwnHostsAreAnswered(String target, String host, int status) throws IOException {
    for (String method : List.of("GET", "POST")) {
      String head = method + " " + target + " HTTP/1.1\r\nConnection: close\r\n";
      String answer =
          rest(sent(head + host.replace("\\r\\n", "\r\n") + "\r\nContent-Length: 0\r\n\r\n"));
      assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
    }
  }

  /** More often than there are threads for turns. */
  @Test
  void outlivesErrorsOfQueries() throws IOException {
    for (int i = 0; i < 5; i++) {
      String answer = rest(sent(get("/error")));
      assertTrue(answer.startsWith("HTTP/1.1 500 "), answer);
      assertTrue(answer.endsWith("\r\n\r\nfailed; the server's log says why\n"), answer);
    }
    assertTrue(rest(sent(get("/?q=1"))).startsWith("HTTP/1.1 200 "));
  }

  @Test
  void bodyIsBounded() throws IOException {
    String head = "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ";
    String most = head + MAX_BODY + "\r\n\r\n" + "x".repeat(MAX_BODY);
    assertTrue(rest(sent(most)).startsWith("HTTP/1.1 200 "));
    String more = head + (MAX_BODY + 1) + "\r\n\r\n" + "x".repeat(MAX_BODY + 1);
    assertTrue(rest(sent(more)).startsWith("HTTP/1.1 413 "));
  }

  @Test
  void portInUseIsNamed() {
    OrbException e =
        assertThrows(
            OrbException.class, () -> new HttpService(conf, LOOPBACK, service.port(), 1, 0));
    assertTrue(e.getMessage().startsWith("cannot listen on 127.0.0.1:" + service.port()));
  }

  @Test
  void slowClientsTakeNoTurn() throws Exception {
    for (int i = 0; i < 10; i++) {
      sent("GET / HTTP/1.1\r\nHost: loc");
      sent("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nx");
      // The client does not read.
      sent(get("/large"));
    }
    assertTrue(asked.tryAcquire(10, 30, TimeUnit.SECONDS));
    assertTrue(rest(sent(get("/?q=1"))).endsWith("{q=1}"));
  }

  /** Connections that wait longest for their client are closed; no other client is cut off. */
  @Test
  void halfRequestsDelayNobody() throws Exception {
    service.stop();
    IndexKeys.SERVE_QUEUE_LENGTH.set(conf, 1);
    start();
    int threads = 2 + 1 + HttpService.SPARE_THREADS;
    List<Socket> halves = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      String body = i % 2 == 0 ? "GET / HTTP/1.1\r\nHost: loc" : get("/").replace("GET", "POST");
      halves.add(sent(body.replace("\r\n\r\n", "\r\nContent-Length: 9\r\n\r\nx")));
    }
    assertTrue(rest(sent(get("/?q=1"))).endsWith("{q=1}"));
    // One was closed. If the request had to wait for their time limit, all would be closed.
    int open = 0;
    for (Socket half : halves) {
      half.setSoTimeout(1);
      open += isOpen(half) ? 1 : 0;
    }
    assertTrue(open > threads / 2, open + " of " + threads);
    mayAnswer.drainPermits();
    Socket working = sent(get("/?q=2"));
    assertTrue(asked.tryAcquire(2, 30, TimeUnit.SECONDS));
    for (int i = 0; i < 2 * threads; i++) {
      sent("GET / HTTP/1.1\r\nHost: loc");
    }
    assertTrue(rest(sent("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")).contains(" 400 "));
    mayAnswer.release(1000);
    assertTrue(rest(working).endsWith("{q=2}"), "a thread at work is left alone");
  }

  private static boolean isOpen(Socket socket) {
    try {
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void bodiesAreBoundedTogether() throws Exception {
    String head = "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ";
    String part = head + MAX_BODY + "\r\n\r\n" + "x".repeat(MAX_BODY - 1);
    List<Socket> clients = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      clients.add(sent(part));
    }
    for (int i = 0; service.bodyRoom() > 4; i++) {
      assertTrue(i < 3000, "all are read but a byte of each");
      Thread.sleep(10);
    }
    assertTrue(rest(sent(head + 5 + "\r\n\r\nxxxxx")).startsWith("HTTP/1.1 503 "), "no room");
    for (Socket client : clients) {
      client.getOutputStream().write('x');
      assertTrue(rest(client).startsWith("HTTP/1.1 200 "), "had room");
    }
    for (int i = 0; i < 10; i++) {
      assertTrue(rest(sent(part + "x")).startsWith("HTTP/1.1 200 "), "room is given back");
    }
  }

  @Test
  void drainAnswersWhatWasAcceptedAndClosesConnections() throws Exception {
    mayAnswer.drainPermits();
    String kept = "GET /?q=1 HTTP/1.1\r\nHost: localhost\r\n\r\n";
    List<Socket> waiting = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      waiting.add(sent(kept));
    }
    assertTrue(asked.tryAcquire(2, 30, TimeUnit.SECONDS));
    for (int i = 0; service.waiting() < 18; i++) {
      assertTrue(i < 3000, "they wait for their turn");
      Thread.sleep(10);
    }
    CompletableFuture<Void> closing = CompletableFuture.runAsync(service::close);
    for (boolean isOpen = true; isOpen; Thread.sleep(10)) {
      try {
        new Socket(LOOPBACK, service.port()).close();
      } catch (SocketException e) {
        // Refused; or reset, where the port was closed just then.
        isOpen = false;
      }
    }
    assertEquals(2, service.working());
    mayAnswer.release(20);
    for (Socket socket : waiting) {
      String answer = rest(socket);
      assertTrue(answer.startsWith("HTTP/1.1 200 ") && answer.endsWith("{q=1}"), answer);
      assertTrue(answer.contains("\r\nConnection: close\r\n"), answer);
    }
    closing.get(30, TimeUnit.SECONDS);
  }
}
