package org.orbweaver.pagerank;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.webgraph.kernel.Rankings;

/** Finds the run that a command is about, where some are of all pages and some of topics. */
final class TopicRuns {
  private TopicRuns() {}

  /**
   * A run with scores of its own, along the links.
   *
   * @param name its name; the newest such if null
   * @throws OrbException (failed) where there is none
   */
  static Path plain(CrawlDir crawl, Path store, String name, String command) throws IOException {
    return newest(crawl, store, name, command, PageRankPhase.SCORES);
  }

  /** The same for a run with topics. */
  static Path withTopics(CrawlDir crawl, Path store, String name, String command)
      throws IOException {
    return newest(crawl, store, name, command, PageRankPhase.TOPICS);
  }

  private static Path newest(CrawlDir crawl, Path store, String name, String command, String child)
      throws IOException {
    Optional<String> run =
        name == null ? crawl.latestWith(store, child).map(Path::getName) : Optional.of(name);
    return Rankings.run(crawl, store, run, command);
  }
}
