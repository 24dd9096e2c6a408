package org.orbweaver.index.invert;

import org.apache.lucene.util.ArrayUtil;

/** Assigns the documents of a run to a shard and a number among the run's documents there. */
final class Placement {
  private final int[] counts;
  private int[] shards = new int[16];
  private int[] numbers = new int[16];
  private int docs;

  Placement(int shards) {
    counts = new int[shards];
  }

  /** Places the next document; returns its number in the run. */
  int add(int shard) {
    if (docs == shards.length) {
      shards = ArrayUtil.grow(shards);
      numbers = ArrayUtil.growExact(numbers, shards.length);
    }
    shards[docs] = shard;
    numbers[docs] = counts[shard]++;
    return docs++;
  }

  int docs() {
    return docs;
  }

  /** Documents of a shard. */
  int docs(int shard) {
    return counts[shard];
  }

  int shard(int doc) {
    return shards[doc];
  }

  /** The document's number in its shard and run. */
  int number(int doc) {
    return numbers[doc];
  }
}
