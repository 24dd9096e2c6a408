package org.orbweaver.orb.crawl;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.Origin;
import org.orbweaver.common.crawlfile.CrawlFile;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.inject.InjectCommand.SeedArguments;
import org.orbweaver.crawler.inject.InjectPhase;
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
          + " nothing to do (exit 3). An existing crawl needs no seeds.",
      "A crawl file, NAME.yaml, says all of this and more: directory, seeds, scope, limits,"
          + " politeness, any setting; docs/guide.md describes it."
    },
    footer = {
      "  orb crawl crawl.yaml",
      "  orb crawl https://example.org/ DIR --rounds 3",
      "  orb crawl seeds.txt DIR --rounds 10 --top-n 5000 --stay host",
      "  orb crawl DIR --sitemap https://example.org/sitemap.xml --rounds 3",
      "  orb crawl DIR --more 2                        two more rounds of an existing crawl",
      "  orb crawl DIR --until-done                    as long as URLs are due",
      "  orb crawl DIR --more 20 --rank-every 5 -D orbweaver.generate.order=pagerank",
      "  orb crawl DIR --more 1 --add-days 7           URLs due within a week, now",
      "  orb crawl seeds.txt hdfs:///crawls/one --rounds 5 -conf cluster-site.xml"
    })
public final class CrawlCommand extends BaseCommand {
  @Mixin private SeedArguments arguments;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Total rounds, from the crawl's beginning. Default: orbweaver.crawl.rounds, 3.")
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
  private Integer rankEvery;

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
    InjectPhase.SeedSources seeds = seeds();
    arguments.checkOrContinue(conf, seeds);
    CrawlDriver.Options options =
        new CrawlDriver.Options(
            seeds,
            howFar,
            addDays,
            !noIndex && CrawlKeys.INDEX.get(conf),
            rankEvery == null ? CrawlKeys.RANK_EVERY.get(conf) : rankEvery,
            new FetchLimits.Limits(
                CrawlKeys.MAX_MINUTES.get(conf),
                CrawlKeys.MAX_PAGES.get(conf),
                CrawlKeys.MAX_BYTES.get(conf)));
    Outputs outputs = Outputs.of(conf);
    try (Session session = Session.create(conf, arguments.dir(), console(), "orb crawl")) {
      long start = System.nanoTime();
      CrawlDriver driver = new CrawlDriver(session);
      boolean worked = driver.run(options);
      boolean isExported = outputs.write(session);
      if (!worked && !isExported && driver.limit().isPresent()) {
        throw OrbException.nothingToDo(
            "nothing to do: " + session.dir() + " is at its limit: " + driver.limit().get());
      }
      if (!worked && !isExported) {
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

  /** Those of the command line, those of a crawl file, and the roots of file systems. */
  private InjectPhase.SeedSources seeds() {
    InjectPhase.SeedSources typed = arguments.options();
    List<String> seeds = new ArrayList<>(joined(typed.seeds(), CrawlKeys.SEEDS));
    UrlKeys.sources(conf()).all().forEach(root -> seeds.add(root.url()));
    return new InjectPhase.SeedSources(seeds, joined(typed.sitemaps(), CrawlKeys.SITEMAPS));
  }

  private List<String> joined(List<String> typed, Key<String> setting) {
    // Those that an earlier command line gave are in the crawldb.
    boolean isGiven = Origin.isGiven(conf(), setting.name());
    return Stream.concat(
            typed.stream(),
            isGiven ? CrawlKeys.lines(setting.get(conf())).stream() : Stream.empty())
        .toList();
  }

  private CrawlDriver.Rounds howFar() {
    if ((rounds == null ? 0 : 1) + (more == null ? 0 : 1) + (untilDone ? 1 : 0) > 1) {
      throw OrbException.usage("--rounds, --more and --until-done are mutually exclusive");
    }
    String byDefault = CrawlKeys.ROUNDS.get(conf());
    boolean isNumber = rounds != null || more != null;
    if (untilDone || (!isNumber && byDefault.equals(CrawlFile.UNTIL_DONE))) {
      if (Schedule.of(conf()).policy() != null) {
        throw OrbException.usage(
            "a crawl until no URL is due has no end under the recrawl policy "
                + Schedule.of(conf()).policy().name().toLowerCase(Locale.ROOT)
                + " ("
                + ScheduleKeys.POLICY.name()
                + ", or a budget), where pages always compete for visits; use --more N");
      }
      return CrawlDriver.Rounds.untilDone();
    }
    return more != null
        ? CrawlDriver.Rounds.more(more)
        : CrawlDriver.Rounds.inAll(rounds == null ? Integer.parseInt(byDefault) : rounds);
  }
}
