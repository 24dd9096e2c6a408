package org.orbweaver.index;

import java.io.IOException;
import java.util.Collection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.IndexedPages;
import org.orbweaver.common.text.Console;

/** Exports an index as a day shard; the crawler's module, which writes Parquet, implements it. */
@FunctionalInterface
public interface ShardExport {
  /**
   * Writes a new folder.
   *
   * @param pages of the index
   * @param disallowed words of usage preferences, as {@code ai-train:n}: pages that have one in
   *     their newest version are left out
   * @param publicOnly whether pages whose newest version was fetched with a login are left out
   * @param warc a folder of WARC files of the crawl with their index; or null
   * @return a one-line summary for the user
   */
  String run(
      Configuration conf,
      CrawlDir crawl,
      Path out,
      IndexedPages pages,
      Collection<String> disallowed,
      boolean publicOnly,
      Path warc,
      Console console)
      throws IOException;
}
