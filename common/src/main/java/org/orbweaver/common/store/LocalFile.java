package org.orbweaver.common.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;

/** Writes files on the local disk. */
public final class LocalFile {
  private LocalFile() {}

  /**
   * Replaces a file at once: a crash leaves the old one or the new one.
   *
   * @param part where it is written before, in the same folder; what is there is removed
   * @param attributes which it has before anything is written into it
   */
  public static void replace(Path file, Path part, byte[] content, FileAttribute<?>... attributes)
      throws IOException {
    Files.deleteIfExists(part);
    try (FileChannel out =
        FileChannel.open(
            part,
            Set.of(
                StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
            attributes)) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
