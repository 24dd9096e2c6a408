package org.orbweaver.crawler.render;

import java.io.IOException;
import org.orbweaver.crawler.hosts.HostRecords;

/** The record about a host of what rendering its pages has brought: a {@link RenderLearning}. */
public final class RenderRecord {
  private static final byte KIND = 'J';

  private RenderRecord() {}

  /** Whether a record of the store of hosts is one of these. */
  public static boolean is(byte[] record) {
    return HostRecords.is(KIND, record);
  }

  /**
   * Encodes a record.
   *
   * @param time milliseconds since 1970
   */
  public static byte[] encode(RenderLearning learned, long time) {
    return HostRecords.encode(KIND, time, out -> out.write(learned.encode()));
  }

  /**
   * Reads a record.
   *
   * @param record null if there is none: nothing is known
   * @throws IOException if this version cannot read it
   */
  public static RenderLearning decode(byte[] record) throws IOException {
    return RenderLearning.decode(
        record == null ? new byte[0] : HostRecords.decode(KIND, record, in -> in.readAllBytes()));
  }
}
