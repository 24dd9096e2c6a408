package org.orbweaver.index;

import java.io.IOException;
import java.util.List;
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
   * @return a one-line summary for the user
   */
  String run(
      Configuration conf,
      CrawlDir crawl,
      ExportFormat format,
      String out,
      Options options,
      Console console)
      throws IOException;

  /**
   * What is exported, and how.
   *
   * @param maxBytes after which a WARC file ends
   * @param publicOnly whether pages fetched with a login are left out
   * @param disallowed pages whose owners say one of these are left out, such as {@code ai-train:n}
   * @param wet whether WET files are written beside
   * @param wat whether WAT files are written beside
   * @param zipnum whether the index is a ZipNum cluster
   * @param zstd whether records are compressed by zstd
   */
  record Options(
      long maxBytes,
      boolean publicOnly,
      List<String> disallowed,
      boolean wet,
      boolean wat,
      boolean zipnum,
      boolean zstd) {}
}
