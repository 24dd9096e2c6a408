package org.orbweaver.crawler;

import java.util.ArrayList;
import java.util.List;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.why.WhySource;
import org.orbweaver.crawler.dedup.DedupCommand;
import org.orbweaver.crawler.diff.DiffCommand;
import org.orbweaver.crawler.fetch.FetchCommand;
import org.orbweaver.crawler.generate.GenerateCommand;
import org.orbweaver.crawler.inject.InjectCommand;
import org.orbweaver.crawler.links.LinksCommand;
import org.orbweaver.crawler.parse.ParseCommand;
import org.orbweaver.crawler.plan.PlanCommand;
import org.orbweaver.crawler.read.ReadCrawlDbCommand;
import org.orbweaver.crawler.read.ReadHostsCommand;
import org.orbweaver.crawler.read.ReadLinkDbCommand;
import org.orbweaver.crawler.read.ReadSegmentCommand;
import org.orbweaver.crawler.update.UpdateCommand;
import org.orbweaver.crawler.why.CrawlerWhy;
import org.orbweaver.crawler.why.RobotsCommand;
import org.orbweaver.crawler.why.TryCommand;

/** The crawler's commands, in the order of a round. */
public final class CrawlerCommands {
  private CrawlerCommands() {}

  /** The phases. */
  public static List<OrbCommand> all() {
    List<OrbCommand> commands = new ArrayList<>();
    commands.add(new InjectCommand());
    commands.add(new PlanCommand());
    commands.add(new GenerateCommand());
    commands.add(new FetchCommand());
    commands.add(new ParseCommand());
    commands.add(new UpdateCommand());
    commands.add(new DedupCommand());
    commands.add(new LinksCommand());
    commands.add(new TryCommand());
    commands.add(new DiffCommand());
    return commands;
  }

  /** The readers of the crawler's stores, mounted under {@code read}. */
  public static List<OrbCommand> readers() {
    List<OrbCommand> readers = new ArrayList<>();
    readers.add(new ReadCrawlDbCommand());
    readers.add(new ReadSegmentCommand());
    readers.add(new ReadLinkDbCommand());
    readers.add(new ReadHostsCommand());
    readers.add(new RobotsCommand());
    return readers;
  }

  /** What the crawler's stores say to {@code orb why}. */
  public static List<WhySource> why() {
    return List.of(new CrawlerWhy());
  }
}
