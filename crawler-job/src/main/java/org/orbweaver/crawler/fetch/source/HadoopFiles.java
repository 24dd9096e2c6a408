package org.orbweaver.crawler.fetch.source;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.sftp.SFTPFileSystem;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.orbweaver.crawler.url.SourceUrl;

/** The file systems that Hadoop reads. */
final class HadoopFiles implements SourceFiles {
  private static final String FTP_MODE = "fs.ftp.data.connection.mode";

  private final Configuration conf;
  private final Map<String, FileSystem> ftp = new ConcurrentHashMap<>();

  HadoopFiles(Configuration conf) {
    this.conf = configuration(conf);
  }

  /** With what Hadoop's file systems need to be told, unless a setting says otherwise. */
  static Configuration configuration(Configuration conf) {
    Configuration own = new Configuration(conf);
    own.setIfUnset("fs.sftp.impl", SFTPFileSystem.class.getName());
    String[] sources = own.getPropertySources(FTP_MODE);
    if (sources == null || sources[sources.length - 1].equals("core-default.xml")) {
      own.set(FTP_MODE, "PASSIVE_LOCAL_DATA_CONNECTION_MODE");
    }
    return own;
  }

  private FileSystem fileSystem(String url) throws IOException {
    URI uri = URI.create(SourceUrl.fileSystem(url) + "/");
    return uri.getScheme().equals("ftp") ? ftp(uri) : FileSystem.get(uri, conf);
  }

  /** Hadoop's FTP keeps host and user in its configuration, so each user has one of its own. */
  private synchronized FileSystem ftp(URI uri) throws IOException {
    FileSystem known = ftp.get(uri.getAuthority());
    if (known == null) {
      Configuration own = new Configuration(conf);
      if (uri.getUserInfo() != null) {
        own.set("fs.ftp.user." + uri.getHost(), uri.getUserInfo());
      }
      String server = uri.getAuthority().replaceFirst(".*@", "");
      known = FileSystem.newInstance(URI.create("ftp://" + server + "/"), own);
      ftp.put(uri.getAuthority(), known);
    }
    return known;
  }

  private static Path path(FileSystem fs, String url) throws IOException {
    String path = SourceUrl.decodedPath(url);
    if (path == null) {
      throw new FileNotFoundException("a name that is not UTF-8: " + url);
    }
    return new Path(fs.getUri().getScheme(), fs.getUri().getAuthority(), path);
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
    Path path = path(fs, url);
    Path resolved =
        fs instanceof SFTPFileSystem sftp ? new Sftp(sftp).real(path) : fs.resolvePath(path);
    FileStatus status = fs.getFileStatus(resolved);
    String real = url(status.getPath(), status.isDirectory());
    // The user of an FTP server is in our URLs alone.
    return real != null && ftp.containsValue(fs)
        ? SourceUrl.fileSystem(url) + real.substring(SourceUrl.fileSystem(real).length())
        : real;
  }

  @Override
  public FileFacts facts(String root, String real) throws IOException {
    FileSystem fs = fileSystem(real);
    FileStatus status = fs.getFileStatus(path(fs, real));
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
    FileSystem fs = fileSystem(real);
    return fs.open(path(fs, real));
  }

  @Override
  public void list(String root, String real, ConsumerRaisingIOE<String> entries)
      throws IOException {
    FileSystem fs = fileSystem(real);
    if (fs instanceof SFTPFileSystem sftp) {
      for (Sftp.Entry entry : new Sftp(sftp).list(path(fs, real))) {
        entries.accept(SourceUrl.entry(real, entry.name(), entry.isFolder()));
      }
      return;
    }
    RemoteIterator<FileStatus> all = fs.listStatusIterator(path(fs, real));
    while (all.hasNext()) {
      FileStatus entry = all.next();
      entries.accept(SourceUrl.entry(real, entry.getPath().getName(), entry.isDirectory()));
    }
  }
}
