package org.orbweaver.common.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.AllowForbidden;

/** File operations that have the same effect on every file system, or throw. */
public final class Files {
  private Files() {}

  /**
   * Renames a file or folder; a missing parent of {@code to} is created. On an object store a
   * folder is moved object by object; {@link #completeMoves} completes what a crash interrupts.
   *
   * @throws IOException if {@code to} exists or {@code from} does not
   */
  @AllowForbidden("its answer is looked at")
  public static void rename(Configuration conf, Path from, Path to) throws IOException {
    FileSystem fs = to.getFileSystem(conf);
    if (fs.exists(to)) {
      // The local file system would move into a folder, or replace an empty one.
      throw new IOException("cannot rename " + from + " to " + to + ": it exists");
    }
    if (ObjectStore.is(fs)) {
      fs.getFileStatus(from);
      ObjectStore.replace(fs, from, to);
      return;
    }
    fs.mkdirs(to.getParent());
    if (fs instanceof LocalFileSystem) {
      // FileContext's rename starts a readlink process for each path it examines.
      if (!fs.rename(from, to)) {
        throw new IOException("cannot rename " + from + " to " + to);
      }
    } else {
      FileContext.getFileContext(to.toUri(), conf).rename(from, to, Options.Rename.NONE);
    }
  }

  /** Completes renames to folders in {@code folder}, at any depth, that a crash has interrupted. */
  public static void completeMoves(FileSystem fs, Path folder) throws IOException {
    if (ObjectStore.is(fs)) {
      ObjectStore.completeMoves(fs, folder);
    }
  }

  /** Makes a folder that exists until it is deleted, whatever is moved out of it. */
  static void keepFolder(FileSystem fs, Path folder) throws IOException {
    fs.mkdirs(folder);
    if (ObjectStore.is(fs)) {
      ObjectStore.keepFolder(fs, folder);
    }
  }

  /** Deletes a file, or a folder with its contents, if it exists. */
  public static void delete(FileSystem fs, Path path) throws IOException {
    if (!fs.delete(path, true) && fs.exists(path)) {
      throw new IOException("cannot delete " + path);
    }
  }

  /** The contents of a folder; empty if it is missing. */
  public static List<FileStatus> list(FileSystem fs, Path folder) throws IOException {
    try {
      return List.of(fs.listStatus(folder));
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }

  /** Deletes a folder if it exists and is empty. */
  static void deleteIfEmpty(FileSystem fs, Path folder) throws IOException {
    try {
      if (fs.listStatus(folder).length == 0) {
        fs.delete(folder, false);
      }
    } catch (FileNotFoundException e) {
      return;
    }
  }

  /**
   * The file system without Hadoop's checksum files, if it is local. Only without them does {@code
   * hsync} reach the disk.
   */
  public static FileSystem plain(FileSystem fs) {
    return fs instanceof LocalFileSystem local ? local.getRawFileSystem() : fs;
  }

  /**
   * Makes the files in a folder durable before it is renamed: without this, a machine that loses
   * power can be left with the new name and empty files. HDFS keeps several copies instead.
   */
  public static void sync(FileSystem fs, Path folder) throws IOException {
    if (fs instanceof DirectLocalFileSystem local) {
      for (FileStatus child : plain(fs).listStatus(folder)) {
        if (child.isDirectory()) {
          sync(fs, child.getPath());
        } else {
          local.sync(child.getPath());
        }
      }
    }
  }

  /**
   * Writes a file that appears only when it is complete and durable: by one conditional put on an
   * object store, else under another name first, then renamed.
   *
   * @throws IOException if {@code path} exists
   */
  public static void writeNew(Configuration conf, Path path, byte[] bytes) throws IOException {
    FileSystem fs = plain(path.getFileSystem(conf));
    if (ObjectStore.is(fs)) {
      ObjectStore.putNew(fs, path, bytes);
      return;
    }
    Path part = new Path(path.getParent(), "." + path.getName() + ".part");
    EnumSet<CreateFlag> flags = EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE);
    fs.mkdirs(path.getParent());
    try (FSDataOutputStream out =
        fs.create(
            part,
            null,
            flags,
            4096,
            fs.getDefaultReplication(part),
            fs.getDefaultBlockSize(part),
            null)) {
      out.write(bytes);
      out.hsync();
    }
    rename(conf, part, path);
  }

  /** The contents of a small file. */
  public static byte[] read(FileSystem fs, Path path) throws IOException {
    FileStatus status = fs.getFileStatus(path);
    if (status.getLen() > 64 << 20) {
      throw new IOException(path + " has " + status.getLen() + " bytes; it should be small");
    }
    try (FSDataInputStream in = fs.open(path)) {
      return in.readNBytes((int) status.getLen());
    }
  }
}
