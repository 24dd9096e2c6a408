package org.orbweaver.crawler.hosts;

import java.io.IOException;
import java.time.Duration;

/**
 * How a host, or another group that politeness counts by, stood after its last contact.
 *
 * @param lastEnd when the last request to it ended, milliseconds since 1970
 * @param responseMs how long that took
 * @param failures consecutive requests that failed
 * @param crawlDelayMs Crawl-delay of its robots.txt; 0: none
 * @param notBefore when it asked not to be contacted before, milliseconds since 1970, at most
 *     {@link #LONGEST_WISH} after {@code lastEnd}; 0: it did not
 */
public record HostContact(
    long lastEnd, long responseMs, int failures, long crawlDelayMs, long notBefore) {
  /** How long a host is left alone at its wish: a Retry-After of years is a mistake. */
  public static final Duration LONGEST_WISH = Duration.ofDays(7);

  public HostContact {
    notBefore = Math.min(notBefore, lastEnd + LONGEST_WISH.toMillis());
  }

  /** Its record. */
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
   * Of a record.
   *
   * @throws IOException when it cannot be read
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
