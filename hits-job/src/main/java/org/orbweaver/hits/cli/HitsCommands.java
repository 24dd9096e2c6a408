package org.orbweaver.hits.cli;

import java.util.List;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.why.WhySource;
import org.orbweaver.hits.job.QuerySource;

/** The commands of this module. */
public final class HitsCommands {

  private HitsCommands() {}

  /** The phases, in a program without a search engine. */
  public static List<BaseCommand> all() {
    return all(QuerySource.NONE);
  }

  /** The phases, with a search engine for {@code hits DIR --query}. */
  public static List<BaseCommand> all(QuerySource.Opener search) {
    return List.of(new HitsCommand(search));
  }

  /** The readers, for {@code orb read}. */
  public static List<BaseCommand> readers() {
    return List.of(new ReadHitsCommand());
  }

  /** The source of the scores that {@code orb why} shows. */
  public static List<WhySource> why() {
    return List.of(new HitsWhy());
  }
}
