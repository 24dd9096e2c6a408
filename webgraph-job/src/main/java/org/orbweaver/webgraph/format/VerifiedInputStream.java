package org.orbweaver.webgraph.format;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.Checksum;
import org.orbweaver.common.cli.OrbException;

/** Compares a file, once it is read to its end, with the length and checksum in meta.json. */
final class VerifiedInputStream extends CheckedInputStream {
  private final String name;
  private final GraphMeta.Part part;
  private long length;

  VerifiedInputStream(InputStream in, String name, GraphMeta.Part part) {
    super(in, new CRC32C());
    this.name = name;
    this.part = part;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    int n = super.read(bytes, offset, count);
    if (n < 0) {
      check(name, part, length, getChecksum());
    } else {
      length += n;
    }
    return n;
  }

  static void check(String name, GraphMeta.Part part, long length, Checksum crc) {
    checkLength(name, part, length);
    String sum = String.format(Locale.ROOT, "%08x", crc.getValue());
    if (!sum.equals(part.crc32c())) {
      throw OrbException.failed(
          name
              + ": corrupt: its checksum is "
              + sum
              + ", meta.json says "
              + part.crc32c()
              + "; build the graph again");
    }
  }

  static void checkLength(String name, GraphMeta.Part part, long length) {
    if (length != part.bytes()) {
      throw OrbException.failed(
          name
              + (length < part.bytes() ? ": truncated at byte " : ": too long: ends at byte ")
              + length
              + ", meta.json says "
              + part.bytes()
              + "; build the graph again");
    }
  }
}
