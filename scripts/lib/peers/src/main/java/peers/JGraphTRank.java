package peers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jgrapht.alg.scoring.PageRank;
import org.jgrapht.alg.util.Pair;
import org.jgrapht.opt.graph.sparse.SparseIntDirectedGraph;

/**
 * JGraphT's PageRank on its sparse graph: seconds an iteration, by the difference of a short and a
 * long run; the median of three, for what comes before the first iteration varies by seconds.
 */
public final class JGraphTRank {
  private JGraphTRank() {}

  public static void main(String[] args) throws Exception {
    int[][] links = Links.read(args[0]);
    List<Pair<Integer, Integer>> edges = new ArrayList<>();
    for (int u = 0; u < links.length; u++) {
      for (int v : links[u]) {
        edges.add(Pair.of(u, v));
      }
    }
    SparseIntDirectedGraph graph = new SparseIntDirectedGraph(links.length, edges);
    edges.clear();
    run(graph, 1);
    double[] iterations = new double[3];
    for (int i = 0; i < iterations.length; i++) {
      double few = run(graph, 5);
      iterations[i] = (run(graph, 25) - few) / 20;
    }
    Arrays.sort(iterations);
    System.out.println("secondsAnIteration " + iterations[1]);
  }

  private static double run(SparseIntDirectedGraph graph, int iterations) {
    long begin = System.nanoTime();
    double rank = new PageRank<>(graph, 0.85, iterations, 1e-300).getVertexScore(0);
    if (!(rank > 0)) {
      throw new IllegalStateException("rank " + rank);
    }
    return (System.nanoTime() - begin) / 1e9;
  }
}
