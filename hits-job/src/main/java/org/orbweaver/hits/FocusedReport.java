package org.orbweaver.hits;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.Count;
import org.orbweaver.common.cli.Json;
import org.orbweaver.hits.focused.BaseSet;
import org.orbweaver.hits.focused.Cluster;
import org.orbweaver.hits.focused.CoCitation;
import org.orbweaver.hits.focused.HubUnits;
import org.orbweaver.hits.focused.ZeroScores;

/**
 * Prints what {@link FocusedRun} found: results to standard output, as text or as JSON lines, and
 * what is to be known of them to standard error.
 */
final class FocusedReport {

  /** Titles of pages, where an index has them. */
  @FunctionalInterface
  interface Titles {
    Optional<String> of(String url) throws IOException;
  }

  /** A score below this share of the first one is on its way to 0. */
  private static final double GONE = 1e-6;

  private final Console console;
  private final GraphLinks graph;
  private final Titles titles;
  private final int top;
  private final boolean json;

  FocusedReport(Console console, GraphLinks graph, Titles titles, int top, boolean json) {
    this.console = console;
    this.graph = graph;
    this.titles = titles;
    this.top = top;
    this.json = json;
  }

  /** Prints all of it. */
  void print(FocusedRun.Result result) throws IOException {
    facts(result);
    double[] authorities = result.hits().authorities().clone();
    String name = "authorities";
    if (result.subject() >= 0) {
      // A page is like itself: that is no news.
      int subject = result.base().index(result.subject());
      if (subject >= 0) {
        authorities[subject] = 0;
      }
      name = "similar";
    }
    pages(name, result, authorities);
    hubs("hubs", result, result.hits().hubs());
    if (result.subject() >= 0) {
      coCited(result);
    }
    if (result.salsa().isPresent()) {
      pages("salsa-authorities", result, result.salsa().get().authorities());
      hubs("salsa-hubs", result, result.salsa().get().hubs());
    }
    for (Cluster cluster : result.clusters()) {
      String end = "cluster-" + cluster.vector() + (cluster.positive() ? "+" : "-");
      String more =
          String.format(
              Locale.ROOT,
              "eigenvalue %.6g%s",
              cluster.value(),
              cluster.tied() ? ", shared with a neighbouring vector" : "");
      heading(end, more);
      pages(end + "-authorities", result, cluster.authorities());
      hubs(end + "-hubs", result, cluster.hubs());
    }
  }

  private void facts(FocusedRun.Result result) throws IOException {
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
      console.line(name + (more.isEmpty() ? "" : " (" + more + ")"));
    }
  }

  private void pages(String list, FocusedRun.Result result, double[] scores) throws IOException {
    if (!list.startsWith("cluster")) {
      heading(list, "");
    }
    int rank = 0;
    for (int page : best(scores)) {
      Map<String, Object> line = line(list, ++rank, url(result, page), scores[page]);
      line.put("root", result.base().isRoot(page));
      show(line, "");
    }
  }

  private void hubs(String list, FocusedRun.Result result, double[] scores) throws IOException {
    if (!json) {
      console.line(list.startsWith("cluster") ? "  its hubs:" : "");
      if (!list.startsWith("cluster")) {
        console.line(list);
      }
    }
    int rank = 0;
    for (int row : best(scores)) {
      HubUnits.Unit unit = result.units().unit(row);
      Map<String, Object> line = line(list, ++rank, url(result, unit.page()), scores[row]);
      line.put("root", result.base().isRoot(unit.page()));
      if (unit.isHublet()) {
        line.put("firstLink", unit.from());
        line.put("lastLink", unit.to());
      }
      show(line, unit.isHublet() ? " (links " + unit.from() + " to " + unit.to() + ")" : "");
    }
  }

  private void coCited(FocusedRun.Result result) throws IOException {
    heading("co-cited", "root pages that link to both");
    int rank = 0;
    for (CoCitation cited : result.coCited()) {
      String url = graph.url(cited.page());
      Map<String, Object> line = line("co-cited", ++rank, url, cited.together());
      show(line, "");
    }
  }

  private String url(FocusedRun.Result result, int page) throws IOException {
    return graph.url(result.base().id(page));
  }

  private Map<String, Object> line(String list, int rank, String url, Number score)
      throws IOException {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("list", list);
    line.put("rank", rank);
    line.put("url", url);
    titles.of(url).filter(title -> !title.isBlank()).ifPresent(title -> line.put("title", title));
    line.put("score", score);
    return line;
  }

  private void show(Map<String, Object> line, String more) {
    if (json) {
      console.line(Json.line(line));
      return;
    }
    Object score = line.get("score");
    Object title = line.get("title");
    console.linef(
        "%3d. %s  %s%s",
        line.get("rank"),
        score instanceof Double d ? String.format(Locale.ROOT, "%.6f", d) : score,
        Console.safe((String) line.get("url")),
        more);
    if (title != null) {
      console.line("               " + Console.safe((String) title));
    }
  }

  /** The places of the highest scores, highest first, ties by place; none that has gone to 0. */
  private List<Integer> best(double[] scores) {
    Integer[] order = new Integer[scores.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> -scores[i]));
    List<Integer> best = new ArrayList<>();
    for (int i = 0;
        i < Math.min(top, order.length) && isLeft(scores[order[i]], scores[order[0]]);
        i++) {
      best.add(order[i]);
    }
    return best;
  }

  private static boolean isLeft(double score, double first) {
    return score > GONE * first;
  }
}
