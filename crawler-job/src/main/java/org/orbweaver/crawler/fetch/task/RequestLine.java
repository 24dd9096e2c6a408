package org.orbweaver.crawler.fetch.task;

import java.util.List;
import java.util.Locale;
import java.util.Set;

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
 * @param from the URL that redirected to it, or of the page that requested it while it was
 *     rendered, "soft-404 probe" for a path that is requested because it does not exist, "login"
 *     for a login by a form, whose URLs are without their queries, or "-"
 * @param isSigned whether it was signed
 * @param isChallenge whether the answer is a challenge, as of a bot wall, in place of the page
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
    String from,
    boolean isSigned,
    boolean isChallenge) {
  private static final int FIELDS = 8;
  private static final String SIGNED = "signed";
  private static final String CHALLENGE = "challenge";
  private static final Set<String> REFUSALS = Set.of("401", "403", "429");

  /** A request that was not signed, and an answer that is no challenge. */
  public RequestLine(
      String group,
      long startMs,
      long endMs,
      long delayMs,
      String address,
      String answer,
      long bytes,
      String url,
      String from) {
    this(group, startMs, endMs, delayMs, address, answer, bytes, url, from, false, false);
  }

  /** The same line with another URL and cause of the request. */
  public RequestLine of(String other, String cause) {
    return new RequestLine(
        group,
        startMs,
        endMs,
        delayMs,
        address,
        answer,
        bytes,
        other,
        cause,
        isSigned,
        isChallenge);
  }

  /** Whether the host answered, but would not serve the crawler. */
  public boolean isRefused() {
    return isChallenge || REFUSALS.contains(answer);
  }

  /** The answer, and whether it is a challenge. */
  public String shownAnswer() {
    return isChallenge ? answer + " challenge" : answer;
  }

  /**
   * The line, its fields separated by tabs; the group is not in it but is its key. What is true of
   * few requests follows them.
   */
  public String encode() {
    String line =
        String.format(
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
    return line + (isSigned ? "\t" + SIGNED : "") + (isChallenge ? "\t" + CHALLENGE : "");
  }

  /**
   * Parses a line.
   *
   * @throws IllegalArgumentException if it is not such a line
   */
  public static RequestLine decode(String group, String line) {
    String[] fields = line.split("\t", -1);
    List<String> more = List.of(fields).subList(Math.min(FIELDS, fields.length), fields.length);
    if (fields.length < FIELDS || !List.of(SIGNED, CHALLENGE).containsAll(more)) {
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
        fields[7],
        more.contains(SIGNED),
        more.contains(CHALLENGE));
  }
}
