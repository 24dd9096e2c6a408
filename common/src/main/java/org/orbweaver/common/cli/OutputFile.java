package org.orbweaver.common.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.orbweaver.common.error.OrbException;

/** An output file of a command on the local machine. It is written completely or not at all. */
public final class OutputFile {
  private OutputFile() {}

  /**
   * Checks, before the work, that the file may be written: its folder exists, and the path is free
   * or holds a plain file that may be replaced. Links, devices and folders are never replaced.
   *
   * @throws OrbException (failed) if it may not be written
   */
  public static void check(Path file, boolean overwrite) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw OrbException.failed("cannot write " + file + ": no such folder " + folder);
    }
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw OrbException.failed("cannot write " + file + ": it is " + kind(file));
    }
    if (!overwrite) {
      throw OrbException.failed(
          "cannot write " + file + ": it already exists (--overwrite replaces it)");
    }
  }

  private static String kind(Path file) {
    if (Files.isSymbolicLink(file)) {
      return "a link";
    }
    return Files.isDirectory(file) ? "a folder" : "a device, not a regular file";
  }

  /**
   * Writes the file under a temporary name, then renames it.
   *
   * @throws OrbException (failed) as {@link #check} does
   */
  public static void write(Path file, String text, boolean overwrite) throws IOException {
    check(file, overwrite);
    Path part = file.resolveSibling("." + file.getFileName() + ".part");
    try {
      // Durable before it has its name: what is cut off must not be taken for whole.
      Files.writeString(
          part,
          text,
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE,
          StandardOpenOption.SYNC);
      if (overwrite) {
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
      } else {
        Files.move(part, file);
      }
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
