package org.orbweaver.webgraph.edgelist;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import org.orbweaver.webgraph.format.GraphBuilder;

/**
 * Reads successor lists: line i, counted from 0, holds the numbers of the successors of node i,
 * separated by blanks; a node without any has an empty line. There are as many nodes as lines.
 */
final class SuccessorLists {
  private SuccessorLists() {}

  static GraphBuilder read(ByteLines lines) throws IOException {
    IntArrayList src = new IntArrayList();
    IntArrayList dst = new IntArrayList();
    int nodes = 0;
    int largest = -1;
    long largestAt = 0;
    while (lines.nextLine()) {
      while (lines.nextWord()) {
        int target = lines.number();
        src.add(nodes);
        dst.add(target);
        if (target > largest) {
          largest = target;
          largestAt = lines.line();
        }
      }
      nodes++;
    }
    if (largest >= nodes) {
      throw lines.failed(
          largestAt,
          "a link to node " + largest + ", but there are " + nodes + " lines (is it 'edges'?)");
    }
    return GraphBuilder.fromEdges(nodes, src.elements(), dst.elements(), src.size());
  }
}
