package org.orbweaver.crawler.warc;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.util.functional.CallableRaisingIOE;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.MessageBody;
import org.netpreserve.jwarc.MessageHeaders;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.netpreserve.jwarc.WarcTargetRecord;
import org.orbweaver.crawler.http.ContentDecoder;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.http.FetchedPage.Truncation;
import org.orbweaver.crawler.http.HttpDates;
import org.orbweaver.crawler.http.PartialContent;

/**
 * A WARC's record of one request, in the form of a fetch: transfer and content encodings are
 * undone. Headers that an archive renamed because it had undone them have their names again.
 *
 * @param url as it was requested
 * @param time of the request, milliseconds since 1970
 * @param page the response; without a body if it is a revisit
 * @param revisited the URL whose earlier capture has the body of a revisit; else null
 */
record WarcCapture(String url, long time, FetchedPage page, String revisited) {
  /**
   * Prefixes of headers that no longer describe the stored body; {@code X-Crawler-} is Common
   * Crawl's, {@code X-Archive-Orig-} that of the Internet Archive.
   */
  private static final List<String> RENAMED = List.of("x-crawler-", "x-archive-orig-");

  private static final MediaType HTTP = MediaType.parse("application/http");

  /**
   * Reads a record. It reads the body only as far as needed.
   *
   * @param limit bytes of the body to keep, both encoded and decoded
   * @param headers reads the head of the response within its limits
   * @return empty if the record is no capture of a web page
   * @throws IOException if it is broken; also a RuntimeException, as jwarc does
   */
  static Optional<WarcCapture> read(WarcRecord record, int limit, HeadReader headers)
      throws IOException {
    if (!(record instanceof WarcTargetRecord target)
        || target.target() == null
        || !target.target().regionMatches(true, 0, "http", 0, 4)) {
      return Optional.empty();
    }
    FetchedPage page;
    String revisited = null;
    MessageHeaders head = record.headers();
    if (record instanceof WarcResponse response && record.contentType().base().equals(HTTP)) {
      page = page(record, headers.read(response::http), limit);
      if (page == null) {
        return Optional.empty();
      }
    } else if (record instanceof WarcRevisit revisit) {
      HttpResponse http = headers.read(revisit::http);
      // Without a head of its own it is a response like the first one.
      int status = http.status() == 0 ? 200 : http.status();
      page = new FetchedPage(status, headers(http.headers()), new byte[0], Truncation.NONE);
      revisited = head.first("WARC-Refers-To-Target-URI").orElse(target.target());
    } else if (record instanceof WarcResource resource) {
      Header type = new Header("Content-Type", record.contentType().toString());
      page = page(200, List.of(type), record, resource.body(), Truncation.NONE, limit);
    } else {
      return Optional.empty();
    }
    return Optional.of(new WarcCapture(target.target(), time(head, page), page, revisited));
  }

  /** Reads the head of a response within a limit. */
  interface HeadReader {
    HttpResponse read(CallableRaisingIOE<HttpResponse> head) throws IOException;
  }

  /** The page, null if the response is a part of one without its beginning. */
  private static FetchedPage page(WarcRecord record, HttpResponse http, int limit)
      throws IOException {
    if (http.status() < 100) {
      throw new IOException("the record holds no HTTP response");
    }
    List<Header> headers = headers(http.headers());
    Truncation part = PartialContent.missing(http.status(), headers).orElse(null);
    if (part == null) {
      return null;
    }
    FetchedPage whole = page(http.status(), headers, record, http.body(), part, limit);
    if (whole.truncation() == Truncation.NONE && whole.body().length < length(http.headers())) {
      whole = new FetchedPage(http.status(), headers, whole.body(), Truncation.DISCONNECT);
    }
    String encoding = String.join(",", http.headers().all("Content-Encoding"));
    ContentDecoder.DecodedBody decoded =
        ContentDecoder.decode(whole.body(), encoding, whole.truncation(), limit);
    return new FetchedPage(whole.status(), headers, decoded.bytes(), decoded.truncation());
  }

  /** The length of the body according to the response; 0 if it gives none. */
  private static long length(MessageHeaders headers) {
    String length = headers.first("Content-Length").orElse("").strip();
    boolean chunked = headers.first("Transfer-Encoding").isPresent();
    return !chunked && length.matches("[0-9]{1,18}") ? Long.parseLong(length) : 0;
  }

  /**
   * Reads a body. A body that ends before its record or its chunks do is kept.
   *
   * @param missing the missing bytes according to the headers
   */
  private static FetchedPage page(
      int status,
      List<Header> headers,
      WarcRecord record,
      MessageBody body,
      Truncation missing,
      int limit)
      throws IOException {
    InputStream in = body.stream();
    // At most one byte above the limit, which shows that there is more.
    byte[] bytes = new byte[(int) Math.min(limit + 1L, Math.max(0, record.body().size()))];
    int length = 0;
    boolean cut = false;
    try {
      int n = 0;
      while (n >= 0 && length < bytes.length) {
        length += n;
        n = length == bytes.length ? -1 : in.read(bytes, length, bytes.length - length);
      }
    } catch (EOFException e) {
      cut = true;
    }
    Truncation truncation = truncation(record);
    if (truncation == Truncation.NONE) {
      truncation = cut ? Truncation.DISCONNECT : missing;
    }
    return new FetchedPage(
        status,
        headers,
        Arrays.copyOf(bytes, Math.min(limit, length)),
        length > limit ? Truncation.LENGTH : truncation);
  }

  private static Truncation truncation(WarcRecord record) {
    String reason = record.headers().first("WARC-Truncated").orElse("none");
    return Stream.of(Truncation.values())
        .filter(one -> one.name().equalsIgnoreCase(reason))
        .findAny()
        .orElse(Truncation.UNSPECIFIED);
  }

  private static List<Header> headers(MessageHeaders from) {
    List<Header> headers = new ArrayList<>();
    from.map()
        .forEach(
            (name, values) -> {
              if (RENAMED.stream().allMatch(prefix -> from.all(prefix + name).isEmpty())) {
                values.forEach(value -> headers.add(new Header(original(name), value)));
              }
            });
    return headers;
  }

  private static String original(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (String prefix : RENAMED) {
      if (lower.startsWith(prefix)) {
        return name.substring(prefix.length());
      }
    }
    return name;
  }

  /**
   * ClueWeb09, in WARC 0.18, has dates such as 2009-03-65T08:43:19-0800.
   *
   * @throws IOException if neither the record nor the server has a date
   */
  private static long time(MessageHeaders head, FetchedPage page) throws IOException {
    String date = head.first("WARC-Date").orElse("");
    try {
      return Instant.parse(date).toEpochMilli();
    } catch (DateTimeException e) {
      return page.header("Date")
          .flatMap(HttpDates::parse)
          .orElseThrow(() -> new IOException("no WARC-Date: '" + date + "'", e))
          .toEpochMilli();
    }
  }
}
