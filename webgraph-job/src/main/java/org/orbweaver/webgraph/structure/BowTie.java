package org.orbweaver.webgraph.structure;

import java.util.EnumMap;
import java.util.Map;
import org.orbweaver.webgraph.format.lists.CsrGraph;

/**
 * The bow tie of A. Broder et al., "Graph structure in the Web", Computer Networks 33 (2000): the
 * position of each page relative to the largest strongly connected component, the core. Among
 * several largest ones the core is that of the lowest page. Four breadth-first searches; 5 bytes a
 * node.
 */
public final class BowTie {
  private static final int FROM_CORE = 1;
  private static final int TO_CORE = 2;
  private static final int FROM_IN = 4;
  private static final int TO_OUT = 8;
  private static final int CONNECTED = 16;
  private static final int ALL_MARKS = 31;

  /** The regions of the bow tie. */
  public enum Region {
    /** In the largest strongly connected component. */
    CORE("core (largest strongly connected component)"),
    /** Leads to the core, cannot be reached from it. */
    IN("IN (leads to the core)"),
    /** Can be reached from the core, does not lead back. */
    OUT("OUT (reached from the core)"),
    /** Leads from IN to OUT past the core. */
    TUBES("tubes (from IN to OUT past the core)"),
    /** Can be reached from IN, leads to neither core nor OUT. */
    TENDRILS_FROM_IN("tendrils from IN"),
    /** Leads to OUT, cannot be reached from IN or the core. */
    TENDRILS_TO_OUT("tendrils to OUT"),
    /** Connected with the above in some other way, the direction of links left out. */
    OTHER("otherwise connected"),
    /** Not connected with the core at all. */
    DISCONNECTED("disconnected");

    private final String words;

    Region(String words) {
      this.words = words;
    }

    /** For people. */
    public String words() {
      return words;
    }
  }

  private final byte[] marks;
  private final Map<Region, Integer> sizes = new EnumMap<>(Region.class);

  private BowTie(byte[] marks) {
    this.marks = marks;
    int[] counts = new int[ALL_MARKS + 1];
    for (byte m : marks) {
      counts[m]++;
    }
    for (Region region : Region.values()) {
      sizes.put(region, 0);
    }
    for (int m = 0; m <= ALL_MARKS; m++) {
      sizes.merge(regionOf(m), counts[m], Integer::sum);
    }
  }

  /** Computes the bow tie. */
  public static BowTie of(CsrGraph out, CsrGraph in, Components strong, Components weak) {
    int n = out.nodes();
    byte[] marks = new byte[n];
    int core = core(strong, n);
    int[] queue = new int[n];
    int coreWeak = -1;
    int begin = 0;
    for (int v = 0; v < n; v++) {
      if (strong.component(v) == core) {
        marks[v] = FROM_CORE | TO_CORE;
        coreWeak = weak.component(v);
        queue[begin++] = v;
      }
    }
    spread(out, marks, queue, begin, FROM_CORE, 0);
    spread(in, marks, queue, begin, TO_CORE, 0);
    // Pages beyond OUT are in OUT themselves, and IN is where the search begins: both end it.
    int known = FROM_CORE | TO_CORE;
    spread(out, marks, queue, collect(marks, queue, TO_CORE), FROM_IN, known);
    spread(in, marks, queue, collect(marks, queue, FROM_CORE), TO_OUT, known);
    for (int v = 0; v < n; v++) {
      if (weak.component(v) == coreWeak) {
        marks[v] |= CONNECTED;
      }
    }
    return new BowTie(marks);
  }

  private static int core(Components strong, int n) {
    int core = -1;
    for (int v = 0; v < n; v++) {
      int c = strong.component(v);
      if (core < 0 || strong.size(c) > strong.size(core)) {
        core = c;
      }
    }
    return core;
  }

  /**
   * Queues the pages with the given one of the core's two marks and not the other; returns their
   * number.
   */
  private static int collect(byte[] marks, int[] queue, int mark) {
    int size = 0;
    for (int v = 0; v < marks.length; v++) {
      if ((marks[v] & (FROM_CORE | TO_CORE)) == mark) {
        queue[size++] = v;
      }
    }
    return size;
  }

  /**
   * Marks the pages reachable from the first {@code size} of the queue; pages with a mark in {@code
   * stop} end the search.
   */
  private static void spread(
      CsrGraph graph, byte[] marks, int[] queue, int size, int mark, int stop) {
    int end = size;
    for (int at = 0; at < end; at++) {
      int v = queue[at];
      for (int i = graph.start(v); i < graph.start(v + 1); i++) {
        int w = graph.target(i);
        if ((marks[w] & (mark | stop)) == 0) {
          marks[w] |= (byte) mark;
          queue[end++] = w;
        }
      }
    }
  }

  private static Region regionOf(int marks) {
    boolean fromCore = (marks & FROM_CORE) != 0;
    boolean toCore = (marks & TO_CORE) != 0;
    if (fromCore || toCore) {
      return fromCore && toCore ? Region.CORE : toCore ? Region.IN : Region.OUT;
    }
    boolean fromIn = (marks & FROM_IN) != 0;
    boolean toOut = (marks & TO_OUT) != 0;
    if (fromIn || toOut) {
      return fromIn && toOut
          ? Region.TUBES
          : fromIn ? Region.TENDRILS_FROM_IN : Region.TENDRILS_TO_OUT;
    }
    return (marks & CONNECTED) != 0 ? Region.OTHER : Region.DISCONNECTED;
  }

  /** The region of a page. */
  public Region region(int node) {
    return regionOf(marks[node]);
  }

  /** The number of pages in each region; every region is present. */
  public Map<Region, Integer> sizes() {
    return new EnumMap<>(sizes);
  }
}
