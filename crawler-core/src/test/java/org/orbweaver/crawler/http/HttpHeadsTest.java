package org.orbweaver.crawler.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.http.FetchedPage.Header;

/** The heads that are kept of an exchange. */
class HttpHeadsTest {
  private static HttpHeads heads(String answer, FetchRequest... requests) throws Exception {
    try (RawServer server = RawServer.saying(answer);
        HttpFetcher fetcher = TestFetchers.fetcher()) {
      FetchRequest request =
          requests.length > 0 ? requests[0] : FetchRequest.get(server.url("/a?b=c"));
      return fetcher.fetch(request).heads();
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n",
        "HTTP/1.1 200 \r\ncontent-LENGTH:4\r\nX-A:  two  blanks \r\n\r\n",
        "HTTP/1.1 200 OK\nContent-Length: 4\nX-Folded: a;\n\t b\n\n",
        "HTTP/1.1 200 OK\r\nno colon\r\nX-Latin: caf\u00e9\r\nContent-Length: 4\r\n\r\n",
        "HTTP/1.0 200 Gef\u00fcllt\r\nSet-Cookie: a\r\nContent-Length: 4\r\nSet-Cookie: b\r\n\r\n",
      })
  void theResponsesIsTheBytesThatWereReceived(String head) throws Exception {
    HttpHeads heads = heads(head + "body");
    assertEquals(head, text(heads.response()));
    assertFalse(heads.cut());
  }

  @Test
  void emptyLinesAndInterimResponsesBeforeItAreNotPartOfIt() throws Exception {
    String head = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n";
    String early = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n";
    assertEquals(head, text(heads("\r\n\n" + early + early + head + "body").response()));
  }

  @Test
  void aHeadThatComesInPiecesIsWhole() throws Exception {
    StringBuilder head = new StringBuilder("HTTP/1.1 200 OK\r\n");
    for (int i = 0; i < 200; i++) {
      head.append("X-Long-Header-" + i + ": " + "value ".repeat(15) + "\r\n");
    }
    String whole = head.append("Content-Length: 4\r\n\r\n").toString();
    try (RawServer server =
            RawServer.start(
                (request, in, out) -> {
                  byte[] bytes = (whole + "body").getBytes(ISO_8859_1);
                  for (int at = 0; at < bytes.length; at += 1000) {
                    out.write(bytes, at, Math.min(1000, bytes.length - at));
                    out.flush();
                  }
                  return true;
                });
        HttpFetcher fetcher = TestFetchers.fetcher()) {
      // The second request is on the same connection.
      for (int i = 0; i < 2; i++) {
        FetchedPage page = fetcher.fetch(FetchRequest.get(server.url("/" + i)));
        assertEquals(whole, text(page.heads().response()));
        assertEquals("body", text(page.body()));
        assertTrue(text(page.heads().request()).startsWith("GET /" + i + " HTTP/1.1\r\n"));
      }
    }
  }

  @Test
  void oneThatIsTooLongIsCutAndSaysSo() throws Exception {
    String head =
        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n"
            + ("X-Long: " + "x".repeat(9_990) + "\r\n").repeat(4)
            + "\r\n";
    HttpHeads heads = heads(head + "body");
    assertEquals(head.substring(0, HttpHeads.LIMIT), text(heads.response()));
    assertTrue(heads.cut());
  }

  @Test
  void theRequestsIsWhatWasSentWithoutCredentialsAndHeadersOfSites() throws Exception {
    AtomicInteger seen = new AtomicInteger();
    try (RawServer server =
            RawServer.start(
                (request, in, out) -> {
                  seen.addAndGet(request.contains("s3cret") ? 1 : 0);
                  return RawServer.write(out, "HTTP/1.1 204 No Content\r\n\r\n");
                });
        HttpFetcher fetcher = TestFetchers.fetcher()) {
      List<Header> headers =
          List.of(
              new Header("Authorization", "Bearer s3cret"),
              new Header("X-Api-Key", "s3cret"),
              new Header("User-Agent", "agent/2"));
      CookieJar jar = new CookieJar();
      jar.receive(server.url("/"), List.of(new Header("Set-Cookie", "session=s3cret")));
      FetchRequest request =
          FetchRequest.get(server.url("/p"))
              .conditional("\"tag\"", null)
              .in(new RequestSession(headers, jar, false));
      String kept = text(fetcher.fetch(request).heads().request());
      assertEquals(1, seen.get());
      assertFalse(kept.contains("s3cret"), kept);
      assertTrue(kept.startsWith("GET /p HTTP/1.1\r\n"), kept);
      for (String line :
          List.of("User-Agent: agent/2", "If-None-Match: \"tag\"", "Accept: */*", "Host: ")) {
        assertTrue(kept.contains("\r\n" + line), kept);
      }
      assertTrue(kept.endsWith("\r\n\r\n"), kept);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"200 OK", "302 Found"})
  void aSessionsCookiesAreNotKept(String status) throws Exception {
    String answer =
        "HTTP/1.1 "
            + status
            + "\r\nSet-Cookie: a=s3cret;\r\n folded=s3cret\r\nset-cookie : b=s3cret\r\n"
            + "Location: /b\r\nContent-Length: 0\r\n\r\n";
    try (RawServer server = RawServer.saying(answer);
        HttpFetcher fetcher = TestFetchers.fetcher()) {
      FetchRequest request =
          FetchRequest.get(server.url("/")).in(RequestSession.of(new CookieJar()));
      assertEquals(
          "HTTP/1.1 " + status + "\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n",
          text(fetcher.fetch(request).heads().response()));
    }
  }
}
