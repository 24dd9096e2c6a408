package org.orbweaver.hits;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;

/**
 * The search engine that HITS takes its root sets from. This module does not know the index; the
 * program that has both provides one ({@link HitsCommands#all(Opener)}).
 */
public interface QuerySource extends Closeable {

  /** Opens the search engine of a crawl. */
  @FunctionalInterface
  interface Opener {
    /**
     * Opens it.
     *
     * @throws OrbException (failed) where the crawl has no index
     */
    QuerySource open(Configuration conf, CrawlDir crawl) throws IOException;
  }

  /** For programs that carry no search engine. */
  Opener NONE =
      (conf, crawl) -> {
        throw OrbException.failed(
            "--query is available in the orb command only: 'orb hits DIR --query'");
      };

  /** URLs of the pages that fit {@code query} best, best first, at most {@code most}. */
  List<String> search(String query, int most) throws IOException;

  /** A page's title; empty where it is not in the index or has none. */
  Optional<String> title(String url) throws IOException;

  /**
   * A function that says of a text how many different words of {@code query} occur in it, in the
   * form in which the index compares words.
   */
  ToIntFunction<String> matcher(String query);
}
