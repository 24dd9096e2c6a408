package org.orbweaver.hits.focused;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The pages around some root pages, and the links between them that are evidence of authority.
 *
 * <p>The base set is the root set, all pages that a root page links to, and a random choice of
 * those that link to it. Of the links between its pages, those within a host are dropped as
 * navigation; of those that the pages of one host send to one page, a random choice of m is kept.
 *
 * <p>A random choice takes the links with the smallest hashes under the seed: it depends on seed
 * and graph only, not on the reading order. Cost: the root pages' lists both ways and the base
 * pages' successors; memory: 12 bytes a link between base pages.
 *
 * @param figures its figures
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record BaseSet(int[] pages, boolean[] root, int[] first, int[] targets, Figures figures) {
  /**
   * Limits that keep a base set small and relevant, with the lectures' figures as defaults: at most
   * 200 root pages, at most 50 random pages that link to a root page, no links between pages of one
   * host, and at most m, 4 to 8, pages of a host as pointers to one page.
   *
   * @param rootPages most root pages
   * @param inlinks most pages that a root page brings in by linking to it, chosen at random
   * @param perHost m, the most pages of one host whose links to one page count; 0 for no limit
   * @param keepWithinHost true if links between two pages of a host count
   * @param seed of the random choices: the same seed and graph give the same base set
   */
  public record Limits(int rootPages, int inlinks, int perHost, boolean keepWithinHost, long seed) {
    /** The lectures' limits. */
    public static final Limits DEFAULT = new Limits(200, 50, 8, false, 1);
  }

  /**
   * The figures of a base set.
   *
   * @param roots root pages
   * @param pages all pages
   * @param inlinksLeftOut links into root pages that were not chosen
   * @param withinHost links between base pages that were dropped because both are on one host
   * @param beyondHostLimit links dropped because enough others of the host lead to the same page
   * @param links remaining links
   */
  public record Figures(
      int roots,
      int pages,
      long inlinksLeftOut,
      long withinHost,
      long beyondHostLimit,
      int links) {}

  /**
   * Grows a base set.
   *
   * @param roots ids, without repetitions; those beyond {@link Limits#rootPages} are not used
   */
  public static BaseSet around(LinkSource links, int[] roots, Limits limits) throws IOException {
    int[] used = Arrays.copyOf(roots, Math.min(roots.length, limits.rootPages()));
    Arrays.sort(used);
    IntOpenHashSet base = new IntOpenHashSet(used);
    long[] leftOut = {0};
    links.successors(used, (page, targets) -> addAll(base, targets));
    links.predecessors(
        used,
        (page, sources) -> {
          addAll(base, choose(sources, page, limits.inlinks(), limits.seed()));
          leftOut[0] += Math.max(0, sources.length - limits.inlinks());
        });
    int[] pages = base.toIntArray();
    Arrays.sort(pages);
    return new Selection(pages, hosts(links, pages), limits).select(links, used, leftOut[0]);
  }

  private static void addAll(IntOpenHashSet set, int[] more) {
    for (int page : more) {
      set.add(page);
    }
  }

  /** A number per host; each page of an unknown host has its own. */
  private static int[] hosts(LinkSource links, int[] pages) throws IOException {
    Object2IntOpenHashMap<String> numbers = new Object2IntOpenHashMap<>();
    int[] hosts = new int[pages.length];
    for (int i = 0; i < pages.length; i++) {
      String host = links.host(pages[i]);
      // A page of an unknown host gets a key that no host has.
      String key = host.isEmpty() ? "?" + i : host;
      hosts[i] = numbers.computeIfAbsent(key, k -> numbers.size());
    }
    return hosts;
  }

  /**
   * At most {@code most} of the pages that link to {@code target}, at random, ascending.
   *
   * @param sources ids or any other distinct numbers from 0 on
   */
  public static int[] choose(int[] sources, int target, int most, long seed) {
    if (sources.length <= most) {
      return sources;
    }
    long[] order = new long[sources.length];
    for (int i = 0; i < sources.length; i++) {
      long link = ((long) sources[i] << 32) | target;
      long hash =
          HashCommon.murmurHash3(HashCommon.murmurHash3(link) ^ (seed * 0x9e3779b97f4a7c15L));
      order[i] = (hash & 0xffffffff00000000L) | i;
    }
    Arrays.sort(order);
    int[] chosen = new int[most];
    for (int i = 0; i < most; i++) {
      chosen[i] = sources[(int) order[i]];
    }
    Arrays.sort(chosen);
    return chosen;
  }

  /** Chooses the links between the pages of the base set. */
  private static final class Selection {

    private final int[] pages;
    private final int[] hosts;
    private final Limits limits;
    private long withinHost;
    private long beyondHostLimit;

    Selection(int[] pages, int[] hosts, Limits limits) {
      this.pages = pages;
      this.hosts = hosts;
      this.limits = limits;
    }

    BaseSet select(LinkSource links, int[] roots, long inlinksLeftOut) throws IOException {
      IntArrayList[] into = new IntArrayList[pages.length];
      links.successors(
          pages, (page, list) -> collect(Arrays.binarySearch(pages, page), list, into));
      IntArrayList[] lists = new IntArrayList[pages.length];
      int count = 0;
      // By ascending target, so that each page's list ascends.
      for (int v = 0; v < pages.length; v++) {
        for (int u : into[v] == null ? new int[0] : limited(into[v].toIntArray(), v)) {
          lists[u] = lists[u] == null ? new IntArrayList() : lists[u];
          lists[u].add(v);
          count++;
        }
      }
      int[] first = new int[pages.length + 1];
      int[] targets = new int[count];
      for (int u = 0; u < pages.length; u++) {
        int size = lists[u] == null ? 0 : lists[u].size();
        if (size > 0) {
          lists[u].getElements(0, targets, first[u], size);
        }
        first[u + 1] = first[u] + size;
      }
      boolean[] root = new boolean[pages.length];
      for (int page : roots) {
        root[Arrays.binarySearch(pages, page)] = true;
      }
      return new BaseSet(
          pages,
          root,
          first,
          targets,
          new Figures(
              roots.length, pages.length, inlinksLeftOut, withinHost, beyondHostLimit, count));
    }

    private void collect(int u, int[] list, IntArrayList[] into) {
      for (int page : list) {
        int v = Arrays.binarySearch(pages, page);
        if (v < 0) {
          continue;
        }
        if (hosts[u] == hosts[v] && !limits.keepWithinHost()) {
          withinHost++;
          continue;
        }
        into[v] = into[v] == null ? new IntArrayList() : into[v];
        into[v].add(u);
      }
    }

    /** The pages that may point to {@code v}: at most m of a host. */
    private int[] limited(int[] sources, int v) {
      int most = limits.perHost();
      if (most == 0 || sources.length <= most) {
        return sources;
      }
      long[] byHost = new long[sources.length];
      for (int i = 0; i < sources.length; i++) {
        byHost[i] = ((long) hosts[sources[i]] << 32) | sources[i];
      }
      Arrays.sort(byHost);
      IntArrayList kept = new IntArrayList();
      for (int from = 0; from < byHost.length; ) {
        int end = from;
        IntArrayList ids = new IntArrayList();
        while (end < byHost.length && byHost[end] >> 32 == byHost[from] >> 32) {
          ids.add(pages[(int) byHost[end++]]);
        }
        for (int id : choose(ids.toIntArray(), pages[v], most, limits.seed())) {
          kept.add(Arrays.binarySearch(pages, id));
        }
        beyondHostLimit += Math.max(0, end - from - most);
        from = end;
      }
      return kept.toIntArray();
    }
  }

  /** The number of pages. */
  public int size() {
    return pages.length;
  }

  /** The id in the graph of page {@code index}; ids ascend. */
  public int id(int index) {
    return pages[index];
  }

  /** The index of a page by its id in the graph, or a negative number. */
  public int index(int id) {
    return Arrays.binarySearch(pages, id);
  }

  /** True if page {@code index} is in the root set. */
  public boolean isRoot(int index) {
    return root[index];
  }

  /** The indices of the pages that page {@code index} links to, ascending. */
  public int[] targets(int index) {
    return Arrays.copyOfRange(targets, first[index], first[index + 1]);
  }

  /**
   * A page that is linked to together with a given one (H. Small, 1973).
   *
   * @param page id in the graph
   * @param linkingPages number of linking pages that link to both
   */
  public record CoCitation(int page, int linkingPages) {

    /**
     * The pages most often cited with {@code page}, most often first, ties by id.
     *
     * @param citing pages that link to it, ascending
     * @param limits only {@code keepWithinHost} is used
     * @param most maximum number of pages returned
     */
    public static List<CoCitation> with(
        LinkSource links, int page, int[] citing, BaseSet.Limits limits, int most)
        throws IOException {
      Int2IntOpenHashMap counts = new Int2IntOpenHashMap();
      links.successors(
          citing,
          (source, targets) -> {
            String host = limits.keepWithinHost() ? "" : links.host(source);
            for (int target : targets) {
              if (target != page && (host.isEmpty() || !host.equals(links.host(target)))) {
                counts.addTo(target, 1);
              }
            }
          });
      return counts.int2IntEntrySet().stream()
          .map(entry -> new CoCitation(entry.getIntKey(), entry.getIntValue()))
          .sorted(
              Comparator.comparingInt(CoCitation::linkingPages)
                  .reversed()
                  .thenComparingInt(CoCitation::page))
          .limit(most)
          .toList();
    }
  }

  /** A web graph that answers for the links of a few of its pages at a time. */
  public interface LinkSource {

    /** Receives the neighbours of one page. */
    @FunctionalInterface
    interface PageVisitor {
      /**
       * Called for each requested page, ascending.
       *
       * @param neighbours ascending; the callee may keep them
       */
      void page(int page, int[] neighbours) throws IOException;
    }

    /**
     * Visits the pages that each of {@code pages} links to.
     *
     * @param pages ids, strictly ascending
     */
    void successors(int[] pages, PageVisitor visitor) throws IOException;

    /** As {@link #successors}, the pages that link to them. */
    void predecessors(int[] pages, PageVisitor visitor) throws IOException;

    /** The host of a page's URL; empty if unknown. */
    String host(int page) throws IOException;
  }
}
