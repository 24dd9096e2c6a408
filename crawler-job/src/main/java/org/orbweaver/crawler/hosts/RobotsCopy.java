package org.orbweaver.crawler.hosts;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * The result of requesting a robots.txt, with the last good copy.
 *
 * @param changed when it, or its redirect, was last found changed, milliseconds since 1970; 0:
 *     never since the first request
 * @param requestedAt when it was requested, milliseconds since 1970
 * @param kind the kind of result
 * @param detail the target of a redirect, or why there is no answer; otherwise empty
 * @param unreachableSince when the first of consecutive requests brought no answer, milliseconds
 *     since 1970; 0: the last one was answered
 * @param goodAsOf when {@code good} was fetched, milliseconds since 1970; 0: never
 * @param good the bytes of the file when last fetched, or null; empty if all was allowed
 */
@SuppressWarnings("ArrayRecordComponent") // carries bytes, is not compared
public record RobotsCopy(
    long changed,
    long requestedAt,
    RobotsAnswer kind,
    String detail,
    long unreachableSince,
    long goodAsOf,
    byte[] good) {
  /** No robots.txt that is parsed is longer (see RobotsRules). */
  private static final int MAX_BYTES = 1 << 20;

  /** The kind of result. */
  public enum RobotsAnswer {
    /** Rules, or the answer that there are none. */
    GOOD('g'),
    /** A redirect. */
    MOVED('m'),
    /** No usable answer. */
    UNREACHABLE('u'),
    /** No request either: the host has no address, or no connection was made. */
    UNREACHED('n');

    private final char code;

    RobotsAnswer(char code) {
      this.code = code;
    }

    private static RobotsAnswer of(int code) throws IOException {
      for (RobotsAnswer kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new IOException("not a copy of a robots.txt");
    }
  }

  /** Encodes it as a record; the file is deflated. */
  public byte[] encode() {
    return HostRecords.encode(
        HostRecords.ROBOTS,
        requestedAt,
        out -> {
          out.writeLong(changed);
          out.writeByte(kind.code);
          byte[] text = detail.getBytes(java.nio.charset.StandardCharsets.UTF_8);
          out.writeInt(text.length);
          out.write(text);
          out.writeLong(unreachableSince);
          out.writeLong(goodAsOf);
          if (good != null) {
            writeDeflated(out, good);
          }
        });
  }

  private static void writeDeflated(DataOutputStream out, byte[] bytes) throws IOException {
    var deflated = new ByteArrayOutputStream(bytes.length / 2 + 16);
    try (var deflater = new DeflaterOutputStream(deflated)) {
      deflater.write(bytes);
    }
    deflated.writeTo(out);
  }

  /**
   * Decodes a record.
   *
   * @throws IOException if it cannot be read
   */
  public static RobotsCopy decode(byte[] record) throws IOException {
    long time = HostRecords.time(record);
    return record.length > 1 && record[1] == HostRecords.ROBOTS_WITHOUT_CHANGE
        ? HostRecords.decode(record[1], record, in -> read(0, time, in))
        : HostRecords.decode(HostRecords.ROBOTS, record, in -> read(in.readLong(), time, in));
  }

  private static RobotsCopy read(long changed, long requestedAt, DataInputStream in)
      throws IOException {
    RobotsAnswer kind = RobotsAnswer.of(in.readUnsignedByte());
    int length = in.readInt();
    if (length < 0 || length > MAX_BYTES) {
      throw new IOException("not a copy of a robots.txt");
    }
    String detail = new String(in.readNBytes(length), java.nio.charset.StandardCharsets.UTF_8);
    long unreachableSince = in.readLong();
    long goodAsOf = in.readLong();
    byte[] good = null;
    if (goodAsOf > 0) {
      try (var inflater = new InflaterInputStream(in)) {
        good = inflater.readNBytes(MAX_BYTES);
      }
    }
    return new RobotsCopy(changed, requestedAt, kind, detail, unreachableSince, goodAsOf, good);
  }
}
