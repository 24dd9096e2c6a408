package org.orbweaver.index.serve;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.store.CrawlDir;

/**
 * The pages of a server about a crawl, beside the search: pages below {@value #ROOT}. Safe for use
 * by several threads. They are made one at a time, explanations of URLs likewise, separately from
 * searches and from each other.
 */
public interface CrawlPages extends Closeable {
  /** The path of these pages. */
  String ROOT = "/report";

  /** The path of the explanation of a URL. */
  String WHY = ROOT + "/why";

  /** A page, with its HTTP status and media type. */
  record CrawlPage(int status, String type, String body) {}

  /** Makes the pages of a crawl. */
  interface Factory {
    CrawlPages of(Configuration conf, CrawlDir dir);
  }

  /**
   * The page at a path.
   *
   * @param path that is or begins with {@value #ROOT}
   * @param parameters of the query string
   * @return empty if there is none
   * @throws org.orbweaver.common.error.OrbException (usage) if a parameter is wrong
   */
  Optional<CrawlPage> page(String path, Map<String, String> parameters) throws IOException;

  @Override
  void close();
}
