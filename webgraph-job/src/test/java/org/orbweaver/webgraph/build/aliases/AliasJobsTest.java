package org.orbweaver.webgraph.build.aliases;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.junit.jupiter.api.Test;

class AliasJobsTest {
  @Test
  void taggedKeysSortByKeyThenByTag() throws IOException {
    AliasJobs.TagOrder order = new AliasJobs.TagOrder();
    AliasJobs.KeyComparator group = new AliasJobs.KeyComparator();
    AliasJobs.KeyPartitioner parts = new AliasJobs.KeyPartitioner();
    // With bytes that equal tags, and keys that are prefixes of others.
    String[] keys = {"", "\u0000", "\u0000\u0001", "\u0001", "a", "a\u0000", "a\u0001", "ab", "é"};
    for (int i = 0; i < keys.length; i++) {
      for (int j = 0; j < keys.length; j++) {
        for (byte s : new byte[] {0, 1}) {
          for (byte t : new byte[] {0, 1}) {
            Text a = tagged(keys[i], s);
            Text b = tagged(keys[j], t);
            int wanted = i != j ? Integer.compare(i, j) : Byte.compare(s, t);
            assertEquals(wanted, Integer.signum(compare(order, a, b)), keys[i] + " " + keys[j]);
            assertEquals(i == j, compare(group, a, b) == 0);
            if (i == j) {
              assertEquals(parts.getPartition(a, null, 7), parts.getPartition(b, null, 7));
            }
          }
        }
      }
    }
  }

  private static Text tagged(String key, byte tag) {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    Text text = AliasJobs.tagged(bytes, bytes.length, tag);
    assertEquals(tag == AliasJobs.FIRST, AliasJobs.isFirst(text));
    assertEquals(key, new String(AliasJobs.key(text), StandardCharsets.UTF_8));
    return text;
  }

  private static int compare(WritableComparator comparator, Text a, Text b) throws IOException {
    byte[] left = bytes(a);
    byte[] right = bytes(b);
    return comparator.compare(left, 0, left.length, right, 0, right.length);
  }

  private static byte[] bytes(Text text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    text.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }
}
