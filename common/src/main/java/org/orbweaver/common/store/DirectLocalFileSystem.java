package org.orbweaver.common.store;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.functional.RemoteIterators;
import org.orbweaver.common.error.PlatformCharset;

/**
 * Hadoop's local file system, but permissions are set and read by system calls. Without its native
 * library, Hadoop's own starts a {@code chmod} process for each file and folder that it creates,
 * and an {@code ls} for each input file of a job: milliseconds each, up to a third of a small job's
 * CPU time.
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

  @Override
  public FileStatus getFileStatus(Path file) throws IOException {
    return direct(super.getFileStatus(file));
  }

  @Override
  public FileStatus[] listStatus(Path folder) throws IOException {
    FileStatus[] all = super.listStatus(folder);
    Arrays.setAll(all, i -> direct(all[i]));
    return all;
  }

  @Override
  public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path folder) throws IOException {
    List<LocatedFileStatus> all = new ArrayList<>();
    for (FileStatus each : listStatus(folder)) {
      all.add(
          new LocatedFileStatus(
              each, each.isFile() ? getFileBlockLocations(each, 0, each.getLen()) : null));
    }
    return RemoteIterators.remoteIteratorFromIterable(all);
  }

  private FileStatus direct(FileStatus status) {
    return status instanceof DirectStatus
        ? status
        : new DirectStatus(status, pathToFile(status.getPath()));
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

  /** Reads mode, owner and group only when asked for. */
  private static final class DirectStatus extends FileStatus {
    private static final long serialVersionUID = 1;
    private final FileStatus slow;
    private final File file;

    DirectStatus(FileStatus slow, File file) {
      super(
          slow.getLen(),
          slow.isDirectory(),
          slow.getReplication(),
          slow.getBlockSize(),
          slow.getModificationTime(),
          slow.getAccessTime(),
          null,
          null,
          null,
          slow.getPath());
      this.slow = slow;
      this.file = file;
    }

    private Optional<Object> attribute(String name) {
      try {
        return Optional.of(Files.getAttribute(file.toPath(), "unix:" + name));
      } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
        // The file is gone, or the system is another one: as Hadoop does it.
        return Optional.empty();
      }
    }

    @Override
    public FsPermission getPermission() {
      return attribute("mode")
          .map(mode -> new FsPermission((short) ((Integer) mode & 01777)))
          .orElseGet(slow::getPermission);
    }

    @Override
    public String getOwner() {
      return attribute("owner").map(Object::toString).orElseGet(slow::getOwner);
    }

    @Override
    public String getGroup() {
      return attribute("group").map(Object::toString).orElseGet(slow::getGroup);
    }
  }
}
