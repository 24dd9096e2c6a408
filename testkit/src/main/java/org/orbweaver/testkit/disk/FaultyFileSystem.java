package org.orbweaver.testkit.disk;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.orbweaver.testkit.disk.Mutation.Kind;

/**
 * Hadoop's local file system over a {@link FaultyDisk}. A recursive deletion is one mutation for
 * each file and folder, as it is on a real disk, in an order that the seed decides.
 */
public final class FaultyFileSystem extends RawLocalFileSystem {
  private final FaultyDisk disk = FaultyDisk.current();

  private java.nio.file.Path file(Path path) {
    return pathToFile(path).toPath().toAbsolutePath().normalize();
  }

  @Override
  protected OutputStream createOutputStream(Path path, boolean append) throws IOException {
    return createOutputStreamWithMode(path, append, null);
  }

  @Override
  protected OutputStream createOutputStreamWithMode(
      Path path, boolean append, FsPermission permission) throws IOException {
    java.nio.file.Path file = file(path);
    return disk.mutate(
        Kind.CREATE,
        file,
        () -> {
          OutputStream out =
              new FaultyStream(file, super.createOutputStreamWithMode(path, append, null));
          disk.opened(file, !append);
          if (permission != null) {
            permit(path, permission);
          }
          return out;
        });
  }

  @Override
  protected boolean mkOneDirWithMode(Path path, File folder, FsPermission permission)
      throws IOException {
    if (folder.isDirectory()) {
      return super.mkOneDirWithMode(path, folder, permission);
    }
    return disk.mutate(
        Kind.MKDIR,
        folder.toPath(),
        () -> {
          boolean made = super.mkOneDirWithMode(path, folder, null);
          if (permission != null) {
            permit(path, permission);
          }
          return made;
        });
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    java.nio.file.Path source = file(from);
    java.nio.file.Path target = file(to);
    // A name in an existing folder, as the super class does.
    java.nio.file.Path renamed =
        Files.isDirectory(target) && !Files.isDirectory(source)
            ? target.resolve(source.getFileName())
            : target;
    Boolean done =
        disk.mutate(
            Kind.RENAME,
            source,
            () -> {
              boolean ok = super.rename(from, to);
              if (ok) {
                disk.renamed(source, renamed);
              }
              return ok;
            });
    return Boolean.TRUE.equals(done);
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    java.nio.file.Path file = file(path);
    disk.requireAlive();
    if (recursive && Files.isDirectory(file, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
      for (java.nio.file.Path child : disk.shuffled(file)) {
        delete(new Path(child.toUri()), true);
      }
    }
    if (!Files.exists(file, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
      return super.delete(path, recursive);
    }
    return disk.mutate(
        Kind.DELETE,
        file,
        () -> {
          boolean deleted = super.delete(path, recursive);
          disk.deleted(file);
          return deleted;
        });
  }

  @Override
  public boolean truncate(Path path, long length) throws IOException {
    java.nio.file.Path file = file(path);
    return disk.mutate(
        Kind.TRUNCATE,
        file,
        () -> {
          boolean done = super.truncate(path, length);
          disk.truncated(file, length);
          return done;
        });
  }

  @Override
  public void setPermission(Path path, FsPermission permission) throws IOException {
    disk.mutate(
        Kind.SET_PERMISSION,
        file(path),
        () -> {
          permit(path, permission);
          return null;
        });
  }

  /** By a system call; the super class starts a process. */
  private void permit(Path path, FsPermission permission) throws IOException {
    String symbols =
        permission.getUserAction().SYMBOL
            + permission.getGroupAction().SYMBOL
            + permission.getOtherAction().SYMBOL;
    Files.setPosixFilePermissions(file(path), PosixFilePermissions.fromString(symbols));
  }

  @Override
  public void setTimes(Path path, long modified, long accessed) throws IOException {
    disk.mutate(
        Kind.SET_TIMES,
        file(path),
        () -> {
          super.setTimes(path, modified, accessed);
          return null;
        });
  }

  /** Marks the bytes of a file as durable; the real disk is not waited for. */
  public void sync(Path path) throws IOException {
    java.nio.file.Path file = file(path);
    disk.mutate(
        Kind.SYNC,
        file,
        () -> {
          disk.synced(file);
          return null;
        });
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    disk.requireAlive();
    return super.open(path, bufferSize);
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    disk.requireAlive();
    return super.listStatus(path);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    disk.requireAlive();
    return super.getFileStatus(path);
  }

  @Override
  public boolean exists(Path path) throws IOException {
    disk.requireAlive();
    return super.exists(path);
  }

  /** Writes to a file; each call from the buffer above is a mutation. */
  private final class FaultyStream extends OutputStream implements Syncable, StreamCapabilities {
    private final java.nio.file.Path file;
    private final OutputStream out;

    FaultyStream(java.nio.file.Path file, OutputStream out) {
      this.file = file;
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      disk.mutate(
          new Mutation(Kind.WRITE, file),
          () -> {
            out.write(bytes, offset, length);
            return null;
          },
          () -> {
            out.write(bytes, offset, length / 2);
            return null;
          });
    }

    @Override
    public void flush() throws IOException {
      disk.requireAlive();
      out.flush();
    }

    @Override
    public void hflush() throws IOException {
      flush();
    }

    @Override
    public void hsync() throws IOException {
      out.flush();
      sync(new Path(file.toUri()));
    }

    @Override
    public void close() throws IOException {
      try {
        disk.mutate(Kind.CLOSE, file, () -> null);
      } finally {
        out.close();
      }
    }

    @Override
    public boolean hasCapability(String capability) {
      return ((StreamCapabilities) out).hasCapability(capability);
    }
  }
}
