package org.orbweaver.index;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;

/** Exports a crawl and its index as tables; the crawler's module implements it. */
@FunctionalInterface
public interface TableExport {
  /**
   * Writes a new folder of Parquet files.
   *
   * @param indexed passes each page of the index to a consumer
   * @param disallowed words of usage preferences, as {@code ai-train:n}: pages that have one are
   *     left out
   * @param publicOnly whether pages fetched with a login are left out
   * @param warc a folder of WARC files of the crawl with their index; or null
   * @return a one-line summary for the user
   */
  String run(
      Configuration conf,
      CrawlDir crawl,
      Path out,
      ConsumerRaisingIOE<ConsumerRaisingIOE<Map<String, Object>>> indexed,
      List<String> disallowed,
      boolean publicOnly,
      Path warc,
      Console console)
      throws IOException;
}
