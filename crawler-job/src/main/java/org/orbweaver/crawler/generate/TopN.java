package org.orbweaver.crawler.generate;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.SequenceFile;
import org.orbweaver.common.store.Parts;

/**
 * Finds how many candidates of each part are among the best topN of all, exactly.
 *
 * <p>Each part is sorted and has a histogram: every k-th of its candidates. Of all histograms' keys
 * together, in order, the topN / k first are taken. As many parts as have keys there have fewer
 * than k candidates each between the last of theirs and the last of all, so that at most topN
 * candidates come before that one: what comes before the last key of each part is among the best
 * topN. The rest, less than k a part and k more, is merged. Time O((topN / k + k parts) log parts);
 * memory a reader a part.
 */
final class TopN {
  private TopN() {}

  /** A part's histogram, at one of its keys. */
  private static final class Histogram implements Closeable {
    private final int part;
    private final FSDataInputStream in;
    private final long length;
    private final BytesWritable key = new BytesWritable();
    private long position;

    Histogram(FileSystem fs, Path folder, int part) throws IOException {
      this.part = part;
      Path file = new Path(folder, CandidateWriter.HISTOGRAM + part);
      length = fs.getFileStatus(file).getLen();
      in = fs.open(file);
    }

    boolean next() throws IOException {
      if (in.getPos() == length) {
        return false;
      }
      var data = new DataInputStream(in);
      position = data.readLong();
      key.readFields(data);
      return true;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /** A part's candidates, at one of them. */
  private static final class Candidates implements Closeable {
    private final int part;
    private final SequenceFile.Reader reader;
    private final BytesWritable key = new BytesWritable();

    Candidates(Configuration conf, Path folder, int part, long position) throws IOException {
      this.part = part;
      Path file = new Path(folder, Parts.name(part));
      reader = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file));
      if (position > 0) {
        reader.seek(position);
      }
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
   * @param folder with what {@link CandidateWriter} wrote for each part
   */
  static long[] lengths(Configuration conf, Path folder, int parts, long topN) throws IOException {
    long[] lengths = new long[parts];
    long[] positions = new long[parts];
    skip(folder.getFileSystem(conf), folder, topN / CandidateWriter.INTERVAL, lengths, positions);
    long left = topN;
    for (long length : lengths) {
      left -= length;
    }
    merge(conf, folder, left, lengths, positions);
    return lengths;
  }

  /** Goes to the last of a number of keys in each part, by the histograms. */
  private static void skip(FileSystem fs, Path folder, long keys, long[] lengths, long[] positions)
      throws IOException {
    var heads = new PriorityQueue<Histogram>(lengths.length, (a, b) -> a.key.compareTo(b.key));
    List<Closeable> open = new ArrayList<>();
    try {
      for (int part = 0; part < lengths.length; part++) {
        var histogram = new Histogram(fs, folder, part);
        open.add(histogram);
        if (histogram.next()) {
          heads.add(histogram);
        }
      }
      for (long taken = 0; taken < keys && !heads.isEmpty(); taken++) {
        Histogram best = heads.remove();
        lengths[best.part] += positions[best.part] == 0 ? 0 : CandidateWriter.INTERVAL;
        positions[best.part] = best.position;
        if (best.next()) {
          heads.add(best);
        }
      }
    } finally {
      IOUtils.cleanupWithLogger(null, open.toArray(new Closeable[0]));
    }
  }

  private static void merge(
      Configuration conf, Path folder, long count, long[] lengths, long[] positions)
      throws IOException {
    var heads = new PriorityQueue<Candidates>(lengths.length, (a, b) -> a.key.compareTo(b.key));
    List<Closeable> open = new ArrayList<>();
    try {
      for (int part = 0; part < lengths.length; part++) {
        var candidates = new Candidates(conf, folder, part, positions[part]);
        open.add(candidates);
        if (candidates.next()) {
          heads.add(candidates);
        }
      }
      for (long taken = 0; taken < count && !heads.isEmpty(); taken++) {
        Candidates best = heads.remove();
        lengths[best.part]++;
        if (best.next()) {
          heads.add(best);
        }
      }
    } finally {
      IOUtils.cleanupWithLogger(null, open.toArray(new Closeable[0]));
    }
  }
}
