package org.orbweaver.crawler.hosts;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.orbweaver.common.store.Parts;

/**
 * An index of the store of hosts: beside each part, in its folder, a file of this name. A part
 * without the file has no entries, as has a store that is missing.
 */
public record IndexFile(String name) {
  /** Reads the file of a part. */
  public interface IndexReader {
    /** Reads all of its bytes. */
    void read(DataInputStream in, long bytes) throws IOException;
  }

  /** The length of all files. */
  public long bytes(Configuration conf, Path store) throws IOException {
    FileSystem fs = store.getFileSystem(conf);
    long bytes = 0;
    for (Path part : Parts.of(fs, store)) {
      Path file = new Path(part, name);
      bytes += fs.exists(file) ? fs.getFileStatus(file).getLen() : 0;
    }
    return bytes;
  }

  /**
   * Reads the files of all parts.
   *
   * @throws IOException naming the file if it is cut or the reader refuses it
   */
  public void read(Configuration conf, Path store, IndexReader reader) throws IOException {
    FileSystem fs = store.getFileSystem(conf);
    for (Path part : Parts.of(fs, store)) {
      Path file = new Path(part, name);
      if (fs.exists(file)) {
        try (var in = new DataInputStream(new BufferedInputStream(fs.open(file)))) {
          reader.read(in, fs.getFileStatus(file).getLen());
        } catch (EOFException e) {
          throw new IOException("file " + file + " has lost its end", e);
        } catch (IOException e) {
          throw new IOException("file " + file + ": " + e.getMessage(), e);
        }
      }
    }
  }

  /** Writes the file of a part. */
  public void write(Configuration conf, Path part, ConsumerRaisingIOE<DataOutputStream> writer)
      throws IOException {
    Path file = new Path(part, name);
    try (DataOutputStream out = file.getFileSystem(conf).create(file, true)) {
      writer.accept(out);
    }
  }
}
