package org.orbweaver.index;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.index.export.ExportOptions;
import org.orbweaver.index.search.SearchIndex;

/**
 * Exports in a format that takes more than an index; a module above the crawler's implements it.
 */
@FunctionalInterface
public interface CrawlExport {
  /**
   * Writes a new folder, or a table of HBase.
   *
   * @param index null if the format takes none, or the crawl has none
   * @param out the folder, or the table's name
   * @return lines for people
   */
  String run(
      Configuration conf,
      CrawlDir crawl,
      SearchIndex index,
      ExportOptions options,
      String out,
      Console console)
      throws IOException;
}
