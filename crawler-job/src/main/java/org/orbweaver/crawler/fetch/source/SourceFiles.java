package org.orbweaver.crawler.fetch.source;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;

/**
 * A file system. What is missing is a {@link java.nio.file.NoSuchFileException} or {@link
 * java.io.FileNotFoundException}.
 */
interface SourceFiles {
  /** What a path is. */
  enum Kind {
    FILE,
    FOLDER,
    /** A pipe, a socket, a device. */
    OTHER
  }

  /**
   * A file or folder.
   *
   * @param permissions as in {@code rw-r-----}
   */
  record FileFacts(
      Kind kind, Instant modified, long length, String owner, String group, String permissions) {}

  /**
   * The URL at which the file or folder itself is, with all symbolic links followed; that of a
   * folder ends in a slash.
   */
  String real(String url) throws IOException;

  /**
   * The facts about a file.
   *
   * @param root as {@link #real} gives it
   * @param real at or below the root, as {@link #real} gives it
   */
  FileFacts facts(String root, String real) throws IOException;

  /** Opens a file; follows no symbolic link that was made meanwhile. */
  InputStream open(String root, String real) throws IOException;

  /**
   * Passes on the URLs of a folder's entries, as they come, null for one whose name no URL can
   * have; follows no symbolic link to the folder.
   */
  void list(String root, String real, ConsumerRaisingIOE<String> entries) throws IOException;
}
