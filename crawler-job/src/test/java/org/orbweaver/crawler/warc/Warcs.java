package org.orbweaver.crawler.warc;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** WARC files as other programs write them, byte by byte. */
final class Warcs {
  static final String DATE = "2024-05-18T01:58:10Z";

  private static final Configuration CONF = new Configuration();

  private Warcs() {}

  /** A record; the fields come without their length. */
  static byte[] record(String version, String fields, byte[] block) {
    String head = version + "\r\n" + fields + "Content-Length: " + block.length + "\r\n\r\n";
    return join(bytes(head), block, bytes("\r\n\r\n"));
  }

  /** A response of a web page. */
  static byte[] response(String url, String head, byte[] body) {
    return response(url, "", head, body);
  }

  /** A response with more fields. */
  static byte[] response(String url, String more, String head, byte[] body) {
    return record(
        "WARC/1.0",
        fields("response", url) + more + "Content-Type: application/http; msgtype=response\r\n",
        join(bytes(head.replace("\n", "\r\n")), body));
  }

  static String fields(String type, String url) {
    return "WARC-Type: "
        + type
        + "\r\nWARC-Record-ID: "
        + id(type, url)
        + "\r\nWARC-Date: "
        + DATE
        + "\r\nWARC-Target-URI: "
        + url
        + "\r\n";
  }

  static String id(String type, String url) {
    return "<urn:uuid:" + java.util.UUID.nameUUIDFromBytes(bytes(type + url)) + ">";
  }

  /** Each record as a gzip member, or all records uncompressed one after the other. */
  static byte[] file(boolean compressed, List<byte[]> records) {
    return join(records.stream().map(one -> compressed ? gzip(one) : one).toArray(byte[][]::new));
  }

  static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return out.toByteArray();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  /** All entries of a file. */
  static List<WarcFile.WarcEntry> read(Path folder, byte[] file, int limit) throws IOException {
    Path path = Files.write(folder.resolve("test.warc"), file);
    FileSystem fs = FileSystem.getLocal(CONF).getRaw();
    List<WarcFile.WarcEntry> entries = new ArrayList<>();
    try (WarcFile warc =
        new WarcFile(fs.open(new org.apache.hadoop.fs.Path(path.toUri())), file.length, limit)) {
      PageRecords records = new PageRecords(warc);
      for (WarcFile.WarcEntry entry = records.next(); entry != null; entry = records.next()) {
        entries.add(entry);
      }
    }
    return entries;
  }
}
