package org.orbweaver.webgraph.format.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The output folder of a graph. */
@FunctionalInterface
public interface GraphSink {
  /**
   * Begins a file; folders are made as needed.
   *
   * @param file below the graph's folder, such as {@code out/part-00000}
   */
  OutputStream create(String file) throws IOException;

  /** A folder on this machine. Existing files are not overwritten. */
  static GraphSink local(Path folder) {
    return file -> {
      Path path = folder.resolve(file);
      Files.createDirectories(path.getParent());
      return Files.newOutputStream(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    };
  }
}
