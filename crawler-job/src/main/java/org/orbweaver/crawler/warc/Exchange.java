package org.orbweaver.crawler.warc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcRequest;

/**
 * The records of a WARC that belong to one request, by their WARC-Concurrent-To, which may be in
 * the request, in its response, or in both.
 *
 * @param ids of the record and of those it names
 * @param method of a request, empty if it has none; null for any other record
 */
record Exchange(List<String> ids, String method) {
  /** Longer than the method of any request for a page. */
  private static final int MAX_METHOD = 16;

  /** The exchange of a record whose head alone has been read. */
  static Exchange of(WarcRecord record) throws IOException {
    List<String> ids =
        Stream.of("WARC-Record-ID", "WARC-Concurrent-To")
            .flatMap(field -> record.headers().all(field).stream())
            .toList();
    return new Exchange(ids, record instanceof WarcRequest ? method(record) : null);
  }

  private static String method(WarcRecord request) throws IOException {
    byte[] start = request.body().stream().readNBytes(MAX_METHOD);
    String line = new String(start, StandardCharsets.ISO_8859_1);
    return line.substring(0, Math.max(0, line.indexOf(' ')));
  }

  /** Whether it is a request whose answer is not the page at its URL. */
  boolean isForSomethingElse() {
    return method != null && !method.isEmpty() && !method.equals("GET");
  }
}
