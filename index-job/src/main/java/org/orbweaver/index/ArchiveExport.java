package org.orbweaver.index;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;

/** Exports what a crawl fetched, instead of an index; the crawler's module does it. */
@FunctionalInterface
public interface ArchiveExport {
  /**
   * Writes a new folder of WARC files, or of one WACZ file.
   *
   * @param maxBytes after which a WARC file ends
   * @return one line for people
   */
  String run(
      Configuration conf, CrawlDir crawl, Path out, boolean wacz, long maxBytes, Console console)
      throws IOException;
}
