package org.orbweaver.orb.crawl;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.inject.InjectCommand.SeedArguments;
import org.orbweaver.crawler.recrawl.Schedule;
import org.orbweaver.crawler.recrawl.ScheduleKeys;
import org.orbweaver.crawler.url.HostMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code crawl}: the whole path in one command. */
@Command(
    name = "crawl",
    description = {
      "Crawl the web from seeds into a ranked, searchable index.",
      "Injects the seeds, runs N rounds, then builds links, graph, PageRank and index. Run the same"
          + " command again to resume after a crash or Ctrl-C. --rounds counts from the crawl's"
          + " beginning: a larger number continues the crawl; with the same number there is"
          + " nothing to do (exit 3). An existing crawl needs no seeds."
    },
    footer = {
      "  orb crawl https://example.org/ DIR --rounds 3",
      "  orb crawl seeds.txt DIR --rounds 10 --top-n 5000 --stay host",
      "  orb crawl DIR --sitemap https://example.org/sitemap.xml --rounds 3",
      "  orb crawl DIR --more 2                        two more rounds of an existing crawl",
      "  orb crawl DIR --until-done                    as long as URLs are due",
      "  orb crawl DIR --more 20 --rank-every 5 -D orbweaver.generate.order=pagerank",
      "  orb crawl DIR --more 1 --add-days 7           URLs due within a week, now",
      "  orb crawl seeds.txt hdfs:///crawls/one --rounds 5 -conf cluster-site.xml"
    })
public final class CrawlCommand extends OrbCommand {
  @Mixin private SeedArguments arguments;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Total rounds, from the crawl's beginning. Default: 3.")
  @Range(from = 0)
  private Integer rounds;

  @Option(
      names = "--more",
      paramLabel = "N",
      description = "N more rounds; an interrupted one counts as the first.")
  @Range(from = 1)
  private Integer more;

  @Option(names = "--until-done", description = "Run rounds until no URL is due.")
  private boolean untilDone;

  @Option(
      names = "--add-days",
      paramLabel = "N",
      description = "In the first new round, also take URLs due within N days. Default: 0.")
  @Range(from = 0)
  private int addDays;

  @Option(
      names = "--top-n",
      paramLabel = "N",
      description =
          "Maximum URLs per round, highest score first. Default: generate.topN, no limit.")
  @Range(from = 1)
  private Long topN;

  @Option(
      names = "--stay",
      paramLabel = "host|domain",
      description = "Follow links only within the host, or the registered domain, of their page.")
  private Stay stay;

  @Option(
      names = "--no-index",
      description = "Stop after the rounds: no links, graph, PageRank or index.")
  private boolean noIndex;

  @Option(
      names = "--rank-every",
      paramLabel = "N",
      description =
          "Rebuild graph and PageRank after every N-th round, from the last ranks: for fetch lists"
              + " by PageRank (orbweaver.generate.order=pagerank). Default: only after the last.")
  @Range(from = 0)
  private int rankEvery;

  /** The scope of links to follow; see {@code db.ignore.external.links.mode}. */
  enum Stay {
    HOST,
    DOMAIN
  }

  @Override
  protected void useOptions() {
    if (topN != null) {
      CrawlerKeys.GENERATE_TOP_N.set(conf(), topN, "--top-n");
    }
    if (stay != null) {
      CrawlerKeys.IGNORE_EXTERNAL_LINKS.set(conf(), true, "--stay");
      CrawlerKeys.IGNORE_EXTERNAL_LINKS_MODE.set(conf(), HostMode.valueOf(stay.name()), "--stay");
    }
  }

  @Override
  protected Optional<String> crawl() {
    return arguments.crawl();
  }

  @Override
  protected List<String> settingFaults() {
    return CrawlDriver.settingFaults(conf());
  }

  @Override
  protected int run() throws Exception {
    CrawlDriver.Rounds howFar = howFar();
    Configuration conf = conf();
    arguments.checkOrContinue(conf);
    CrawlDriver.Options options =
        new CrawlDriver.Options(arguments.options(), howFar, addDays, !noIndex, rankEvery);
    try (Session session = Session.create(conf, arguments.dir(), console(), "orb crawl")) {
      long start = System.nanoTime();
      CrawlDriver driver = new CrawlDriver(session);
      if (!driver.run(options)) {
        throw OrbException.nothingToDo(
            "nothing to do: "
                + (howFar.last(driver.roundsDone() + 1) <= driver.roundsDone()
                    ? session.dir()
                        + " already has "
                        + Count.of(driver.roundsDone(), "round")
                        + " (--more N or --until-done continues it)"
                    : "no URL in " + session.dir() + " is due (--add-days N looks ahead)"));
      }
      new CrawlSummary(session, driver.segments()).print((System.nanoTime() - start) / 1e9);
      if (driver.fetchedNothing()) {
        throw OrbException.failed(
            driver.redirected()
                ? "only redirects were fetched; --more 1 runs another round for their targets"
                : "nothing fetched, for the reasons above");
      }
      return ExitCode.OK.code();
    }
  }

  private CrawlDriver.Rounds howFar() {
    if ((rounds == null ? 0 : 1) + (more == null ? 0 : 1) + (untilDone ? 1 : 0) > 1) {
      throw OrbException.usage("--rounds, --more and --until-done are mutually exclusive");
    }
    if (untilDone) {
      if (Schedule.of(conf()).policy() != null) {
        throw OrbException.usage(
            "--until-done: has no end under the recrawl policy "
                + Schedule.of(conf()).policy().name().toLowerCase(Locale.ROOT)
                + " ("
                + ScheduleKeys.POLICY.name()
                + ", or a budget), where pages always compete for visits; use --more N");
      }
      return CrawlDriver.Rounds.untilDone();
    }
    return more != null
        ? CrawlDriver.Rounds.more(more)
        : CrawlDriver.Rounds.inAll(rounds == null ? 3 : rounds);
  }
}
