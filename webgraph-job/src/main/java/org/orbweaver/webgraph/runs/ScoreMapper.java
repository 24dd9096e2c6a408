package org.orbweaver.webgraph.runs;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.orbweaver.common.store.BlockCompression;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.store.ReversedUrl;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.KernelMapper;

/** Writes the scores of a range of ids by URL: see {@link ScoresJob}. */
final class ScoreMapper extends KernelMapper {

  /** The lists to write. */
  record ScoreLists(List<ScaledVector> lists) {}

  /** One of the vectors that lie side by side, and the factor for each element. */
  record ScaledVector(String vector, int column, double scale) {}

  /** Bytes of a block before compression; a join of many parts holds one block of each. */
  private static final int BLOCK_BYTES = 1 << 16;

  private static final int MOST_BYTES = 1 << 28;

  /** The folder of the parts of list {@code j} below the job's output. */
  static String folder(int j) {
    return "list-" + j;
  }

  @Override
  protected void rows(int first, int end) throws IOException, InterruptedException {
    CheckpointFolder state = from();
    List<ScoreReader.Column> columns =
        settings(ScoreLists.class).lists().stream()
            .map(list -> new ScoreReader.Column(state, list.vector, list.column, list.scale))
            .toList();
    SortedPart part = new SortedPart(columns.size(), output(), number());
    try (ScoreReader reader = new ScoreReader(graph(), columns)) {
      NodeNames.Cursor cursor = reader.names().cursor(first);
      reader.forEach(
          first,
          end,
          (id, scores) -> {
            cursor.next();
            part.add(cursor, scores);
          });
      part.write();
    }
    report(0, List.of(), List.of());
  }

  /** The rows of the next part, in memory. */
  private final class SortedPart {
    private final int lists;
    private final Path folder;
    private final int task;
    private final int memory;
    private byte[] urls = new byte[1 << 16];
    private int[] ends = new int[1 << 10];
    private double[] scores;
    private int rows;
    private String first;
    private int written;

    SortedPart(int lists, Path folder, int task) {
      this.lists = lists;
      this.folder = folder;
      this.task = task;
      memory = (int) Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / 16);
      scores = new double[lists * ends.length];
    }

    void add(NodeNames.Cursor page, double[] row) throws IOException {
      // Includes the order and its copy, which sorting needs.
      if (start(rows) + (12L + 8L * lists) * rows > memory) {
        write();
      }
      if (rows == 0) {
        first = page.name();
      }
      if (rows == ends.length) {
        ends = Arrays.copyOf(ends, 2 * rows);
        scores = Arrays.copyOf(scores, 2 * scores.length);
      }
      byte[] name = page.nameBytes();
      int end = Math.addExact(start(rows), name.length);
      if (end > urls.length) {
        urls = Arrays.copyOf(urls, Math.max(end, 2 * urls.length));
      }
      System.arraycopy(name, 0, urls, start(rows), name.length);
      System.arraycopy(row, 0, scores, lists * rows, lists);
      ends[rows++] = end;
    }

    private int start(int row) {
      return row == 0 ? 0 : ends[row - 1];
    }

    void write() throws IOException {
      int[] order = new int[rows];
      Arrays.setAll(order, i -> i);
      IntArrays.mergeSort(
          order,
          (a, b) -> Arrays.compareUnsigned(urls, start(a), ends[a], urls, start(b), ends[b]));
      for (int j = 0; rows > 0 && j < lists; j++) {
        write(j, order);
      }
      rows = 0;
      written++;
    }

    private void write(int j, int[] order) throws IOException {
      Configuration conf = new Configuration(conf());
      conf.setInt("io.seqfile.compress.blocksize", BLOCK_BYTES);
      SequenceFile.Metadata metadata = new SequenceFile.Metadata();
      metadata.set(RankingRuns.FIRST_KEY, new Text(ReversedUrl.key(first)));
      Path part = new Path(new Path(folder, folder(j)), Parts.name(task * MOST_PARTS + written));
      Text url = new Text();
      DoubleWritable score = new DoubleWritable();
      try (MapFile.Writer writer =
          new MapFile.Writer(
              conf,
              part,
              MapFile.Writer.keyClass(Text.class),
              MapFile.Writer.valueClass(DoubleWritable.class),
              SequenceFile.Writer.metadata(metadata),
              MapFile.Writer.compression(
                  SequenceFile.CompressionType.BLOCK, BlockCompression.codec(conf)),
              MapFile.Writer.progressable(ScoreMapper.this::progress))) {
        for (int row : order) {
          url.set(urls, start(row), ends[row] - start(row));
          score.set(scores[lists * row + j]);
          writer.append(url, score);
        }
      }
    }
  }

  /** Maximum parts of a task. */
  private static final int MOST_PARTS = 10_000;
}
