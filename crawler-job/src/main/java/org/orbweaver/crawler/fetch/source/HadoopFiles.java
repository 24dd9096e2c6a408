package org.orbweaver.crawler.fetch.source;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Instant;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.orbweaver.crawler.url.SourceUrl;

/** A file system that Hadoop reads. */
record HadoopFiles(Configuration conf) implements SourceFiles {
  private FileSystem fileSystem(String url) throws IOException {
    return FileSystem.get(URI.create(SourceUrl.fileSystem(url) + "/"), conf);
  }

  private static Path path(String url) throws IOException {
    String path = SourceUrl.decodedPath(url);
    if (path == null) {
      throw new FileNotFoundException("a name that is not UTF-8: " + url);
    }
    URI fileSystem = URI.create(SourceUrl.fileSystem(url) + "/");
    return new Path(fileSystem.getScheme(), fileSystem.getAuthority(), path);
  }

  /** The URL of a path; null if it has half a character, or is too long. */
  static String url(Path path, boolean isFolder) {
    URI uri = path.toUri();
    String fileSystem =
        uri.getScheme() + "://" + Objects.requireNonNullElse(uri.getAuthority(), "");
    String name = uri.getPath();
    return SourceUrl.entry(fileSystem, name.equals("/") ? "" : name, isFolder);
  }

  @Override
  public String real(String url) throws IOException {
    FileSystem fs = fileSystem(url);
    FileStatus status = fs.getFileStatus(fs.resolvePath(path(url)));
    return url(status.getPath(), status.isDirectory());
  }

  @Override
  public FileFacts facts(String root, String real) throws IOException {
    FileStatus status = fileSystem(real).getFileStatus(path(real));
    return new FileFacts(
        status.isDirectory() ? Kind.FOLDER : status.isFile() ? Kind.FILE : Kind.OTHER,
        Instant.ofEpochMilli(status.getModificationTime()),
        status.getLen(),
        status.getOwner(),
        status.getGroup(),
        status.getPermission().toString());
  }

  @Override
  public InputStream open(String root, String real) throws IOException {
    return fileSystem(real).open(path(real));
  }

  @Override
  public void list(String root, String real, ConsumerRaisingIOE<String> entries)
      throws IOException {
    RemoteIterator<FileStatus> all = fileSystem(real).listStatusIterator(path(real));
    while (all.hasNext()) {
      FileStatus entry = all.next();
      entries.accept(SourceUrl.entry(real, entry.getPath().getName(), entry.isDirectory()));
    }
  }
}
