package org.orbweaver.testkit.documents;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Packed bytes. */
final class Packed {
  private Packed() {}

  /** A zip file of these entries, with times that do not change. */
  static byte[] zip(Map<String, byte[]> entries) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        ZipEntry head = new ZipEntry(entry.getKey());
        head.setTime(1_700_000_000_000L);
        if (entry.getKey().equals("mimetype")) { // OpenDocument and EPUB: first, and not packed.
          CRC32 sum = new CRC32();
          sum.update(entry.getValue());
          head.setMethod(ZipEntry.STORED);
          head.setSize(entry.getValue().length);
          head.setCrc(sum.getValue());
        }
        zip.putNextEntry(head);
        zip.write(entry.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Entries given as name, text, name, text ... */
  static Map<String, byte[]> entries(String... namesAndTexts) {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      entries.put(namesAndTexts[i], namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
    }
    return entries;
  }

  /** A zip file whose one large entry is {@code head}, many times {@code piece}, {@code tail}. */
  static byte[] zipBomb(
      Map<String, byte[]> entries,
      String name,
      String head,
      String piece,
      long times,
      String tail) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
      }
      zip.putNextEntry(new ZipEntry(name));
      zip.write(head.getBytes(StandardCharsets.UTF_8));
      byte[] block =
          piece.repeat(Math.max(1, 60_000 / piece.length())).getBytes(StandardCharsets.UTF_8);
      long blocks = times / Math.max(1, 60_000 / piece.length()) + 1;
      for (long i = 0; i < blocks; i++) {
        zip.write(block);
      }
      zip.write(tail.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** So many times one byte, deflated. */
  static byte[] deflated(byte value, long count) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
      fill(out, value, count);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static byte[] deflate(byte[] data) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
      out.write(data);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static byte[] gzip(byte[] data) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(data);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void fill(java.io.OutputStream out, byte value, long count) throws IOException {
    byte[] block = new byte[1 << 16];
    Arrays.fill(block, value);
    for (long left = count; left > 0; left -= block.length) {
      out.write(block, 0, (int) Math.min(left, block.length));
    }
  }
}
