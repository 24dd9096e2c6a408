package org.orbweaver.pagerank.cli;

import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.CrawlDir;
import picocli.CommandLine.Command;

/** {@code read trustrank DIR}: shows a run, as {@code read pagerank} does. */
@Command(
    name = "trustrank",
    description = "Show a TrustRank run: its settings, scores and convergence.",
    footer = {
      "  orb read trustrank crawl                     settings, and the top ten pages",
      "  orb read trustrank crawl --top 100 --json",
      "  orb read trustrank crawl --url http://example.org/"
    })
public final class ReadTrustRankCommand extends ReadPageRankCommand {
  @Override
  Path store(CrawlDir crawl) {
    return crawl.trustRanks();
  }

  @Override
  String ranking() {
    return "trustrank";
  }
}
