package org.orbweaver.crawler.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.http.FetchedPage.Truncation;

/** Servers with malformed responses, as many are. */
class LenientResponsesTest {
  private static final String OK = "HTTP/1.1 200 OK\r\n";

  private static FetchedPage fetch(RawServer server) throws IOException {
    try (server;
        HttpFetcher fetcher = TestFetchers.fetcher(TestFetchers.settings(700, 3_000))) {
      return fetcher.fetch(FetchRequest.get(server.url("/")));
    }
  }

  private static FetchedPage answer(String text) throws IOException {
    return fetch(RawServer.sayingAndClosing(text));
  }

  private static String text(FetchedPage page) {
    return new String(page.body(), ISO_8859_1);
  }

  private static void assertWhole(String body, FetchedPage page) {
    assertEquals(body, text(page));
    assertEquals(Truncation.NONE, page.truncation());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no colon here",
        ": no name",
        "two words: x",
        " leading blank: x",
        "\tleading tab",
        "<html>",
        "HTTP/1.1 200 OK",
        "Set-Cookie",
        "\u0000\u0001: x",
        "=?: \u0007",
      })
  void aLineThatIsNoHeaderDoesNotLoseThePage(String line) throws Exception {
    FetchedPage page =
        answer(OK + line + "\r\nContent-Length: 4\r\nContent-Type: text/plain\r\n\r\nbody");
    assertWhole("body", page);
    assertEquals("text/plain", page.header("content-type").orElseThrow());
    assertTrue(page.headers().stream().noneMatch(header -> header.name().isBlank()));
  }

  @Test
  void blanksFoldsAndBareLineFeeds() throws Exception {
    FetchedPage page =
        answer(
            "HTTP/1.1 200\nContent-Type : text/html;\n\t charset=utf-8\r\n"
                + "X-Empty:\nContent-Length:4\n\nbody");
    assertWhole("body", page);
    assertEquals("text/html; charset=utf-8", page.header("Content-Type").orElseThrow());
    assertEquals("", page.header("X-Empty").orElseThrow());
  }

  @Test
  void bytesOfHeadersStayAsTheyAre() throws Exception {
    String utf8 = new String("/gr\u00fc\u00dfe".getBytes(UTF_8), ISO_8859_1);
    FetchedPage page =
        answer("HTTP/1.1 301 \u00fcber\r\nLocation: " + utf8 + "\r\nContent-Length: 0\r\n\r\n");
    assertEquals(301, page.status());
    assertEquals(utf8, page.header("Location").orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"HTTP/1.1 200\r\n", "HTTP/1.0 200 \r\n", "HTTP/1.1  200  Fine thanks\r\n"})
  void statusLinesWithoutAReason(String line) throws Exception {
    FetchedPage page = answer(line + "\r\nbody");
    assertEquals(200, page.status());
    assertWhole("body", page);
  }

  @Test
  void emptyLinesBeforeTheStatusLine() throws Exception {
    assertWhole("body", answer("\r\n\n" + OK + "Content-Length: 4\r\n\r\nbody"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ICY 200 OK",
        "<html><body>hello",
        "HTTP 200 OK",
        "SSH-2.0-x\u001b[31m",
        "HTTP/1.1 000 Zero",
        "HTTP/1.1 0 Zero",
        "HTTP/1.1 -200 OK",
        "HTTP/1.1 99 Low",
        "HTTP/1.1 1000 High",
        "HTTP/-1 200 OK",
        "HTTP/-1.1 200 OK",
        "HTTP/1.-1 200 OK",
        "HTTP/99999999999.1 200 OK"
      })
  void whatIsNotHttpIsSaid(String line) {
    IOException e =
        assertThrows(IOException.class, () -> answer(line + "\r\nContent-Length: 0\r\n\r\n"));
    assertEquals(FailureKind.PROTOCOL, FailureKind.of(e));
    String message = e + " " + e.getCause();
    assertTrue(message.contains("not an HTTP response: it begins with '" + line.substring(0, 3)));
    assertFalse(message.contains("\u001b"), message);
  }

  @Test
  void nothingAtAll() {
    IOException e = assertThrows(IOException.class, () -> answer(""));
    assertEquals(FailureKind.TRUNCATED, FailureKind.of(e));
  }

  @Test
  void chunksCountMoreThanALength() throws Exception {
    assertWhole(
        "chunked body",
        answer(
            OK
                + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "8\r\nchunked \r\n4;x=y\r\nbody\r\n0\r\n\r\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: x",
        "Content-Length: -4",
        "Content-Length: 4\r\nContent-Length: 3",
        "Content-Length: 99999999999999999999",
        "Transfer-Encoding: identity",
        "Transfer-Encoding: gzip",
        "Transfer-Encoding: ",
        "X: y",
      })
  void withoutAUsableLengthTheBodyEndsWithTheConnection(String header) throws Exception {
    assertWhole("body", answer(OK + header + "\r\n\r\nbody"));
  }

  @Test
  void oneLengthSaidTwice() throws Exception {
    assertWhole("body", answer(OK + "Content-Length: 4, 4\r\nContent-Length: 4\r\n\r\nbody"));
  }

  @Test
  void aBodyShorterThanSaidIsKept() throws Exception {
    FetchedPage page = answer(OK + "Content-Length: 400\r\n\r\nbody");
    assertEquals("body", text(page));
    assertEquals(Truncation.DISCONNECT, page.truncation());
    assertEquals(4, page.transfer().wireBytes());
  }

  @Test
  void aBodyThatStallsIsKept() throws Exception {
    FetchedPage page = fetch(RawServer.saying(OK + "Content-Length: 400\r\n\r\nbody"));
    assertEquals("body", text(page));
    assertEquals(Truncation.DISCONNECT, page.truncation());
  }

  @Test
  void aBodyLongerThanSaidDoesNotReachTheNextResponse() throws Exception {
    try (RawServer server =
            RawServer.saying(OK + "Content-Length: 4\r\n\r\nbodyHTTP/1.1 200 OK\r\n\r\nforged");
        HttpFetcher fetcher = TestFetchers.fetcher()) {
      for (int i = 1; i <= 3; i++) {
        assertWhole("body", fetcher.fetch(FetchRequest.get(server.url("/" + i))));
      }
      assertEquals(3, server.connections());
      fetcher.fetch(FetchRequest.get(server.url("/4")).head());
      assertWhole("body", fetcher.fetch(FetchRequest.get(server.url("/5"))));
      assertEquals(5, server.connections());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"zz\r\nmore\r\n0\r\n\r\n", "-1\r\n", "ffffffffffffffff\r\nmore", "4\r\nmo"})
  void aBadChunkCutsTheBody(String rest) throws Exception {
    FetchedPage page = answer(OK + "Transfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n" + rest);
    assertTrue(text(page).startsWith("first"), text(page));
    assertEquals(Truncation.DISCONNECT, page.truncation());
  }

  @Test
  void interimResponsesAreSkippedAndBounded() throws Exception {
    String interim = "HTTP/1.1 103 Early Hints\r\nLink: </x.css>\r\n\r\n";
    String end = OK + "Content-Length: 4\r\n\r\nbody";
    assertWhole("body", answer("HTTP/1.1 100 Continue\r\n\r\n" + interim.repeat(9) + end));
    IOException e = assertThrows(IOException.class, () -> answer(interim.repeat(11) + end));
    assertEquals(FailureKind.PROTOCOL, FailureKind.of(e));
    IOException switched =
        assertThrows(
            IOException.class, () -> answer("HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n" + end));
    assertEquals(FailureKind.PROTOCOL, FailureKind.of(switched));
  }

  @ParameterizedTest
  @ValueSource(ints = {501, 100_000})
  void headersHaveALimit(int count) {
    IOException e =
        assertThrows(IOException.class, () -> answer(OK + "X: y\r\n".repeat(count) + "\r\n"));
    assertEquals(FailureKind.PROTOCOL, FailureKind.of(e));
  }

  @Test
  void headerLinesHaveALimit() {
    for (String line :
        new String[] {"X: " + "y".repeat(70_000), "X: y" + "\r\n z".repeat(70_000)}) {
      IOException e = assertThrows(IOException.class, () -> answer(OK + line + "\r\n\r\n"));
      assertEquals(FailureKind.PROTOCOL, FailureKind.of(e));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "206, bytes 0-3/4, NONE",
    "200, bytes 0-3/4, NONE",
    "206, bytes 0-3/10, UNSPECIFIED",
    "200, Bytes 0-3/10, UNSPECIFIED",
    "206, bytes 0-3/*, UNSPECIFIED",
    "200, items 0-3/10, NONE"
  })
  void aPartThatNobodyAskedForIsNotTheWhole(int status, String range, Truncation missing)
      throws Exception {
    FetchedPage page =
        answer(
            "HTTP/1.1 "
                + status
                + " x\r\nContent-Range: "
                + range
                + "\r\nContent-Length: 4\r\n\r\nbody");
    assertEquals("body", text(page));
    assertEquals(missing, page.truncation());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "206 x\r\nContent-Range: bytes 6-9/10",
        "200 OK\r\nContent-Range: bytes 6-9/10",
        "206 x\r\nContent-Range: bytes 9-4/x",
        "206 x\r\nContent-Type: multipart/byteranges; boundary=x",
      })
  void aPartWithoutTheBeginningIsNoPage(String head) {
    IOException e =
        assertThrows(
            IOException.class,
            () -> answer("HTTP/1.1 " + head + "\r\nContent-Length: 4\r\n\r\nbody"));
    assertEquals(FailureKind.PROTOCOL, FailureKind.of(e));
    assertTrue(e.getMessage().contains("a part that was not asked for"), e.getMessage());
  }

  @Test
  void notModifiedNeedsACondition() throws Exception {
    try (RawServer server = RawServer.saying("HTTP/1.1 304 Not Modified\r\n\r\n");
        HttpFetcher fetcher = TestFetchers.fetcher()) {
      FetchRequest request = FetchRequest.get(server.url("/"));
      for (FetchRequest unconditional :
          List.of(request, request.head(), request.conditional(" ", "\u4e00"))) {
        IOException e = assertThrows(IOException.class, () -> fetcher.fetch(unconditional));
        assertEquals(FailureKind.PROTOCOL, FailureKind.of(e));
        assertEquals("status 304 to a request without a condition", e.getMessage());
      }
      assertEquals(304, fetcher.fetch(request.conditional(null, "yesterday")).status());
      assertEquals(304, fetcher.fetch(request.conditional("\"1\"", null)).status());
    }
  }

  /** The server says that it keeps the connection, and closes it at the next request. */
  @Test
  void aKeptConnectionThatTheServerClosesIsReplacedOnce() throws Exception {
    AtomicInteger requests = new AtomicInteger();
    try (RawServer server =
            RawServer.start(
                (head, in, out) ->
                    requests.incrementAndGet() % 2 == 1
                        && RawServer.write(out, OK + "Content-Length: 4\r\n\r\nbody"));
        HttpFetcher fetcher = TestFetchers.fetcher()) {
      FetchRequest request = FetchRequest.get(server.url("/"));
      for (int i = 0; i < 3; i++) {
        assertWhole("body", fetcher.fetch(request));
        Thread.sleep(ClientBuilder.KEPT_MILLIS + 100L);
      }
      assertEquals(5, requests.get());
      assertEquals(3, server.connections());
      // The fourth connection was idle and is replaced; the next was not: the server refuses the
      // request.
      assertWhole("body", fetcher.fetch(request));
      IOException e = assertThrows(IOException.class, () -> fetcher.fetch(request));
      assertEquals(FailureKind.TRUNCATED, FailureKind.of(e));
      assertEquals(8, requests.get());
    }
    try (RawServer server = RawServer.start((head, in, out) -> false);
        HttpFetcher fetcher = TestFetchers.fetcher()) {
      IOException e =
          assertThrows(IOException.class, () -> fetcher.fetch(FetchRequest.get(server.url("/"))));
      assertEquals(FailureKind.TRUNCATED, FailureKind.of(e));
      assertEquals(1, server.connections(), "a new connection is not tried again");
    }
  }

  /** A server that read the request before it closed the connection is left alone for the delay. */
  @Test
  void aRequestOnAKeptConnectionIsRepeatedAfterTheDelay() throws Exception {
    List<Long> times = new CopyOnWriteArrayList<>();
    try (RawServer server =
            RawServer.start(
                (head, in, out) -> {
                  times.add(System.nanoTime());
                  return times.size() != 2
                      && RawServer.write(out, OK + "Content-Length: 4\r\n\r\nbody");
                });
        HttpFetcher fetcher = TestFetchers.fetcher()) {
      FetchRequest request = FetchRequest.get(server.url("/")).repeatedAfter(200);
      assertWhole("body", fetcher.fetch(request));
      Thread.sleep(ClientBuilder.KEPT_MILLIS + 100L);
      assertWhole("body", fetcher.fetch(request));
      assertEquals(3, times.size());
      assertTrue(times.get(2) - times.get(1) >= 190_000_000, times::toString);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"gzip, chunked", "x-gzip , Chunked", "gzip\r\nTransfer-Encoding: chunked"})
  void transferCodingsAreUndone(String coding) throws Exception {
    String body = new String(gzip(gzip("body".getBytes(ISO_8859_1))), ISO_8859_1);
    FetchedPage page =
        answer(
            OK
                + "Content-Encoding: gzip\r\nTransfer-Encoding: "
                + coding
                + "\r\n\r\n"
                + Integer.toHexString(body.length())
                + "\r\n"
                + body
                + "\r\n0\r\n\r\n");
    assertWhole("body", page);
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void codingsOfSeveralHeadersAreOneList() throws Exception {
    byte[] bytes = gzip(gzip("body".getBytes(ISO_8859_1)));
    FetchedPage page =
        answer(
            OK
                + "Content-Encoding: gzip\r\nX: y\r\ncontent-encoding: gzip\r\n\r\n"
                + new String(bytes, ISO_8859_1));
    assertWhole("body", page);
    assertEquals(bytes.length, page.transfer().wireBytes());
  }
}
