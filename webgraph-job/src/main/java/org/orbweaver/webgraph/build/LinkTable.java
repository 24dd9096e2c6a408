package org.orbweaver.webgraph.build;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.orbweaver.webgraph.build.aliases.AliasTable;
import org.orbweaver.webgraph.build.links.LinkPolicy;
import org.orbweaver.webgraph.build.links.PageLinks;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.meta.GraphLevel;
import org.orbweaver.webgraph.format.meta.NameKind;

/** Pages, their links and their aliases, in memory; becomes a graph. */
final class LinkTable {
  private final LinkPolicy policy;
  private final KeyTable keys = new KeyTable();
  private final IntArrayList src = new IntArrayList();
  private final IntArrayList dst = new IntArrayList();

  /** The links' weights; empty if they do not differ. */
  private final DoubleArrayList weights = new DoubleArrayList();

  private final AliasTable aliases = new AliasTable();
  private int nodes;

  LinkTable(LinkPolicy policy) {
    this.policy = policy;
  }

  /** Adds a page: the first {@code length} bytes of its key, and its newest record. */
  void add(byte[] key, int length, PageLinks record) {
    int page = keys.add(key, 0, length);
    for (int i = 0; i < record.links().size(); i++) {
      byte[] link = record.links().get(i);
      src.add(page);
      dst.add(keys.add(link, 0, link.length));
      if (policy.isWeighted()) {
        weights.add((double) record.units(i) / LinkPolicy.UNIT);
      }
    }
    PageLinks.Alias alias = record.alias();
    if (alias != null) {
      aliases.add(page, keys.add(alias.key(), 0, alias.key().length), alias.canonical());
    }
  }

  /** The number of links added. */
  int links() {
    return src.size();
  }

  /** The merged pages; known after {@link #resolve}. */
  LinkPolicy.Merged merged() {
    return aliases.merged();
  }

  /** The number of the graph's nodes; known after {@link #resolve}. */
  int nodes() {
    return nodes;
  }

  /** Follows aliases, drops links that do not count, and numbers the pages. */
  GraphBuilder resolve() {
    int[] ends = aliases.ends(keys.size());
    KeyTable.replace(src, ends);
    KeyTable.replace(dst, ends);
    int[] sorted = keys.sorted();
    int[] order = Arrays.stream(sorted).filter(key -> ends[key] == key).toArray();
    nodes = order.length;
    int[] ids = new int[keys.size()];
    for (int i = 0; i < nodes; i++) {
      ids[order[i]] = i;
    }
    KeyTable.replace(src, ids);
    KeyTable.replace(dst, ids);
    dropLinks(order);
    GraphBuilder graph =
        GraphBuilder.fromEdges(
            nodes,
            src.elements(),
            dst.elements(),
            policy.isWeighted() ? weights.elements() : null,
            src.size(),
            policy.count() ? Double::sum : Math::max);
    return graph.names(NameKind.URLS, id -> keys.key(order[id]));
  }

  private void dropLinks(int[] order) {
    int[] groups = groups(order);
    int kept = 0;
    for (int i = 0; i < src.size(); i++) {
      int u = src.getInt(i);
      int v = dst.getInt(i);
      boolean own = u == v ? !policy.self() : groups != null && groups[u] == groups[v];
      if (!own) {
        src.set(kept, u);
        dst.set(kept, v);
        if (policy.isWeighted()) {
          weights.set(kept, weights.getDouble(i));
        }
        kept++;
      }
    }
    src.size(kept);
    dst.size(kept);
    if (policy.isWeighted()) {
      weights.size(kept);
    }
  }

  /**
   * For each node the number of its host or domain, if links within one do not count; else null.
   */
  private int[] groups(int[] order) {
    if (policy.dropped() == GraphLevel.PAGE) {
      return null;
    }
    KeyTable names = new KeyTable();
    GraphLevel.Groups finder = policy.dropped().groups();
    int[] groups = new int[nodes];
    for (int id = 0; id < nodes; id++) {
      String key = new String(keys.key(order[id]), StandardCharsets.UTF_8);
      // A key without a host is a group of its own.
      String group = finder.of(key);
      byte[] name = (group.isEmpty() ? key : group).getBytes(StandardCharsets.UTF_8);
      groups[id] = names.add(name, 0, name.length);
    }
    return groups;
  }
}
