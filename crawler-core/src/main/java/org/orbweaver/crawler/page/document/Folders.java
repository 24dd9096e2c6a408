package org.orbweaver.crawler.page.document;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The folders of parser processes. */
final class Folders {

  private Folders() {}

  /** Removes what is in a folder, as far as it can be. */
  static void empty(Path folder) {
    for (Path path : walk(folder)) {
      if (!path.equals(folder)) {
        remove(path);
      }
    }
  }

  /** Removes a folder with all that is in it, as far as it can be. */
  static void delete(Path folder) {
    empty(folder);
    remove(folder);
  }

  /** Bytes of the files in a folder. */
  static long size(Path folder) {
    long bytes = 0;
    for (Path path : walk(folder)) {
      try {
        bytes += Files.isRegularFile(path) ? Files.size(path) : 0;
      } catch (IOException e) {
        // Gone meanwhile.
      }
    }
    return bytes;
  }

  /** What is in a folder, and the folder, the deepest first; links are not followed. */
  private static List<Path> walk(Path folder) {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.sorted(Comparator.reverseOrder()).toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }

  private static void remove(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // In use, or gone: the process that has it removes it.
    }
  }
}
