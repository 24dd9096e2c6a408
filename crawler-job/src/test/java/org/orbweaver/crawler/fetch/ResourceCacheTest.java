package org.orbweaver.crawler.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Truncation;

class ResourceCacheTest {
  private static final String URL = "http://a.test/data.json";
  private static final byte[] BODY = "[1, 2]".getBytes(UTF_8);

  @TempDir Path folder;

  private ResourceCache cache() throws Exception {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    return new ResourceCache(fs, new org.apache.hadoop.fs.Path(folder.toUri()), 1 << 20);
  }

  @Test
  void anAnswerThatALossOfPowerCutIsAskedForAgain() throws Exception {
    cache().add(URL, new FetchedPage(200, List.of(), BODY, Truncation.NONE));
    assertArrayEquals(BODY, cache().find(URL).body());
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.write(file, new byte[0]);
      }
    }
    assertNull(cache().find(URL));
    cache().add(URL, new FetchedPage(200, List.of(), BODY, Truncation.NONE));
    assertArrayEquals(BODY, cache().find(URL).body());
  }
}
