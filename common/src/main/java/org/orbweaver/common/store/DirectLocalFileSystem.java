package org.orbweaver.common.store;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.orbweaver.common.error.PlatformCharset;

/**
 * Hadoop's local file system, but permissions are set by a system call. Without Hadoop's native
 * library, Hadoop's own starts a {@code chmod} process for each file and folder that it creates:
 * milliseconds each, a twelfth of a fetch's CPU time.
 *
 * <p>A published file without Hadoop's {@code .crc}, as in a copy, is compared with its {@link
 * ChecksumList} when this process first opens it, so that damage is found before anything is read.
 */
public class DirectLocalFileSystem extends LocalFileSystem {
  private static final String IMPLEMENTATION = "fs.file.impl";

  /** Depth of the deepest file: {@code pagerank/RUN/topics/NAME/scores/part-r-00000/data}. */
  private static final int LEVELS = 5;

  /** Bounds what a server remembers of indexes that have been replaced. */
  private static final int MOST_COMPARED = 4096;

  /** Files without a {@code .crc} that matched their list, with their modification times. */
  private final Map<Path, Long> compared =
      new LinkedHashMap<>(16, .75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Long> eldest) {
          return size() > MOST_COMPARED;
        }
      };

  /** For Hadoop, which creates it by reflection. */
  public DirectLocalFileSystem() {
    this(new Raw());
  }

  /** With another file system beneath. */
  protected DirectLocalFileSystem(RawLocalFileSystem raw) {
    super(raw);
  }

  /** Makes this the local file system for code that runs with the configuration in this process. */
  public static void install(Configuration conf) {
    conf.setIfUnset(IMPLEMENTATION, DirectLocalFileSystem.class.getName());
  }

  /** Makes the bytes of a file durable. */
  protected void sync(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(pathToFile(file).toPath(), StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    if (!file.getName().equals(ChecksumList.FILE)
        && !getRawFileSystem().exists(getChecksumFile(file))) {
      requirePublished(file);
    }
    return super.open(file, bufferSize);
  }

  private synchronized void requirePublished(Path file) throws IOException {
    FileSystem raw = getRawFileSystem();
    FileStatus status = raw.getFileStatus(file);
    Path path = status.getPath();
    if (!Long.valueOf(status.getModificationTime()).equals(compared.get(path))) {
      Optional<String> difference = ChecksumList.difference(raw, path, LEVELS);
      if (difference.isPresent()) {
        throw new IOException(path + ": " + difference.get());
      }
      compared.put(path, status.getModificationTime());
    }
  }

  private static final class Raw extends RawLocalFileSystem {
    @Override
    public File pathToFile(Path path) {
      File file = super.pathToFile(path);
      PlatformCharset.requireNameable(file.getPath());
      return file;
    }

    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
      try {
        String symbols =
            permission.getUserAction().SYMBOL
                + permission.getGroupAction().SYMBOL
                + permission.getOtherAction().SYMBOL;
        Files.setPosixFilePermissions(
            pathToFile(path).toPath(), PosixFilePermissions.fromString(symbols));
      } catch (UnsupportedOperationException e) {
        // Not a file system with POSIX permissions.
        super.setPermission(path, permission);
      }
    }
  }
}
