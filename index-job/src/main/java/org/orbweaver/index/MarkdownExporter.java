package org.orbweaver.index;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.index.export.IndexExport;

/**
 * Exports the pages of an index as Markdown, which is made from the fetched pages; the crawler's
 * module implements it.
 */
@FunctionalInterface
public interface MarkdownExporter {
  /**
   * Writes a new folder.
   *
   * @param rows writes the pages of the index, as {@link IndexExport#rows} does, to a path
   * @return a one-line summary for the user
   */
  String run(
      Configuration conf,
      CrawlDir crawl,
      IndexExport.ExportOptions options,
      Path out,
      ConsumerRaisingIOE<Path> rows,
      Console console)
      throws IOException;
}
