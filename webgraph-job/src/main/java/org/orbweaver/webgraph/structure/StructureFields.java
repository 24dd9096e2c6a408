package org.orbweaver.webgraph.structure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.orbweaver.common.text.Fields;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.format.lists.CsrGraph;
import org.orbweaver.webgraph.structure.fit.PowerLawFit;

/** {@link Structure} as nested maps and lists, for JSON and for the HTML page. */
public record StructureFields(Structure structure, NodeNames names) {
  private record NamedPair(
      int shared, double cosine, double jaccard, String first, String second) {}

  private static final int PICTURED_HOSTS = 60;
  private static final int PICTURED_LINKS = 240;

  /** All figures. */
  public Map<String, Object> all() throws IOException {
    Fields bowTie = new Fields();
    structure
        .bowTie()
        .forEach((region, size) -> bowTie.with(region.name().toLowerCase(Locale.ROOT), size));
    Fields all =
        new Fields()
            .with("inDegree", degrees(structure.in()))
            .with("outDegree", degrees(structure.out()))
            .with("bowTie", bowTie)
            .with("strongComponents", structure.strong())
            .with("weakComponents", structure.weak())
            .with("mutualLinks", structure.reciprocity().mutual())
            .with("reciprocity", structure.reciprocity().share())
            .with("distances", structure.distances())
            .with("cocited", pairs(structure.cocited()))
            .with("coupled", pairs(structure.coupled()))
            .with("pairDegreeMax", structure.options().pairDegree());
    if (structure.hosts().isPresent()) {
      Hosts hosts = structure.hosts().get();
      all.with("hosts", hosts.figures().size()).with("hostLinks", hosts.links().arcs());
      if (hosts.dated() > 0) {
        all.with("datedPages", hosts.dated()).with("impactYear", hosts.year());
      }
      all.with("topHosts", top(structure));
    }
    return all;
  }

  private static Fields degrees(Degrees degrees) {
    Fields fields = new Fields();
    degrees.fit().ifPresent(fit -> fields.with("fit", fit(fit)));
    return fields
        .with("bins", degrees.bins())
        .with("cumulative", points(degrees.cumulative()))
        .with("fitted", points(degrees.fitted()));
  }

  private static List<Object> points(List<Degrees.Point> points) {
    return points.stream().<Object>map(point -> List.of(point.x(), point.share())).toList();
  }

  private static Fields fit(PowerLawFit fit) {
    return new Fields()
        .with("verdict", fit.verdict().name().toLowerCase(Locale.ROOT))
        .with("words", fit.words())
        .with("alpha", fit.alpha())
        .with("standardError", fit.standardError())
        .with("xMin", fit.xMin())
        .with("tail", fit.tail())
        .with("of", fit.total())
        .with("ks", fit.ks())
        .with("p", fit.p().orElse(Double.NaN))
        .with("samples", fit.samples())
        .with("alternatives", fit.alternatives());
  }

  private Fields pairs(SharedNeighbours.Top top) throws IOException {
    return new Fields()
        .with("pagesLeftOut", top.leftOut())
        .with("pairsLeftOut", top.pairsLeftOut())
        .with("byCount", pairs(top.byCount()))
        .with("byCosine", pairs(top.byCosine()));
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

  /** The most influential hosts. */
  static List<Hosts.Figures> top(Structure structure) {
    List<Hosts.Figures> all = structure.hosts().orElseThrow().figures();
    return first(all, Hosts.Figures::influence)
        .limit(structure.options().top())
        .map(all::get)
        .toList();
  }

  /** The numbers of hosts, highest figure first, ties by number. */
  private static Stream<Integer> first(
      List<Hosts.Figures> figures, ToDoubleFunction<Hosts.Figures> by) {
    return IntStream.range(0, figures.size())
        .boxed()
        .sorted(
            Comparator.comparingDouble((Integer host) -> by.applyAsDouble(figures.get(host)))
                .reversed()
                .thenComparing(Comparator.naturalOrder()));
  }

  /**
   * Some hosts and the strongest links between them, by index in the list: for a picture. Half of
   * them are the most influential hosts, the others those with the most links to and from others:
   * the former are often hosts that a crawl has not entered, and have no links to each other.
   */
  public Map<String, Object> hostPicture() {
    Fields picture = new Fields();
    if (structure.hosts().isEmpty()) {
      return picture;
    }
    Hosts hosts = structure.hosts().get();
    Map<Integer, Integer> place = new LinkedHashMap<>();
    Stream.concat(
            first(hosts.figures(), Hosts.Figures::influence).limit(PICTURED_HOSTS / 2),
            first(hosts.figures(), host -> (double) host.linksOut() + host.linksIn()))
        .distinct()
        .limit(PICTURED_HOSTS)
        .forEach(host -> place.put(host, place.size()));
    CsrGraph out = hosts.links();
    List<List<Long>> links = new ArrayList<>();
    for (int host : place.keySet()) {
      for (int i = out.start(host); i < out.start(host + 1); i++) {
        Integer to = place.get(out.target(i));
        if (to != null) {
          links.add(List.of((long) place.get(host), (long) to, (long) out.weights()[i]));
        }
      }
    }
    links.sort(Comparator.comparing((List<Long> link) -> link.get(2)).reversed());
    return picture
        .with("nodes", place.keySet().stream().map(hosts.figures()::get).toList())
        .with("links", links.stream().limit(PICTURED_LINKS).toList())
        .with("linksLeftOut", Math.max(0, links.size() - PICTURED_LINKS));
  }
}
