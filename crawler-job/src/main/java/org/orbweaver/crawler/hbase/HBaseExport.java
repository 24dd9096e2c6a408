package org.orbweaver.crawler.hbase;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.crawldb.SiteMark;
import org.orbweaver.crawler.segments.SegmentsJob;
import org.orbweaver.crawler.warc.PlainText;

/** Exports the fetches of a crawl to a table of HBase. */
public final class HBaseExport {
  private HBaseExport() {}

  /** The counters of the job. */
  enum RowCounter {
    /** Fetches, each a version of its row. */
    FETCHES,
    /** Fetches with content. */
    CONTENTS,
    /** Links, each a cell in the row of its target. */
    ANCHORS,
    /** Cells too large for HBase. */
    TOO_LARGE,
    /** Fetches with a login, left out. */
    WITH_LOGIN,
    /** Fetches of pages whose owners disallow a use, left out. */
    DISALLOWED,
    /** Fetches of pages whose owners may disallow a use: parse has not read it; left out. */
    UNREAD
  }

  /**
   * Writes all segments to the table, creating it if it does not exist. The same segments make the
   * same cells, so a run may be repeated; needs no lock.
   *
   * @param table {@code NAME} or {@code NAMESPACE:NAME}
   * @param disallowed pages whose owners say one of these are left out, such as {@code ai-train:n}
   * @param publicOnly whether pages fetched with a login are left out
   * @return one line for people
   * @throws OrbException (failed) if there is nothing to export, HBase's classes are missing, HBase
   *     cannot be reached, or the table lacks a column group
   */
  public static String run(
      Configuration conf,
      CrawlDir crawl,
      String table,
      List<String> disallowed,
      boolean publicOnly,
      Console console)
      throws IOException {
    // Tested here, since classes that use HBase cannot even be loaded without it.
    if (conf.getClassByNameOrNull("org.apache.hadoop.hbase.mapreduce.TableOutputFormat") == null) {
      throw OrbException.failed(
          "HBase's classes are missing: set HBASE_HOME to the folder of an HBase installation");
    }
    List<Path> segments = SegmentsJob.fetched(crawl);
    WebTable webTable = WebTable.open(conf, table);
    Counters counters = TableJob.run(crawl, segments, webTable, disallowed, publicOnly, console);
    long tooLarge = counters.findCounter(RowCounter.TOO_LARGE).getValue();
    return String.format(
        Locale.ROOT,
        "%s (%,d with content) and %s from %s written to HBase table %s%s%s%s",
        Count.of(counters.findCounter(RowCounter.FETCHES).getValue(), "fetch", "fetches"),
        counters.findCounter(RowCounter.CONTENTS).getValue(),
        Count.of(counters.findCounter(RowCounter.ANCHORS).getValue(), "anchor"),
        Count.of(segments.size(), "segment"),
        Console.safe(table),
        tooLarge == 0
            ? ""
            : "; " + Count.of(tooLarge, "value") + " above hbase.client.keyvalue.maxsize omitted",
        disallowed.isEmpty()
            ? ""
            : PlainText.Withheld.said(
                counters.findCounter(RowCounter.DISALLOWED).getValue(),
                counters.findCounter(RowCounter.UNREAD).getValue()),
        publicOnly ? SiteMark.omitted(counters.findCounter(RowCounter.WITH_LOGIN).getValue()) : "");
  }
}
