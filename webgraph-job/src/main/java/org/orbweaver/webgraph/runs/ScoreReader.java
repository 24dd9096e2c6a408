package org.orbweaver.webgraph.runs;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.TopList;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.VectorReader;

/**
 * Lists of scores of one graph's nodes, read side by side by id, with the names from the graph's
 * dictionary. Vectors that lie side by side in a folder are read once. Not thread-safe.
 */
public final class ScoreReader implements Closeable {

  /**
   * A list: an element of each row of a vector, times a factor.
   *
   * @param column index of the vector among those side by side; 0 for a single one
   */
  public record Column(CheckpointFolder ranks, String vector, int column, double scale) {}

  /** A page with its score. */
  public record Scored(String url, double score) {}

  /** Receives a node with its score in each list. */
  public interface Visitor {
    /**
     * Called once a node, in the order of ids.
     *
     * @param scores in the order of the lists; valid until the call returns
     */
    void visit(int id, double[] scores) throws IOException;
  }

  /** As {@link Visitor}, with the node's name. */
  public interface NamedVisitor {
    /** Called once a node, in the order of ids. */
    void visit(String name, double[] scores) throws IOException;
  }

  private record RankedNode(int id, double score) {}

  private final int nodes;
  private final NodeNames names;
  private final List<Column> columns;

  /**
   * Lists of the nodes of {@code graph}.
   *
   * @param columns one or more
   */
  public ScoreReader(GraphDir graph, List<Column> columns) {
    this.nodes = graph.nodes();
    this.names = graph.names();
    this.columns = List.copyOf(columns);
  }

  /**
   * The vectors of a published run, by id.
   *
   * @throws OrbException (failed) if it has none
   */
  public static CheckpointFolder ranks(Configuration conf, Path run) throws IOException {
    try {
      return CheckpointFolder.open(conf, new Path(run, RankingRun.RANKS));
    } catch (FileNotFoundException e) {
      throw OrbException.failed(run + " has no ranks by id: run the ranking again", e);
    }
  }

  /** The nodes' names. */
  public NodeNames names() {
    return names;
  }

  /**
   * The scores of one node, by its name.
   *
   * @return null if it is not in the graph
   */
  public double[] of(String name) throws IOException {
    int id = names.id(name);
    return id < 0 ? null : of(new int[] {id})[0];
  }

  /**
   * The scores of some nodes, in one reading from the first to the last of them.
   *
   * @param ids ascending
   */
  public double[][] of(int[] ids) throws IOException {
    double[][] found = new double[ids.length][];
    int[] at = {0};
    if (ids.length > 0) {
      forEach(
          ids[0],
          ids[ids.length - 1] + 1,
          (id, scores) -> {
            while (at[0] < ids.length && ids[at[0]] == id) {
              found[at[0]++] = scores.clone();
            }
          });
    }
    return found;
  }

  /** Visits all nodes. */
  public void forEach(Visitor visitor) throws IOException {
    forEach(0, nodes, visitor);
  }

  /** Visits the nodes {@code [from, end)}. */
  public void forEach(int from, int end, Visitor visitor) throws IOException {
    Map<String, Source> sources = new LinkedHashMap<>();
    try {
      Source[] of = new Source[columns.size()];
      for (int j = 0; j < of.length; j++) {
        Column column = columns.get(j);
        String key = column.ranks.folder() + "\t" + column.vector;
        if (!sources.containsKey(key)) {
          sources.put(key, new Source(column.ranks, column.vector, from));
        }
        of[j] = sources.get(key);
      }
      double[] scores = new double[of.length];
      for (int id = from; id < end; id++) {
        for (Source source : sources.values()) {
          source.reader.next(source.row);
        }
        for (int j = 0; j < of.length; j++) {
          scores[j] = of[j].row[columns.get(j).column] * columns.get(j).scale;
        }
        visitor.visit(id, scores);
      }
    } finally {
      for (Source source : sources.values()) {
        source.reader.close();
      }
    }
  }

  private static final class Source {
    final VectorReader reader;
    final double[] row;

    Source(CheckpointFolder ranks, String vector, int first) {
      reader = ranks.reader(vector, first);
      row = new double[ranks.checkpoint().vector(vector).get(0).width()];
    }
  }

  /** Visits all nodes with their names. */
  public void forEachNamed(NamedVisitor visitor) throws IOException {
    NodeNames.Cursor cursor = names.cursor(0);
    forEach(
        (id, scores) -> {
          cursor.next();
          visitor.visit(cursor.name(), scores);
        });
  }

  /**
   * The {@code count} nodes with the highest scores, highest first, ties by id.
   *
   * @param by the score, from those in each list
   */
  public List<Scored> top(int count, ToDoubleFunction<double[]> by) throws IOException {
    TopList<RankedNode> best =
        new TopList<>(
            Comparator.comparingDouble(RankedNode::score).reversed().thenComparing(RankedNode::id),
            count);
    forEach(
        (id, scores) -> {
          double score = by.applyAsDouble(scores);
          if (!best.isFull() || score > best.last().score()) {
            best.add(new RankedNode(id, score));
          }
        });
    List<Scored> top = new ArrayList<>();
    for (RankedNode one : best.list()) {
      top.add(new Scored(names.name(one.id()), one.score()));
    }
    return top;
  }

  @Override
  public void close() throws IOException {
    names.close();
  }
}
