package org.orbweaver.crawler.hosts;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.apache.hadoop.util.functional.FunctionRaisingIOE;
import org.orbweaver.crawler.url.Hosts;

/**
 * The bytes of records: version (1 byte), kind (1), time (8, milliseconds since 1970; the later of
 * two records of a key counts), then the data of the kind.
 */
public final class HostRecords {
  /** The folder of a segment with the records that fetch learned. */
  public static final String FOLDER = "fetch_hosts";

  // The kinds p and f belong to package trap, J to package render.
  static final byte CONTACT = 'c';
  static final byte OUTAGE = 'o';

  /**
   * Two older kinds: 'R', which can still be read, lacks the time of the last change; 'r' lacked
   * the time since when the file is unreachable.
   */
  static final byte ROBOTS = 'S';

  static final byte ROBOTS_WITHOUT_CHANGE = 'R';

  private static final String PAGES_KEY = "pages:";
  private static final String RENDER_KEY = "render:";

  /** 'U': a host's answer to an unknown path. */
  static final byte UNKNOWN_PATH = 'U';

  private static final byte VERSION = 1;
  private static final int TIME = 2;
  private static final int BODY = 10;

  private HostRecords() {}

  /**
   * Encodes a record.
   *
   * @param time milliseconds since 1970
   */
  public static byte[] encode(byte kind, long time, ConsumerRaisingIOE<DataOutputStream> writer) {
    var bytes = new ByteArrayOutputStream(64);
    try (var out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeByte(kind);
      out.writeLong(time);
      writer.accept(out);
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
  public static <T> T decode(
      byte kind, byte[] record, FunctionRaisingIOE<DataInputStream, T> reader) throws IOException {
    if (record.length < BODY || record[0] != VERSION || record[1] != kind) {
      throw new IOException("not a record about a host that this version can read");
    }
    try (var in = new DataInputStream(new ByteArrayInputStream(record))) {
      in.skipNBytes(BODY);
      return reader.apply(in);
    }
  }

  /** The time of a record; 0 if the bytes are not a record. */
  public static long time(byte[] record) {
    return record.length < BODY ? 0 : ByteBuffer.wrap(record).getLong(TIME);
  }

  /** The later of two records of a key; null counts as no record. */
  public static byte[] later(byte[] a, byte[] b) {
    return a == null || time(b) > time(a) ? b : a;
  }

  /** Whether it is a record of a kind. */
  public static boolean is(byte kind, byte[] record) {
    return record.length >= BODY && record[1] == kind;
  }

  /** Whether it is a {@link HostContact}. */
  public static boolean isContact(byte[] record) {
    return is(CONTACT, record);
  }

  /** Whether it is a {@link HostOutage}. */
  public static boolean isOutage(byte[] record) {
    return is(OUTAGE, record);
  }

  /** Whether it is a {@link RobotsCopy}. */
  public static boolean isRobots(byte[] record) {
    return is(ROBOTS, record) || is(ROBOTS_WITHOUT_CHANGE, record);
  }

  /** The {@link RobotsCopy#changed} of a copy, read without decoding the copy. */
  public static long robotsChanged(byte[] record) {
    return record.length >= BODY + Long.BYTES && record[1] == ROBOTS
        ? ByteBuffer.wrap(record).getLong(BODY)
        : 0;
  }

  /** The key of the records on the pages of a host, or on the links to a registered domain. */
  public static String pagesKey(String name) {
    return PAGES_KEY + name;
  }

  /** Whether a key is one of {@link #pagesKey}. */
  public static boolean isPagesKey(String key) {
    return key.startsWith(PAGES_KEY);
  }

  /** Whether it is the {@linkplain UnknownPaths.Known answer} to an unknown path. */
  public static boolean isUnknownPath(byte[] record) {
    return is(UNKNOWN_PATH, record);
  }

  /** The host, or group, in a key; all keys of one host are in one part. */
  public static String host(String key) {
    return key.startsWith("http://") || key.startsWith("https://")
        ? Hosts.host(key)
        : isPagesKey(key)
            ? key.substring(PAGES_KEY.length())
            : key.startsWith(RENDER_KEY) ? key.substring(RENDER_KEY.length()) : key;
  }

  /** The key of the record of what rendering the pages of a host has brought. */
  public static String renderKey(String host) {
    return RENDER_KEY + host;
  }
}
