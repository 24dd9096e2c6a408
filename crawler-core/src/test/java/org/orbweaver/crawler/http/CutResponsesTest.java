package org.orbweaver.crawler.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.http.FetchedPage.Truncation;

/**
 * Connections that end within a response: a truncated response is never taken for a complete one.
 */
class CutResponsesTest {
  private volatile byte[] response;

  private RawServer server() throws IOException {
    return RawServer.start(
        (head, in, out) -> {
          out.write(response);
          out.flush();
          return false;
        });
  }

  /** The position after the first empty line of the final response. */
  private static int headLength(byte[] response) {
    String text = new String(response, ISO_8859_1);
    int from = text.startsWith("HTTP/1.1 103") ? text.indexOf("HTTP/1.1 200") : 0;
    int crlf = text.indexOf("\r\n\r\n", from);
    return crlf >= 0 ? crlf + 4 : text.indexOf("\n\n", from) + 2;
  }

  @Test
  void aHeadThatIsCutAtAnyByteIsNoResponse() throws Exception {
    int cuts = 0;
    List<String> taken = new ArrayList<>();
    try (RawServer server = server();
        HttpFetcher fetcher = TestFetchers.fetcher()) {
      for (byte[] whole : SampleResponses.all()) {
        FetchRequest request =
            FetchRequest.get(server.url("/robots.txt")).conditional("\"1\"", null);
        response = whole;
        fetcher.closeIdle(0);
        assertTrue(fetcher.fetch(request).status() >= 200);
        for (int length = 0; length < headLength(whole); length++) {
          response = Arrays.copyOf(whole, length);
          fetcher.closeIdle(0);
          cuts++;
          try {
            FetchedPage page = fetcher.fetch(request);
            taken.add(page.status() + " of '" + new String(response, ISO_8859_1) + "'");
          } catch (IOException e) {
            assertEquals(FailureKind.TRUNCATED, FailureKind.of(e), e.toString());
          }
        }
      }
    }
    assertEquals(List.of(), taken.subList(0, Math.min(5, taken.size())), taken.size() + " taken");
    assertTrue(cuts > 1_000, cuts + " cuts");
  }

  /**
   * Responses whose head gives the end of the body: by a length or by chunks, padded with zeros.
   */
  @Test
  void aBodyThatIsCutAtAnyByteIsMarked() throws Exception {
    try (RawServer server = server();
        HttpFetcher fetcher = TestFetchers.fetcher()) {
      FetchRequest request = FetchRequest.get(server.url("/"));
      for (int sample : new int[] {0, 1, 2, 3}) {
        byte[] whole = SampleResponses.all().get(sample);
        response = whole;
        fetcher.closeIdle(0);
        byte[] body = fetcher.fetch(request).body();
        String end = sample % 2 == 0 ? "" : sample == 1 ? "0\r\nX-Trailer: z\r\n\r\n" : "0\r\n\r\n";
        // A last chunk is enough without the lines after it.
        int enough = whole.length - Math.max(0, end.length() - "0\r\n".length());
        for (int length = headLength(whole); length < whole.length; length++) {
          response = Arrays.copyOf(whole, length);
          fetcher.closeIdle(0);
          FetchedPage page = fetcher.fetch(request);
          String what = "sample " + sample + " cut at " + length + " of " + whole.length;
          if (length < enough) {
            assertEquals(Truncation.DISCONNECT, page.truncation(), what);
          } else {
            boolean endOfLine = whole[length - 1] == '\n';
            assertEquals(endOfLine, page.truncation() == Truncation.NONE, what);
            assertArrayEquals(body, page.body(), what);
          }
        }
      }
    }
  }

  @Test
  void aHeadThatIsCutIsNotCompletedByTheNextConnection() throws Exception {
    try (RawServer server = server();
        HttpFetcher fetcher = TestFetchers.fetcher()) {
      response = "HTTP/1.1 404 Not Found\r\nX-Old: 1\r\n".getBytes(ISO_8859_1);
      assertThrows(IOException.class, () -> fetcher.fetch(FetchRequest.get(server.url("/"))));
      response = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody".getBytes(ISO_8859_1);
      FetchedPage page = fetcher.fetch(FetchRequest.get(server.url("/")));
      assertEquals(200, page.status());
      assertTrue(page.header("X-Old").isEmpty());
    }
  }
}
