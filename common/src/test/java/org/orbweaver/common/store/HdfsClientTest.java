package org.orbweaver.common.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys.BlockWrite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HdfsClientTest {
  private static final String DELAY = BlockWrite.LOCATEFOLLOWINGBLOCK_INITIAL_DELAY_MS_KEY;
  private static final String RETRIES = BlockWrite.LOCATEFOLLOWINGBLOCK_RETRIES_KEY;

  @TempDir private Path classPath;

  @Test
  void asksAgainSoonAndForLongerThanByDefault() {
    Configuration conf = new Configuration();
    HdfsClient.prepare(conf);
    int first = conf.getInt(DELAY, 0);
    assertEquals(10, first);
    int millis = 0;
    for (int i = 0; i < conf.getInt(RETRIES, 0); i++) {
      millis += first << i;
    }
    assertEquals(40_950, millis);
  }

  @Test
  void aValueThatTheUserHasSetStays() throws IOException {
    Files.writeString(
        classPath.resolve("hdfs-site.xml"),
        "<configuration><property><name>"
            + RETRIES
            + "</name><value>9</value></property></configuration>");
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {classPath.toUri().toURL()}, Configuration.class.getClassLoader())) {
      Configuration conf = new Configuration();
      conf.setClassLoader(loader);
      conf.set(DELAY, "123", "from command line");
      HdfsClient.prepare(conf);
      assertEquals("123", conf.get(DELAY));
      assertEquals("9", conf.get(RETRIES));
    }
  }
}
