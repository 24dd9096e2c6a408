package org.orbweaver.webgraph.structure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.orbweaver.webgraph.structure.fit.PowerLawFit;

/** {@link Structure} as nested maps and lists, for JSON and for the HTML page. */
public final class StructureFields {
  /** The name of a page. */
  public interface Names {
    String name(int page) throws IOException;
  }

  private record NamedPair(
      int shared, double cosine, double jaccard, String first, String second) {}

  /** A host's figures; {@code impactTwoYears} is NaN where no year is known. */
  record HostFigures(
      String host,
      int pages,
      long linksWithin,
      long linksOut,
      long linksIn,
      int linkingHosts,
      double impact,
      double impactFractional,
      double impactTwoYears,
      double influence,
      double influencePerPage) {}

  private static final int PICTURED_HOSTS = 60;
  private static final int PICTURED_LINKS = 240;

  private final Structure structure;
  private final Names names;

  /** Shows {@code structure}. */
  public StructureFields(Structure structure, Names names) {
    this.structure = structure;
    this.names = names;
  }

  /** All figures. */
  public Map<String, Object> all() throws IOException {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("inDegree", degrees(structure.in()));
    all.put("outDegree", degrees(structure.out()));
    all.put("bowTie", bowTie());
    all.put("strongComponents", structure.strong());
    all.put("weakComponents", structure.weak());
    Reciprocity reciprocity = structure.reciprocity();
    all.put("mutualLinks", reciprocity.mutual());
    all.put("reciprocity", reciprocity.share());
    all.put("distances", structure.distances());
    all.put("cocited", pairs(structure.cocited()));
    all.put("coupled", pairs(structure.coupled()));
    all.put("pairDegreeMax", structure.options().pairDegree());
    if (structure.hosts().isPresent()) {
      Structure.HostView view = structure.hosts().get();
      all.put("hosts", view.hosts().count());
      all.put("hostLinks", view.graph().out().arcs());
      view.byYear()
          .ifPresent(
              byYear -> {
                all.put("datedPages", byYear.dated());
                all.put("impactYear", byYear.year());
              });
      all.put("topHosts", hosts(view, first(view, structure.options().top())));
    }
    return all;
  }

  private Map<String, Object> bowTie() {
    Map<String, Object> regions = new LinkedHashMap<>();
    structure
        .bowTie()
        .forEach((region, size) -> regions.put(region.name().toLowerCase(Locale.ROOT), size));
    return regions;
  }

  private static Map<String, Object> degrees(Degrees degrees) {
    Map<String, Object> fields = new LinkedHashMap<>();
    degrees.fit().ifPresent(fit -> fields.put("fit", fit(fit)));
    fields.put("bins", degrees.bins());
    fields.put("cumulative", points(degrees.cumulative()));
    fields.put("fitted", points(degrees.fitted()));
    return fields;
  }

  private static List<Object> points(List<Degrees.Point> points) {
    return points.stream().<Object>map(point -> List.of(point.x(), point.share())).toList();
  }

  private static Map<String, Object> fit(PowerLawFit fit) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("verdict", fit.verdict().name().toLowerCase(Locale.ROOT));
    fields.put("words", fit.words());
    fields.put("alpha", fit.alpha());
    fields.put("standardError", fit.standardError());
    fields.put("xMin", fit.xMin());
    fields.put("tail", fit.tail());
    fields.put("of", fit.total());
    fields.put("ks", fit.ks());
    fields.put("p", fit.p().orElse(Double.NaN));
    fields.put("samples", fit.samples());
    fields.put("alternatives", fit.alternatives());
    return fields;
  }

  private Map<String, Object> pairs(SharedNeighbours.Top top) throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("pagesLeftOut", top.leftOut());
    fields.put("pairsLeftOut", top.pairsLeftOut());
    fields.put("byCount", pairs(top.byCount()));
    fields.put("byCosine", pairs(top.byCosine()));
    return fields;
  }

  private List<NamedPair> pairs(List<SharedNeighbours.Pair> pairs) throws IOException {
    List<NamedPair> list = new ArrayList<>();
    for (SharedNeighbours.Pair pair : pairs) {
      list.add(
          new NamedPair(
              pair.shared(),
              pair.cosine(),
              pair.jaccard(),
              names.name(pair.first()),
              names.name(pair.second())));
    }
    return list;
  }

  /** The hosts of most influence. */
  static List<Integer> first(Structure.HostView view, int count) {
    return IntStream.range(0, view.hosts().count())
        .boxed()
        .sorted(
            (a, b) -> {
              int order = Double.compare(view.impact().influence(b), view.impact().influence(a));
              return order != 0 ? order : Integer.compare(a, b);
            })
        .limit(count)
        .toList();
  }

  /**
   * Half of them the hosts of most influence, the others those with the most links to and from
   * others: the first are often hosts that a crawl has not entered, and have no links to each
   * other.
   */
  private static List<Integer> pictured(Structure.HostView view) {
    Set<Integer> chosen = new LinkedHashSet<>(first(view, PICTURED_HOSTS / 2));
    IntStream.range(0, view.hosts().count())
        .boxed()
        .sorted(
            Comparator.comparingLong(
                    (Integer host) -> view.graph().outLinks(host) + view.graph().inLinks(host))
                .reversed()
                .thenComparing(Comparator.naturalOrder()))
        .filter(host -> !chosen.contains(host))
        .limit(PICTURED_HOSTS - chosen.size())
        .toList()
        .forEach(chosen::add);
    return List.copyOf(chosen);
  }

  static List<HostFigures> hosts(Structure.HostView view, List<Integer> chosen) {
    List<HostFigures> list = new ArrayList<>();
    for (int host : chosen) {
      list.add(
          new HostFigures(
              view.hosts().name(host),
              view.hosts().pages(host),
              view.graph().within(host),
              view.graph().outLinks(host),
              view.graph().inLinks(host),
              view.impact().linkingHosts(host),
              view.impact().impact(host),
              view.impact().fractional(host),
              view.byYear().map(byYear -> byYear.impact(host)).orElse(Double.NaN),
              view.impact().influence(host),
              view.impact().influencePerPage(host)));
    }
    return list;
  }

  /** The first hosts and the strongest links between them, by place in the list: for a picture. */
  public Map<String, Object> hostPicture() {
    Map<String, Object> picture = new LinkedHashMap<>();
    if (structure.hosts().isEmpty()) {
      return picture;
    }
    Structure.HostView view = structure.hosts().get();
    List<Integer> chosen = pictured(view);
    Map<Integer, Integer> place = new LinkedHashMap<>();
    chosen.forEach(host -> place.put(host, place.size()));
    List<int[]> links = new ArrayList<>();
    for (int host : chosen) {
      for (int i = view.graph().out().start(host); i < view.graph().out().start(host + 1); i++) {
        Integer to = place.get(view.graph().out().target(i));
        if (to != null) {
          links.add(new int[] {place.get(host), to, view.graph().weight(i)});
        }
      }
    }
    links.sort((a, b) -> Integer.compare(b[2], a[2]));
    picture.put("nodes", hosts(view, chosen));
    picture.put(
        "links",
        links.stream()
            .limit(PICTURED_LINKS)
            .map(link -> List.of(link[0], link[1], link[2]))
            .toList());
    picture.put("linksLeftOut", Math.max(0, links.size() - PICTURED_LINKS));
    return picture;
  }
}
