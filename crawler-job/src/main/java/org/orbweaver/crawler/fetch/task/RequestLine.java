package org.orbweaver.crawler.fetch.task;

import java.util.Locale;

/**
 * A request in the fetch log: the evidence of politeness.
 *
 * @param group its politeness group: host, registered domain or address
 * @param startMs when it began, milliseconds since 1970
 * @param endMs when it had ended: the answer was read or its connection closed
 * @param delayMs how long the group had to be left alone before, from the end of the previous
 *     request
 * @param address the address connected to, or "-"
 * @param answer the HTTP status, or the kind of failure
 * @param bytes of the body, as it came over the wire
 * @param url the URL requested
 * @param from the URL that redirected to it, "soft-404 probe" for a path that is requested because
 *     it does not exist, "login" for a login by a form, whose URLs are without their queries, or
 *     "-"
 */
public record RequestLine(
    String group,
    long startMs,
    long endMs,
    long delayMs,
    String address,
    String answer,
    long bytes,
    String url,
    String from) {
  private static final int FIELDS = 8;

  /** The line, its fields separated by tabs; the group is not in it but is its key. */
  public String encode() {
    return String.format(
        Locale.ROOT,
        "%d\t%d\t%d\t%s\t%s\t%d\t%s\t%s",
        startMs,
        endMs,
        delayMs,
        address,
        answer,
        bytes,
        url,
        from);
  }

  /**
   * Parses a line.
   *
   * @throws IllegalArgumentException if it is not such a line
   */
  public static RequestLine decode(String group, String line) {
    String[] fields = line.split("\t", -1);
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException("not a line of a fetch log: " + line);
    }
    return new RequestLine(
        group,
        Long.parseLong(fields[0]),
        Long.parseLong(fields[1]),
        Long.parseLong(fields[2]),
        fields[3],
        fields[4],
        Long.parseLong(fields[5]),
        fields[6],
        fields[7]);
  }
}
