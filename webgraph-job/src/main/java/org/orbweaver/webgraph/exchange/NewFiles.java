package org.orbweaver.webgraph.exchange;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.orbweaver.common.cli.OutputFile;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Files;

/**
 * Files for other programs that appear only when all of them are complete: each is written under
 * another name beside its own, and all are renamed in the end. Those whose names end in {@code .gz}
 * are compressed.
 */
final class NewFiles implements Closeable {
  private final Configuration conf;
  private final boolean overwrite;
  private final Map<Path, Path> parts = new LinkedHashMap<>();

  /**
   * @param overwrite true to replace existing files
   */
  NewFiles(Configuration conf, boolean overwrite) {
    this.conf = conf;
    this.overwrite = overwrite;
  }

  /**
   * Begins a file.
   *
   * @throws OrbException (failed) if it exists and is not to be replaced, or is a folder, link or
   *     device; on this machine also if the folder is missing
   */
  OutputStream create(Path path) throws IOException {
    OutputStream out = createBytes(path);
    return path.getName().endsWith(".gz") ? new GZIPOutputStream(out, 1 << 16) : out;
  }

  /** Begins a file whose bytes are written unchanged. */
  OutputStream createBytes(Path path) throws IOException {
    FileSystem fs = Files.plain(path.getFileSystem(conf));
    Path whole = fs.makeQualified(path);
    check(fs, whole);
    Path part = new Path(whole.getParent(), "." + whole.getName() + ".part");
    if (parts.put(whole, part) != null) {
      throw OrbException.usage(whole + " is given twice");
    }
    return fs.create(part, true);
  }

  private void check(FileSystem fs, Path path) throws IOException {
    if (fs instanceof RawLocalFileSystem local) {
      OutputFile.check(local.pathToFile(path).toPath(), overwrite);
      return;
    }
    if (!fs.exists(path)) {
      return;
    }
    FileStatus status = fs.getFileStatus(path);
    if (status.isDirectory()) {
      throw OrbException.failed("cannot write " + path + ": it is a folder");
    }
    if (!overwrite) {
      throw OrbException.failed(
          "cannot write " + path + ": it already exists (--overwrite replaces it)");
    }
  }

  /** Renames all files, which must be closed, to their final names; returns these. */
  List<Path> commit() throws IOException {
    for (Path part : parts.values()) {
      Files.sync(part.getFileSystem(conf), part);
    }
    for (Map.Entry<Path, Path> file : parts.entrySet()) {
      if (overwrite) {
        FileContext.getFileContext(file.getKey().toUri(), conf)
            .rename(file.getValue(), file.getKey(), Options.Rename.OVERWRITE);
      } else {
        Files.rename(conf, file.getValue(), file.getKey());
      }
    }
    List<Path> written = List.copyOf(parts.keySet());
    parts.clear();
    return written;
  }

  /** Discards uncommitted files. */
  @Override
  public void close() throws IOException {
    for (Path part : parts.values()) {
      Files.delete(Files.plain(part.getFileSystem(conf)), part);
    }
    parts.clear();
  }
}
