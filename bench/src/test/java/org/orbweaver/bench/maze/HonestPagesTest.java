package org.orbweaver.bench.maze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;

class HonestPagesTest {
  @TempDir private Path tmp;

  private static List<String> read(HonestPages pages) throws Exception {
    List<String> read = new ArrayList<>();
    pages.forEach((url, page) -> read.add(url + " " + page.title()));
    return read;
  }

  @Test
  void readsFoldersAndTheSitesOfAServer() throws Exception {
    Path site = Files.createDirectories(tmp.resolve("sites/a/sub folder"));
    Files.writeString(site.resolve("x.html"), "<title>X</title>");
    Files.writeString(site.resolve("y.html.pt-br"), "<title>Y</title>");
    Files.writeString(site.resolve("x.css"), "p {}");
    Files.writeString(
        tmp.resolve("nginx.conf"),
        " server { server_name b.test; autoindex on; root \"" + tmp + "/sites/a/sub folder\"; }\n");

    assertEquals(
        List.of(
            "http://a/sub%20folder/x.html X",
            "http://a/sub%20folder/y.html.pt-br Y",
            "http://b.test/x.html X",
            "http://b.test/y.html.pt-br Y"),
        read(new HonestPages().add(tmp.resolve("sites/a")).add(tmp)));
    OrbException e =
        assertThrows(OrbException.class, () -> new HonestPages().add(tmp.resolve("none")));
    assertEquals("not a folder of pages: " + tmp.resolve("none"), e.getMessage());
  }

  @Test
  void readsCaptures() throws Exception {
    Path data = Path.of("../../shared/data");
    Assumptions.assumeTrue(Files.exists(data), "no data at " + data);
    HonestPages pages = new HonestPages().add(data);
    Map<String, Integer> counts = pages.counts();
    // 91 articles, 481 pages of all kinds, one capture.
    assertEquals(573, counts.values().stream().mapToInt(it -> it).sum());
    assertTrue(counts.containsKey("www.wsj.com"), counts::toString);
  }
}
