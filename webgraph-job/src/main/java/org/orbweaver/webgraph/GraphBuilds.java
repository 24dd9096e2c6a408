package org.orbweaver.webgraph;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.CrawlDir;

/** The builds of a crawl's graph. */
final class GraphBuilds {
  private GraphBuilds() {}

  /**
   * The folder of a build.
   *
   * @param name null: the newest
   * @throws OrbException (failed) if there is none
   */
  static Path find(CrawlDir crawl, String name) throws IOException {
    if (name != null) {
      return new Path(crawl.graphs(), name);
    }
    return crawl
        .latest(crawl.graphs())
        .orElseThrow(
            () ->
                OrbException.failed(
                    "no graph in " + crawl.graphs() + " ('orb graph DIR' creates one)"));
  }
}
