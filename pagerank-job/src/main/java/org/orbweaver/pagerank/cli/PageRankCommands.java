package org.orbweaver.pagerank.cli;

import java.util.List;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.why.WhySource;
import org.orbweaver.pagerank.topics.TopicSources;

/** The commands of this module. */
public final class PageRankCommands {
  private PageRankCommands() {}

  /** The phases, without a search for topics. */
  public static List<BaseCommand> all() {
    return all(
        (conf, dir, query, top) -> {
          throw OrbException.usage("--topic-query is available in the orb command only");
        });
  }

  /** The phases. */
  public static List<BaseCommand> all(TopicSources.Search search) {
    return List.of(new PageRankCommand(search), new TrustRankCommand());
  }

  /** The readers, for {@code orb read}. */
  public static List<BaseCommand> readers() {
    return List.of(
        new ReadPageRankCommand(),
        new ReadTrustRankCommand(),
        new ReadMixtureCommand(),
        new ReadSpamMassCommand(),
        new ReadSpamFarmCommand());
  }

  /** The source of the rank that {@code orb why} shows. */
  public static List<WhySource> why() {
    return List.of(new PageRankWhy());
  }
}
