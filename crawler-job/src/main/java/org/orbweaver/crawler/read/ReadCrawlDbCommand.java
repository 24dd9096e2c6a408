package org.orbweaver.crawler.read;

import java.io.IOException;
import java.util.Comparator;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.Fields;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.sorted.TopList;
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
      printOne(store, what.url, "crawldb", RecordFields::datum);
    } else if (what.top != null) {
      top(store, what.top);
    } else if (what.dump) {
      store.forEachSorted((url, datum) -> print(url.toString(), RecordFields.datum(datum)));
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
    print(total.fields());
  }

  private void top(SortedStore<CrawlDatum> store, int most) throws IOException {
    TopList<Scored> best = new TopList<>(Scored.ORDER, most);
    store
        .gather(
            () -> new TopList<>(Scored.ORDER, most),
            (list, url, datum) -> {
              if (!list.isFull() || datum.getScore() >= list.last().score()) {
                String status = CrawlDatum.getStatusName(datum.getStatus());
                list.add(new Scored(url.toString(), datum.getScore(), status));
              }
            })
        .forEach(list -> list.list().forEach(best::add));
    for (Scored one : best.list()) {
      if (json()) {
        print(one.url(), new Fields().with("score", one.score()).with("status", one.status()));
      } else {
        console().linef("%.6g  %-16s %s", one.score(), one.status(), Console.safe(one.url()));
      }
    }
  }
}
