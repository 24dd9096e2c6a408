package org.orbweaver.crawler.warc;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
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
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.io.output.CloseShieldOutputStream;
import org.apache.commons.io.output.CountingOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.netpreserve.jwarc.WarcDigest;
import org.orbweaver.common.text.Digests;

/**
 * Writes WARC/1.1 (ISO 28500:2017) with a gzip member, or a zstd frame, for each record, to files
 * of bounded size; each begins with a warcinfo record. jwarc's writer compresses at level 9, which
 * takes a fifth more CPU time and saves half a percent.
 *
 * <p>Files of zstd are those of the IIPC's draft <a
 * href="https://iipc.github.io/warc-specifications/specifications/warc-zstd/">Zstandard Compression
 * for WARC Files 1.0</a>, without a dictionary; each frame has a checksum.
 */
final class WarcOutput implements Closeable {
  /** The name of its format in each record. */
  static final String VERSION = "WARC/1.1";

  /** The end of the names of zstd files. */
  static final String ZSTD = ".zst";

  private static final byte[] END = {'\r', '\n', '\r', '\n'};

  private final FileSystem fs;
  private final Path folder;
  private final String prefix;
  private final String suffix;
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
   * @param suffix of the files' names, such as {@code .warc.gz}; gives the compression
   * @param info the fields of the warcinfo records, a line each
   * @param created their date
   * @param maxBytes after which the next capture starts a new file
   */
  WarcOutput(
      FileSystem fs,
      Path folder,
      String prefix,
      String suffix,
      String info,
      Instant created,
      long maxBytes) {
    this.fs = fs;
    this.folder = folder;
    this.prefix = prefix;
    this.suffix = suffix;
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

  /**
   * A record as it was written.
   *
   * @param fields of its header, in order
   * @param headerLength its bytes, the empty line included
   * @param head the beginning of its block
   * @param body the rest of its block
   * @param inflated bytes of the record, uncompressed
   * @param crc of these
   */
  @SuppressWarnings("ArrayRecordComponent") // carries bytes, is not compared
  record Written(
      Map<String, String> fields,
      int headerLength,
      byte[] head,
      byte[] body,
      Place place,
      long inflated,
      long crc) {}

  /**
   * Starts a capture, whose records stay in one file.
   *
   * @return the warcinfo record if it starts a file; else null
   */
  Written beginCapture() throws IOException {
    return out != null && out.getByteCount() < maxBytes ? null : begin(files++);
  }

  /** The number of the current file. */
  int number() {
    return files - 1;
  }

  /** Starts a capture in the file of a number, which describes another file of this number. */
  void beginCapture(int number) throws IOException {
    if (out == null || number() != number) {
      files = number + 1;
      begin(number);
    }
  }

  private Written begin(int number) throws IOException {
    close();
    file = String.format(Locale.ROOT, "%s-%05d%s", prefix, number, suffix);
    out =
        new CountingOutputStream(
            new BufferedOutputStream(fs.create(new Path(folder, file), false), 1 << 16));
    infoId = id("warcinfo", file, "");
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("WARC-Filename", file);
    fields.put("Content-Type", "application/warc-fields");
    return write("warcinfo", infoId, created, fields, utf8(info), new byte[0]);
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
  Written write(
      String type, String id, Instant date, Map<String, String> fields, byte[] head, byte[] body)
      throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("WARC-Type", type);
    all.put("WARC-Record-ID", id);
    all.put("WARC-Date", date.toString());
    if (!type.equals("warcinfo")) {
      all.put("WARC-Warcinfo-ID", infoId);
    }
    all.putAll(fields);
    all.put("WARC-Block-Digest", sha1(head, body));
    all.put("Content-Length", Long.toString((long) head.length + body.length));
    StringBuilder text = new StringBuilder(VERSION + "\r\n");
    all.forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
    byte[] header = utf8(text.append("\r\n").toString());
    long offset = out.getByteCount();
    CRC32 crc = new CRC32();
    try (OutputStream member = compressed(CloseShieldOutputStream.wrap(out))) {
      for (byte[] part : new byte[][] {header, head, body, END}) {
        member.write(part);
        crc.update(part);
      }
    }
    return new Written(
        all,
        header.length,
        head,
        body,
        new Place(file, offset, out.getByteCount() - offset),
        (long) header.length + head.length + body.length + END.length,
        crc.getValue());
  }

  private OutputStream compressed(OutputStream to) throws IOException {
    return suffix.endsWith(ZSTD)
        ? new ZstdOutputStreamNoFinalizer(to).setChecksum(true)
        : new GZIPOutputStream(to, 1 << 13);
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
      out = null;
    }
  }
}
