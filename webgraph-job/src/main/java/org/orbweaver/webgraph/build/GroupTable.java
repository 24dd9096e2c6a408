package org.orbweaver.webgraph.build;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.orbweaver.webgraph.format.GraphLevel;

/**
 * Which host or domain each page belongs to. Pages are in the order of their reversed URLs, so that
 * a host's are one range of ids: the table has an entry a host, not a page. Memory: 8 bytes a host.
 *
 * <p>Hosts are numbered in the order of their pages, domains in that of their reversed names. What
 * has no host ({@code mailto:}, or a URL with a user's name) belongs to nothing.
 */
final class GroupTable {
  /** The number of what belongs to nothing. */
  static final int NONE = -1;

  /** The first id of each range, ascending, from 0. */
  private final int[] starts;

  /** Each range's host or domain. */
  private final int[] groups;

  private GroupTable(int[] starts, int[] groups) {
    this.starts = starts;
    this.groups = groups;
  }

  /** Collects a table from the pages' keys, in the order of their ids. */
  static final class Builder {
    private final GraphLevel level;
    private final GraphLevel.Groups finder = GraphLevel.HOST.groups();
    private final IntArrayList starts = new IntArrayList();
    private final IntArrayList groups = new IntArrayList();
    private final KeyTable names = new KeyTable();
    private String last;
    private int pages;
    private int without;

    Builder(GraphLevel level) {
      this.level = level;
    }

    /** Adds the next page. */
    void add(byte[] pageKey) {
      String host = finder.of(new String(pageKey, StandardCharsets.UTF_8));
      if (!host.equals(last)) {
        last = host;
        starts.add(pages);
        groups.add(host.isEmpty() ? NONE : number(host));
      }
      without += host.isEmpty() ? 1 : 0;
      pages++;
    }

    private int number(String host) {
      String name = level == GraphLevel.DOMAIN ? GraphLevel.domain(host) : host;
      byte[] key = level.names().key(name);
      return names.add(key, 0, key.length);
    }

    /** Pages that have no host. */
    int without() {
      return without;
    }

    /** How many hosts or domains there are. */
    int count() {
      return names.size();
    }

    /** The hosts' or domains' keys, in the order of their numbers in the {@linkplain #table}. */
    Iterable<byte[]> keys() {
      return () -> Arrays.stream(names.sorted()).mapToObj(names::key).iterator();
    }

    /** The table of all pages that were added. */
    GroupTable table() {
      int[] places = KeyTable.inverse(names.sorted());
      int[] sorted = groups.toIntArray();
      Arrays.setAll(sorted, i -> sorted[i] == NONE ? NONE : places[sorted[i]]);
      return new GroupTable(starts.toIntArray(), sorted);
    }
  }

  /** The host or domain of a page, or {@link #NONE}. */
  int of(int page) {
    int range = Arrays.binarySearch(starts, page);
    return groups[range >= 0 ? range : -range - 2];
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(starts.length);
    for (int i = 0; i < starts.length; i++) {
      out.writeInt(starts[i]);
      out.writeInt(groups[i]);
    }
  }

  static GroupTable read(DataInput in) throws IOException {
    int[] starts = new int[in.readInt()];
    int[] groups = new int[starts.length];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = in.readInt();
      groups[i] = in.readInt();
    }
    return new GroupTable(starts, groups);
  }
}
