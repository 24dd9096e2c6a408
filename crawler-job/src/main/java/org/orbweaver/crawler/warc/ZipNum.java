package org.orbweaver.crawler.warc;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.io.output.CloseShieldOutputStream;
import org.apache.commons.io.output.CountingOutputStream;
import org.apache.hadoop.util.functional.FunctionRaisingIOE;

/**
 * Writes a CDXJ index as a ZipNum cluster, as Common Crawl and pywb have it: files {@code
 * cdx-NNNNN.gz} of gzip members with {@value #BLOCK_LINES} lines each, and {@code cluster.idx} with
 * a line for each member: SURT and timestamp of its first line, then, after tabs, the file, the
 * member's offset and length in bytes, and its number, from 1.
 */
final class ZipNum implements Closeable {
  static final int BLOCK_LINES = 3000;

  /** A file of the cluster ends with the block that reaches it. */
  private static final long FILE_BYTES = 1_000_000_000;

  private final FunctionRaisingIOE<String, OutputStream> files;
  private final OutputStream cluster;
  private final ByteArrayOutputStream block = new ByteArrayOutputStream(1 << 20);
  private CountingOutputStream out;
  private String name;
  private String key;
  private int lines;
  private int blocks;
  private int number;

  /**
   * A cluster.
   *
   * @param files creates its files by their names
   */
  ZipNum(FunctionRaisingIOE<String, OutputStream> files) throws IOException {
    this.files = files;
    this.cluster = new BufferedOutputStream(files.apply("cluster.idx"));
  }

  /**
   * Adds a line; they come in order.
   *
   * @param start its SURT and timestamp
   * @param rest of the line
   */
  void add(String start, String rest) throws IOException {
    if (lines == BLOCK_LINES) {
      endBlock();
    }
    key = lines == 0 ? start : key;
    block.writeBytes((start + " " + rest + "\n").getBytes(StandardCharsets.UTF_8));
    lines++;
  }

  private void endBlock() throws IOException {
    if (lines == 0) {
      return;
    }
    if (out == null) {
      name = String.format(Locale.ROOT, "cdx-%05d.gz", number++);
      out = new CountingOutputStream(new BufferedOutputStream(files.apply(name)));
    }
    long offset = out.getByteCount();
    try (OutputStream member = new GZIPOutputStream(CloseShieldOutputStream.wrap(out))) {
      block.writeTo(member);
    }
    long length = out.getByteCount() - offset;
    String line = key + "\t" + name + "\t" + offset + "\t" + length + "\t" + ++blocks + "\n";
    cluster.write(line.getBytes(StandardCharsets.UTF_8));
    block.reset();
    lines = 0;
    if (out.getByteCount() >= FILE_BYTES) {
      out.close();
      out = null;
    }
  }

  @Override
  public void close() throws IOException {
    try (cluster) {
      endBlock();
    } finally {
      if (out != null) {
        out.close();
      }
    }
  }
}
