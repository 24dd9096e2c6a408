package org.orbweaver.webgraph.edgelist;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.orbweaver.webgraph.build.KeyTable;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.NameKind;

/**
 * Reads edges, as SNAP publishes them: a line holds the names of a source and a target; lines that
 * begin with {@code #} or {@code %} and empty ones are passed over. Where all names are whole
 * numbers, ids are in their order; otherwise names are taken for URLs or other text, and ids are in
 * the order of the reversed URLs.
 */
final class Edges {
  private Edges() {}

  static GraphBuilder read(ByteLines lines) throws IOException {
    KeyTable labels = new KeyTable();
    IntArrayList src = new IntArrayList();
    IntArrayList dst = new IntArrayList();
    while (lines.nextLine()) {
      if (!lines.nextWord() || lines.word()[0] == '#' || lines.word()[0] == '%') {
        continue;
      }
      src.add(labels.add(lines.word(), 0, lines.length()));
      if (!lines.nextWord()) {
        throw lines.failed("a source without a target (is it 'lists'?)");
      }
      dst.add(labels.add(lines.word(), 0, lines.length()));
      if (lines.nextWord()) {
        throw lines.failed("more than a source and a target (is it 'lists'?)");
      }
    }
    NameKind kind = kindOf(labels);
    KeyTable keys = new KeyTable();
    int[] keyOf = new int[labels.size()];
    for (int label = 0; label < labels.size(); label++) {
      byte[] key = kind.key(name(labels, label));
      keyOf[label] = keys.add(key, 0, key.length);
    }
    int[] order = keys.sorted();
    int[] rank = KeyTable.inverse(order);
    int[] ids = new int[keyOf.length];
    Arrays.setAll(ids, label -> rank[keyOf[label]]);
    KeyTable.replace(src, ids);
    KeyTable.replace(dst, ids);
    return GraphBuilder.fromEdges(keys.size(), src.elements(), dst.elements(), src.size())
        .names(kind, id -> keys.key(order[id]));
  }

  private static NameKind kindOf(KeyTable labels) {
    for (int label = 0; label < labels.size(); label++) {
      if (!NameKind.isInteger(name(labels, label))) {
        return NameKind.URLS;
      }
    }
    return NameKind.INTEGERS;
  }

  private static String name(KeyTable labels, int label) {
    return new String(labels.key(label), StandardCharsets.UTF_8);
  }
}
