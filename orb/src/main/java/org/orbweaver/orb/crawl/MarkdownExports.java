package org.orbweaver.orb.crawl;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.markdown.MarkdownExport;
import org.orbweaver.index.export.ExportFormat;
import org.orbweaver.index.export.IndexExport;

/** Connects the index, which knows the pages, and the crawler, which makes Markdown of them. */
public final class MarkdownExports {
  private MarkdownExports() {}

  /** Exports as {@link MarkdownExport#run} does. */
  public static String run(
      Configuration conf,
      CrawlDir crawl,
      IndexExport.ExportOptions options,
      Path out,
      ConsumerRaisingIOE<Path> rows,
      Console console)
      throws IOException {
    var form =
        new MarkdownExport.MarkdownOptions(
            !options.format().equals(ExportFormat.MARKDOWN),
            options.disallowed(),
            options.publicOnly(),
            options.gzip(),
            options.maxBytes(),
            options.corpus());
    return MarkdownExport.run(conf, crawl, out, form, rows, console);
  }
}
