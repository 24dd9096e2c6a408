package org.orbweaver.webgraph.build;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * A sample of distinct keys: those with the smallest hashes. It does not depend on the order of
 * coming or on how often a key comes, and samples merge.
 */
final class KeySample {
  private final int limit;
  private final TreeMap<Long, byte[]> kept = new TreeMap<>();

  KeySample(int limit) {
    this.limit = limit;
  }

  void add(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    // Two keys of one hash: the second is not needed in a sample.
    long hash = crc.getValue() * 0x9e3779b97f4a7c15L;
    if (kept.size() == limit && hash >= kept.lastKey()) {
      return;
    }
    kept.putIfAbsent(hash, Arrays.copyOf(bytes, length));
    if (kept.size() > limit) {
      kept.pollLastEntry();
    }
  }

  List<byte[]> keys() {
    List<byte[]> keys = new ArrayList<>(kept.values());
    keys.sort(Arrays::compareUnsigned);
    return keys;
  }

  /** At most {@code ranges} - 1 keys, ascending, that cut the sample evenly. */
  List<byte[]> cuts(int ranges) {
    List<byte[]> keys = keys();
    List<byte[]> cuts = new ArrayList<>();
    for (int i = 1; i < ranges; i++) {
      int place = (int) ((long) i * keys.size() / ranges);
      if (place > 0 && (cuts.isEmpty() || keys.get(place) != cuts.get(cuts.size() - 1))) {
        cuts.add(keys.get(place));
      }
    }
    return cuts;
  }
}
