package org.orbweaver.pagerank;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Parts;

/**
 * Several lists of scores of the same pages, read side by side; their numbers of parts may differ.
 *
 * <p>Parts are sorted by URL, so that all lists are merged in one pass: time O(pages × log parts)
 * for each list, memory a reader a part.
 */
final class JoinedScores {
  /** Takes a page with its score in each list. */
  interface Visitor {
    /**
     * Called once a page, in the order of the URLs' bytes.
     *
     * @param scores in the order of the lists; the caller's own, good until the call returns
     */
    void visit(String url, double[] scores) throws IOException;
  }

  private final Configuration conf;
  private final List<Path> folders;

  /**
   * Lists in {@code folders}, as {@link org.orbweaver.webgraph.kernel.ScoresJob} writes them.
   *
   * @param folders one or more
   */
  JoinedScores(Configuration conf, List<Path> folders) {
    this.conf = conf;
    this.folders = List.copyOf(folders);
  }

  private List<Path> parts(Path folder) throws IOException {
    List<Path> parts = Parts.of(folder.getFileSystem(conf), folder);
    if (parts.isEmpty()) {
      throw OrbException.failed("no scores in " + folder);
    }
    return parts;
  }

  /**
   * Goes over all pages.
   *
   * @throws OrbException (failed) where a page is in one list and not in another
   */
  void forEach(Visitor visitor) throws IOException {
    List<Merged> lists = new ArrayList<>();
    try {
      for (Path folder : folders) {
        lists.add(new Merged(conf, folder, parts(folder)));
      }
      double[] scores = new double[lists.size()];
      Merged leader = lists.get(0);
      while (leader.next()) {
        scores[0] = leader.score();
        for (int j = 1; j < scores.length; j++) {
          Merged list = lists.get(j);
          if (!list.next() || !list.url().equals(leader.url())) {
            throw differ(leader, list);
          }
          scores[j] = list.score();
        }
        visitor.visit(leader.url().toString(), scores);
      }
      for (Merged list : lists) {
        if (list.next()) {
          throw differ(list, leader);
        }
      }
    } finally {
      IOUtils.cleanupWithLogger(null, lists.toArray(new Closeable[0]));
    }
  }

  private static OrbException differ(Merged has, Merged other) {
    return OrbException.failed(
        "the scores "
            + has.folder
            + " and "
            + other.folder
            + " are not of the same pages: they differ at "
            + Console.safe(has.url().toString())
            + "; run both rankings again on one graph");
  }

  /**
   * The scores of some pages.
   *
   * @return an array with the score in each list by URL; without the pages that the lists lack
   */
  Map<String, double[]> of(Collection<String> urls) throws IOException {
    Map<String, double[]> found = new HashMap<>();
    // In the order of their bytes a part is read forwards, each of its blocks at most once.
    List<Text> keys = new ArrayList<>(urls.stream().map(Text::new).sorted().toList());
    DoubleWritable value = new DoubleWritable();
    for (int j = 0; j < folders.size(); j++) {
      List<Path> parts = parts(folders.get(j));
      MapFile.Reader[] readers = new MapFile.Reader[parts.size()];
      try {
        for (Text key : keys) {
          int part = (key.hashCode() & Integer.MAX_VALUE) % readers.length;
          if (readers[part] == null) {
            readers[part] = new MapFile.Reader(parts.get(part), conf);
          }
          if (readers[part].get(key, value) != null) {
            found.computeIfAbsent(key.toString(), url -> new double[folders.size()])[j] =
                value.get();
          }
        }
      } finally {
        IOUtils.cleanupWithLogger(null, readers);
      }
    }
    return found;
  }

  /** One list with its parts merged, at one of its pages. */
  private static final class Merged implements Closeable {
    private final Path folder;
    private final List<Cursor> open = new ArrayList<>();
    private final PriorityQueue<Cursor> heads =
        new PriorityQueue<>(Comparator.comparing((Cursor cursor) -> cursor.url));
    private Cursor present;

    Merged(Configuration conf, Path folder, List<Path> parts) throws IOException {
      this.folder = folder;
      for (Path part : parts) {
        Cursor cursor = new Cursor(new MapFile.Reader(part, conf));
        open.add(cursor);
        if (cursor.next()) {
          heads.add(cursor);
        }
      }
    }

    boolean next() throws IOException {
      if (present != null && present.next()) {
        heads.add(present);
      }
      present = heads.poll();
      return present != null;
    }

    Text url() {
      return present == null ? new Text() : present.url;
    }

    double score() {
      return present.score.get();
    }

    @Override
    public void close() {
      IOUtils.cleanupWithLogger(null, open.toArray(new Closeable[0]));
    }
  }

  private static final class Cursor implements Closeable {
    private final MapFile.Reader reader;
    private final Text url = new Text();
    private final DoubleWritable score = new DoubleWritable();

    Cursor(MapFile.Reader reader) {
      this.reader = reader;
    }

    boolean next() throws IOException {
      return reader.next(url, score);
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }
}
