package org.orbweaver.webgraph.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The hosts of a graph. Its ids are in the order of hosts, so a host is a range of ids. */
public final class Hosts {
  private final List<String> names;
  private final int[] starts;

  private Hosts(List<String> names, int[] starts) {
    this.names = names;
    this.starts = starts;
  }

  /** Takes the pages' hosts in the order of their ids. */
  public static final class Builder {
    private final List<String> names = new ArrayList<>();
    private int[] starts = new int[64];
    private int pages;

    /** The next page's host. */
    public void add(String host) {
      if (names.isEmpty() || !names.get(names.size() - 1).equals(host)) {
        if (names.size() + 1 >= starts.length) {
          starts = Arrays.copyOf(starts, 2 * starts.length);
        }
        starts[names.size()] = pages;
        names.add(host);
      }
      pages++;
    }

    /** All of them. */
    public Hosts build() {
      int[] cut = Arrays.copyOf(starts, names.size() + 1);
      cut[names.size()] = pages;
      return new Hosts(List.copyOf(names), cut);
    }
  }

  public int count() {
    return names.size();
  }

  /** The name of a host; empty for the pages whose name is no URL. */
  public String name(int host) {
    return names.get(host);
  }

  /** A host's first page. */
  public int start(int host) {
    return starts[host];
  }

  /** How many pages a host has. */
  public int pages(int host) {
    return starts[host + 1] - starts[host];
  }

  /** The host of each page. */
  int[] ofPages() {
    int[] hosts = new int[starts[count()]];
    for (int h = 0; h < count(); h++) {
      Arrays.fill(hosts, starts[h], starts[h + 1], h);
    }
    return hosts;
  }
}
