package org.orbweaver.index;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.index.export.ExportFormat;

/**
 * Exports the pages that a crawl fetched instead of an index; the crawler's module implements it.
 */
@FunctionalInterface
public interface ArchiveExport {
  /**
   * Writes a new folder of WARC files, or of one WACZ file, or a table of HBase.
   *
   * @param out the folder, or the table's name
   * @param maxBytes after which a WARC file ends
   * @param publicOnly whether pages fetched with a login are left out
   * @return a one-line summary for the user
   */
  String run(
      Configuration conf,
      CrawlDir crawl,
      ExportFormat format,
      String out,
      long maxBytes,
      boolean publicOnly,
      Console console)
      throws IOException;
}
