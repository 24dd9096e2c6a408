package org.orbweaver.webgraph.exchange;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.webgraph.format.NodeNames;

/**
 * What an edge list calls the nodes: their names, in bytes. The last ones of {@value #SLOTS} places
 * are kept, since most links lead to neighbours; a name costs a look into the dictionary otherwise.
 */
final class NodeWords {
  private static final int SLOTS = 1 << 16;

  private final NodeNames names;
  private final int[] nodes = new int[SLOTS];
  private final byte[][] words = new byte[SLOTS][];

  NodeWords(NodeNames names) {
    this.names = names;
    Arrays.fill(nodes, -1);
  }

  /**
   * A node's name.
   *
   * @throws OrbException (failed) where it would not be read as one word
   */
  byte[] word(int node) throws IOException {
    int slot = node & (SLOTS - 1);
    if (nodes[slot] != node) {
      words[slot] = checked(node, names.name(node).getBytes(StandardCharsets.UTF_8));
      nodes[slot] = node;
    }
    return words[slot];
  }

  /** The bytes of a node's name, if they are one word. */
  static byte[] checked(int node, byte[] word) {
    boolean good = word.length > 0 && word[0] != '#' && word[0] != '%';
    for (int i = 0; good && i < word.length; i++) {
      good = word[i] != ' ' && word[i] != '\t' && word[i] != '\r' && word[i] != '\n';
    }
    if (!good) {
      throw OrbException.failed(
          "the name of node "
              + node
              + " is not a single word: '"
              + Console.safe(new String(word, StandardCharsets.UTF_8))
              + "' (export with ids instead)");
    }
    return word;
  }
}
