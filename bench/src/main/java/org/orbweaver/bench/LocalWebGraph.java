package org.orbweaver.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A synthetic graph with the properties that make a web graph compressible and hard to rank: hosts
 * are ranges of ids with sizes by a power law, three links of four stay in the host and near the
 * page, the others go to pages with popularity by a power law, and some pages have no links. The
 * same numbers give the same graph.
 */
record LocalWebGraph(int pages, long links) {
  private static final long SEED = 20_260_101;
  private static final double WITHIN_HOST = 0.75;
  private static final double DANGLING = 0.12;

  /** Visits node after node with its successors, ascending and distinct. */
  interface NodeVisitor {
    void visit(int node, int[] successors, int count) throws IOException;
  }

  /** Visits all nodes. */
  void forEach(NodeVisitor visitor) throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    double mean = links / (pages * (1 - DANGLING));
    int first = 0;
    int end = 0;
    int[] list = new int[1000];
    for (int node = 0; node < pages; node++) {
      if (node == end) {
        first = end;
        end = (int) Math.min(pages, end + hostSize(random));
      }
      int degree = random.nextDouble() < DANGLING ? 0 : degree(random, mean);
      int distinct = 0;
      for (int i = 0; i < degree; i++) {
        int target = target(random, node, first, end, list, distinct);
        if (target >= 0) {
          list[distinct++] = target;
        }
      }
      Arrays.sort(list, 0, distinct);
      visitor.visit(node, list, distinct);
    }
  }

  private static long hostSize(SplittableRandom random) {
    return Math.min(50_000, (long) (5 * Math.pow(1 - random.nextDouble(), -1 / 1.2)));
  }

  private static int degree(SplittableRandom random, double mean) {
    return (int) Math.min(1000, -mean * Math.log(1 - random.nextDouble()) + 0.5);
  }

  /** A page that is neither on the list nor the page itself; -1 if a few tries find none. */
  private int target(SplittableRandom random, int node, int first, int end, int[] list, int count) {
    boolean within = random.nextDouble() < WITHIN_HOST;
    for (int attempt = 0; attempt < 12; attempt++) {
      // A small host has no page left to link to.
      int target = within && attempt < 4 ? near(random, node, first, end) : far(random);
      boolean known = target == node;
      for (int i = 0; i < count && !known; i++) {
        known = list[i] == target;
      }
      if (!known) {
        return target;
      }
    }
    return -1;
  }

  private static int near(SplittableRandom random, int node, int first, int end) {
    if (random.nextInt(8) == 0) {
      return first; // the front page
    }
    double far = Math.min(end - first, Math.pow(1 - random.nextDouble(), -1.0) * 4);
    int target = node + (random.nextBoolean() ? 1 : -1) * (int) far;
    return Math.max(first, Math.min(end - 1, target));
  }

  /** Popular pages are spread evenly: a permutation of the ids maps ranks to pages. */
  private int far(SplittableRandom random) {
    double rank = Math.pow(pages, random.nextDouble()) - 1;
    return (int) Math.floorMod(((long) rank) * 1_000_003L + 7, (long) pages);
  }

  /**
   * Writes successor lists, a line a node, and an edge list unless its path is null.
   *
   * @return number of links
   */
  long write(Path lists, Path edges) throws IOException {
    long[] count = new long[1];
    try (OutputStream listsOut = new BufferedOutputStream(Files.newOutputStream(lists), 1 << 16);
        OutputStream edgesOut =
            edges == null
                ? OutputStream.nullOutputStream()
                : new BufferedOutputStream(Files.newOutputStream(edges), 1 << 16)) {
      forEach(
          (node, successors, n) -> {
            byte[] source = Integer.toString(node).getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < n; i++) {
              byte[] target = Integer.toString(successors[i]).getBytes(StandardCharsets.US_ASCII);
              if (i > 0) {
                listsOut.write(' ');
              }
              listsOut.write(target);
              edgesOut.write(source);
              edgesOut.write(' ');
              edgesOut.write(target);
              edgesOut.write('\n');
            }
            listsOut.write('\n');
            count[0] += n;
          });
    }
    return count[0];
  }
}
