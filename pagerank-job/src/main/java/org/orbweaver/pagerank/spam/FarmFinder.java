package org.orbweaver.pagerank.spam;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.doubles.DoubleList;
import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.lists.AdjacencyReader;
import org.orbweaver.webgraph.format.meta.Direction;

/**
 * Finds the farm of a page. Reads the target's lists and those of the pages that link to it.
 * Memory: some 40 bytes for each page that links to the target or is linked from it.
 */
public final class FarmFinder {
  /**
   * The neighbourhood of a target.
   *
   * @param farm pages that link to the target only and are linked from it only, ascending
   * @param lone pages that link to the target only and are linked from nowhere, ascending
   * @param others all other pages that link to the target, without itself, ascending
   * @param otherShares the share of their ranks that {@code others} pass on to the target
   * @param outDegree the target's
   * @param toFarm the share of its rank that the target passes on to the farm
   * @param toSelf the share that it passes on to itself
   */
  public record Surroundings(
      IntList farm,
      IntList lone,
      IntList others,
      DoubleList otherShares,
      int outDegree,
      double toFarm,
      double toSelf) {

    /** The number of pages that link to the target, including itself if it does. */
    public int inDegree() {
      return farm.size() + lone.size() + others.size() + (toSelf > 0 ? 1 : 0);
    }

    /** The formula's terms, given x. */
    public SpamFarm farm(double outside) {
      return new SpamFarm(farm.size(), toFarm, toSelf, outside);
    }
  }

  private FarmFinder() {}

  /**
   * Explores the neighbourhood of {@code target}.
   *
   * @param weighted true if links count by the graph's weights
   */
  public static Surroundings around(GraphDir graph, boolean weighted, int target)
      throws IOException {
    IntArrayList farm = new IntArrayList();
    IntArrayList lone = new IntArrayList();
    IntArrayList others = new IntArrayList();
    DoubleArrayList otherShares = new DoubleArrayList();
    Int2DoubleOpenHashMap given = new Int2DoubleOpenHashMap();
    double toFarm = 0;
    try (AdjacencyReader out = graph.read(Direction.OUT, weighted);
        AdjacencyReader in = graph.read(Direction.IN)) {
      LinkShares page = new LinkShares();
      out.moveTo(target);
      page.moveTo(out);
      for (int i = 0; i < page.degree(); i++) {
        given.put(page.target(i), page.share(i));
      }
      for (int v : graph.predecessors(target)) {
        if (v == target) {
          continue;
        }
        out.moveTo(v);
        in.moveTo(v);
        page.moveTo(out);
        if (page.degree() == 1 && in.degree() == 0) {
          lone.add(v);
        } else if (page.degree() == 1 && in.degree() == 1 && in.neighbours()[0] == target) {
          farm.add(v);
          toFarm += given.get(v);
        } else {
          others.add(v);
          otherShares.add(page.shareTo(target));
        }
      }
    }
    return new Surroundings(
        farm, lone, others, otherShares, given.size(), toFarm, given.get(target));
  }

  /**
   * The simplest spam farm, solved: a target that m pages support, each of them linking to the
   * target only and linked from the target only, and outside pages that link to the target and give
   * it x.
   *
   * <p>If a page passes on β of its rank and gets j from jumping, and the target passes on the
   * share φ of that to its farm and σ to itself: y = x + βσy + β(βφy + mj) + j, so y = (x + j(βm +
   * 1))/(1 − βσ − β²φ). If the target links to the farm only (φ = 1, σ = 0) and no page dangles (j
   * = (1−β)/n) that is
   *
   * <pre>y = x/(1−β²) + (βm+1)/((1+β)n)</pre>
   *
   * (J. Leskovec, A. Rajaraman, J. Ullman, <i>Mining of Massive Datasets</i>, section 5.4, with the
   * term that is left out there: the target's own (1−β)/n.) Immutable, free of Hadoop.
   *
   * @param farm m, pages that link to the target only and are linked from it only
   * @param toFarm φ, m/d if all links of the target are alike
   * @param toSelf σ, 0 if the target does not link to itself
   * @param outside x, β times the ranks that the other pages' links pass on
   */
  public record SpamFarm(int farm, double toFarm, double toSelf, double outside) {
    private static final double ROUNDING = 1e-9;

    /**
     * The textbook's y, which assumes that the target links to the farm only and no page dangles.
     *
     * @param damping β
     * @param pages n, of the whole graph
     */
    public double textbook(double damping, int pages) {
      return outside / (1 - damping * damping) + (damping * farm + 1) / ((1 + damping) * pages);
    }

    /**
     * y in general.
     *
     * @param damping β, the part of a page's rank that follows links
     * @param jump j, the rank that each page gets without any link
     */
    public double value(double damping, double jump) {
      return (outside + jump * (damping * farm + 1))
          / (1 - damping * toSelf - damping * damping * toFarm);
    }

    /** {@link #value} without the farm's pages, all else unchanged. */
    public double withoutFarm(double damping, double jump) {
      double self = toSelf > 0 ? toSelf / (1 - toFarm) : 0;
      return new SpamFarm(0, 0, self, outside).value(damping, jump);
    }

    /** True if the target links to its farm and to nothing else. */
    public boolean closed() {
      return farm > 0 && Math.abs(1 - toFarm) < ROUNDING;
    }
  }
}
