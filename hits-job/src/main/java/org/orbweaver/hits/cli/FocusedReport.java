package org.orbweaver.hits.cli;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.orbweaver.common.sorted.TopList;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.hits.focused.BaseSet;
import org.orbweaver.hits.focused.Eigenvectors;
import org.orbweaver.hits.focused.HubUnits;
import org.orbweaver.hits.focused.ZeroScores;
import org.orbweaver.hits.job.FocusedRun;
import org.orbweaver.hits.job.GraphLinks;
import org.orbweaver.hits.job.HitsPhase;

/**
 * Prints the results of {@link FocusedRun}: scores to standard output, as text or as JSON lines,
 * and notes on them to standard error.
 */
record FocusedReport(
    Console console,
    GraphLinks graph,
    Titles titles,
    int top,
    boolean json,
    FocusedRun.Result result) {
  /** Titles of pages, if an index has them. */
  @FunctionalInterface
  interface Titles {
    Optional<String> of(String url) throws IOException;
  }

  /** A score below this share of the first one is converging to 0. */
  private static final double GONE = 1e-6;

  /** Prints all results. */
  void print() throws IOException {
    facts();
    double[] authorities = result.hits().authorities().clone();
    boolean similar = result.subject() >= 0;
    int subject = similar ? result.base().index(result.subject()) : -1;
    if (subject >= 0) {
      authorities[subject] = 0; // a page is similar to itself: not worth showing
    }
    String name = similar ? "similar" : "authorities";
    heading(name, "");
    authorities(name, authorities);
    heading("hubs", "");
    hubs("hubs", result.hits().hubs());
    if (similar) {
      heading("co-cited", " (root pages that link to both)");
      int rank = 0;
      for (BaseSet.CoCitation cited : result.coCited()) {
        show(line("co-cited", ++rank, graph.url(cited.page()), cited.linkingPages()));
      }
    }
    if (result.salsa().isPresent()) {
      heading("salsa-authorities", "");
      authorities("salsa-authorities", result.salsa().get().authorities());
      heading("salsa-hubs", "");
      hubs("salsa-hubs", result.salsa().get().hubs());
    }
    for (Eigenvectors.Cluster cluster : result.clusters()) {
      String end = "cluster-" + cluster.vector() + (cluster.positive() ? "+" : "-");
      String tied = cluster.tied() ? ", shared with a neighbouring vector" : "";
      heading(end, String.format(Locale.ROOT, " (eigenvalue %.6g%s)", cluster.value(), tied));
      authorities(end + "-authorities", cluster.authorities());
      if (!json) {
        console.line("  its hubs:");
      }
      hubs(end + "-hubs", cluster.hubs());
    }
  }

  private void facts() throws IOException {
    BaseSet.Figures figures = result.base().figures();
    console.infof(
        "base set: %s, %s, %s; left out %s within a host, %,d over the limit per host, %s of root"
            + " pages over the limit",
        Count.of(figures.roots(), "root page"),
        Count.of(figures.pages(), "page"),
        Count.of(figures.links(), "link"),
        Count.of(figures.withinHost(), "link"),
        figures.beyondHostLimit(),
        Count.of(figures.inlinksLeftOut(), "inlink"));
    if (result.missing() > 0) {
      console.info("not in the graph: " + Count.of(result.missing(), "search result"));
    }
    result.notes().forEach(console::info);
    double[] changes = result.hits().changes();
    console.infof(
        "%s, L1 change %.2e%s%s",
        Count.of(changes.length, "iteration"),
        result.hits().change(),
        changes.length > HitsPhase.USUAL_ITERATIONS
            ? String.format(
                Locale.ROOT,
                " (%.2e after %d)",
                changes[HitsPhase.USUAL_ITERATIONS - 1],
                HitsPhase.USUAL_ITERATIONS)
            : "",
        result.hits().converged() ? "" : "; not converged");
    result
        .salsa()
        .ifPresent(
            salsa ->
                console.infof(
                    "SALSA: %s that share no hub, each weighted by its share of the pages",
                    Count.of(salsa.components(), "community", "communities")));
    ZeroScores.of(result.matrix(), result.hits().authorities())
        .explain("that count")
        .forEach(console::info);
  }

  private void heading(String name, String more) {
    if (!json) {
      console.line("");
      console.line(name + more);
    }
  }

  private void authorities(String list, double[] scores) throws IOException {
    rows(list, scores, page -> new HubUnits.Unit(page, 0, 0));
  }

  private void hubs(String list, double[] scores) throws IOException {
    rows(list, scores, result.units()::unit);
  }

  private void rows(String list, double[] scores, IntFunction<HubUnits.Unit> units)
      throws IOException {
    int rank = 0;
    for (int row : best(scores)) {
      HubUnits.Unit unit = units.apply(row);
      String url = graph.url(result.base().id(unit.page()));
      Fields line = line(list, ++rank, url, scores[row]);
      line.with("root", result.base().isRoot(unit.page()));
      if (unit.isHublet()) {
        line.with("firstLink", unit.from()).with("lastLink", unit.to());
      }
      show(line);
    }
  }

  private Fields line(String list, int rank, String url, Number score) throws IOException {
    return new Fields()
        .with("list", list)
        .with("rank", rank)
        .with("url", url)
        .withKnown("title", titles.of(url).filter(title -> !title.isBlank()).orElse(null))
        .with("score", score);
  }

  private void show(Fields line) {
    if (json) {
      console.line(Json.line(line));
      return;
    }
    Object score = line.get("score");
    console.linef(
        "%3d. %s  %s%s",
        line.get("rank"),
        score instanceof Double d ? String.format(Locale.ROOT, "%.6f", d) : score,
        Console.safe((String) line.get("url")),
        line.containsKey("firstLink")
            ? " (links " + line.get("firstLink") + " to " + line.get("lastLink") + ")"
            : "");
    if (line.get("title") instanceof String title) {
      console.line("               " + Console.safe(title));
    }
  }

  /** The indices of the highest scores, highest first, ties by index; none that has gone to 0. */
  private List<Integer> best(double[] scores) {
    Comparator<Integer> highest = Comparator.comparingDouble(i -> -scores[i]);
    TopList<Integer> best = new TopList<>(highest.thenComparingInt(i -> i), top);
    IntStream.range(0, scores.length).forEach(best::add);
    List<Integer> order = best.list();
    return order.stream().filter(i -> scores[i] > GONE * scores[order.get(0)]).toList();
  }
}
