package org.orbweaver.crawler.markdown;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PageNameTest {
  /** File systems take several slashes for one, so an empty part of a path needs a name. */
  @Test
  void pathsThatDifferInSlashesHaveFilesOfTheirOwn() {
    List<String> paths = List.of("/", "//", "/a/", "/a//", "//a/", "/a/b", "/a//b", "//a/b");
    Set<Path> files =
        paths.stream()
            .map(path -> Path.of(PageName.of("http://h.test" + path) + ".md"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(paths.size(), files.size(), files::toString);
    assertEquals("h.test/a/b", PageName.of("http://h.test/a/b"));
    assertEquals("h.test/a/index", PageName.of("http://h.test/a/"));
    assertEquals(
        "h.test/a/_/b-", PageName.of("http://h.test/a//b").replaceAll("[0-9a-f]{10}$", ""));
  }
}
