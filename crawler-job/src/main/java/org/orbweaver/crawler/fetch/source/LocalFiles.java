package org.orbweaver.crawler.fetch.source;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.orbweaver.crawler.url.SourceUrl;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * The disks of this machine. Hadoop's local file system takes a pipe for a file, lists a folder
 * into memory, and loses names that are not in the JVM's encoding; so this reads them without it.
 */
final class LocalFiles implements SourceFiles {
  /** Looks at an entry of an open folder. */
  private interface Look<T> {
    T at(SecureDirectoryStream<Path> folder, Path name) throws IOException;
  }

  @Override
  public String real(String url) throws IOException {
    Path path = path(url);
    try {
      return url(path.toRealPath());
    } catch (FileSystemException e) {
      // A link to itself, and a file in place of a folder, have no exception of their own.
      boolean isNone =
          e.getClass() == FileSystemException.class
              && (Files.isSymbolicLink(path) || isBelowFile(path));
      throw isNone ? new NoSuchFileException(e.getFile(), null, e.getReason()) : e;
    }
  }

  private static boolean isBelowFile(Path path) {
    Path above = path.getParent();
    return above != null && (Files.isRegularFile(above) || isBelowFile(above));
  }

  private static Path path(String url) {
    return Path.of(URI.create(url));
  }

  private static String url(Path path) throws IOException {
    // Path, too, writes the bytes of a name, whatever they are, and a slash after a folder.
    String url = SourceUrl.normalize(path.toUri().toString());
    if (url == null) {
      throw new IOException("its path is longer than " + UrlNormalizer.MAX_LENGTH);
    }
    return url;
  }

  @Override
  public FileFacts facts(String root, String real) throws IOException {
    PosixFileAttributes facts =
        look(
            root,
            real,
            (folder, name) ->
                folder
                    .getFileAttributeView(
                        name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes());
    return new FileFacts(
        facts.isRegularFile() ? Kind.FILE : facts.isDirectory() ? Kind.FOLDER : Kind.OTHER,
        facts.lastModifiedTime().toInstant(),
        facts.size(),
        facts.owner().getName(),
        facts.group().getName(),
        PosixFilePermissions.toString(facts.permissions()));
  }

  @Override
  public InputStream open(String root, String real) throws IOException {
    SeekableByteChannel opened =
        look(
            root,
            real,
            (folder, name) ->
                folder.newByteChannel(
                    name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)));
    return Channels.newInputStream(opened);
  }

  /** Goes down from the root folder by folder, so that no link made meanwhile leads elsewhere. */
  private static <T> T look(String root, String real, Look<T> look) throws IOException {
    Path top = path(root);
    Path below = top.relativize(path(real));
    Path first = below.toString().isEmpty() ? Path.of(".") : below;
    try (DirectoryStream<Path> opened = Files.newDirectoryStream(top)) {
      return look(opened, first, 0, look);
    }
  }

  private static <T> T look(DirectoryStream<Path> opened, Path below, int depth, Look<T> look)
      throws IOException {
    try (opened) {
      SecureDirectoryStream<Path> folder = (SecureDirectoryStream<Path>) opened;
      Path name = below.getName(depth);
      return depth + 1 == below.getNameCount()
          ? look.at(folder, name)
          : look(
              folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS), below, depth + 1, look);
    }
  }

  @Override
  public void list(String root, String real, ConsumerRaisingIOE<String> entries)
      throws IOException {
    Path own = path(real);
    try (DirectoryStream<Path> folder =
        look(
            root,
            real,
            (above, name) -> above.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS))) {
      for (Path entry : folder) {
        // The URL of a path has a slash after a folder.
        Path whole = own.resolve(entry.getFileName());
        entries.accept(SourceUrl.normalize(whole.toUri().toString()));
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }
}
