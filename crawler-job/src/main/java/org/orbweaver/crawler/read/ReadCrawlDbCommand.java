package org.orbweaver.crawler.read;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.crawler.schedule.DueRule;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code read crawldb DIR}. */
@Command(
    name = "crawldb",
    description = "Show the crawldb: what is known, fetched and due.",
    footer = {
      "  orb read crawldb crawl --stats",
      "  orb read crawldb crawl --url http://a.example/",
      "  orb read crawldb crawl --top 20 --json",
      "  orb read crawldb crawl --dump --json | head"
    })
public final class ReadCrawlDbCommand extends ReadCommand {

  @ArgGroup(multiplicity = "1")
  private What what;

  private static final class What {
    @Option(
        names = "--stats",
        description = "Summarize statuses, retries, scores, intervals and hosts.")
    private boolean stats;

    @Option(names = "--url", paramLabel = "U", description = "Show the record of one URL.")
    private String url;

    @Option(
        names = "--top",
        paramLabel = "N",
        description = "List the N URLs with the highest scores.")
    @Range(from = 1)
    private Integer top;

    @Option(names = "--dump", description = "Print every record.")
    private boolean dump;
  }

  private record Scored(String url, float score, String status) {
    /** The best one first; ties by URL. */
    static final Comparator<Scored> ORDER =
        Comparator.comparing(Scored::score).reversed().thenComparing(Scored::url);
  }

  @Override
  protected int run() throws IOException {
    CrawlDir crawl = CrawlDir.open(conf(), dir());
    SortedStore<CrawlDatum> store =
        open(crawl.crawlDb(), "crawldb", "orb inject", CrawlDatum.class);
    if (what.stats) {
      stats(store);
    } else if (what.url != null) {
      url(store);
    } else if (what.top != null) {
      top(store, what.top);
    } else if (what.dump) {
      store.forEachSorted((url, datum) -> print(url.toString(), Views.datum(datum)));
    }
    return ExitCode.OK.code();
  }

  private void stats(SortedStore<CrawlDatum> store) throws IOException {
    long now = WallClock.clock().millis();
    DueRule rule = DueRule.of(conf());
    CrawlDbStats total = new CrawlDbStats(rule, now);
    store
        .gather(
            () -> new CrawlDbStats(rule, now),
            (stats, url, datum) -> stats.add(url.toString(), datum))
        .forEach(total::add);
    print(total.view());
  }

  private void url(SortedStore<CrawlDatum> store) throws IOException {
    List<CrawlDatum> found = store.get(what.url);
    String url = what.url;
    if (found.isEmpty()) {
      url = normal(what.url);
      found = store.get(url);
    }
    if (found.isEmpty()) {
      throw OrbException.failed(Console.safe(url) + " is not in the crawldb of " + dir());
    }
    print(url, Views.datum(found.get(0)));
  }

  private void top(SortedStore<CrawlDatum> store, int most) throws IOException {
    List<Scored> best = new ArrayList<>();
    store
        .gather(
            () -> new PriorityQueue<>(Scored.ORDER.reversed()),
            (worstFirst, url, datum) -> offer(worstFirst, most, url, datum))
        .forEach(best::addAll);
    best.sort(Scored.ORDER);
    for (Scored scored : best.subList(0, Math.min(most, best.size()))) {
      if (json()) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("score", scored.score());
        view.put("status", scored.status());
        print(scored.url(), view);
      } else {
        console()
            .linef("%.6g  %-16s %s", scored.score(), scored.status(), Console.safe(scored.url()));
      }
    }
  }

  private static void offer(
      PriorityQueue<Scored> worstFirst, int most, Text url, CrawlDatum datum) {
    if (worstFirst.size() < most || datum.getScore() >= worstFirst.element().score()) {
      String status = CrawlDatum.getStatusName(datum.getStatus());
      worstFirst.add(new Scored(url.toString(), datum.getScore(), status));
      if (worstFirst.size() > most) {
        worstFirst.remove();
      }
    }
  }
}
