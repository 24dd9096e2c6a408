package org.orbweaver.crawler.hosts;

import java.io.IOException;
import java.time.Duration;

/**
 * The state of a host, or of another politeness group, after its last contact.
 *
 * @param lastEnd when the last request to it ended, milliseconds since 1970
 * @param responseMs how long that request took
 * @param failures consecutive requests that failed
 * @param crawlDelayMs Crawl-delay of its robots.txt; 0: none
 * @param notBefore the time before which it asked not to be contacted, milliseconds since 1970, at
 *     most {@link #LONGEST_WISH} after {@code lastEnd}; 0: it did not ask
 */
public record HostContact(
    long lastEnd, long responseMs, int failures, long crawlDelayMs, long notBefore) {
  /**
   * The longest time that a host is left alone at its request: a Retry-After of years is a mistake.
   */
  public static final Duration LONGEST_WISH = Duration.ofDays(7);

  public HostContact {
    notBefore = Math.min(notBefore, lastEnd + LONGEST_WISH.toMillis());
  }

  /** Encodes it as a record. */
  public byte[] encode() {
    return HostRecords.encode(
        HostRecords.CONTACT,
        lastEnd,
        out -> {
          out.writeLong(responseMs);
          out.writeInt(failures);
          out.writeLong(crawlDelayMs);
          out.writeLong(notBefore);
        });
  }

  /**
   * Decodes a record.
   *
   * @throws IOException if it cannot be read
   */
  public static HostContact decode(byte[] record) throws IOException {
    return HostRecords.decode(
        HostRecords.CONTACT,
        record,
        in ->
            new HostContact(
                HostRecords.time(record),
                in.readLong(),
                in.readInt(),
                in.readLong(),
                in.readLong()));
  }
}
