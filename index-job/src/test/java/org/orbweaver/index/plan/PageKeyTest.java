package org.orbweaver.index.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.junit.jupiter.api.Test;

class PageKeyTest {
  @Test
  void bytesCompareAsKeysDo() throws IOException {
    Random random = new Random(7);
    List<PageKey> keys = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String url = "http://a/" + "é".repeat(random.nextInt(80)) + random.nextInt(3);
      keys.add(new PageKey(url, (byte) random.nextInt(4), random.nextInt(1000)));
    }
    for (PageKey a : keys) {
      byte[] x = bytes(a);
      for (PageKey b : keys) {
        byte[] y = bytes(b);
        assertEquals(
            Integer.signum(a.compareTo(b)),
            Integer.signum(new PageKey.Order().compare(x, 0, x.length, y, 0, y.length)));
        assertEquals(
            Integer.signum(a.url().compareTo(b.url())),
            Integer.signum(new PageKey.ByUrl().compare(x, 0, x.length, y, 0, y.length)));
      }
    }
  }

  @Test
  void survivesTheShuffle() throws IOException {
    PageKey key = new PageKey("http://a/ü", (byte) 3, 12);
    DataInputBuffer in = new DataInputBuffer();
    byte[] bytes = bytes(key);
    in.reset(bytes, bytes.length);
    PageKey back = new PageKey();
    back.readFields(in);
    assertEquals(key, back);
  }

  private static byte[] bytes(PageKey key) throws IOException {
    DataOutputBuffer out = new DataOutputBuffer();
    key.write(out);
    return java.util.Arrays.copyOf(out.getData(), out.getLength());
  }
}
