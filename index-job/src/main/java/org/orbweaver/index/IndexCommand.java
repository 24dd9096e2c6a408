package org.orbweaver.index;

import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.store.Session;
import org.orbweaver.index.build.IndexPhase;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code index DIR}: builds a search index of what the crawl holds. */
@Command(
    name = "index",
    description = {
      "Build a Lucene search index of all fetched pages.",
      "Writes shards under DIR/index/<build>. Anchors come from the linkdb, and PageRank from its"
          + " newest run, if there are any."
    },
    footer = {"  orb index crawl", "  orb index crawl --shards 4"})
final class IndexCommand extends OrbCommand {
  @Parameters(paramLabel = "DIR", description = "The crawl directory.")
  private String dir;

  @Option(
      names = "--shards",
      paramLabel = "N",
      description = "Number of shards (default: orbweaver.index.shards).")
  @Range(from = 1, to = 10_000)
  private Integer shards;

  @Override
  protected int run() throws Exception {
    try (Session session = Session.open(conf(), dir, console(), "index")) {
      IndexPhase.Result result =
          new IndexPhase().run(session, new IndexPhase.Options(shards == null ? 0 : shards));
      console().line(result.summary());
    }
    return ExitCode.OK.code();
  }
}
