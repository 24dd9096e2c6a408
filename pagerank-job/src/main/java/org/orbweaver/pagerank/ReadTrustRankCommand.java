package org.orbweaver.pagerank;

import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.CrawlDir;
import picocli.CommandLine.Command;

/** {@code read trustrank DIR}: looks into a run, as {@code read pagerank} does. */
@Command(
    name = "trustrank",
    description = "Look into a run of TrustRank: what it computed, its pages, how it converged.",
    footer = {
      "  orb read trustrank crawl                     what was computed, and the ten first pages",
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
