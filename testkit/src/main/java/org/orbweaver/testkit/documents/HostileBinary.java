package org.orbweaver.testkit.documents;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** Archives, pictures, fonts and old office formats with false headers. */
final class HostileBinary {
  private HostileBinary() {}

  static byte[] trueType(Random random) {
    ByteBuffer font = ByteBuffer.allocate(4000);
    font.putInt(0x00010000).putShort((short) 12).putShort((short) 0).putInt(0);
    String[] tables = {
      "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post", "OS/2", "GSUB", "CFF "
    };
    for (String table : tables) {
      font.put(table.getBytes(StandardCharsets.US_ASCII)).putInt(0);
      font.putInt(12 + 16 * tables.length + random.nextInt(500)).putInt(Integer.MAX_VALUE);
    }
    while (font.remaining() >= 4) {
      font.putInt(random.nextInt(3) == 0 ? 0x7FFFFFFF : 0xFFFFFFFF);
    }
    return font.array();
  }

  static byte[] cff(Random random) {
    byte[] font = new byte[3000];
    random.nextBytes(font);
    byte[] head = {1, 0, 4, 4, 0, 1, 1, 1, 5, 'a', 'b', 'c', 'd', (byte) 0xFF, (byte) 0xFF, 4};
    System.arraycopy(head, 0, font, 0, head.length);
    return font;
  }

  /** Adds files by name; the type is the part before the first dot. */
  static void addTo(Map<String, Supplier<byte[]>> made, Random random, String outside) {
    made.put("ttf.claims", () -> trueType(random));
    made.put("woff.claims", () -> head("wOFF", trueType(random)));
    made.put(
        "afm.long",
        () ->
            ascii(
                "StartFontMetrics 2.0\nStartCharMetrics 2147483647\n"
                    + "C 1 ; WX 1 ;\n".repeat(100_000)));
    made.put("png.claims", () -> png());
    made.put("jpeg.segments", () -> jpeg());
    made.put("tiff.cycle", () -> tiff());
    made.put("gif.claims", () -> head("GIF89a", noise(random, 300)));
    made.put("bmp.claims", () -> head("BM", filled((byte) 0x7F, 300)));
    made.put("psd.claims", () -> head("8BPS\0\1", filled((byte) 0x7F, 300)));
    made.put("webp.claims", () -> head("RIFF\377\377\377\177WEBPVP8X", noise(random, 300)));
    made.put("zip.bomb", () -> Packed.zipBomb(Map.of(), "a", "", "\0", 300L << 20, ""));
    made.put("zip.nested", () -> nestedZip(12));
    made.put("zip.many", () -> manyEntries());
    made.put("zip.claims", () -> zipClaims());
    made.put("zip.spaces", () -> spaces(300));
    made.put("zip.deep", () -> deepZip(60));
    made.put("zip.encrypted", () -> encryptedZip());
    made.put(
        "zip.entities",
        () ->
            Packed.zip(
                "a.xml",
                Markup.externalEntity("r", outside),
                "b.svg",
                Markup.externalEntity("svg", outside),
                "c.txt",
                "plain words"));
    made.put("tgz.many", () -> Packed.gzip(manyMembers()));
    made.put("eml.bomb", () -> bombByMail());
    made.put("mbox.many", () -> ascii("From a@b.example\nSubject: x\n\nbody\n\n".repeat(100_000)));
    made.put(
        "mp3.claims",
        () -> head("ID3\4\0\0\177\177\177\177TIT2\177\177\177\177", noise(random, 300)));
    made.put(
        "mp4.deep",
        () -> ascii("\0\0\0\030ftypisom\0\0\0\0" + "\177\377\377\377moov".repeat(50_000)));
    made.put(
        "flv.claims",
        () -> head("FLV\1\5\0\0\0\11\0\0\0\0\22\377\377\377", filled((byte) 3, 5000)));
    made.put("ogg.claims", () -> head("OggS\0\2", filled((byte) 0xFF, 300)));
    made.put(
        "wav.claims",
        () -> head("RIFF\377\377\377\177WAVEfmt \377\377\377\177", noise(random, 300)));
    made.put(
        "mid.claims",
        () -> head("MThd\0\0\0\6\0\1\377\377\0\1MTrk\177\377\377\377", noise(random, 300)));
    made.put("mdb.claims", () -> head("\0\1\0\0Standard Jet DB\0\1", noise(random, 5000)));
    made.put("pst.claims", () -> head("!BDN", noise(random, 5000)));
    made.put("one.claims", () -> one(random));
    made.put("ps.deep", () -> ascii("%!PS-Adobe-3.0\n" + "(\\".repeat(1_000_000)));
    made.put("ps.words", () -> ascii("%!PS\n" + "9".repeat(1_000_000) + "(x)".repeat(500_000)));
    made.put("gz.bomb", () -> Packed.gzip(Packed.gzip(new byte[20 << 20])));
    made.put("tar.claims", () -> tar());
    made.put("7z.claims", () -> head("7z\274\257\047\034\0\4", filled((byte) 0x7F, 200)));
    made.put("rar.claims", () -> head("Rar!\032\007\001\0", filled((byte) 0x7F, 200)));
    made.put("xz.claims", () -> head("\3757zXZ\0\0\4", noise(random, 300)));
    made.put("bz2.claims", () -> head("BZh9\061\101\131\046\123\131", noise(random, 300)));
    made.put("cab.claims", () -> head("MSCF", filled((byte) 0x7F, 200)));
    made.put(
        "class.claims", () -> head("\312\376\272\276\0\0\0\064\377\377", filled((byte) 5, 300)));
    made.put("doc.fat-cycle", () -> ole(random, 0));
    made.put("xls.fat-cycle", () -> ole(random, 0));
    made.put("ppt.fat-cycle", () -> ole(random, 0));
    made.put("doc.fat-claims", () -> ole(random, Integer.MAX_VALUE));
    made.put("xls.biff-claims", () -> biff());
    made.put("chm.claims", () -> chm());
    made.put("dbf.claims", () -> dbf());
    made.put("wpd.claims", () -> head("\377WPC", filled((byte) 0x7F, 500)));
    made.put("qpw.claims", () -> head("\000\000\002\000\001\020", filled((byte) 0x7F, 500)));
    made.put("mif.deep", () -> ascii("<MIFFile 2015>" + "<Para ".repeat(200_000)));
    made.put("hwp.claims", () -> ole(random, 5));
    made.put("bin.noise", () -> noise(random, 200_000));
    made.put("bin.zeros", () -> new byte[500_000]);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] noise(Random random, int length) {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }

