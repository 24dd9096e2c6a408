package org.orbweaver.crawler.fetch.source;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.sftp.SFTPFileSystem;

/**
 * Asks an SFTP server what Hadoop's file system has no method for. Hadoop follows symbolic links
 * silently, and cannot list a folder with one that leads nowhere. Its client library may be shaded
 * or not, so its classes have no names here.
 */
record Sftp(SFTPFileSystem fs) {
  private static final int NO_SUCH_FILE = 2;

  /**
   * An entry of a folder.
   *
   * @param isFolder false for a link, whatever it leads to
   */
  record Entry(String name, boolean isFolder) {}

  private interface Question<T> {
    T ask(Object channel) throws ReflectiveOperationException;
  }

  /** The path with all symbolic links followed, as the server says. */
  Path real(Path path) throws IOException {
    String real =
        ask(path, channel -> (String) invoke(channel, "realpath", path.toUri().getPath()));
    return new Path(path.toUri().getScheme(), path.toUri().getAuthority(), real);
  }

  List<Entry> list(Path path) throws IOException {
    return ask(
        path,
        channel -> {
          List<Entry> entries = new ArrayList<>();
          for (Object entry : (Iterable<?>) invoke(channel, "ls", path.toUri().getPath())) {
            String name = (String) invoke(entry, "getFilename");
            if (!name.equals(".") && !name.equals("..")) {
              Object attributes = invoke(entry, "getAttrs");
              entries.add(new Entry(name, (boolean) invoke(attributes, "isDir")));
            }
          }
          return entries;
        });
  }

  private <T> T ask(Path path, Question<T> question) throws IOException {
    try {
      Object channel = MethodUtils.invokeMethod(fs, true, "connect");
      try {
        return question.ask(channel);
      } finally {
        MethodUtils.invokeMethod(fs, true, "disconnect", channel);
      }
    } catch (InvocationTargetException e) {
      throw failure(path, e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IOException("Hadoop's SFTP is not as it was: " + e, e);
    }
  }

  private static IOException failure(Path path, Throwable cause) {
    try {
      return cause instanceof IOException io
          ? io
          : cause.getClass().getField("id").getInt(cause) == NO_SUCH_FILE
              ? new FileNotFoundException(path + ": " + cause.getMessage())
              : new IOException(path + ": " + cause.getMessage(), cause);
    } catch (ReflectiveOperationException e) {
      return new IOException(path + ": " + cause, cause);
    }
  }

  private static Object invoke(Object object, String method, Object... arguments)
      throws ReflectiveOperationException {
    return MethodUtils.invokeMethod(object, method, arguments);
  }
}
