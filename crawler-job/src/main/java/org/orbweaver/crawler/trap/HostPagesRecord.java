package org.orbweaver.crawler.trap;

import java.io.IOException;
import org.orbweaver.crawler.hosts.HostRecords;
import org.orbweaver.crawler.hosts.HostStore;

/**
 * The record of a host's pages, or of the links to a registered domain, in the store of hosts: a
 * {@link HostPages} between rounds, under {@link HostRecords#pagesKey}.
 */
public final class HostPagesRecord {
  private static final byte KIND = 'p';

  private HostPagesRecord() {}

  /** Whether a record of the store is one of these. */
  public static boolean is(byte[] record) {
    return HostRecords.is(KIND, record);
  }

  /**
   * Encodes the pages.
   *
   * @param time milliseconds since 1970
   */
  public static byte[] encode(HostPages pages, long time) {
    return HostRecords.encode(KIND, time, pages::write);
  }

  /**
   * Decodes a record.
   *
   * @throws IOException if it cannot be read
   */
  public static HostPages decode(byte[] record) throws IOException {
    return HostRecords.decode(KIND, record, HostPages::read);
  }

  /** The pages of a host, or the links to a domain; empty if there is no record. */
  public static HostPages find(HostStore hosts, String name) throws IOException {
    byte[] record = hosts.find(HostRecords.pagesKey(name));
    return record == null ? new HostPages() : decode(record);
  }
}
