package org.orbweaver.webgraph.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.Files;

/**
 * A {@link Checkpoint} with the folder of its slices. The record is the file {@value #RECORD},
 * written after all others: a folder without it is not complete.
 *
 * @param folder the folder, with scheme and authority
 * @param checkpoint the record
 */
public record CheckpointFolder(FileSystem fs, Path folder, Checkpoint checkpoint) {
  static final String RECORD = "checkpoint";

  /**
   * Opens a folder.
   *
   * @throws IOException if its record cannot be read, is incomplete or altered
   */
  public static CheckpointFolder open(Configuration conf, Path folder) throws IOException {
    FileSystem fs = folder.getFileSystem(conf);
    Path record = new Path(folder, RECORD);
    try {
      return new CheckpointFolder(
          fs, fs.makeQualified(folder), Checkpoint.parse(Files.read(fs, record)));
    } catch (IllegalArgumentException e) {
      throw new IOException(record + ": " + e.getMessage(), e);
    }
  }

  /** Writes the record of slices in {@code folder}. */
  public static CheckpointFolder write(Configuration conf, Path folder, Checkpoint checkpoint)
      throws IOException {
    FileSystem fs = folder.getFileSystem(conf);
    Files.writeNew(conf, new Path(folder, RECORD), checkpoint.toBytes());
    return new CheckpointFolder(fs, fs.makeQualified(folder), checkpoint);
  }

  /**
   * Moves vectors into a folder of their own; this one is then incomplete.
   *
   * @param last the iteration to be recorded there
   */
  public void move(Configuration conf, List<String> vectors, Iteration last, Path target)
      throws IOException {
    List<Slice> slices = new ArrayList<>();
    fs.mkdirs(target);
    for (String vector : vectors) {
      for (Slice slice : checkpoint.vector(vector)) {
        String file = vector + "-" + slices.size();
        Files.rename(conf, path(slice), new Path(target, file));
        slices.add(slice.as(file));
      }
    }
    write(conf, target, new Checkpoint(slices, List.of(last)));
  }

  /** The path of a slice. */
  public Path path(Slice slice) {
    return new Path(folder, slice.file());
  }

  /** Reads a vector from row {@code from} on. */
  public VectorReader reader(String vector, int from) {
    return new VectorReader(fs, folder, checkpoint.vector(vector), from);
  }

  /** Reads a whole vector into memory, row by row. */
  public double[] read(String vector) throws IOException {
    List<Slice> slices = checkpoint.vector(vector);
    Slice last = slices.isEmpty() ? new Slice(vector, 0, 0, 0, "") : slices.get(slices.size() - 1);
    int size = Math.multiplyExact(last.end(), last.width());
    try (VectorReader reader = reader(vector, 0)) {
      return reader.next(size);
    }
  }

  /**
   * Reads all slices and compares their lengths and checksums.
   *
   * @throws IOException naming a file that differs
   */
  public void verify() throws IOException {
    byte[] chunk = new byte[1 << 16];
    for (Slice slice : checkpoint.slices()) {
      CRC32C crc = new CRC32C();
      long length = 0;
      try (InputStream in = fs.open(path(slice))) {
        for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
          crc.update(chunk, 0, n);
          length += n;
        }
      }
      if (length != slice.bytes() || (int) crc.getValue() != slice.crc()) {
        throw new IOException(path(slice) + " is not as it was written");
      }
    }
  }
}
