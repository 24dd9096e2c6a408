package org.orbweaver.common.store;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;

/** The numbered parts of a store: {@code part-r-00000} and so on, files or MapFile folders. */
public final class Parts {
  private Parts() {}

  /** The name of part {@code number}, as Hadoop's reducers name it. */
  public static String name(int number) {
    return String.format(Locale.ROOT, "part-r-%05d", number);
  }

  /**
   * The parts in {@code folder} in the order of their numbers; empty if it is missing.
   *
   * @throws OrbException (failed) if an object store has not published the whole folder
   */
  public static List<Path> of(FileSystem fs, Path folder) throws IOException {
    List<FileStatus> listed = Files.list(fs, folder);
    if (listed.stream().map(FileStatus::getPath).anyMatch(ObjectStore::isMark)) {
      throw OrbException.failed(
          folder
              + " is being published, or its publishing was interrupted: try again later; a command"
              + " that writes to the crawl completes it");
    }
    return listed.stream()
        .map(FileStatus::getPath)
        .filter(path -> path.getName().startsWith("part-"))
        .sorted(Comparator.comparingInt(Parts::number).thenComparing(Path::getName))
        .toList();
  }

  /** The number at the end of a part's name. */
  public static int number(Path part) {
    String name = part.getName();
    try {
      return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a part's name: " + part, e);
    }
  }
}
