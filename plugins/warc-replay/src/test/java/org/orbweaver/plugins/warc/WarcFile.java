package org.orbweaver.plugins.warc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/**
 * Writes records to the end of a WARC file.
 *
 * @param path packed, if its name ends so
 */
record WarcFile(Path path) {
  static byte[] packed(byte[] plain) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(plain);
    }
    return packed.toByteArray();
  }

  void append(byte[] bytes) throws IOException {
    Files.write(path, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /**
   * A response.
   *
   * @param date a day
   * @param head its status and headers
   */
  void response(String date, String url, String head, String body) throws IOException {
    String length = "\r\nContent-Length: " + body.length();
    record("response", date, url, "", "HTTP/1.1 " + head + length + "\r\n\r\n" + body);
  }

  /**
   * A record.
   *
   * @param more lines of its header
   * @param block each character is a byte
   */
  void record(String type, String date, String url, String more, String block) throws IOException {
    String record =
        "WARC/1.0\r\nWARC-Type: "
            + type
            + "\r\nWARC-Record-ID: <urn:uuid:"
            + UUID.randomUUID()
            + ">\r\nWARC-Date: "
            + date
            + "T00:00:00Z\r\nWARC-Target-URI: "
            + url
            + "\r\n"
            + more
            + "Content-Type: application/http;msgtype=response\r\nContent-Length: "
            + block.length()
            + "\r\n\r\n"
            + block
            + "\r\n\r\n";
    byte[] bytes = record.getBytes(ISO_8859_1);
    append(path.toString().endsWith(".gz") ? packed(bytes) : bytes);
  }
}
