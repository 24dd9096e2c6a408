package org.orbweaver.webgraph.build.aliases;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.orbweaver.webgraph.build.links.LinkPolicy;

/** The alias pages of a small crawl in memory, by the numbers of their keys. */
public final class AliasTable {
  private final IntArrayList aliases = new IntArrayList();
  private final IntArrayList targets = new IntArrayList();
  private final IntArrayList canonical = new IntArrayList();
  private LinkPolicy.Merged merged = new LinkPolicy.Merged(0, 0, 0);

  /**
   * Adds a page that resolves to another.
   *
   * @param named true if it names the other as canonical, false if it redirects to it
   */
  public void add(int page, int target, boolean named) {
    aliases.add(page);
    targets.add(target);
    canonical.add(named ? 1 : 0);
  }

  /** The merged pages; known after {@link #ends}. */
  public LinkPolicy.Merged merged() {
    return merged;
  }

  /** For each key the key that it resolves to: itself, or the end of a chain of aliases. */
  public int[] ends(int keys) {
    int[] next = new int[keys];
    Arrays.setAll(next, key -> key);
    for (int i = 0; i < aliases.size(); i++) {
      next[aliases.getInt(i)] = targets.getInt(i);
    }
    int[] ends = new int[keys];
    Arrays.setAll(ends, key -> end(key, next));
    long redirects = 0;
    long canonicals = 0;
    for (int i = 0; i < aliases.size(); i++) {
      if (ends[aliases.getInt(i)] != aliases.getInt(i)) {
        canonicals += canonical.getInt(i);
        redirects += 1 - canonical.getInt(i);
      }
    }
    merged = new LinkPolicy.Merged(redirects, canonicals, aliases.size() - redirects - canonicals);
    return ends;
  }

  /** A loop has no end; nor has a chain that is too long. */
  private static int end(int key, int[] next) {
    int at = key;
    for (int hops = 0; hops <= LinkPolicy.MAX_HOPS; hops++) {
      if (next[at] == at) {
        return at;
      }
      at = next[at];
    }
    return key;
  }
}
