package org.orbweaver.hits.focused;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The rows of a base set's {@link LinkMatrix}: its pages, or parts of them.
 *
 * <p><b>Weights</b> (S. Chakrabarti et al., 1998): the weight of a link is 1 + the number of the
 * query's words in its text; 1 if the text is unknown.
 *
 * <p><b>Hublets.</b> A long list of links on many subjects carries authority from one topic to the
 * others. A page with more than {@code hubletLinks} links is cut, in the order in which it has
 * them, into runs of nearly equal length of at most as many, and each run is a hub of its own. If
 * some run of a page has a link whose text contains a word of the query, the runs of that page
 * without such a link are left out; if none has, nothing distinguishes them, and all stay. The
 * order of a page's links is known, but not the starts of its lists and columns, so runs are cut by
 * number.
 *
 * @param cutPages number of pages that were cut
 */
public record HubUnits(List<Row> rows, int columns, int withText, int cutPages, int ignored) {
  /**
   * A hub.
   *
   * @param page index in the base set
   * @param from the first of its links, by number in the page, from 1; 0 for a whole page
   * @param to the last of them
   */
  public record Unit(int page, int from, int to) {
    /** True if it is a part of a page. */
    public boolean isHublet() {
      return from > 0;
    }
  }

  /**
   * The treatment of pages and links.
   *
   * @param weighted true if the text of links counts
   * @param hubletLinks most links of a hublet; 0 to leave pages whole
   */
  public record HubTreatment(boolean weighted, int hubletLinks) {
    /** All links alike, all pages whole. */
    public static final HubTreatment PLAIN = new HubTreatment(false, 0);
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Row(Unit unit, int[] targets, double[] weights) {}

  /** Every page with a link is a hub, every link weighs 1. */
  public static HubUnits plain(BaseSet base) {
    return new Builder(base, HubTreatment.PLAIN).build();
  }

  /** Creates the units according to {@code options}. */
  public static HubUnits of(BaseSet base, PageText text, HubTreatment options) throws IOException {
    Builder builder = new Builder(base, options);
    int[] linking = builder.linkingPages();
    int[] ids = Arrays.stream(linking).map(base::id).toArray();
    text.links(ids, (i, links) -> builder.read(linking[i], links));
    return builder.build();
  }

  private static final class Builder {

    private final BaseSet base;
    private final HubTreatment options;
    private final List<Row> rows = new ArrayList<>();
    private final boolean[] done;
    private int withText;
    private int cutPages;
    private int ignored;

    Builder(BaseSet base, HubTreatment options) {
      this.base = base;
      this.options = options;
      done = new boolean[base.size()];
    }

    int[] linkingPages() {
      return IntStream.range(0, base.size()).filter(p -> base.targets(p).length > 0).toArray();
    }

    void read(int page, List<PageText.Link> links) {
      done[page] = true;
      withText++;
      int size = options.hubletLinks();
      int runs = size > 0 ? (links.size() + size - 1) / size : 1;
      if (runs < 2) {
        add(new Unit(page, 0, 0), links, at -> true);
        return;
      }
      cutPages++;
      boolean[] related = new boolean[runs];
      boolean any = false;
      for (int run = 0; run < runs; run++) {
        related[run] =
            links.subList(start(run, links, runs), start(run + 1, links, runs)).stream()
                .anyMatch(link -> link.matches() > 0);
        any |= related[run];
      }
      for (int run = 0; run < runs; run++) {
        if (any && !related[run]) {
          ignored++;
          continue;
        }
        int from = start(run, links, runs);
        int end = start(run + 1, links, runs);
        // Links that are not in the text (resolved redirects) go with the first run kept.
        boolean first = rows.isEmpty() || rows.get(rows.size() - 1).unit().page() != page;
        add(
            new Unit(page, from + 1, end),
            links,
            at -> (at >= from && at < end) || (at < 0 && first));
      }
    }

    private static int start(int run, List<PageText.Link> links, int runs) {
      return (int) ((long) links.size() * run / runs);
    }

    /** For each target of the page in the base set, its number among the page's links, or −1. */
    private int[] places(int page, List<PageText.Link> links) {
      Int2IntOpenHashMap byId = new Int2IntOpenHashMap();
      byId.defaultReturnValue(-1);
      for (int i = 0; i < links.size(); i++) {
        byId.putIfAbsent(links.get(i).page(), i);
      }
      return Arrays.stream(base.targets(page)).map(t -> byId.get(base.id(t))).toArray();
    }

    private void add(Unit unit, List<PageText.Link> links, IntPredicate within) {
      int[] place = places(unit.page(), links);
      int[] all = base.targets(unit.page());
      int[] targets = new int[all.length];
      double[] weights = new double[all.length];
      int count = 0;
      for (int i = 0; i < all.length; i++) {
        if (within.test(place[i])) {
          boolean known = options.weighted() && place[i] >= 0;
          targets[count] = all[i];
          weights[count++] = known ? 1 + links.get(place[i]).matches() : 1;
        }
      }
      if (count > 0) {
        rows.add(new Row(unit, Arrays.copyOf(targets, count), Arrays.copyOf(weights, count)));
      }
    }

    HubUnits build() {
      for (int page : linkingPages()) {
        if (!done[page]) {
          add(new Unit(page, 0, 0), List.of(), at -> true);
        }
      }
      rows.sort(
          Comparator.comparingInt((Row row) -> row.unit().page())
              .thenComparingInt(row -> row.unit().from()));
      return new HubUnits(List.copyOf(rows), base.size(), withText, cutPages, ignored);
    }
  }

  /** The matrix of all units and the base set's pages. */
  public LinkMatrix matrix() {
    return new LinkMatrix(
        columns,
        rows.stream().map(Row::targets).toArray(int[][]::new),
        rows.stream().map(Row::weights).toArray(double[][]::new));
  }

  /** The unit of row {@code row} of the matrix. */
  public Unit unit(int row) {
    return rows.get(row).unit();
  }

  /** The number of pages whose text was known. */
  public int pagesWithText() {
    return withText;
  }

  /** The number of hublets left out because they have no word of the query. */
  public int ignoredHublets() {
    return ignored;
  }

  /** The links in the text of pages. */
  @FunctionalInterface
  public interface PageText {

    /**
     * A link of a page.
     *
     * @param page the target's id in the graph; −1 if it is not in the graph
     * @param matches number of the query's words in its text
     */
    record Link(int page, int matches) {}

    /** Receives the links of one page. */
    @FunctionalInterface
    interface TextVisitor {
      /**
       * Called for each page whose text is known, in any order.
       *
       * @param index the page's index in {@code pages}
       * @param links in the order of the page
       */
      void page(int index, List<Link> links) throws IOException;
    }

    /** Visits those of {@code pages}, ids in the graph, whose text is known. */
    void links(int[] pages, TextVisitor visitor) throws IOException;
  }
}
