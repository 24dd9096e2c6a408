package org.orbweaver.common.store;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.orbweaver.common.error.PlatformCharset;

/**
 * Hadoop's local file system, but permissions are set by a system call. Where Hadoop's native
 * library is not installed, Hadoop's own starts a {@code chmod} process for each file and folder
 * that it makes: milliseconds each, a twelfth of a fetch's CPU time.
 */
public final class DirectLocalFileSystem extends LocalFileSystem {
  private static final String IMPLEMENTATION = "fs.file.impl";

  /** For Hadoop, which makes it by reflection. */
  public DirectLocalFileSystem() {
    super(new Raw());
  }

  /** Makes it the local file system of what is run with this configuration, in this process. */
  public static void install(Configuration conf) {
    conf.setIfUnset(IMPLEMENTATION, DirectLocalFileSystem.class.getName());
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
        // Not a file system that knows them.
        super.setPermission(path, permission);
      }
    }
  }
}
