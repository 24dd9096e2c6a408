package org.orbweaver.webgraph.kernel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Parts;

/** Reads a list of scores by URL, as {@link ScoresJob} writes it. */
public final class ScoreReader {

  /** A page with its score. */
  public record Scored(String url, double score) {}

  /** Takes a page with its score. */
  public interface Visitor {
    /** Called once a page. */
    void visit(String url, double score) throws IOException;
  }

  private final Configuration conf;
  private final List<Path> parts;

  /**
   * Opens a list.
   *
   * @throws OrbException when there is none in {@code folder}
   */
  public ScoreReader(Configuration conf, Path folder) throws IOException {
    this.conf = conf;
    parts = Parts.of(folder.getFileSystem(conf), folder);
    if (parts.isEmpty()) {
      throw OrbException.failed("no scores in " + folder);
    }
  }

  /** The score of one page; empty when the page is not in the graph. */
  public OptionalDouble score(String url) throws IOException {
    Text key = new Text(url);
    Path part = parts.get((key.hashCode() & Integer.MAX_VALUE) % parts.size());
    try (MapFile.Reader reader = new MapFile.Reader(part, conf)) {
      DoubleWritable value = new DoubleWritable();
      return reader.get(key, value) == null
          ? OptionalDouble.empty()
          : OptionalDouble.of(value.get());
    }
  }

  /** Goes over all pages, part by part, each sorted by URL. */
  public void forEach(Visitor visitor) throws IOException {
    Text url = new Text();
    DoubleWritable score = new DoubleWritable();
    for (Path part : parts) {
      try (MapFile.Reader reader = new MapFile.Reader(part, conf)) {
        while (reader.next(url, score)) {
          visitor.visit(url.toString(), score.get());
        }
      }
    }
  }

  /** The {@code count} pages of the highest scores, highest first, ties by URL. */
  public List<Scored> top(int count) throws IOException {
    Comparator<Scored> best =
        Comparator.comparingDouble(Scored::score).reversed().thenComparing(Scored::url);
    PriorityQueue<Scored> heap = new PriorityQueue<>(best.reversed());
    forEach(
        (url, score) -> {
          if (heap.size() < count || score >= heap.element().score()) {
            heap.add(new Scored(url, score));
            if (heap.size() > count) {
              heap.remove();
            }
          }
        });
    List<Scored> top = new ArrayList<>(heap);
    top.sort(best);
    return top;
  }
}
