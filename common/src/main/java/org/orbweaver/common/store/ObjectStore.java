package org.orbweaver.common.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.AllowForbidden;
import org.orbweaver.common.error.OrbException;

/**
 * What differs on an object store: it has no atomic rename (Hadoop copies each object), but an
 * atomic put of an object that does not exist yet ({@code If-None-Match: *}).
 *
 * <p>A folder is moved object by object, under marks in the target: {@code .replacing} while the
 * old contents are deleted, then {@code .moving} until the last object has arrived. A move that was
 * interrupted at any request is completed by the same call again, and a listing of the target shows
 * a mark for as long as it is not whole.
 */
final class ObjectStore {
  /** Schemes of Hadoop's clients for stores whose rename is a copy. */
  private static final Set<String> SCHEMES =
      Set.of("s3a", "s3", "s3n", "gs", "oss", "cosn", "obs", "swift");

  private static final String REPLACING = ".replacing";
  private static final String MOVING = ".moving";
  private static final String KEPT = ".kept";

  private ObjectStore() {}

  /** True if the file system renames by copying. */
  static boolean is(FileSystem fs) {
    return SCHEMES.contains(fs.getUri().getScheme());
  }

  /**
   * Requires conditional puts of a store.
   *
   * @throws OrbException (failed) if the client or its settings have none
   */
  static void require(FileSystem fs, Path path) throws IOException {
    if (is(fs)
        && !fs.hasPathCapability(
            path, CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE)) {
      throw OrbException.failed(
          "cannot write a crawl to "
              + path
              + ": its client has no conditional puts; use s3a: of Hadoop 3.4.2 or later with"
              + " fs.s3a.create.conditional.enabled=true, or HDFS");
    }
  }

  /**
   * Creates an object in one atomic request.
   *
   * @throws org.apache.hadoop.fs.FileAlreadyExistsException if it exists
   */
  static void putNew(FileSystem fs, Path path, byte[] bytes) throws IOException {
    FSDataOutputStreamBuilder<?, ?> request = fs.createFile(path);
    request.create();
    request.overwrite(true);
    request.recursive();
    request.must(CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE, true);
    try (FSDataOutputStream out = request.build()) {
      out.write(bytes);
    }
  }

  private static void put(FileSystem fs, Path path, byte[] bytes) throws IOException {
    try (FSDataOutputStream out = fs.create(path, true)) {
      out.write(bytes);
    }
  }

  /** Lets a folder exist until it is deleted; others are gone with their last object. */
  static void keepFolder(FileSystem fs, Path folder) throws IOException {
    put(fs, new Path(folder, KEPT), new byte[0]);
  }

  /** True if a name in a listing says that its folder is not whole. */
  static boolean isMark(Path path) {
    return path.getName().equals(MOVING) || path.getName().equals(REPLACING);
  }

  /** True if the folder has not arrived as a whole. */
  static boolean isPartial(FileSystem fs, Path folder) throws IOException {
    return Files.list(fs, folder).stream().map(FileStatus::getPath).anyMatch(ObjectStore::isMark);
  }

  /**
   * Moves a file or folder to {@code to}, in place of what is there, or completes a move that was
   * interrupted. Does nothing if {@code from} is gone and no move is pending.
   */
  static void replace(FileSystem fs, Path from, Path to) throws IOException {
    Path moving = new Path(to, MOVING);
    Path replacing = new Path(to, REPLACING);
    boolean begun = fs.exists(moving);
    if (!begun && !fs.exists(from)) {
      return;
    }
    if (!begun && fs.getFileStatus(from).isFile()) {
      Files.delete(fs, to);
      fs.mkdirs(to.getParent());
      renameFile(fs, from, to);
      return;
    }
    if (!begun) {
      if (fs.exists(to)) {
        put(fs, replacing, new byte[0]);
        for (FileStatus old : Files.list(fs, to)) {
          if (!isMark(old.getPath())) {
            Files.delete(fs, old.getPath());
          }
        }
      }
      put(fs, moving, from.toUri().getPath().getBytes(StandardCharsets.UTF_8));
    }
    Files.delete(fs, replacing);
    moveChildren(fs, from, to, begun);
    // Hadoop's objects for folders.
    Files.delete(fs, from);
    Files.delete(fs, moving);
  }

  private static void moveChildren(FileSystem fs, Path from, Path to, boolean again)
      throws IOException {
    for (FileStatus child : Files.list(fs, from)) {
      Path target = new Path(to, child.getPath().getName());
      if (child.isFile()) {
        if (again) {
          // Copied already, if the last attempt ended before it deleted the source.
          Files.delete(fs, target);
        }
        renameFile(fs, child.getPath(), target);
      } else {
        fs.mkdirs(target);
        moveChildren(fs, child.getPath(), target, again);
      }
    }
  }

  @AllowForbidden("its answer is looked at")
  private static void renameFile(FileSystem fs, Path from, Path to) throws IOException {
    if (!fs.rename(from, to)) {
      throw new IOException("cannot rename " + from + " to " + to);
    }
  }

  /** Completes the interrupted moves to folders in {@code folder}, at any depth. */
  static void completeMoves(FileSystem fs, Path folder) throws IOException {
    for (FileStatus child : Files.list(fs, folder)) {
      Path path = child.getPath();
      if (child.isDirectory()) {
        completeMoves(fs, path);
      } else if (path.getName().equals(MOVING)) {
        String from = new String(Files.read(fs, path), StandardCharsets.UTF_8);
        replace(fs, fs.makeQualified(new Path(from)), folder);
      }
    }
  }

  /** True if {@code path} holds these bytes: a put whose answer was lost has happened. */
  static boolean holds(FileSystem fs, Path path, byte[] bytes) throws IOException {
    return fs.exists(path) && Arrays.equals(bytes, Files.read(fs, path));
  }
}
