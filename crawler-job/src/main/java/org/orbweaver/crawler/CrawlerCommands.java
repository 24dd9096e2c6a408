package org.orbweaver.crawler;

import java.util.List;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.why.WhySource;
import org.orbweaver.crawler.dedup.near.DuplicatesCommand;
import org.orbweaver.crawler.diff.DiffCommand;
import org.orbweaver.crawler.fetch.FetchCommand;
import org.orbweaver.crawler.identity.KeyCommand;
import org.orbweaver.crawler.inject.InjectCommand;
import org.orbweaver.crawler.parse.ParseCommand;
import org.orbweaver.crawler.plan.PlanCommand;
import org.orbweaver.crawler.read.ReadCrawlDbCommand;
import org.orbweaver.crawler.read.ReadHostsCommand;
import org.orbweaver.crawler.read.ReadLinkDbCommand;
import org.orbweaver.crawler.read.ReadPageCommand;
import org.orbweaver.crawler.read.ReadSegmentCommand;
import org.orbweaver.crawler.topics.TopicsCommand;
import org.orbweaver.crawler.warc.ImportCommand;
import org.orbweaver.crawler.why.CrawlerWhy;
import org.orbweaver.crawler.why.ReadUrlCommand;
import org.orbweaver.crawler.why.RobotsCommand;
import org.orbweaver.crawler.why.TryCommand;

/** The crawler's commands, in the order of a round. */
public final class CrawlerCommands {
  private CrawlerCommands() {}

  /** The commands that run the phases. */
  public static List<BaseCommand> all() {
    return List.of(
        new InjectCommand(),
        new ImportCommand(),
        new PlanCommand(),
        new PhaseCommands.Generate(),
        new FetchCommand(),
        new ParseCommand(),
        new PhaseCommands.Render(),
        new PhaseCommands.Update(),
        new PhaseCommands.Dedup(),
        new DuplicatesCommand(),
        new PhaseCommands.Links(),
        new TopicsCommand(),
        new TryCommand(),
        new DiffCommand(),
        new KeyCommand());
  }

  /** The commands that read the crawler's stores, mounted under {@code read}. */
  public static List<BaseCommand> readers() {
    return List.of(
        new ReadCrawlDbCommand(),
        new ReadSegmentCommand(),
        new ReadPageCommand(),
        new ReadLinkDbCommand(),
        new ReadHostsCommand(),
        new RobotsCommand(),
        new ReadUrlCommand());
  }

  /** The crawler's sources for {@code orb why}. */
  public static List<WhySource> why() {
    return List.of(new CrawlerWhy());
  }
}
