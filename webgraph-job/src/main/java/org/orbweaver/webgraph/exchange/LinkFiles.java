package org.orbweaver.webgraph.exchange;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;

/**
 * The files that a path names: one file, all files of a folder, or those that a pattern such as
 * {@code edges/part-*.gz} matches, in the order of their names. Each is plain or gzip, recognised
 * by its first bytes.
 */
final class LinkFiles {
  private LinkFiles() {}

  /**
   * Finds the files.
   *
   * @throws OrbException (failed) if there are none
   */
  static List<LinkFile> of(Configuration conf, String name) throws IOException {
    Path path = new Path(name);
    FileSystem fs = path.getFileSystem(conf);
    List<FileStatus> files = new ArrayList<>();
    if (fs.exists(path)) {
      add(fs, fs.getFileStatus(path), files);
    } else {
      FileStatus[] matches = fs.globStatus(path);
      for (FileStatus match : matches == null ? new FileStatus[0] : matches) {
        add(fs, match, files);
      }
    }
    if (files.isEmpty()) {
      Path full = fs.makeQualified(path);
      throw OrbException.failed(
          fs.exists(path)
              ? "no files in the folder " + full
              : "cannot open " + full + ": no such file or folder");
    }
    return files.stream()
        .map(
            file ->
                new LinkFile(
                    fs, file.getPath(), files.size() == 1 ? name : file.getPath().toString()))
        .toList();
  }

  /** The lines of all files that a path names. */
  static ByteLines lines(Configuration conf, String name) throws IOException {
    return new ByteLines(of(conf, name));
  }

  private static void add(FileSystem fs, FileStatus status, List<FileStatus> files)
      throws IOException {
    if (status.isFile()) {
      files.add(status);
      return;
    }
    Stream<FileStatus> visible =
        Arrays.stream(fs.listStatus(status.getPath()))
            .filter(FileStatus::isFile)
            .filter(file -> "._".indexOf(file.getPath().getName().charAt(0)) < 0)
            .sorted(Comparator.comparing(file -> file.getPath().getName()));
    files.addAll(visible.toList());
  }

  /** A file to read. */
  record LinkFile(FileSystem fs, Path path, String name) {
    /** Opens the file, decompressed. */
    InputStream open() throws IOException {
      InputStream in;
      try {
        in = new EndlessStream(fs.open(path));
      } catch (FileNotFoundException e) {
        throw OrbException.failed("cannot open " + path + ": no such file", e);
      }
      try {
        in.mark(2);
        boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
        in.reset();
        return gzip ? new GZIPInputStream(in, 1 << 16) : in;
      } catch (EOFException | ZipException e) {
        in.close();
        throw OrbException.failed(name + ", line 1: damaged gzip file: " + e.getMessage(), e);
      }
    }
  }

  /**
   * Reports bytes available until its end. {@link GZIPInputStream} looks for a further member only
   * if bytes are available, and streams may have none between two reads: a file of several members
   * would then be cut after one of them.
   */
  static final class EndlessStream extends BufferedInputStream {
    EndlessStream(InputStream in) {
      super(in, 1 << 16);
    }

    @Override
    public synchronized int available() throws IOException {
      int buffered = super.available();
      if (buffered > 0) {
        return buffered;
      }
      mark(1);
      int b = read();
      reset();
      return b < 0 ? 0 : 1;
    }
  }
}