  private static byte[] filled(byte value, int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, value);
    return bytes;
  }

  private static byte[] head(String head, byte[] rest) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(ascii(head));
    out.writeBytes(rest);
    return out.toByteArray();
  }

  private static byte[] png() {
    ByteBuffer png = ByteBuffer.allocate(100);
    png.put(ascii("\211PNG\r\n\032\n")).putInt(13).put(ascii("IHDR"));
    png.putInt(Integer.MAX_VALUE).putInt(Integer.MAX_VALUE).putInt(0x08060000).putInt(0);
    png.putInt(Integer.MAX_VALUE).put(ascii("iTXt"));
    return png.array();
  }

  private static byte[] jpeg() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(ascii("\377\330"));
    for (int i = 0; i < 50_000; i++) {
      out.writeBytes(ascii("\377\341\000\020Exif\0\0MM\0\052\0\0\0\010"));
    }
    return out.toByteArray();
  }

  private static byte[] tiff() {
    ByteBuffer tiff = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    tiff.put(ascii("II")).putShort((short) 42).putInt(8).putShort((short) 2);
    tiff.putShort((short) 0x100).putShort((short) 4).putInt(Integer.MAX_VALUE).putInt(8);
    tiff.putShort((short) 0x8769).putShort((short) 4).putInt(1).putInt(8).putInt(8);
    return tiff.array();
  }

  private static byte[] nestedZip(int depth) {
    byte[] inner = Packed.zipBomb(Map.of(), "a", "", "\0", 10L << 20, "");
    for (int i = 0; i < depth; i++) {
      Map<String, byte[]> entries = new LinkedHashMap<>();
      for (int j = 0; j < 5; j++) {
        entries.put("z" + j + ".zip", inner);
      }
      byte[] outer = Packed.zip(entries);
      inner = outer.length > 2_000_000 ? inner : outer;
    }
    return inner;
  }

  private static byte[] manyEntries() {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    for (int i = 0; i < 30_000; i++) {
      entries.put("../".repeat(i % 9) + i, new byte[0]);
    }
    return Packed.zip(entries);
  }

  private static byte[] zipClaims() {
    byte[] zip = Packed.zip("word/document.xml", "x", "[Content_Types].xml", "y");
    ByteBuffer bytes = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN);
    int end = zip.length - 22;
    bytes.putShort(end + 8, (short) 0xFFFF).putShort(end + 10, (short) 0xFFFF);
    bytes.putInt(end + 12, 0x7FFFFFFF);
    return zip;
  }

  private static byte[] deepZip(int depth) {
    byte[] zip = Packed.zip("bottom.txt", "plain words");
    for (int i = 0; i < depth; i++) {
      zip = Packed.zip(Map.of("deeper.zip", zip));
    }
    return zip;
  }

  /** Every member is marked as encrypted. */
  private static byte[] encryptedZip() {
    byte[] zip = Packed.zip("a.txt", "plain words", "b.txt", "more");
    for (int i = 0; i + 10 < zip.length; i++) {
      if (zip[i] == 'P' && zip[i + 1] == 'K') {
        if (zip[i + 2] == 3) {
          zip[i + 6] |= 1;
        } else if (zip[i + 2] == 1) {
          zip[i + 8] |= 1;
        }
      }
    }
    return zip;
  }

  private static byte[] manyMembers() {
    byte[] head = new byte[512];
    System.arraycopy(ascii("member"), 0, head, 0, 6);
    System.arraycopy(
        ascii("0000644\0" + "0000000\0".repeat(2) + "0".repeat(11) + "\0" + "0".repeat(11) + "\0"),
        0,
        head,
        100,
        48);
    Arrays.fill(head, 148, 156, (byte) ' ');
    head[156] = '0';
    System.arraycopy(ascii("ustar\00000"), 0, head, 257, 8);
    int sum = 0;
    for (byte b : head) {
      sum += b & 0xFF;
    }
    System.arraycopy(ascii(String.format(Locale.ROOT, "%06o\0 ", sum)), 0, head, 148, 8);
    byte[] tar = new byte[100_000 * 512];
    for (int i = 0; i < tar.length; i += 512) {
      System.arraycopy(head, 0, tar, i, 512);
    }
    return tar;
  }

  /** A good member, and one of XML that is read to its end and has no text. */
  private static byte[] spaces(int mebibytes) {
    return Packed.zipBomb(
        Packed.entries("a.txt", "plain words"),
        "b.xml",
        "<r>",
        " ",
        (long) mebibytes << 20,
        "</r>");
  }

  private static byte[] bombByMail() {
    byte[] bomb = spaces(100);
    return ascii(
        "From: a@b.example\nMIME-Version: 1.0\n"
            + "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nplain words\n"
            + "--b\nContent-Type: application/zip\nContent-Transfer-Encoding: base64\n\n"
            + Base64.getMimeEncoder().encodeToString(bomb)
            + "\n--b--\n");
  }

  private static byte[] one(Random random) {
    ByteBuffer one = ByteBuffer.allocate(5000);
    one.putLong(0xE4525C7B8CD8A74DL).putLong(0xAEB15378D02996D3L); // .one
    one.put(noise(random, one.remaining()));
    return one.array();
  }

  private static byte[] tar() {
    byte[] tar = new byte[2048];
    byte[] size = ascii("77777777777");
    tar[0] = 'a';
    System.arraycopy(size, 0, tar, 124, size.length);
    System.arraycopy(ascii("ustar"), 0, tar, 257, 5);
    return tar;
  }

  /** An OLE2 file whose allocation table leads back to itself, or claims the given length. */
  private static byte[] ole(Random random, int claimed) {
    ByteBuffer ole = ByteBuffer.allocate(512 * 8).order(ByteOrder.LITTLE_ENDIAN);
    ole.putLong(0xE11AB1A1E011CFD0L).position(24);
    ole.putShort((short) 0x3E).putShort((short) 3).putShort((short) 0xFFFE);
    ole.putShort((short) 9).putShort((short) 6).position(44);
    ole.putInt(claimed == 0 ? 1 : claimed).putInt(1).putInt(0).putInt(4096).putInt(2);
    ole.putInt(claimed == 0 ? 1 : claimed).putInt(2).putInt(claimed == 0 ? 1 : claimed).putInt(0);
    while (ole.position() < 1024) {
      ole.putInt(random.nextInt(4)); // The table: each sector follows one of the first.
    }
    byte[] entry = "Root Entry".getBytes(StandardCharsets.UTF_16LE);
    ole.put(entry).position(1024 + 64);
    ole.putShort((short) 22).put((byte) 5).put((byte) 1).putInt(0).putInt(0).putInt(0);
    ole.position(1024 + 116);
    ole.putInt(2).putInt(Integer.MAX_VALUE);
    ole.position(1024 + 128);
    byte[] second = "WordDocument".getBytes(StandardCharsets.UTF_16LE);
    ole.put(second).position(1024 + 128 + 64);
    ole.putShort((short) 26).put((byte) 2).put((byte) 1).putInt(1).putInt(1).putInt(1);
    ole.position(1024 + 128 + 116);
    ole.putInt(2).putInt(Integer.MAX_VALUE);
    return ole.array();
  }

  private static byte[] biff() {
    ByteBuffer biff = ByteBuffer.allocate(100_000).order(ByteOrder.LITTLE_ENDIAN);
    biff.putShort((short) 0x0409).putShort((short) 6).putInt(0x00100400).putShort((short) 0);
    while (biff.remaining() > 8) {
      biff.putShort((short) 0x0204).putShort((short) 4).putInt(0x7FFF7FFF);
    }
    return biff.array();
  }

  private static byte[] chm() {
    ByteBuffer chm = ByteBuffer.allocate(2000).order(ByteOrder.LITTLE_ENDIAN);
    chm.put(ascii("ITSF")).putInt(3).putInt(0x60).putInt(1);
    while (chm.remaining() >= 4) {
      chm.putInt(Integer.MAX_VALUE);
    }
    return chm.array();
  }

  private static byte[] dbf() {
    ByteBuffer dbf = ByteBuffer.allocate(2000).order(ByteOrder.LITTLE_ENDIAN);
    dbf.put((byte) 3).put(new byte[] {99, 1, 1}).putInt(Integer.MAX_VALUE);
    dbf.putShort((short) 65).putShort((short) 65_535).position(32);
    dbf.put(ascii("A")).position(43);
    dbf.put((byte) 'C').position(48);
    dbf.put((byte) 255).position(64);
    dbf.put((byte) 0x0D);
    return dbf.array();
  }
}
