package org.orbweaver.crawler.http;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.http.FetchedPage.Truncation;

/**
 * Parts of a page (RFC 9110 section 14), which no request here asks for: servers and caches send
 * them nevertheless, as 206, or as 200 with a Content-Range.
 */
final class PartialContent {
  private static final int PARTIAL_CONTENT = 206;

  private static final Pattern BYTES =
      Pattern.compile(
          "bytes[ =]\\s*([0-9]{1,18})\\s*-\\s*([0-9]{1,18})\\s*/\\s*([0-9]{1,18}|\\*)",
          Pattern.CASE_INSENSITIVE);

  private PartialContent() {}

  /**
   * What is missing of a body, by its headers. The beginning of a page is kept like one whose
   * connection broke; without a beginning there is no page.
   *
   * @throws FailureKind.Failure of kind {@code PROTOCOL}, where the part is not the beginning, or
   *     is not said
   */
  static Truncation check(int status, List<Header> headers) throws FailureKind.Failure {
    if (status < 200 || status >= 300) {
      return Truncation.NONE;
    }
    String range = "";
    for (Header header : headers) {
      if (header.name().equalsIgnoreCase("Content-Range")) {
        range = header.value().strip();
      }
    }
    Matcher bytes = BYTES.matcher(range);
    if (bytes.matches()) {
      long first = Long.parseLong(bytes.group(1));
      long last = Long.parseLong(bytes.group(2));
      if (first == 0) {
        boolean whole = bytes.group(3).equals(Long.toString(last + 1));
        return whole ? Truncation.NONE : Truncation.UNSPECIFIED;
      }
    } else if (status != PARTIAL_CONTENT) {
      // Other units count the rows of an API.
      return Truncation.NONE;
    }
    throw new FailureKind.Failure(
        FailureKind.PROTOCOL,
        "status " + status + " with a part that was not asked for: '" + range + "'",
        null);
  }
}
