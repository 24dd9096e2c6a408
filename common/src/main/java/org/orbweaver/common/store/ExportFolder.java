package org.orbweaver.common.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;

/**
 * A new folder that appears only when it is complete: its files are written to {@code .NAME.part}
 * beside it, which is renamed in the end. The remains of a killed export are removed by the next
 * export to the same folder.
 */
public final class ExportFolder implements Closeable {
  private final Configuration conf;
  private final FileSystem fs;
  private final Path folder;
  private final Path part;

  /** Marks the unfinished folder as ours; another export to the same place takes it over. */
  private final Path owner;

  /**
   * Begins an export.
   *
   * @throws OrbException (failed) if the folder's path is taken
   */
  public ExportFolder(Configuration conf, Path folder) throws IOException {
    this.conf = conf;
    fs = Files.plain(folder.getFileSystem(conf));
    this.folder = fs.makeQualified(folder);
    if (this.folder.isRoot() || fs.exists(this.folder)) {
      throw OrbException.failed(
          "cannot write " + this.folder + ": it already exists; name another, or remove it");
    }
    part = new Path(this.folder.getParent(), "." + this.folder.getName() + ".part");
    owner = new Path(part, "." + UUID.randomUUID());
    Files.delete(fs, part);
    if (!fs.mkdirs(part)) {
      throw OrbException.failed(
          "cannot create " + part + ": permission denied, or a read-only file system");
    }
    fs.create(owner).close();
  }

  /** A path for a job's output within the unfinished folder; nothing is created. */
  public Path staging(String child) {
    return new Path(part, child);
  }

  /** The file system for that folder. */
  public FileSystem fs() {
    return fs;
  }

  /** Begins a file; compressed if its name ends in {@code .gz}. */
  public OutputStream create(String name) throws IOException {
    OutputStream out = fs.create(new Path(part, name), false);
    return name.endsWith(".gz") ? new GZIPOutputStream(out, 1 << 16) : out;
  }

  /**
   * Renames the unfinished folder to its final name.
   *
   * @return its bytes
   */
  public long commit() throws IOException {
    if (!fs.delete(owner, false)) {
      throw OrbException.failed("another export to " + folder + " has begun; this one is dropped");
    }
    try {
      Files.sync(part.getFileSystem(conf), part);
      Files.rename(conf, part, folder);
    } catch (IOException e) {
      Files.delete(fs, part); // close() deletes only a folder with the mark
      throw e;
    }
    return fs.getContentSummary(folder).getLength();
  }

  /** Discards an uncommitted export. */
  @Override
  public void close() throws IOException {
    if (fs.exists(owner)) {
      Files.delete(fs, part);
    }
  }
}
