package org.orbweaver.pagerank.job;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.webgraph.format.AdjacencyReader;
import org.orbweaver.webgraph.format.Direction;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.KernelMapper;
import org.orbweaver.webgraph.kernel.SliceWriter;
import org.orbweaver.webgraph.kernel.VectorReader;

/**
 * The strength of each page: the number of its links, or the sum of their weights. Its rank divided
 * by that is its share along one link; a page without links has 0.
 */
@FunctionalInterface
interface OutStrength {

  /** Pages whose strengths are in memory while those of many are read one after the other. */
  int PIECE = 1 << 20;

  /** From here on a degree is kept elsewhere. */
  int LARGE = 0xffff;

  /** The vector that {@link Sum} writes. */
  String VECTOR = "strength";

  /** That of page {@code v}. */
  double at(int v);

  /**
   * Those of the pages {@code [first, end)}.
   *
   * @param sums a checkpoint with {@value #VECTOR}, 8 bytes a page; empty for the graph's
   *     out-degrees, 2 bytes a page: few have more links than those can say
   */
  static OutStrength of(Optional<CheckpointFolder> sums, GraphDir graph, int first, int end)
      throws IOException {
    if (sums.isPresent()) {
      try (VectorReader reader = sums.get().reader(VECTOR, first)) {
        double[] strengths = reader.next(end - first);
        return v -> strengths[v - first];
      }
    }
    char[] small = new char[end - first];
    Map<Integer, Integer> large = new HashMap<>();
    graph.outDegrees(
        first,
        end,
        (v, degree) -> {
          small[v - first] = (char) Math.min(degree, LARGE);
          if (degree >= LARGE) {
            large.put(v, degree);
          }
        });
    return v -> small[v - first] < LARGE ? small[v - first] : large.get(v);
  }

  /**
   * Adds up the lists by which pages give rank. Run once, before the first iteration, where the
   * graph's own out-degrees are not it.
   */
  final class Sum extends KernelMapper {
    @Override
    protected void rows(int first, int end) throws IOException, InterruptedException {
      TaskSettings settings = settings(TaskSettings.class);
      Direction lists = settings.rows().opposite();
      try (AdjacencyReader reader = graph().read(lists, settings.weighted(), first, end);
          SliceWriter sums = slice(VECTOR, 1)) {
        for (int v = reader.next(); v >= 0; v = reader.next()) {
          float[] weights = reader.weights();
          double sum = weights == null ? reader.degree() : 0;
          for (int j = 0; j < reader.degree() && weights != null; j++) {
            sum += weights[reader.weightsFrom() + j];
          }
          sums.write(sum);
          if (v % PIECE == 0) {
            progress();
          }
        }
        report(0, List.of(sums.finish()), List.of());
      }
    }
  }
}
