package org.orbweaver.crawler.warc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orbweaver.crawler.warc.Warcs.bytes;
import static org.orbweaver.crawler.warc.Warcs.response;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Truncation;

class WarcFileTest {
  private static final int LIMIT = 1000;
  private static final String URL = "http://h0.test/a";
  private static final String OK = "HTTP/1.1 200 OK\nContent-Type: text/html\n";

  @TempDir Path folder;

  /** A record, and the expected status, body and truncation. */
  static Stream<Arguments> captures() {
    byte[] body = bytes("<p>Bees");
    byte[] gzipped = Warcs.gzip(body);
    byte[] chunked = bytes("3\r\n<p>\r\n4\r\nBees\r\n0\r\n\r\n");
    String block = "HTTP/1.1 200 OK\nDate: Tue, 13 Jan 2009 18:05:10 GMT\n\n<p>Bees";
    String lf =
        "WARC/0.18\n"
            + "WARC-Type: response\n"
            + "WARC-Target-URI: http://h0.test/a\n"
            + "WARC-Date: 2009-03-65T08:43:19-0800\n"
            + "Content-Type: application/http;msgtype=response\n"
            + ("Content-Length: " + block.length() + "\n\n" + block + "\n\n");
    String angle = Warcs.fields("response", "<" + URL + ">");
    String http = "Content-Type: application/http\r\n";
    byte[] head = bytes(OK.replace("\n", "\r\n") + "\r\n");
    return Stream.of(
        Arguments.of("plain", response(URL, OK + "\n", body), 200, body, Truncation.NONE),
        Arguments.of(
            "chunked",
            response(URL, OK + "Transfer-Encoding: chunked\n\n", chunked),
            200,
            body,
            Truncation.NONE),
        Arguments.of(
            "chunked without its last chunk",
            response(
                URL,
                "WARC-Truncated: disconnect\r\n",
                OK + "Transfer-Encoding: chunked\n\n",
                Arrays.copyOf(chunked, 15)),
            200,
            body,
            Truncation.DISCONNECT),
        Arguments.of(
            "chunked without its last chunk, and nobody says so",
            response(URL, OK + "Transfer-Encoding: chunked\n\n", Arrays.copyOf(chunked, 15)),
            200,
            body,
            Truncation.DISCONNECT),
        Arguments.of(
            "shorter than its length",
            response(URL, OK + "Content-Length: 70\n\n", body),
            200,
            body,
            Truncation.DISCONNECT),
        Arguments.of(
            "shorter than its length, cut by the crawler",
            response(URL, "WARC-Truncated: length\r\n", OK + "Content-Length: 70\n\n", body),
            200,
            body,
            Truncation.LENGTH),
        Arguments.of(
            "the beginning of a page",
            response(URL, "HTTP/1.1 206 Partial\nContent-Range: bytes 0-6/70\n\n", body),
            206,
            body,
            Truncation.UNSPECIFIED),
        Arguments.of(
            "said to be chunked, but stored as it was read",
            response(URL, OK + "Transfer-Encoding: chunked\n\n", body),
            200,
            body,
            Truncation.NONE),
        Arguments.of(
            "gzip",
            response(URL, OK + "Content-Encoding: gzip\n\n", gzipped),
            200,
            body,
            Truncation.NONE),
        Arguments.of(
            "gzip in chunks",
            response(
                URL,
                OK + "Content-Encoding: gzip\nTransfer-Encoding: chunked\n\n",
                Warcs.join(
                    bytes(Integer.toHexString(gzipped.length) + "\r\n"),
                    gzipped,
                    bytes("\r\n0\r\n\r\n"))),
            200,
            body,
            Truncation.NONE),
        // RFC 7932: an uncompressed meta-block of seven bytes, and an empty last one.
        Arguments.of(
            "brotli",
            response(
                URL,
                OK + "Content-Encoding: br\n\n",
                Warcs.join(new byte[] {0x60, 0, 0x10}, body, new byte[] {3})),
            200,
            body,
            Truncation.NONE),
        Arguments.of(
            "gzip undone by the crawler",
            response(URL, OK + "X-Crawler-Content-Encoding: gzip\n\n", body),
            200,
            body,
            Truncation.NONE),
        Arguments.of("version 0.18", bytes(lf), 200, bytes("<p>Bees"), Truncation.NONE),
        Arguments.of(
            "longer than the limit",
            response(URL, OK + "\n", new byte[LIMIT + 1]),
            200,
            new byte[LIMIT],
            Truncation.LENGTH),
        Arguments.of(
            "as long as the limit",
            response(URL, OK + "\n", new byte[LIMIT]),
            200,
            new byte[LIMIT],
            Truncation.NONE),
        Arguments.of(
            "truncated for another reason",
            response(URL, "WARC-Truncated: x\r\n", OK + "\n", body),
            200,
            body,
            Truncation.UNSPECIFIED),
        Arguments.of(
            "missing", response(URL, "HTTP/1.0 404\n\n", body), 404, body, Truncation.NONE),
        Arguments.of(
            "URL in angle brackets",
            Warcs.record("WARC/1.0", angle + http, Warcs.join(head, body)),
            200,
            body,
            Truncation.NONE),
        Arguments.of(
            "resource",
            Warcs.record(
                "WARC/1.1", Warcs.fields("resource", URL) + "Content-Type: text/plain\r\n", body),
            200,
            body,
            Truncation.NONE),
        Arguments.of(
            "empty", response(URL, OK + "\n", new byte[0]), 200, new byte[0], Truncation.NONE));
  }

