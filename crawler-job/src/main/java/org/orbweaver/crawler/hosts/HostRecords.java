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
 * The bytes of records: version (1 byte), kind (1), the time they are of (8, milliseconds since
 * 1970; of two records of a key the later one counts), then what the kind has.
 */
public final class HostRecords {
  static final byte CONTACT = 'c';
  static final byte OUTAGE = 'o';

  /**
   * 'R', which is read too, is one without the time of the last change; 'r' was one without the
   * time since when it is unreachable.
   */
  static final byte ROBOTS = 'S';

  static final byte ROBOTS_WITHOUT_CHANGE = 'R';

  static final byte PAGES = 'p';

  /** {@link PageFindings}. */
  static final byte FINDINGS = 'f';

  private static final String PAGES_KEY = "pages:";

  /** 'U': what a host answers to an unknown path. */
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
   * @throws IOException when it is of another version or kind, or cut short
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

  /** The time a record is of; 0 where it is no record. */
  public static long time(byte[] record) {
    return record.length < BODY ? 0 : ByteBuffer.wrap(record).getLong(TIME);
  }

  /** The later of two records of a key; null is no record. */
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

  /** {@link RobotsCopy#changed} of a copy, which is not decoded for it. */
  static long robotsChanged(byte[] record) {
    return record.length >= BODY + Long.BYTES && record[1] == ROBOTS
        ? ByteBuffer.wrap(record).getLong(BODY)
        : 0;
  }

  /** The key of what is known of the pages of a host, or of the links to a registered domain. */
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
   * The pages of a host.
   *
   * @throws IOException when it cannot be read
   */
  public static HostPages pages(byte[] record) throws IOException {
    return decode(PAGES, record, HostPages::read);
  }

  /** What is known of the pages of a host, or the links to a domain; nothing where none is. */
  public static HostPages pages(HostStore hosts, String name) throws IOException {
    byte[] record = hosts.find(pagesKey(name));
    return record == null ? new HostPages() : pages(record);
  }

  /** Whether it is what is {@linkplain UnknownPaths.Known known} of unknown paths. */
  public static boolean isUnknownPath(byte[] record) {
    return record.length >= BODY && record[1] == UNKNOWN_PATH;
  }

  /** The host, or group, that a key is about; all its keys are in one part. */
  public static String host(String key) {
    return key.startsWith("http://") || key.startsWith("https://")
        ? Hosts.host(key)
        : isPagesKey(key) ? key.substring(PAGES_KEY.length()) : key;
  }
}
