package org.orbweaver.crawler.http;

import java.util.List;
import java.util.Optional;

/**
 * The answer to a request.
 *
 * @param status HTTP status
 * @param headers as sent, in order
 * @param body decoded; what arrived of it within the limits
 * @param truncation whether something of the body is missing, and why
 */
@SuppressWarnings("ArrayRecordComponent") // carries bytes, is not compared
public record FetchedPage(int status, List<Header> headers, byte[] body, Truncation truncation) {

  /** A header line. */
  public record Header(String name, String value) {}

  /** Why the end of a body is missing. */
  public enum Truncation {
    /** Nothing is missing. */
    NONE,
    /** It is longer than {@code http.content.limit}. */
    LENGTH,
    /** The deadline of the request passed. */
    TIME,
    /** The connection broke or stalled. */
    DISCONNECT,
    /** Its encoding is broken, or decodes to suspiciously much. */
    UNSPECIFIED
  }

  /** The first value of a header, whatever the case of its name. */
  public Optional<String> header(String name) {
    for (Header header : headers) {
      if (header.name().equalsIgnoreCase(name)) {
        return Optional.of(header.value());
      }
    }
    return Optional.empty();
  }
}
