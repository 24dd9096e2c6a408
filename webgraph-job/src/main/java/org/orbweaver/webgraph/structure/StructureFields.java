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
import org.orbweaver.webgraph.structure.fit.Alternative;
import org.orbweaver.webgraph.structure.fit.PowerLawFit;

/** {@link Structure} as nested maps and lists, for JSON and for the HTML page. */
public final class StructureFields {
  /** The name of a page. */
  public interface Names {
    String name(int page) throws IOException;
  }

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
    all.put("strongComponents", sizes(structure.strong()));
    all.put("weakComponents", sizes(structure.weak()));
    Reciprocity reciprocity = structure.reciprocity();
    all.put("mutualLinks", reciprocity.mutual());
    all.put("reciprocity", reciprocity.share());
    all.put("distances", distances());
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

  private static Map<String, Object> sizes(Sizes sizes) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("count", sizes.count());
    fields.put("largest", sizes.largest());
    fields.put("countBySize", sizes.histogram());
    return fields;
  }

  private Map<String, Object> distances() {
    Distances distances = structure.distances();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("sources", distances.sources());
    fields.put("reachable", distances.reachable());
    fields.put("mean", distances.mean());
    fields.put("effectiveDiameter", distances.effectiveDiameter());
    fields.put("longest", distances.longest());
    fields.put("pairsByDistance", distances.reached());
    return fields;
  }

  private static Map<String, Object> degrees(Degrees degrees) {
    Map<String, Object> fields = new LinkedHashMap<>();
    degrees.fit().ifPresent(fit -> fields.put("fit", fit(fit)));
    List<Object> bins = new ArrayList<>();
    for (Degrees.Bin bin : degrees.bins()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("from", bin.from());
      one.put("to", bin.end() - 1);
      one.put("pages", bin.pages());
      one.put("density", bin.density());
      bins.add(one);
    }
    fields.put("bins", bins);
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
    List<Object> alternatives = new ArrayList<>();
    for (Alternative alternative : fit.alternatives()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", alternative.name());
      one.put("logLikelihoodRatio", alternative.ratio());
      one.put("p", alternative.p());
      one.put("parameters", alternative.parameters());
      alternatives.add(one);
    }
    fields.put("alternatives", alternatives);
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

  private List<Object> pairs(List<SharedNeighbours.Pair> pairs) throws IOException {
    List<Object> list = new ArrayList<>();
    for (SharedNeighbours.Pair pair : pairs) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("shared", pair.shared());
      one.put("cosine", pair.cosine());
      one.put("jaccard", pair.jaccard());
      one.put("first", names.name(pair.first()));
      one.put("second", names.name(pair.second()));
      list.add(one);
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

  private static List<Object> hosts(Structure.HostView view, List<Integer> chosen) {
    List<Object> list = new ArrayList<>();
    for (int host : chosen) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("host", view.hosts().name(host));
      one.put("pages", view.hosts().pages(host));
      one.put("linksWithin", view.graph().within(host));
      one.put("linksOut", view.graph().outLinks(host));
      one.put("linksIn", view.graph().inLinks(host));
      one.put("linkingHosts", view.impact().linkingHosts(host));
      one.put("impact", view.impact().impact(host));
      one.put("impactFractional", view.impact().fractional(host));
      one.put(
          "impactTwoYears", view.byYear().map(byYear -> byYear.impact(host)).orElse(Double.NaN));
      one.put("influence", view.impact().influence(host));
      one.put("influencePerPage", view.impact().influencePerPage(host));
      list.add(one);
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