  @ParameterizedTest(name = "{0}, compressed")
  @MethodSource("captures")
  void readsCapturesOfMembers(
      String name, byte[] record, int status, byte[] body, Truncation truncation) throws Exception {
    check(Warcs.file(true, List.of(record, record)), status, body, truncation);
  }

  @ParameterizedTest(name = "{0}, plain")
  @MethodSource("captures")
  void readsCapturesOneBehindTheOther(
      String name, byte[] record, int status, byte[] body, Truncation truncation) throws Exception {
    check(Warcs.file(false, List.of(record, record)), status, body, truncation);
  }

  private void check(byte[] file, int status, byte[] body, Truncation truncation) throws Exception {
    List<WarcFile.WarcEntry> entries = Warcs.read(folder, file, LIMIT);
    assertEquals(2, entries.size(), entries::toString);
    for (WarcFile.WarcEntry entry : entries) {
      assertNull(entry.damage());
      assertEquals(URL, entry.capture().url());
      FetchedPage page = entry.capture().page();
      assertEquals(status, page.status());
      assertEquals(new String(body, UTF_8), new String(page.body(), UTF_8));
      assertEquals(truncation, page.truncation());
    }
  }

  @Test
  void headersHaveTheirNamesAndDatesTheirTimes() throws Exception {
    String head =
        OK
            + "Content-Length: 7\nX-Crawler-Content-Encoding: br\nX-Crawler-Content-Length: 99\n"
            + "Set-Cookie: a\nSet-Cookie: b\n\n";
    byte[] file = Warcs.file(true, List.of(response(URL, head, bytes("<p>Bees"))));
    WarcCapture capture = Warcs.read(folder, file, LIMIT).get(0).capture();
    assertEquals(Instant.parse(Warcs.DATE).toEpochMilli(), capture.time());
    assertEquals("br", capture.page().header("Content-Encoding").orElseThrow());
    assertEquals(
        List.of("99"),
        capture.page().headers().stream()
            .filter(header -> header.name().equalsIgnoreCase("Content-Length"))
            .map(FetchedPage.Header::value)
            .toList());
    assertEquals(
        List.of("a", "b"),
        capture.page().headers().stream()
            .filter(header -> header.name().equals("Set-Cookie"))
            .map(FetchedPage.Header::value)
            .toList());
    assertNull(capture.revisited());
  }

