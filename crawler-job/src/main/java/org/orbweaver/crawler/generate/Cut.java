package org.orbweaver.crawler.generate;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.SequenceFile;

/**
 * Finds how many candidates of each part are among the best topN of all: the parts are sorted, so
 * it merges their keys up to the topN-th. The data of the candidates is not read. Time O(topN log
 * parts), memory a reader a part.
 */
final class Cut {
  private Cut() {}

  /** One part's candidates, at one of them. */
  private static final class Cursor implements Closeable {
    private final int part;
    private final SequenceFile.Reader reader;
    private final BytesWritable key = new BytesWritable();

    Cursor(Configuration conf, int part, Path file) throws IOException {
      this.part = part;
      reader = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file));
    }

    boolean next() throws IOException {
      return reader.next(key);
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }

  /**
   * How long each part may be.
   *
   * @param parts candidate files, in the order of the parts
   */
  static long[] lengths(Configuration conf, List<Path> parts, long topN) throws IOException {
    var lengths = new long[parts.size()];
    var heads =
        new PriorityQueue<Cursor>(
            Math.max(1, parts.size()), (a, b) -> SortKey.compareIgnoringPart(a.key, b.key));
    List<Cursor> open = new ArrayList<>();
    try {
      for (int part = 0; part < parts.size(); part++) {
        var cursor = new Cursor(conf, part, parts.get(part));
        open.add(cursor);
        if (cursor.next()) {
          heads.add(cursor);
        }
      }
      for (long taken = 0; taken < topN && !heads.isEmpty(); taken++) {
        Cursor best = heads.remove();
        lengths[best.part]++;
        if (best.next()) {
          heads.add(best);
        }
      }
    } finally {
      IOUtils.cleanupWithLogger(null, open.toArray(new Closeable[0]));
    }
    return lengths;
  }
}
