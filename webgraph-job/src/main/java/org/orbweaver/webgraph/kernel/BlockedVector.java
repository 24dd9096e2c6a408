package org.orbweaver.webgraph.kernel;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.mapreduce.MRConfig;

/**
 * A vector, or several side by side, that is never whole in memory: it is read in blocks of
 * columns, one after the other, for a stripe of rows at a time.
 *
 * <p>The lists of a stripe are first cut at the borders of the blocks and laid down by block on the
 * local disk ({@link BlockSpill}). Then each block of x is read, and the pieces of lists that lie
 * in it are added to the sums of their rows. As blocks ascend, so do the columns that a row is
 * added in: the bits are those of the other modes.
 *
 * <p>Memory: 8 bytes a vector and column of a block, the same a row of a stripe, 8 KiB a block, and
 * the longest list. Disk: the lists once more, and for each stripe x is read once.
 */
final class BlockedVector implements Operand {

  private final Configuration conf;
  private final CheckpointFolder folder;
  private final String vector;
  private final int size;
  private final int width;
  private final int block;

  /**
   * The vectors {@code vector} of a checkpoint.
   *
   * @param block columns of a block and rows of a stripe, at least 1
   */
  BlockedVector(Configuration conf, CheckpointFolder folder, String vector, int block) {
    this.conf = conf;
    this.folder = folder;
    this.vector = vector;
    this.block = block;
    Slice last = null;
    for (Slice slice : folder.checkpoint().vector(vector)) {
      last = slice;
    }
    size = last == null ? 0 : last.end();
    width = last == null ? 1 : last.width();
  }

  @Override
  public void multiply(Rows rows, RowSink sink) throws IOException {
    multiply(rows, new int[] {0}, (row, sums) -> sink.row(row, sums[0]));
  }

  @Override
  public void multiply(Rows rows, int[] active, WideRowSink sink) throws IOException {
    Path temporary = temporaryFolder();
    try {
      double[] sums =
          new double[Math.multiplyExact(Math.min(block, rows.end() - rows.first()), width)];
      double[] x = new double[Math.multiplyExact(Math.min(block, size), width)];
      double[] row = new double[width];
      for (int first = rows.first(); first < rows.end(); ) {
        int end = (int) Math.min(rows.end(), (long) first + block);
        Arrays.fill(sums, 0);
        stripe(temporary, rows, first, end, active, x, sums);
        for (int v = first; v < end; v++) {
          System.arraycopy(sums, (v - first) * width, row, 0, width);
          sink.row(v, row);
        }
        first = end;
      }
    } finally {
      delete(temporary);
    }
  }

  private void stripe(
      Path temporary, Rows rows, int first, int end, int[] active, double[] x, double[] sums)
      throws IOException {
    int degree = rows.next(); // whether there are weights is known from the first row on
    try (BlockSpill spill = new BlockSpill(temporary, size, block, rows.weights() != null)) {
      spill.add(0, degree, rows.columns(), rows.weights());
      for (int v = first + 1; v < end; v++) {
        degree = rows.next();
        spill.add(v - first, degree, rows.columns(), rows.weights());
      }
      try (VectorReader reader = folder.reader(vector, 0)) {
        for (int b = 0; b < spill.blocks(); b++) {
          int columns = Math.min(block, size - b * block);
          for (int i = 0; i < columns * width; i++) {
            x[i] = reader.next();
          }
          add(spill, b, active, x, sums);
        }
      }
    }
  }

  private void add(BlockSpill spill, int b, int[] active, double[] x, double[] sums)
      throws IOException {
    spill.read(
        b,
        (row, column, weight) -> {
          int to = row * width;
          int from = column * width;
          for (int a : active) {
            sums[to + a] += weight * x[from + a];
          }
        });
  }

  private Path temporaryFolder() throws IOException {
    org.apache.hadoop.fs.Path parent =
        new LocalDirAllocator(MRConfig.LOCAL_DIR).getLocalPathForWrite("rank-blocks", conf);
    Path folder = Path.of(parent.toUri().getPath()).toAbsolutePath().getParent();
    Files.createDirectories(folder);
    return Files.createTempDirectory(folder, "rank-blocks");
  }

  private static void delete(Path folder) throws IOException {
    File[] left = folder.toFile().listFiles();
    for (File file : left == null ? new File[0] : left) {
      Files.deleteIfExists(file.toPath());
    }
    Files.deleteIfExists(folder);
  }
}
