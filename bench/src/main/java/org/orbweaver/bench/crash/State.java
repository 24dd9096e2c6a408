package org.orbweaver.bench.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/** The names and bytes of all files of a folder, but logs and locks, as a digest. */
final class State {
  private State() {}

  static String of(Path folder) throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> paths = Files.walk(folder).sorted()) {
      for (Path path : paths.toList()) {
        String name = folder.relativize(path).toString();
        if (!name.contains("/logs") && !name.endsWith(".lock")) {
          all.append(name).append(' ');
          if (Files.isRegularFile(path)) {
            all.append(Arrays.hashCode(Files.readAllBytes(path)));
          }
          all.append('\n');
        }
      }
    }
    return all.toString();
  }
}
