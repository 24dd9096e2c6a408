package org.orbweaver.index.serve;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.store.CrawlDir;

/**
 * What a server shows of a crawl beside the search: pages below {@value #ROOT}. Safe for use by
 * several threads. They are asked for one at a time, aside from searches.
 */
public interface CrawlPages extends Closeable {
  /** Where they are. */
  String ROOT = "/report";

  /** A page, with its HTTP status and media type. */
  record Page(int status, String type, String body) {}

  /** Makes the pages of a crawl. */
  interface Maker {
    CrawlPages of(Configuration conf, CrawlDir dir);
  }

  /**
   * The page at a path.
   *
   * @param path that is or begins with {@value #ROOT}
   * @param parameters of the query string
   * @return empty where there is none
   * @throws org.orbweaver.common.error.OrbException (usage) where a parameter is wrong
   */
  Optional<Page> page(String path, Map<String, String> parameters) throws IOException;

  @Override
  void close();
}
