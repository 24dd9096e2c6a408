package org.orbweaver.crawler.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.audit.Finding;
import org.orbweaver.crawler.audit.FindingTable;
import org.orbweaver.crawler.fetch.task.RequestLine;

class RequestTablesTest {
  private final RequestTables tables = new RequestTables();

  private void take(String host, String path, long ms, String answer, long bytes) {
    String url = "http://" + host + path;
    tables.take(new RequestLine(host, 1000, 1000 + ms, 0, "-", answer, bytes, url, "-"));
  }

  @Test
  void hostsComeByTheirSlowRequests() {
    for (int i = 1; i <= 10; i++) {
      take("a", "/" + i, i, "200", 1);
    }
    take("b", "/", 15, "503", 0);
    take("c", "/", 3, "TIMEOUT", 0);
    assertEquals(
        List.of(
            List.of("b", "1", "1", "15", "15", "15", "15"),
            List.of("a", "10", "0", "5", "9", "10", "10"),
            List.of("c", "1", "1", "3", "3", "3", "3")),
        tables.ofHosts(Finding.SLOW_HOSTS).rows().stream().map(FindingTable.Row::cells).toList());
  }

  private void answer(String host, String answer, boolean isSigned, boolean isChallenge) {
    answer(host, host, answer, isSigned, isChallenge);
  }

  private void answer(
      String group, String host, String answer, boolean isSigned, boolean isChallenge) {
    RequestLine line =
        new RequestLine(
            group, 1, 2, 0, "-", answer, 0, "https://" + host + "/", "-", isSigned, isChallenge);
    RequestLine read = RequestLine.decode(group, line.encode());
    assertEquals(line, read);
    tables.take(read);
  }

  @Test
  void refusalsAreCountedByWhatTheHostWasShown() {
    answer("a", "200", true, false);
    answer("a", "403", false, false);
    answer("b", "200", true, false);
    answer("c", "429", true, false);
    answer("c", "401", true, false);
    answer("c", "200", false, true);
    answer("c", "200", true, false);
    answer("c", "TIMEOUT", false, false);
    assertEquals(
        List.of(
            List.of("c", "3", "2", "1", "1", "200 challenge (1), 401 (1), 429 (1)"),
            List.of("a", "1", "0", "1", "1", "403 (1)")),
        tables.ofHosts(Finding.REFUSALS).rows().stream().map(FindingTable.Row::cells).toList());
    assertEquals(3, tables.ofHosts(Finding.SLOW_HOSTS).total());
  }

  @Test
  void hostsOfAGroupAreToldApart() {
    answer("192.0.2.1", "www.a", "403", true, false);
    answer("192.0.2.1", "www.b", "200", true, false);
    answer("192.0.2.1", "www.a", "200", true, false);
    answer("192.0.2.1", "www.c", "429", false, false);
    assertEquals(
        List.of(
            List.of("www.a", "2", "1", "0", "0", "403 (1)"),
            List.of("www.c", "0", "0", "1", "1", "429 (1)")),
        tables.ofHosts(Finding.REFUSALS).rows().stream().map(FindingTable.Row::cells).toList());
    assertEquals(1, tables.ofHosts(Finding.SLOW_HOSTS).total());
  }

  /** A log from before requests were signed. */
  @Test
  void aLineWithoutMarksIsReadAndOthersAreRefused() {
    String line = "1\t2\t0\t-\t403\t0\thttps://a/\t-";
    assertEquals(line, RequestLine.decode("a", line).encode());
    for (String wrong : new String[] {line + "\tother", line + "\t", "1\t2", ""}) {
      assertThrows(IllegalArgumentException.class, () -> RequestLine.decode("a", wrong), wrong);
    }
  }

  @Test
  void eachPageHasItsLargestResponse() {
    take("a", "/x", 1, "200", 10);
    take("a", "/x", 2, "200", 30);
    take("a", "/x", 3, "200", 20);
    take("a", "/y", 4, "200", 25);
    take("a", "/robots.txt", 5, "200", 99);
    take("a", "/z", 5, "404", 99);
    FindingTable largest = tables.largest();
    assertEquals(
        List.of(List.of("http://a/x", "30", "2"), List.of("http://a/y", "25", "4")),
        largest.rows().stream().map(FindingTable.Row::cells).toList());
    assertEquals(2, largest.total());
  }

  @Test
  void memoryIsBoundedAndTheLargestStay() {
    for (int i = 0; i < 5000; i++) {
      // 7919 is coprime to 5000: every size comes once, in no order.
      take("a", "/" + i, 1, "200", 1 + i * 7919L % 5000);
    }
    FindingTable largest = tables.largest();
    assertEquals(1000, largest.rows().size());
    assertEquals(5000, largest.total());
    for (int i = 0; i < 1000; i++) {
      assertEquals("" + (5000 - i), largest.rows().get(i).cells().get(1));
    }
  }
}
