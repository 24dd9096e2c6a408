package org.orbweaver.orb;

import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.inject.SeedArguments;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The whole path in one command. */
@Command(
    name = "crawl",
    description = {
      "Crawl from seeds to a searchable index: inject, N rounds, links, graph, PageRank, index.",
      "The same command after a crash or Ctrl-C goes on where it was. Rounds are counted from the"
          + " crawl's beginning: a larger --rounds goes on, the same one has nothing to do (exit"
          + " 3)."
    },
    footer = {
      "  orb crawl https://example.org/ DIR --rounds 3",
      "  orb crawl seeds.txt DIR --rounds 10 --top-n 5000 --stay host",
      "  orb crawl DIR --sitemap https://example.org/sitemap.xml --rounds 3",
      "  orb crawl seeds.txt hdfs:///crawls/one --rounds 5 -conf cluster-site.xml"
    })
final class CrawlCommand extends OrbCommand {
  @Mixin private SeedArguments arguments;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "Rounds in all, from the crawl's beginning. Default: ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(
      names = "--top-n",
      paramLabel = "N",
      description = "At most so many URLs a round, the best first. Default: no limit.")
  private Long topN;

  @Option(
      names = "--stay",
      paramLabel = "host|domain",
      description = "Follow links only within the host, or the registered domain, of their page.")
  private Stay stay;

  @Option(names = "--no-index", description = "End after the rounds: no links, graph or index.")
  private boolean noIndex;

  /** Where links may lead; see {@code db.ignore.external.links.mode}. */
  enum Stay {
    HOST("byHost"),
    DOMAIN("byDomain");

    private final String mode;

    Stay(String mode) {
      this.mode = mode;
    }
  }

  @Override
  protected int run() throws Exception {
    if (rounds < 0) {
      throw OrbException.usage("--rounds " + rounds + ": a number from 0 on is wanted");
    }
    if (topN != null && topN < 1) {
      throw OrbException.usage("--top-n " + topN + ": a number from 1 on is wanted");
    }
    Configuration conf = conf();
    if (stay != null) {
      conf.setBoolean("db.ignore.external.links", true);
      conf.set("db.ignore.external.links.mode", stay.mode);
    }
    arguments.check(conf);
    CrawlDriver.Options options =
        new CrawlDriver.Options(
            arguments.options(), rounds, topN == null ? Long.MAX_VALUE : topN, !noIndex);
    try (Session session = Session.create(conf, arguments.dir(), console(), "orb crawl")) {
      if (!new CrawlDriver(session).run(options)) {
        throw OrbException.nothingToDo(
            "nothing to do: "
                + session.dir()
                + " has had its "
                + rounds
                + " rounds or nothing is due (a larger --rounds goes on)");
      }
      return ExitCode.OK.code();
    }
  }
}
