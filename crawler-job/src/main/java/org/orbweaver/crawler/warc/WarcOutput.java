package org.orbweaver.crawler.warc;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.io.output.CloseShieldOutputStream;
import org.apache.commons.io.output.CountingOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.netpreserve.jwarc.WarcDigest;
import org.orbweaver.common.text.Digests;

/**
 * Writes WARC/1.1 (ISO 28500:2017) with a gzip member for each record, to files of bounded size;
 * each begins with a warcinfo record. jwarc's writer compresses at level 9, which takes a fifth
 * more CPU time and saves half a percent.
 */
final class WarcOutput implements Closeable {
  private static final byte[] END = {'\r', '\n', '\r', '\n'};

  private final FileSystem fs;
  private final Path folder;
  private final String prefix;
  private final String info;
  private final Instant created;
  private final long maxBytes;
  private CountingOutputStream out;
  private String file;
  private String infoId;
  private int files;

  /**
   * Starts no file before there is a record.
   *
   * @param prefix of the files' names, to which a number is added
   * @param info the fields of the warcinfo records, a line each
   * @param created their date
   * @param maxBytes after which the next capture starts a new file
   */
  WarcOutput(
      FileSystem fs, Path folder, String prefix, String info, Instant created, long maxBytes) {
    this.fs = fs;
    this.folder = folder;
    this.prefix = prefix;
    this.info = info;
    this.created = created;
    this.maxBytes = maxBytes;
  }

  /**
   * The place of a record.
   *
   * @param file its name
   * @param offset in bytes
   * @param length in bytes
   */
  record Place(String file, long offset, long length) {}

  /** Starts a capture, whose records stay in one file. */
  void beginCapture() throws IOException {
    if (out != null && out.getByteCount() < maxBytes) {
      return;
    }
    close();
    file = String.format(Locale.ROOT, "%s-%05d.warc.gz", prefix, files++);
    out =
        new CountingOutputStream(
            new BufferedOutputStream(fs.create(new Path(folder, file), false), 1 << 16));
    infoId = id("warcinfo", file, "");
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("WARC-Filename", file);
    fields.put("Content-Type", "application/warc-fields");
    write("warcinfo", infoId, created, fields, utf8(info), new byte[0]);
  }

  /** A record's id: the same for the same record. */
  static String id(String type, String what, String when) {
    return "<urn:uuid:" + UUID.nameUUIDFromBytes(utf8(type + " " + what + " " + when)) + ">";
  }

  static String sha1(byte[]... parts) {
    MessageDigest digest = Digests.of("SHA-1");
    for (byte[] part : parts) {
      digest.update(part);
    }
    return new WarcDigest(digest).prefixedBase32();
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Writes a record, whose block is a head and a body.
   *
   * @param fields besides those that each record has
   */
  Place write(
      String type, String id, Instant date, Map<String, String> fields, byte[] head, byte[] body)
      throws IOException {
    StringBuilder text = new StringBuilder("WARC/1.1\r\nWARC-Type: ").append(type);
    text.append("\r\nWARC-Record-ID: ").append(id);
    text.append("\r\nWARC-Date: ").append(date);
    if (!type.equals("warcinfo")) {
      text.append("\r\nWARC-Warcinfo-ID: ").append(infoId);
    }
    fields.forEach((name, value) -> text.append("\r\n" + name + ": ").append(value));
    text.append("\r\nWARC-Block-Digest: ").append(sha1(head, body));
    text.append("\r\nContent-Length: ").append(head.length + body.length).append("\r\n\r\n");
    long offset = out.getByteCount();
    try (OutputStream member = new GZIPOutputStream(CloseShieldOutputStream.wrap(out), 1 << 13)) {
      for (byte[] part : new byte[][] {utf8(text.toString()), head, body, END}) {
        member.write(part);
      }
    }
    return new Place(file, offset, out.getByteCount() - offset);
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
      out = null;
    }
  }
}
