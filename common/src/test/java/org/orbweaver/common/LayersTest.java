package org.orbweaver.common;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The packages of this module are layers: each imports only those before it. */
class LayersTest {
  private static final List<String> LAYERS =
      List.of("error", "text", "conf", "store", "job", "sorted", "cli", "why");
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?org\\.orbweaver\\.common\\.([a-z]+)\\.");
  private static final Path SOURCES = Path.of("src/main/java/org/orbweaver/common");

  @Test
  void packagesImportOnlyThoseBeforeThem() throws Exception {
    int seen = 0;
    try (Stream<Path> files = Files.walk(SOURCES, 2)) {
      for (Path file :
          files.filter(it -> it.getNameCount() == SOURCES.getNameCount() + 2).toList()) {
        int layer = LAYERS.indexOf(file.getParent().getFileName().toString());
        assertTrue(layer >= 0, () -> file + " is in no layer");
        List<String> wrong =
            IMPORT
                .matcher(Files.readString(file))
                .results()
                .map(it -> it.group(1))
                .filter(it -> !LAYERS.subList(0, layer).contains(it))
                .toList();
        assertEquals(List.of(), wrong, file::toString);
        seen++;
      }
    }
    assertTrue(seen > 50, "files were looked at");
  }
}
