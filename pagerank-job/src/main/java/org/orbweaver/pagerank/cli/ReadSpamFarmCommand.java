package org.orbweaver.pagerank.cli;

import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.pagerank.core.Solution;
import org.orbweaver.pagerank.job.PublishedRun;
import org.orbweaver.pagerank.spam.FarmFinder;
import org.orbweaver.pagerank.spam.Suspects;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ScoreReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code read spam-farm DIR --url URL}: the part of a page's rank that its farm makes. */
@Command(
    name = "spam-farm",
    description = {
      "Find the spam farm around a page and the rank that it gives it.",
      "",
      "A spam farm is pages that link only to the target and are linked only from it. With x the"
          + " rank from other pages' links, m the pages of the farm, n all pages and b the"
          + " damping factor, a closed farm without dangling pages has the rank x/(1-b^2) +"
          + " (bm+1)/((1+b)n). 'predicted' also accounts for the page's other links and for"
          + " dangling pages."
    },
    footer = {
      "  orb read spam-farm crawl --url http://example.org/",
      "  orb read spam-farm crawl --url http://example.org/ --json"
    })
public final class ReadSpamFarmCommand extends CrawlDirCommand {
  private static final int SHOWN_HOSTS = 20;

  @Option(names = "--url", paramLabel = "URL", required = true, description = "Target page.")
  private String url;

  @Option(
      names = "--run",
      paramLabel = "NAME",
      description = "PageRank run (default: the newest plain run).")
  private String runName;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  protected int run() throws IOException {
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    PublishedRun ranks =
        PublishedRun.open(crawl, crawl.pageRanks(), Optional.ofNullable(runName), "pagerank")
            .requireUniform();
    GraphDir graph = Rankings.graph(conf(), crawl, Optional.of(ranks.build()));
    try (ScoreReader scores = PublishedRun.scores(conf(), graph, List.of(ranks))) {
      int target = scores.names().id(url);
      if (target < 0) {
        throw OrbException.failed(
            Console.safe(url) + " is not in graph " + graph.folder().getName());
      }
      Solution solution = ranks.solution();
      FarmFinder.Surroundings around = FarmFinder.around(graph, ranks.weighted(), target);
      double[][] others = scores.of(around.others().toIntArray());
      // Pages without links in are the spammer's own as well, but they get nothing back: the rank
      // that they pass on is known without a look-up.
      double given = solution.jump() * around.lone().size();
      for (int i = 0; i < others.length; i++) {
        given += others[i][0] * around.otherShares().getDouble(i);
      }
      FarmFinder.SpamFarm farm = around.farm(solution.follow() * given);
      print(
          fields(solution, around, farm)
              .with("rank", scores.of(new int[] {target})[0][0])
              .with("farmHosts", hosts(around.farm(), scores.names())),
          farm);
    }
    return ExitCode.OK.code();
  }

  /** The fields, with a place for the rank. */
  private Fields fields(
      Solution solution, FarmFinder.Surroundings around, FarmFinder.SpamFarm farm) {
    FarmFinder.SpamFarm inShares = around.farm(farm.outside() / solution.total());
    double textbook = inShares.textbook(solution.damping(), solution.pages());
    return new Fields()
        .with("url", url)
        .with("rank", null)
        .with("inLinks", around.inDegree())
        .with("outLinks", around.outDegree())
        .with("farmPages", farm.farm())
        .with("lonePages", around.lone().size())
        .with("otherPages", around.others().size())
        .with("x", farm.outside())
        .with("predicted", farm.value(solution.follow(), solution.jump()))
        .with("textbook", solution.total() * textbook)
        .with("closed", farm.closed())
        .with("withoutFarm", farm.withoutFarm(solution.follow(), solution.jump()));
  }

  private void print(Fields fields, FarmFinder.SpamFarm farm) {
    if (json) {
      console().line(Json.line(fields));
      return;
    }
    fields.forEach(
        (name, value) -> {
          if (value instanceof Double) {
            console().linef("%-12s %.12g", name, value);
          } else if (value instanceof List<?> list) {
            list.forEach(host -> console().linef("%-12s %s", "farm host", Console.safe("" + host)));
          } else {
            console().linef("%-12s %s", name, Console.safe("" + value));
          }
        });
    if (farm.farm() == 0) {
      console().line("no spam farm: no page links only to it and is linked only from it");
    } else if (!farm.closed()) {
      console()
          .line("the page also links outside its farm, so the textbook value is an upper bound");
    }
  }

  private static List<String> hosts(IntList farm, NodeNames names) throws IOException {
    TreeSet<String> hosts = new TreeSet<>();
    for (int page : farm.subList(0, Math.min(farm.size(), 10_000))) {
      hosts.add(Suspects.host(names.name(page)));
    }
    return hosts.stream().limit(SHOWN_HOSTS).toList();
  }
}
