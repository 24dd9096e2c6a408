package org.orbweaver.webgraph.format.lists;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.stream.IntStream;
import org.orbweaver.webgraph.format.meta.GraphMeta;

/** Lists coded in memory. */
public final class CodedLists {
  private CodedLists() {}

  /** The bytes of a partition. */
  static byte[] write(int first, int[][] lists, float[][] weights) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (AdjacencyWriter writer = new AdjacencyWriter(bytes, first, weights != null)) {
      for (int i = 0; i < lists.length; i++) {
        float[] own = weights == null ? new float[0] : weights[i];
        double[] weighing = IntStream.range(0, own.length).mapToDouble(j -> own[j]).toArray();
        writer.write(lists[i], weighing, 0, lists[i].length);
      }
    }
    return bytes.toByteArray();
  }

  /** The entry of a partition in meta.json. */
  static GraphMeta.Part part(int first, int[][] lists, int length) {
    long arcs = 0;
    int longest = 0;
    for (int[] list : lists) {
      arcs += list.length;
      longest = Math.max(longest, list.length);
    }
    return new GraphMeta.Part(
        "graph/out/part-00000", first, lists.length, arcs, longest, length, "");
  }

  /**
   * A reader of lists.
   *
   * @param first id of the first node
   * @param weights in the same places; null for ones
   */
  public static ListReader reader(int first, int[][] lists, float[][] weights) throws IOException {
    byte[] bytes = write(first, lists, weights);
    return ListReader.of(bytes, part(first, lists, bytes.length), weights != null);
  }
}
