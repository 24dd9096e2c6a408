package org.orbweaver.webgraph.format.dictionary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.ReversedUrl;
import org.orbweaver.webgraph.format.files.ByteSource;
import org.orbweaver.webgraph.format.meta.GraphMeta;
import org.orbweaver.webgraph.format.meta.NameKind;

class UrlDictionaryTest {

  @Test
  void findsEveryKeyBothWays() throws IOException {
    Random random = new Random(5);
    for (int size : new int[] {0, 1, 2, 255, 256, 257, 512, 513, 1000, 20_000}) {
      List<byte[]> keys = keys(random, size);
      UrlDictionaryReader reader = reader(write(keys));
      assertEquals(keys.size(), reader.count());
      for (int i = 0; i < keys.size(); i += size > 1000 ? 7 : 1) {
        assertArrayEquals(keys.get(i), reader.key(i));
        assertEquals(i, reader.find(keys.get(i)));
      }
      for (int i = 0; i < 500; i++) {
        byte[] other = key(random);
        int expected = search(keys, other);
        assertEquals(expected, reader.find(other));
      }
      assertEquals(keys.isEmpty() || keys.get(0).length > 0 ? -1 : 0, reader.find(new byte[0]));
      for (int from : new int[] {0, 1, 255, 256, keys.size() - 1, keys.size()}) {
        assertCursor(keys, reader, Math.max(0, from));
      }
    }
  }

  private static int search(List<byte[]> keys, byte[] key) {
    int place = 0;
    while (place < keys.size() && Arrays.compareUnsigned(keys.get(place), key) < 0) {
      place++;
    }
    return place < keys.size() && Arrays.equals(keys.get(place), key) ? place : -place - 1;
  }

  private static void assertCursor(List<byte[]> keys, UrlDictionaryReader reader, int from)
      throws IOException {
    UrlDictionaryReader.KeyCursor cursor = reader.cursor(from);
    for (int i = from; i < keys.size(); i++) {
      assertTrue(cursor.next());
      assertEquals(i, cursor.place());
      assertArrayEquals(keys.get(i), cursor.key());
    }
    assertFalse(cursor.next());
  }

  private static List<byte[]> keys(Random random, int size) {
    TreeSet<byte[]> sorted = new TreeSet<>(Arrays::compareUnsigned);
    while (sorted.size() < size) {
      sorted.add(key(random));
    }
    return new ArrayList<>(sorted);
  }

  private static byte[] key(Random random) {
    StringBuilder url = new StringBuilder("http://");
    url.append("h").append(random.nextInt(30)).append(random.nextBoolean() ? ".example/" : ".例え/");
    for (int n = random.nextInt(4); n > 0; n--) {
      url.append(Integer.toString(random.nextInt(1000), 36))
          .append(random.nextBoolean() ? "/é" : "");
    }
    if (random.nextInt(300) == 0) {
      url.append("x".repeat(random.nextInt(5000)));
    }
    return ReversedUrl.keyBytes(url.append(random.nextInt(100_000)).toString());
  }

