package org.orbweaver.testkit;

import java.time.Duration;
import java.time.Instant;

/**
 * The ways in which a robots.txt can be answered, after RFC 9309 section 2.3.1, for {@link
 * FakeWeb#robots(String, Answer)}.
 */
public final class RobotsAnswers {
  private RobotsAnswers() {}

  /** 200 with these rules as text/plain. */
  public static Answer text(String rules) {
    return Answer.text(rules);
  }

  /** 404: unavailable, anything may be asked for (2.3.1.3). */
  public static Answer missing() {
    return Answer.status(404);
  }

  /** 403: unavailable too, in the RFC's words; some crawlers take it as a refusal. */
  public static Answer forbidden() {
    return Answer.status(403);
  }

  /** 429 with Retry-After in seconds. */
  public static Answer tooMany(Duration retryAfter) {
    return Answer.status(429).header("Retry-After", Long.toString(retryAfter.toSeconds()));
  }

  /** 429 with Retry-After as a date. */
  public static Answer tooMany(Instant retryAfter) {
    return Answer.status(429).header("Retry-After", Answer.HTTP_DATE.format(retryAfter));
  }

  /** 503: unreachable, nothing may be asked for (2.3.1.4). */
  public static Answer unavailable() {
    return Answer.status(503);
  }

  /** A redirect, of which at least five should be followed (2.3.1.2). */
  public static Answer redirect(int status, String location) {
    return Answer.redirect(status, location);
  }

  /**
   * Rules behind so many bytes of comment: a reader must take at least 500 KiB (2.5) and may leave
   * the rest.
   */
  public static Answer behindComments(int commentBytes, String rules) {
    String line = "# nothing to see in this line of the file, nor in the next one\n";
    return text(line.repeat(commentBytes / line.length() + 1) + rules);
  }

  /** Text without an end. */
  public static Answer endless() {
    return Answer.endless().contentType("text/plain");
  }

  /** An HTML page with status 200, as sites send that answer every path. */
  public static Answer htmlPage() {
    return Answer.html("<!DOCTYPE html><html><title>Welcome</title><p>Not found? No!</p></html>");
  }

  /** The connection is closed without an answer. */
  public static Answer drop() {
    return Answer.drop();
  }
}
