package org.orbweaver.testkit.documents;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Compressed bytes. */
final class Packed {
  private Packed() {}

  /** Writes to a compressing stream. */
  private interface Writing<S extends OutputStream> {
    void to(S out) throws IOException;
  }

  private interface Packer<S extends OutputStream> {
    S over(OutputStream out) throws IOException;
  }

  private static <S extends OutputStream> byte[] pack(Packer<S> packer, Writing<S> writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (S out = packer.over(bytes)) {
      writing.to(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** A zip file of these entries, with fixed times. */
  static byte[] zip(Map<String, byte[]> entries) {
    return pack(ZipOutputStream::new, zip -> put(zip, entries));
  }

  private static void put(ZipOutputStream zip, Map<String, byte[]> entries) throws IOException {
    for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
      ZipEntry head = new ZipEntry(entry.getKey());
      head.setTime(1_700_000_000_000L);
      if (entry.getKey().equals("mimetype")) { // OpenDocument and EPUB: first, and not compressed.
        CRC32 sum = new CRC32();
        sum.update(entry.getValue());
        head.setMethod(ZipEntry.STORED);
        head.setSize(entry.getValue().length);
        head.setCrc(sum.getValue());
      }
      zip.putNextEntry(head);
      zip.write(entry.getValue());
    }
  }

  static byte[] zip(String... namesAndTexts) {
    return zip(entries(namesAndTexts));
  }

  /** Entries given as name, text, name, text ... */
  static Map<String, byte[]> entries(String... namesAndTexts) {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      entries.put(namesAndTexts[i], namesAndTexts[i + 1].getBytes(UTF_8));
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
    int each = Math.max(1, 60_000 / piece.length());
    byte[] block = piece.repeat(each).getBytes(UTF_8);
    return pack(
        ZipOutputStream::new,
        zip -> {
          zip.setLevel(Deflater.BEST_SPEED);
          put(zip, entries);
          zip.putNextEntry(new ZipEntry(name));
          zip.write(head.getBytes(UTF_8));
          for (long i = 0; i <= times / each; i++) {
            zip.write(block);
          }
          zip.write(tail.getBytes(UTF_8));
        });
  }

  /** Mebibytes of one byte, deflated. */
  static byte[] deflated(byte value, int mebibytes) {
    byte[] block = new byte[1 << 20];
    Arrays.fill(block, value);
    return pack(
        out -> new DeflaterOutputStream(out, new Deflater(Deflater.BEST_SPEED)),
        out -> {
          for (int i = 0; i < mebibytes; i++) {
            out.write(block);
          }
        });
  }

  static byte[] deflate(byte[] data) {
    return pack(DeflaterOutputStream::new, out -> out.write(data));
  }

  static byte[] gzip(byte[] data) {
    return pack(GZIPOutputStream::new, out -> out.write(data));
  }
}