  private static byte[] write(List<byte[]> keys) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (UrlDictionaryWriter writer = new UrlDictionaryWriter(file -> out, 0)) {
      for (int i = 0; i < keys.size(); i++) {
        assertEquals(i, writer.add(keys.get(i)));
      }
    }
    return out.toByteArray();
  }

  private static UrlDictionaryReader reader(byte[] bytes) throws IOException {
    return new UrlDictionaryReader(ByteSource.of(bytes, "graph/ids/part-00000"));
  }

  /** A dictionary has no checksum that a look-up could compare. */
  @Test
  void aKeyThatIsNoUrlIsRefusedByTheNameOfItsFile() throws IOException {
    byte[] bytes = write(List.of("4/p4.htm".getBytes(StandardCharsets.UTF_8)));
    GraphMeta.Part part = new GraphMeta.Part("ids/part-00000", 0, 1, bytes.length, "");
    GraphMeta meta =
        new GraphMeta(
            1,
            0,
            1,
            NameKind.URLS,
            List.of(part),
            List.of(),
            List.of(),
            List.of(),
            false,
            Map.of(),
            Map.of());
    try (NodeNames names =
        new NodeNames(meta, file -> ByteSource.of(bytes, "graph/ids/part-00000"))) {
      OrbException refused = assertThrows(OrbException.class, () -> names.name(0));
      assertTrue(refused.getMessage().startsWith("graph/ids/part-00000: "), refused.getMessage());
      NodeNames.Cursor cursor = names.cursor(0);
      assertTrue(cursor.next());
      assertThrows(OrbException.class, cursor::name);
    }
  }

  /** Keys of such URLs are longer than their names. */
  @Test
  void filesHaveNamesBesideThoseOfHosts() throws IOException {
    List<String> urls = List.of("http://a.org/x", "file:///share/a", "file:///share/b/");
    List<byte[]> keys = new ArrayList<>();
    urls.forEach(url -> keys.add(ReversedUrl.keyBytes(url)));
    byte[] bytes = write(keys);
    GraphMeta.Part part = new GraphMeta.Part("ids/part-00000", 0, 3, bytes.length, "");
    GraphMeta meta =
        new GraphMeta(
            3,
            0,
            1,
            NameKind.URLS,
            List.of(part),
            List.of(),
            List.of(),
            List.of(),
            false,
            Map.of(),
            Map.of());
    try (NodeNames names = new NodeNames(meta, file -> ByteSource.of(bytes, "part"))) {
      NodeNames.Cursor cursor = names.cursor(0);
      for (String url : urls) {
        assertTrue(cursor.next());
        assertEquals(url, new String(cursor.nameBytes(), StandardCharsets.UTF_8));
      }
    }
  }

  /** Counts its reads. */
  private static ByteSource counting(byte[] bytes, int[] reads) {
    ByteSource source = ByteSource.of(bytes, "part");
    return new ByteSource() {
      @Override
      public String name() {
        return source.name();
      }

      @Override
      public long length() {
        return bytes.length;
      }

      @Override
      public void readFully(long position, byte[] into, int offset, int length) throws IOException {
        reads[0]++;
        source.readFully(position, into, offset, length);
      }
    };
  }

  @Test
  void oneKeyCostsOneBlock() throws IOException {
    List<byte[]> keys = keys(new Random(3), 20_000);
    int[] reads = new int[1];
    UrlDictionaryReader reader = new UrlDictionaryReader(counting(write(keys), reads));
    assertEquals(2, reads[0], "trailer and index");
    for (int place : new int[] {0, 255, 256, 10_000, 19_999}) {
      reads[0] = 0;
      assertEquals(place, reader.find(keys.get(place)));
      assertArrayEquals(keys.get(place), reader.key(place));
      assertTrue(reads[0] <= 1, "reads: " + reads[0]);
    }
    reads[0] = 0;
    for (int place = 0; place < keys.size(); place += 256) {
      reader.key(place);
    }
    assertTrue(reads[0] > 70, "few blocks are kept");
  }

  @Test
  void frontCodingSavesTheSharedPrefix() throws IOException {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 1000; i < 2000; i++) {
      keys.add(("org.example.www:http/a/long/path/page" + i).getBytes(StandardCharsets.UTF_8));
    }
    // 4 first keys of 42 bytes, 996 of 3 and some rollovers, the index, the trailer.
    assertEquals(3_464, write(keys).length);
  }

  @Test
  void refusesKeysOutOfOrder() throws IOException {
    UrlDictionaryWriter writer = new UrlDictionaryWriter(file -> new ByteArrayOutputStream(), 0);
    writer.add(new byte[] {'b'});
    assertThrows(IllegalArgumentException.class, () -> writer.add(new byte[] {'b'}));
    assertThrows(IllegalArgumentException.class, () -> writer.add(new byte[] {'a', 'z'}));
    // Unsigned: a byte of a non-ASCII character comes after ASCII.
    assertEquals(1, writer.add(new byte[] {(byte) 0xc3}));
  }

  @Test
  void saysWhereADamagedDictionaryIsDamaged() throws IOException {
    byte[] bytes = write(keys(new Random(1), 600));
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      OrbException e = assertThrows(OrbException.class, () -> reader(cut));
      assertTrue(e.getMessage().startsWith("graph/ids/part-00000: "), e.getMessage());
    }
    Random random = new Random(2);
    for (int i = 0; i < 3000; i++) {
      byte[] mangled = bytes.clone();
      mangled[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      try {
        UrlDictionaryReader reader = reader(mangled);
        for (int place = 0; place < reader.count(); place++) {
          reader.find(reader.key(place));
        }
      } catch (OrbException e) {
        assertTrue(e.getMessage().startsWith("graph/ids/part-00000: "), e.getMessage());
      }
    }
  }

  @Test
  void sortsWholeNumbersByValue() {
    List<String> numbers = List.of("0", "7", "10", "99", "100", "8297", "18446744073709551615");
    for (int i = 0; i < numbers.size(); i++) {
      byte[] key = NameKind.INTEGERS.key(numbers.get(i));
      assertEquals(numbers.get(i), NameKind.INTEGERS.name(key));
      if (i > 0) {
        byte[] before = NameKind.INTEGERS.key(numbers.get(i - 1));
        assertTrue(Arrays.compareUnsigned(before, key) < 0, numbers.get(i));
      }
    }
    assertThrows(IllegalArgumentException.class, () -> NameKind.INTEGERS.key("007"));
    assertEquals("a0", new String(NameKind.INTEGERS.key("0"), StandardCharsets.US_ASCII));
  }
}
