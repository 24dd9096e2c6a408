package org.orbweaver.crawler.hosts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An outage of a host: consecutive rounds in which it served nothing: it had no address, accepted
 * no connection, its robots.txt was unreachable, or too many requests failed in a row. Its key is
 * the origin: scheme, host and port, as in {@code http://example.org}.
 *
 * @param last when the last of these rounds failed, or when the outage ended, milliseconds since
 *     1970
 * @param failures consecutive failed rounds; 0: the outage is over
 * @param since when the first of them failed, milliseconds since 1970
 * @param why the last failure, in one line
 */
public record HostOutage(long last, int failures, long since, String why) {
  private static final Logger LOG = LoggerFactory.getLogger(HostOutage.class);
  private static final int MAX_WHY = 250;

  public HostOutage {
    why = why.length() > MAX_WHY ? why.substring(0, MAX_WHY) : why;
  }

  /** The record of a host that serves again. */
  public static HostOutage over(long now) {
    return new HostOutage(now, 0, 0, "");
  }

  /** Encodes it as a record. */
  public byte[] encode() {
    return HostRecords.encode(
        HostRecords.OUTAGE,
        last,
        out -> {
          out.writeInt(failures);
          out.writeLong(since);
          out.write(why.getBytes(StandardCharsets.UTF_8));
        });
  }

  /** Decodes a record; null if it cannot be read, so that the host counts as serving. */
  public static HostOutage read(byte[] record) {
    try {
      return decode(record);
    } catch (IOException e) {
      LOG.warn("cannot read the outage of a host; taking it for one that serves", e);
      return null;
    }
  }

  /**
   * Decodes a record.
   *
   * @throws IOException if it cannot be read
   */
  public static HostOutage decode(byte[] record) throws IOException {
    return HostRecords.decode(
        HostRecords.OUTAGE,
        record,
        in ->
            new HostOutage(
                HostRecords.time(record),
                in.readInt(),
                in.readLong(),
                new String(in.readAllBytes(), StandardCharsets.UTF_8)));
  }
}
