package org.orbweaver.crawler.http;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.http.FetchedPage.Truncation;

/**
 * Partial responses (RFC 9110 section 14). No request here asks for one, but some servers and
 * caches send them, as 206 or as 200 with a Content-Range.
 */
public final class PartialContent {
  private static final int PARTIAL_CONTENT = 206;

  private static final Pattern BYTES =
      Pattern.compile(
          "bytes[ =]\\s*([0-9]{1,18})\\s*-\\s*([0-9]{1,18})\\s*/\\s*([0-9]{1,18}|\\*)",
          Pattern.CASE_INSENSITIVE);

  private PartialContent() {}

  /**
   * The missing part of a body, by its headers. The beginning of a page is kept like one whose
   * connection broke.
   *
   * @return empty if the part is not the beginning, or unspecified, so that there is no page
   */
  public static Optional<Truncation> missing(int status, List<Header> headers) {
    if (status < 200 || status >= 300) {
      return Optional.of(Truncation.NONE);
    }
    Matcher bytes = BYTES.matcher(range(headers));
    if (!bytes.matches()) {
      // Other units count the rows of an API.
      return status == PARTIAL_CONTENT ? Optional.empty() : Optional.of(Truncation.NONE);
    }
    if (Long.parseLong(bytes.group(1)) != 0) {
      return Optional.empty();
    }
    String length = Long.toString(Long.parseLong(bytes.group(2)) + 1);
    return Optional.of(bytes.group(3).equals(length) ? Truncation.NONE : Truncation.UNSPECIFIED);
  }

  /** The declared range; empty if there is none. */
  static String range(List<Header> headers) {
    return headers.stream()
        .filter(header -> header.name().equalsIgnoreCase("Content-Range"))
        .map(header -> header.value().strip())
        .reduce("", (earlier, last) -> last);
  }
}
