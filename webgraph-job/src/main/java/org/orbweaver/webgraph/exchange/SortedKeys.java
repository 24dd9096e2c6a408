package org.orbweaver.webgraph.exchange;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.webgraph.build.KeyTable;

/**
 * The keys of named nodes in their order, which is that of the ids. Each is made twice, so that one
 * array of the right size holds them. Memory: their bytes, at most 2³¹ of them, and 16 bytes each.
 */
final class SortedKeys {
  private final byte[] bytes;
  private final int[] ends;

  /** The names' numbers, by id; equal keys are one node. */
  private final int[] order;

  private final int[] ids;
  private final int size;

  /**
   * @param keyFor makes a key of a name
   */
  SortedKeys(KeyTable names, UnaryOperator<byte[]> keyFor) {
    int n = names.size();
    ends = new int[n];
    long length = 0;
    for (int i = 0; i < n; i++) {
      length += keyFor.apply(names.key(i)).length;
      if (length > Integer.MAX_VALUE - 8) {
        throw OrbException.failed("node names exceed 2 GB in total");
      }
      ends[i] = (int) length;
    }
    bytes = new byte[(int) length];
    for (int i = 0; i < n; i++) {
      byte[] key = keyFor.apply(names.key(i));
      System.arraycopy(key, 0, bytes, start(i), key.length);
    }
    order = new int[n];
    Arrays.setAll(order, i -> i);
    IntArrays.parallelQuickSort(order, this::compare);
    ids = new int[n];
    int distinct = 0;
    for (int i = 0; i < n; i++) {
      int name = order[i];
      if (i == 0 || compare(order[distinct - 1], name) != 0) {
        order[distinct++] = name;
      }
      ids[name] = distinct - 1;
    }
    size = distinct;
  }

  private int compare(int a, int b) {
    return Arrays.compareUnsigned(bytes, start(a), ends[a], bytes, start(b), ends[b]);
  }

  private int start(int number) {
    return number == 0 ? 0 : ends[number - 1];
  }

  /** How many distinct keys there are. */
  int size() {
    return size;
  }

  /** The key of an id. */
  byte[] key(int id) {
    return Arrays.copyOfRange(bytes, start(order[id]), ends[order[id]]);
  }

  /** The id of each name. */
  int[] ids() {
    return ids;
  }
}
