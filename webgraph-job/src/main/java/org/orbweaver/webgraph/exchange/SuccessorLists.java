package org.orbweaver.webgraph.exchange;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.function.Consumer;
import org.orbweaver.common.cli.Count;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.webgraph.format.GraphBuilder;

/**
 * Reads successor lists: line i, counted from 0, holds the numbers of the successors of node i,
 * separated by blanks; a node without any has an empty line. There are as many nodes as lines.
 *
 * <p>One line may be missing: where the last page has no links and nothing ends its empty line, the
 * file shows it only by a link to it. That is reported, and assumed only where a link to node 0
 * says that the numbers do not begin with 1.
 */
final class SuccessorLists {
  private final IntArrayList src = new IntArrayList();
  private final IntArrayList dst = new IntArrayList();
  private int nodes;

  private SuccessorLists() {}

  /**
   * @param notes receives what was assumed
   */
  static GraphBuilder read(ByteLines lines, Consumer<String> notes) throws IOException {
    SuccessorLists lists = new SuccessorLists();
    lists.readAll(lines, notes);
    return GraphBuilder.fromEdges(
        lists.nodes, lists.src.elements(), lists.dst.elements(), lists.src.size());
  }

  /** As above, where the nodes have names, in the order of the lines. */
  static void read(ByteLines lines, Consumer<String> notes, NamedEdges into) throws IOException {
    SuccessorLists lists = new SuccessorLists();
    lists.readAll(lines, notes);
    if (lists.nodes != into.nodes()) {
      throw OrbException.failed(
          lines.place(lines.line())
              + ": expected "
              + Count.of(into.nodes(), "list")
              + ", one per vertex, got "
              + lists.nodes);
    }
    into.addAll(lists.src, lists.dst);
  }

  private void readAll(ByteLines lines, Consumer<String> notes) throws IOException {
    int largest = -1;
    String largestAt = "";
    boolean fromZero = false;
    while (lines.nextLine()) {
      while (lines.nextWord()) {
        int target = lines.number();
        src.add(nodes);
        dst.add(target);
        fromZero |= target == 0;
        if (target > largest) {
          largest = target;
          largestAt = lines.place(lines.line());
        }
      }
      nodes = Math.addExact(nodes, 1);
    }
    if (largest == nodes && fromZero && lines.endedWithLineEnd()) {
      notes.accept(
          largestAt
              + ": a link to node "
              + largest
              + ", one more than there are lines: assumed to be a last page without links");
      nodes++;
    }
    if (largest >= nodes) {
      throw OrbException.failed(
          largestAt
              + ": a link to node "
              + largest
              + ", but there are "
              + nodes
              + " lines, for the nodes from 0 (did you mean --format edges?)");
    }
  }
}
