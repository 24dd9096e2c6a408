package org.orbweaver.crawler.hosts;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.orbweaver.crawler.trap.HostPages;
import org.orbweaver.crawler.url.Hosts;

/**
 * The bytes of records: version (1 byte), kind (1), time (8, milliseconds since 1970; the later of
 * two records of a key counts), then the data of the kind.
 */
public final class HostRecords {
  static final byte CONTACT = 'c';
  static final byte OUTAGE = 'o';

  /**
   * Two older kinds: 'R', which can still be read, lacks the time of the last change; 'r' lacked
   * the time since when the file is unreachable.
   */
  static final byte ROBOTS = 'S';

  static final byte ROBOTS_WITHOUT_CHANGE = 'R';

  static final byte PAGES = 'p';

  /** A record of {@link PageFindings}. */
  static final byte FINDINGS = 'f';

  private static final String PAGES_KEY = "pages:";

  /** 'U': a host's answer to an unknown path. */
  static final byte UNKNOWN_PATH = 'U';

  private static final byte VERSION = 1;
  private static final int TIME = 2;
  private static final int BODY = 10;

  interface Writer {
    void write(DataOutputStream out) throws IOException;
  }

  interface Reader<T> {
    T read(DataInputStream in) throws IOException;
  }

  private HostRecords() {}

  static byte[] encode(byte kind, long time, Writer writer) {
    var bytes = new ByteArrayOutputStream(64);
    try (var out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeByte(kind);
      out.writeLong(time);
      writer.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads a record.
   *
   * @throws IOException if it is of another version or kind, or cut short
   */
  static <T> T decode(byte kind, byte[] record, Reader<T> reader) throws IOException {
    if (record.length < BODY || record[0] != VERSION || record[1] != kind) {
      throw new IOException("not a record about a host that this version can read");
    }
    try (var in = new DataInputStream(new ByteArrayInputStream(record))) {
      in.skipNBytes(BODY);
      return reader.read(in);
    }
  }

  /** The time of a record; 0 if the bytes are not a record. */
  public static long time(byte[] record) {
    return record.length < BODY ? 0 : ByteBuffer.wrap(record).getLong(TIME);
  }

  /** The later of two records of a key; null counts as no record. */
  static byte[] later(byte[] a, byte[] b) {
    return a == null || time(b) > time(a) ? b : a;
  }

  /** Whether it is a {@link HostContact}. */
  public static boolean isContact(byte[] record) {
    return record.length >= BODY && record[1] == CONTACT;
  }

  /** Whether it is a {@link HostOutage}. */
  public static boolean isOutage(byte[] record) {
    return record.length >= BODY && record[1] == OUTAGE;
  }

  /** Whether it is a {@link RobotsCopy}. */
  public static boolean isRobots(byte[] record) {
    return record.length >= BODY && (record[1] == ROBOTS || record[1] == ROBOTS_WITHOUT_CHANGE);
  }

  /** The {@link RobotsCopy#changed} of a copy, read without decoding the copy. */
  static long robotsChanged(byte[] record) {
    return record.length >= BODY + Long.BYTES && record[1] == ROBOTS
        ? ByteBuffer.wrap(record).getLong(BODY)
        : 0;
  }

  /** The key of the records on the pages of a host, or on the links to a registered domain. */
  public static String pagesKey(String name) {
    return PAGES_KEY + name;
  }

  static boolean isPagesKey(String key) {
    return key.startsWith(PAGES_KEY);
  }

  /** Whether it is a {@link HostPages}, between rounds. */
  public static boolean isPages(byte[] record) {
    return record.length >= BODY && record[1] == PAGES;
  }

  static byte[] encode(HostPages pages, long time) {
    return encode(PAGES, time, pages::write);
  }

  /**
   * Decodes the record of a host's pages.
   *
   * @throws IOException if it cannot be read
   */
  public static HostPages pages(byte[] record) throws IOException {
    return decode(PAGES, record, HostPages::read);
  }

  /**
   * The record of the pages of a host, or of the links to a domain; an empty one if there is none.
   */
  public static HostPages pages(HostStore hosts, String name) throws IOException {
    byte[] record = hosts.find(pagesKey(name));
    return record == null ? new HostPages() : pages(record);
  }

  /** Whether it is the {@linkplain UnknownPaths.Known answer} to an unknown path. */
  public static boolean isUnknownPath(byte[] record) {
    return record.length >= BODY && record[1] == UNKNOWN_PATH;
  }

  /** The host, or group, in a key; all keys of one host are in one part. */
  public static String host(String key) {
    return key.startsWith("http://") || key.startsWith("https://")
        ? Hosts.host(key)
        : isPagesKey(key) ? key.substring(PAGES_KEY.length()) : key;
  }
}
