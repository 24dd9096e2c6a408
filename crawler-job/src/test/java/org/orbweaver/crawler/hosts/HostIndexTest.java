package org.orbweaver.crawler.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostIndexTest {
  @TempDir private Path store;

  @Test
  void anEntryThatIsCutIsNotLeftOut() throws IOException {
    Configuration conf = new Configuration();
    org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path(store.toUri());
    HostIndex.HostIndexBuilder builder = new HostIndex.HostIndexBuilder();
    builder.add("http://a.test", new HostOutage(1000, 3, 0, ""));
    builder.write(conf, new org.apache.hadoop.fs.Path(root, "part-r-00000"));
    assertEquals(3, HostIndex.read(conf, root).find("http://a.test/").failures());
    Path file = store.resolve("part-r-00000/outages");
    byte[] whole = Files.readAllBytes(file);
    Files.delete(store.resolve("part-r-00000/.outages.crc"));
    Files.write(file, Arrays.copyOf(whole, whole.length - 1));
    IOException refused = assertThrows(IOException.class, () -> HostIndex.read(conf, root));
    assertTrue(refused.getMessage().contains("outages has lost its end"), refused.getMessage());
  }
}
