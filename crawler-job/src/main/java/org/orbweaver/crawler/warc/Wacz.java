package org.orbweaver.crawler.warc;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.io.output.CountingOutputStream;
import org.apache.commons.io.output.NullOutputStream;
import org.apache.hadoop.util.functional.CallableRaisingIOE;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.orbweaver.common.text.Digests;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;

/**
 * Packs an archive with its index as <a href="https://specs.webrecorder.net/wacz/1.1.1/">WACZ
 * 1.1.1</a>, which replay programs read in place: a ZIP file with uncompressed WARC files and a
 * list of its entries and their SHA-256. Unlike jwarc's writer it takes files of any file system,
 * and the existing index.
 */
final class Wacz implements Closeable {
  private static final String PACKAGE = "datapackage.json";

  private final ZipOutputStream zip;
  private final List<Fields> resources = new ArrayList<>();

  Wacz(OutputStream out) {
    zip = new ZipOutputStream(new BufferedOutputStream(out, 1 << 16));
  }

  /** Adds a file uncompressed. ZIP wants its checksum first, so it is read twice. */
  void store(String path, CallableRaisingIOE<InputStream> source) throws IOException {
    CRC32 crc = new CRC32();
    ZipEntry entry = new ZipEntry(path);
    try (InputStream in = source.apply();
        CheckedOutputStream sum = new CheckedOutputStream(NullOutputStream.INSTANCE, crc)) {
      entry.setSize(in.transferTo(sum));
    }
    entry.setMethod(ZipEntry.STORED);
    entry.setCrc(crc.getValue());
    write(
        entry,
        out -> {
          try (InputStream in = source.apply()) {
            in.transferTo(out);
          }
        });
  }

  /** Adds an entry, compressed. */
  void write(String path, ConsumerRaisingIOE<OutputStream> content) throws IOException {
    write(new ZipEntry(path), content);
  }

  private String write(ZipEntry entry, ConsumerRaisingIOE<OutputStream> content)
      throws IOException {
    MessageDigest digest = Digests.of("SHA-256");
    zip.putNextEntry(entry);
    CountingOutputStream counted = new CountingOutputStream(new DigestOutputStream(zip, digest));
    content.accept(counted);
    zip.closeEntry();
    String hash = "sha256:" + HexFormat.of().formatHex(digest.digest());
    String path = entry.getName();
    resources.add(
        new Fields()
            .with("name", path.substring(path.lastIndexOf('/') + 1))
            .with("path", path)
            .with("hash", hash)
            .with("bytes", counted.getByteCount()));
    return hash;
  }

  /** Adds the lists of entries. */
  void finish(String title, Instant created) throws IOException {
    Fields list =
        new Fields()
            .with("profile", "data-package")
            .with("wacz_version", "1.1.1")
            .with("title", title)
            .with("created", created)
            .with("software", "Orbweaver")
            .with("resources", List.copyOf(resources));
    String hash = write(new ZipEntry(PACKAGE), out -> out.write(utf8(Json.pretty(list))));
    Fields sum = new Fields().with("path", PACKAGE).with("hash", hash);
    write("datapackage-digest.json", out -> out.write(utf8(Json.pretty(sum))));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
