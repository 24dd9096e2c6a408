package org.orbweaver.hits.job;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.hits.cli.HitsCommands;

/**
 * The search engine that provides the root sets of HITS. This module does not depend on the index;
 * the program that has both provides one ({@link HitsCommands#all(Opener)}).
 */
public interface QuerySource extends Closeable {

  /** Opens the search engine of a crawl. */
  @FunctionalInterface
  interface Opener {
    /**
     * Opens the search engine.
     *
     * @throws OrbException (failed) if the crawl has no index
     */
    QuerySource open(Configuration conf, CrawlDir crawl) throws IOException;
  }

  /** For programs without a search engine. */
  Opener NONE =
      (conf, crawl) -> {
        throw OrbException.failed(
            "--query is available in the orb command only: 'orb hits DIR --query'");
      };

  /** The URLs of the best matches of {@code query}, best first, at most {@code most}. */
  List<String> search(String query, int most) throws IOException;

  /** A page's title; empty if the page is not in the index or has none. */
  Optional<String> title(String url) throws IOException;

  /**
   * A function that counts the different words of {@code query} in a text, in the form in which the
   * index compares words.
   */
  ToIntFunction<String> matcher(String query);
}
