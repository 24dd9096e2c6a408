package org.orbweaver.crawler.warc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orbweaver.crawler.warc.Warcs.bytes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageRecordsTest {
  private static final String OK = "HTTP/1.1 200 OK\nContent-Type: text/html\n\n";

  @TempDir Path folder;

  private static byte[] request(String method, String url, boolean names) {
    return Warcs.record(
        "WARC/1.1",
        Warcs.fields("request", url)
            + (names ? "WARC-Concurrent-To: " + Warcs.id("response", url) + "\r\n" : "")
            + "Content-Type: application/http; msgtype=request\r\n",
        bytes(method + " /x HTTP/1.1\r\nHost: h0.test\r\n\r\na=b"));
  }

  private static byte[] response(String url, boolean names) {
    String more = names ? "WARC-Concurrent-To: " + Warcs.id("request", url) + "\r\n" : "";
    return Warcs.response(url, more, OK, bytes("<p>of " + url));
  }

  private List<String> pages(byte[]... records) throws IOException {
    List<WarcFile.WarcEntry> entries = Warcs.read(folder, Warcs.file(true, List.of(records)), 1000);
    assertEquals(records.length, entries.size(), "each record is counted");
    return entries.stream()
        .filter(entry -> entry.capture() != null)
        .map(entry -> entry.capture().url())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"GET, true", "POST, false", "HEAD, false", "PUT, false", "get, false", "'', true"})
  void answersToOtherRequestsThanGetAreNoPages(String method, boolean isPage) throws Exception {
    String a = "http://h0.test/a";
    String b = "http://h0.test/b";
    String c = "http://h0.test/c";
    byte[] info = Warcs.record("WARC/1.1", Warcs.fields("metadata", b), bytes("via: x\r\n"));
    List<String> expected = isPage ? List.of(a, b, c) : List.of(a, c);
    for (boolean named : new boolean[] {true, false}) {
      byte[] other = request(method, b, named);
      byte[] answer = response(b, !named);
      assertEquals(
          expected,
          pages(
              response(a, false), request("GET", a, true), other, info, answer, response(c, true)),
          "a request before its response");
      assertEquals(
          expected,
          pages(
              request("GET", a, true), response(a, true), answer, info, other, response(c, false)),
          "a request behind its response");
      List<String> ofLast = isPage ? List.of(a, b) : List.of(a);
      assertEquals(ofLast, pages(response(a, true), answer, other), "at the end");
    }
  }
}