  @Test
  void recordsThatAreNoPagesAreCounted() throws Exception {
    List<byte[]> records =
        List.of(
            Warcs.record("WARC/1.0", Warcs.fields("warcinfo", "x"), bytes("software: x\r\n")),
            Warcs.record(
                "WARC/1.0",
                Warcs.fields("response", "dns:h0.test") + "Content-Type: text/dns\r\n",
                bytes("h0.test 1 IN A 127.0.0.1")),
            Warcs.record(
                "WARC/1.0",
                Warcs.fields("request", URL) + "Content-Type: application/http\r\n",
                bytes("GET /a HTTP/1.1\r\n\r\n")),
            Warcs.record(
                "WARC/1.1",
                Warcs.fields("revisit", URL)
                    + "WARC-Profile:"
                    + " http://netpreserve.org/warc/1.1/revisit/server-not-modified\r\n"
                    + "WARC-Refers-To-Target-URI: http://h0.test/b\r\n",
                bytes("HTTP/1.1 304 Not Modified\r\n\r\n")));
    List<WarcFile.WarcEntry> entries = Warcs.read(folder, Warcs.file(true, records), LIMIT);
    assertEquals(4, entries.size());
    assertTrue(
        entries.subList(0, 3).stream().allMatch(e -> e.capture() == null && e.damage() == null));
    assertEquals("http://h0.test/b", entries.get(3).capture().revisited());
    assertEquals(304, entries.get(3).capture().page().status());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFileThatEndsEarlyGivesWhatIsInIt(boolean compressed) throws Exception {
    List<byte[]> records = pages(10);
    byte[] file = Warcs.file(compressed, records);
    int[] ends = ends(compressed, records);
    int cuts = 0;
    for (int length = 0; length < file.length; length += 7) {
      int whole = 0;
      while (whole < ends.length && ends[whole] <= length) {
        whole++;
      }
      List<WarcFile.WarcEntry> entries = Warcs.read(folder, Arrays.copyOf(file, length), LIMIT);
      List<String> found = found(entries);
      int least = whole;
      // A plain record is whole without the line ends after it.
      int most = compressed ? whole : whole + 1;
      assertTrue(
          found.size() >= least && found.size() <= most, "of " + length + " bytes " + entries);
      for (WarcFile.WarcEntry entry : entries) {
        if (entry.capture() != null && !isWhole(entry)) {
          assertEquals(Truncation.DISCONNECT, entry.capture().page().truncation());
          String body = new String(entry.capture().page().body(), UTF_8);
          assertTrue(new String(records.get(whole), UTF_8).contains("\r\n\r\n" + body));
          cuts++;
        }
      }
      boolean cutShort = whole == 0 ? length > 0 : ends[whole - 1] < length;
      boolean told = entries.stream().anyMatch(e -> e.damage() != null);
      assertEquals(cutShort && found.size() == whole, told, "of " + length + " bytes " + entries);
    }
    assertTrue(cuts > 50, cuts + " records cut in their bodies");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCutRecordThatIsNoPageIsReportedWhereItBegins(boolean compressed) throws Exception {
    List<byte[]> records = new ArrayList<>(pages(2));
    int begins = Warcs.file(compressed, records).length;
    records.add(
        Warcs.record("WARC/1.0", Warcs.fields("request", URL), Warcs.bytes("GET / ".repeat(100))));
    byte[] file = Warcs.file(compressed, records);
    for (int length = begins + 1; length < file.length - 4; length++) {
      List<WarcFile.WarcEntry> entries = Warcs.read(folder, Arrays.copyOf(file, length), LIMIT);
      List<Long> damaged =
          entries.stream()
              .filter(entry -> entry.damage() != null)
              .map(WarcFile.WarcEntry::offset)
              .toList();
      assertEquals(List.of((long) begins), damaged, "of " + length + " bytes " + entries);
      assertEquals(3, entries.size(), "of " + length + " bytes " + entries);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothingFollowsTheEndAfterOddLineEnds(boolean compressed) throws Exception {
    byte[] file = Warcs.bytes("WARC/1.0\r\n\nWARC/0.0\r\n\n\r\n\n\n\r\n\n");
    file = compressed ? Warcs.gzip(file) : file;
    List<WarcFile.WarcEntry> entries = Warcs.read(folder, file, LIMIT);
    assertEquals(2, entries.size(), entries::toString);
    assertTrue(entries.stream().allMatch(entry -> entry.damage() == null), entries::toString);
  }

  @Test
  void aFlippedBitCostsItsRecordAndNoOther() throws Exception {
    List<byte[]> records = pages(8);
    byte[] file = Warcs.file(true, records);
    int[] ends = ends(true, records);
    Random random = new Random(7);
    for (int trial = 0; trial < 600; trial++) {
      byte[] broken = file.clone();
      int at = random.nextInt(file.length);
      broken[at] ^= (byte) (1 << random.nextInt(8));
      int hit = 0;
      while (ends[hit] <= at) {
        hit++;
      }
      List<WarcFile.WarcEntry> entries = Warcs.read(folder, broken, LIMIT);
      List<String> found = found(entries);
      List<String> others = new ArrayList<>(found(Warcs.read(folder, file, LIMIT)));
      String lost = others.remove(hit);
      List<String> without = new ArrayList<>(found);
      // The flags, times and names of a gzip header may change without harm.
      boolean harmless = without.remove(lost);
      assertEquals(others, without, "bit at " + at + ": " + entries);
      long told = entries.stream().filter(e -> e.damage() != null).count();
      assertEquals(harmless ? 0 : 1, told, "bit at " + at + ": " + entries);
      entries.stream()
          .filter(e -> e.damage() != null)
          .forEach(e -> assertNotNull(e.damage(), "bit at " + at));
    }
  }

  @Test
  void bytesBetweenRecordsAreSkipped() throws Exception {
    byte[] page = response(URL, OK + "\n", bytes("<p>Bees"));
    byte[] noise = new byte[5000];
    new Random(3).nextBytes(noise);
    byte[] compressed = Warcs.join(Warcs.gzip(page), noise, Warcs.gzip(page));
    byte[] plain = Warcs.join(page, noise, bytes("\n"), page);
    for (byte[] file : List.of(compressed, plain)) {
      List<WarcFile.WarcEntry> entries = Warcs.read(folder, file, LIMIT);
      assertEquals(2, found(entries).size(), entries::toString);
      assertEquals(1, entries.stream().filter(e -> e.damage() != null).count());
    }
  }

  @Test
  void headsWithoutAnEndAreRefused() throws Exception {
    byte[] endless = new byte[3 << 20];
    Arrays.fill(endless, (byte) 'x');
    byte[] page = response(URL, OK + "\n", bytes("<p>Bees"));
    byte[] record = Warcs.join(bytes("WARC/1.0\r\nX: "), endless);
    byte[] http = response(URL, "HTTP/1.1 200 OK\nX: ", endless);
    List<WarcFile.WarcEntry> entries =
        Warcs.read(folder, Warcs.file(true, List.of(record, http, page)), LIMIT);
    assertEquals(3, entries.size(), () -> entries.toString());
    assertTrue(entries.get(0).damage().contains("a head of more than"), entries::toString);
    assertTrue(entries.get(1).damage().contains("a head of more than"), entries::toString);
    assertNotNull(entries.get(2).capture());
  }

  private static List<byte[]> pages(int count) {
    Random random = new Random(count);
    List<byte[]> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder text = new StringBuilder("<p>");
      while (text.length() < 60 + 90 * i) {
        text.append(Integer.toString(random.nextInt(), 36)).append(' ');
      }
      records.add(response("http://h0.test/" + i, OK + "\n", bytes(text.toString())));
    }
    return records;
  }

  private static int[] ends(boolean compressed, List<byte[]> records) {
    int[] ends = new int[records.size()];
    int end = 0;
    for (int i = 0; i < ends.length; i++) {
      end += Warcs.file(compressed, records.subList(i, i + 1)).length;
      ends[i] = end;
    }
    return ends;
  }

  private static boolean isWhole(WarcFile.WarcEntry entry) {
    return entry.capture() != null && entry.capture().page().truncation() == Truncation.NONE;
  }

  private static List<String> found(List<WarcFile.WarcEntry> entries) {
    return entries.stream()
        .filter(WarcFileTest::isWhole)
        .map(WarcFile.WarcEntry::capture)
        .map(capture -> capture.url() + " " + new String(capture.page().body(), UTF_8))
        .toList();
  }
}
