package org.orbweaver.pagerank.cli;

import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.Json;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.pagerank.core.Form;
import org.orbweaver.pagerank.job.PublishedRun;
import org.orbweaver.pagerank.spam.FarmFinder;
import org.orbweaver.pagerank.spam.SpamFarm;
import org.orbweaver.pagerank.spam.Suspects;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.NodeNames;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ScoreReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code read spam-farm DIR --url URL}: how much of a page's rank its farm makes. */
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
public final class ReadSpamFarmCommand extends OrbCommand {
  private static final int SHOWN_HOSTS = 20;

  @Parameters(paramLabel = "DIR", description = "Crawl directory.")
  private String dir;

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
    Configuration conf = conf();
    CrawlDir crawl = CrawlDir.open(conf, dir);
    PublishedRun ranks =
        PublishedRun.open(
            crawl.fs(),
            Rankings.run(crawl, crawl.pageRanks(), Optional.ofNullable(runName), "pagerank"),
            Optional.empty());
    if (!ranks.uniform()) {
      throw OrbException.failed(ranks.folder() + " is topic-specific: name a run over all pages");
    }
    GraphDir graph = Rankings.graph(conf, crawl, Optional.of(ranks.build()));
    try (ScoreReader scores = PublishedRun.scores(conf, graph, List.of(ranks))) {
      NodeNames names = scores.names();
      int target = names.id(url);
      if (target < 0) {
        throw OrbException.failed(
            Console.safe(url) + " is not in graph " + graph.folder().getName());
      }
      FarmFinder.Surroundings around = FarmFinder.around(graph, ranks.weighted(), target);
      double[][] others = scores.of(around.others().toIntArray());
      double outside = 0;
      for (int i = 0; i < others.length; i++) {
        outside += ranks.follow() * others[i][0] * around.otherShares().getDouble(i);
      }
      // Pages that nobody links to are the spammer's own as well, but they get nothing back: what
      // they pass on is known without looking them up.
      outside += ranks.follow() * ranks.jump() * around.lone().size();
      print(ranks, around, around.farm(outside), scores.of(new int[] {target})[0][0], names);
    }
    return ExitCode.OK.code();
  }

  private void print(
      PublishedRun ranks,
      FarmFinder.Surroundings around,
      SpamFarm farm,
      double rank,
      NodeNames names)
      throws IOException {
    double total = ranks.form() == Form.SUM_N ? ranks.pages() : 1;
    SpamFarm inShares = around.farm(farm.outside() / total);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("url", url);
    fields.put("rank", rank);
    fields.put("inLinks", around.inDegree());
    fields.put("outLinks", around.outDegree());
    fields.put("farmPages", farm.farm());
    fields.put("lonePages", around.lone().size());
    fields.put("otherPages", around.others().size());
    fields.put("x", farm.outside());
    fields.put("predicted", farm.value(ranks.follow(), ranks.jump()));
    fields.put("textbook", total * inShares.textbook(ranks.damping(), ranks.pages()));
    fields.put("closed", farm.closed());
    fields.put("withoutFarm", withoutFarm(ranks, farm));
    fields.put("farmHosts", hosts(around.farm(), names));
    if (json) {
      console().line(Json.line(fields));
      return;
    }
    console().linef("%-12s %s", "url", Console.safe(url));
    fields.forEach(
        (name, value) -> {
          if (value instanceof Double) {
            console().linef("%-12s %.12g", name, value);
          } else if (value instanceof List<?> list) {
            list.forEach(host -> console().linef("%-12s %s", "farm host", Console.safe("" + host)));
          } else if (!name.equals("url")) {
            console().linef("%-12s %s", name, value);
          }
        });
    if (farm.farm() == 0) {
      console().line("no spam farm: no page links only to it and is linked only from it");
    } else if (!farm.closed()) {
      console()
          .line("the page also links outside its farm, so the textbook value is an upper bound");
    }
  }

  /** What the page would have if the farm's pages were not there, all else unchanged. */
  private static double withoutFarm(PublishedRun ranks, SpamFarm farm) {
    double left = 1 - farm.toFarm();
    double toSelf = farm.toSelf() > 0 ? farm.toSelf() / left : 0;
    return new SpamFarm(0, 0, toSelf, farm.outside()).value(ranks.follow(), ranks.jump());
  }

  private static List<String> hosts(IntList farm, NodeNames names) throws IOException {
    TreeSet<String> hosts = new TreeSet<>();
    for (int page : farm.subList(0, Math.min(farm.size(), 10_000))) {
      hosts.add(Suspects.host(names.name(page)));
    }
    return hosts.stream().limit(SHOWN_HOSTS).toList();
  }
}
