package org.orbweaver.crawler.read;

import java.io.IOException;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.sorted.TopList;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.common.text.Fields;
import org.orbweaver.crawler.generate.HostAdmission;
import org.orbweaver.crawler.recrawl.DueRule;
import org.orbweaver.crawler.url.Hosts;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code read crawldb DIR}. */
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
  private CrawlDbViews what;

  private static final class CrawlDbViews {
    @Option(
        names = "--stats",
        description =
            "Summarize statuses, retries, scores, intervals and hosts; changes found by visits,"
                + " freshness and age: expected now, and achieved between visits.")
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
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    SortedStore<CrawlDatum> store =
        open(crawl.crawlDb(), "crawldb", "orb inject", CrawlDatum.class);
    if (what.stats) {
      stats(crawl, store);
    } else if (what.url != null) {
      printOne(store, what.url, "crawldb", RecordFields::datum);
    } else if (what.top != null) {
      top(store, what.top);
    } else if (what.dump) {
      store.forEachSorted((url, datum) -> print(url.toString(), RecordFields.datum(datum)));
    }
    return ExitCode.OK.code();
  }

  private void stats(CrawlDir crawl, SortedStore<CrawlDatum> store) throws IOException {
    long now = WallClock.clock().millis();
    DueRule rule = DueRule.of(conf());
    HostAdmission hosts = HostAdmission.of(conf(), crawl, now);
    CrawlDbStats total = new CrawlDbStats(rule, hosts, now);
    store
        .gather(
            () -> new CrawlDbStats(rule, hosts, now),
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
      Fields fields = new Fields().with("url", one.url()).with("score", one.score());
      printer().row(fields.with("status", one.status()), "%2$.6g  %3$-16s %1$s");
    }
  }

  /**
   * Counts over a crawldb; the counts of several parts can be added. Memory: the names of all
   * hosts.
   */
  static final class CrawlDbStats {
    private final DueRule rule;
    private final HostAdmission hostAdmission;
    private final long now;
    private final Map<Integer, Long> byStatus = new TreeMap<>();
    private final Map<Integer, Long> byRetries = new TreeMap<>();
    private final Set<String> hosts = new HashSet<>();
    private final DoubleSummaryStatistics scores = new DoubleSummaryStatistics();
    private final LongSummaryStatistics intervals = new LongSummaryStatistics();
    private final LongSummaryStatistics times = new LongSummaryStatistics();
    private StalenessStats staleness = StalenessStats.NONE;
    private long due;

    /**
     * Starts from zero.
     *
     * @param rule decides which entries are due, as for generate
     * @param hostAdmission decides which hosts must not be tried yet
     * @param now milliseconds since 1970
     */
    CrawlDbStats(DueRule rule, HostAdmission hostAdmission, long now) {
      this.rule = rule;
      this.hostAdmission = hostAdmission;
      this.now = now;
    }

    void add(String url, CrawlDatum datum) {
      byStatus.merge((int) datum.getStatus(), 1L, Long::sum);
      byRetries.merge((int) datum.getRetriesSinceFetch(), 1L, Long::sum);
      hosts.add(Hosts.host(url));
      if (!Float.isNaN(datum.getScore())) {
        scores.accept(datum.getScore());
      }
      intervals.accept(datum.getFetchInterval());
      times.accept(datum.getFetchTime());
      staleness = staleness.plus(datum, now);
      hostAdmission.reconsider(url, datum, now);
      if (rule.at(url).judge(datum, now) == DueRule.Verdict.DUE
          && !hostAdmission.isBackedOff(url)) {
        due++;
      }
    }

    void add(CrawlDbStats other) {
      due += other.due;
      other.byStatus.forEach((status, count) -> byStatus.merge(status, count, Long::sum));
      other.byRetries.forEach((retries, count) -> byRetries.merge(retries, count, Long::sum));
      hosts.addAll(other.hosts);
      scores.combine(other.scores);
      intervals.combine(other.intervals);
      times.combine(other.times);
      staleness = staleness.plus(other.staleness);
    }

    Fields fields() {
      long total = times.getCount();
      Fields status = new Fields();
      byStatus.forEach(
          (code, count) -> status.put(CrawlDatum.getStatusName(code.byteValue()), count));
      Fields fields =
          new Fields()
              .with("urls", total)
              .with("hosts", hosts.size())
              .with("dueNow", due)
              .with("status", status)
              .with("retries", byRetries);
      if (total > 0) {
        double mean = scores.getCount() == 0 ? Double.NaN : scores.getAverage();
        fields
            .with("score", range((float) scores.getMin(), mean, (float) scores.getMax()))
            .with(
                "fetchIntervalSeconds",
                range(intervals.getMin(), intervals.getAverage(), intervals.getMax()))
            .with(
                "fetchTime",
                new Fields()
                    .with("earliest", RecordFields.time(times.getMin()))
                    .with("latest", RecordFields.time(times.getMax())));
      }
      staleness.addTo(fields);
      return fields;
    }

    private static Fields range(Number least, double mean, Number most) {
      return new Fields().with("min", least).with("avg", mean).with("max", most);
    }
  }
}
