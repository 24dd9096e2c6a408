package org.orbweaver.webgraph.structure;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.orbweaver.common.text.Console;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.structure.fit.Alternative;
import org.orbweaver.webgraph.structure.fit.PowerLawFit;

/** {@link Structure} as lines for people. */
public record StructureText(Structure structure, NodeNames names, Console console) {
  /** Prints all figures. */
  public void print() throws IOException {
    bowTie();
    figures();
    fit("in-degrees", structure.in());
    fit("out-degrees", structure.out());
    pairs("co-citation (linked from the same pages)", structure.cocited(), "links to others");
    pairs(
        "bibliographic coupling (linking to the same pages)",
        structure.coupled(),
        "links from others");
    structure.hosts().ifPresent(this::hosts);
  }

  private void line(String format, Object... arguments) {
    console.linef(format, arguments);
  }

  private void bowTie() {
    line("%n%14s %7s  %s", "pages", "share", "bow tie");
    structure
        .bowTie()
        .forEach(
            (region, size) ->
                line("%14d %6.2f%%  %s", size, 100.0 * size / structure.pages(), region.words()));
  }

  private void figures() {
    Components.Sizes strong = structure.strong();
    Components.Sizes weak = structure.weak();
    line(
        "%nstrong components  %d; the largest has %d pages, %d have one",
        strong.count(), strong.largest(), strong.countBySize().getOrDefault(1, 0));
    line("weak components    %d; the largest has %d pages", weak.count(), weak.largest());
    line(
        "reciprocity        %.4f (%d links are returned)",
        structure.reciprocity().share(), structure.reciprocity().mutual());
    Distances distances = structure.distances();
    line(
        "distances          mean %.2f, 90%% within %.2f, maximum %d; %.1f%% of pairs are connected"
            + " (sampled from %d pages)",
        distances.mean(),
        distances.effectiveDiameter(),
        distances.longest(),
        100 * distances.reachable(),
        distances.sources());
  }

  private void fit(String what, Degrees degrees) {
    if (degrees.fit().isEmpty()) {
      line("%n%s: too few distinct values to fit a power law", what);
      return;
    }
    PowerLawFit fit = degrees.fit().get();
    line(
        "%n%s: exponent %.3f ± %.3f from %d on (%d of the %d pages with links), KS distance %.4f",
        what, fit.alpha(), fit.standardError(), fit.xMin(), fit.tail(), fit.total(), fit.ks());
    line("  %s", fit.words());
    for (Alternative alternative : fit.alternatives()) {
      line(
          "  against %-11s log likelihood ratio %9.2f, p = %.3g",
          alternative.name(), alternative.logLikelihoodRatio(), alternative.p());
    }
  }

  private void pairs(String what, SharedNeighbours.Top top, String links) throws IOException {
    if (top.leftOut() > 0) {
      line(
          "%n%s: left out %d pages with more than %d %s (%d pairs)",
          what, top.leftOut(), structure.options().pairDegree(), links, top.pairsLeftOut());
    } else {
      line("%n%s", what);
    }
    line("%8s %7s %8s", "shared", "cosine", "Jaccard");
    pairs(top.byCount());
    if (!top.byCosine().isEmpty()) {
      line("  by cosine, at least %d shared:", Structure.LEAST_SHARED);
      pairs(top.byCosine());
    }
  }

  private void pairs(List<SharedNeighbours.Pair> pairs) throws IOException {
    for (SharedNeighbours.Pair pair : pairs) {
      line(
          "%8d %7.4f %8.4f  %s  %s",
          pair.shared(),
          pair.cosine(),
          pair.jaccard(),
          Console.safe(names.name(pair.first())),
          Console.safe(names.name(pair.second())));
    }
  }

  private void hosts(Hosts hosts) {
    line(
        "%nhosts: %d, with %d links between them. Impact: links from other hosts per page;"
            + " fractional: one vote per host; influence: PageRank of the host graph.",
        hosts.figures().size(), hosts.links().arcs());
    if (hosts.dated() == 0) {
      line("Publication dates are unknown: impact is over all years.");
    } else {
      line(
          "2 years: links from pages of %d to pages of the two years before, per such page"
              + " (%d pages have a Last-Modified date).",
          hosts.year(), hosts.dated());
    }
    String row = "%10s %9s %9s %9s %9s %9s %9s  %s";
    line(
        row, "influence", "impact", "2 years", "fraction", "pages", "links in", "hosts in", "host");
    for (Hosts.Figures host : StructureFields.top(structure)) {
      line(
          row,
          String.format(Locale.ROOT, "%.6f", host.influence()),
          String.format(Locale.ROOT, "%.2f", host.impact()),
          Double.isNaN(host.impactTwoYears())
              ? "-"
              : String.format(Locale.ROOT, "%.2f", host.impactTwoYears()),
          String.format(Locale.ROOT, "%.4f", host.impactFractional()),
          host.pages(),
          host.linksIn(),
          host.linkingHosts(),
          Console.safe(host.host()));
    }
  }
}
