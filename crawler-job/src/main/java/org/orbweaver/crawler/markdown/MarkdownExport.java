package org.orbweaver.crawler.markdown;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.ExportFolder;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.markdown.MarkdownJob.CutCounter;
import org.orbweaver.crawler.markdown.MarkdownJob.MarkdownCounter;
import org.orbweaver.crawler.segments.SegmentsJob;

/** Exports the pages of an index as Markdown: the newest version of each that was fetched. */
public final class MarkdownExport {
  /** The fields of a row of the index that are exported with the page. */
  static final List<String> OF_INDEX =
      List.of(
          "pagerank",
          "authority",
          "hub",
          "spam",
          "linking_hosts",
          "max_snippet",
          "group",
          "representative",
          "topic",
          "login");

  private MarkdownExport() {}

  /**
   * The options of an export.
   *
   * @param lines whether pages are lines of JSON in files of bounded size, not files of their own
   * @param disallowed words of usage, such as {@code ai-train:n}, whose pages are left out
   * @param publicOnly whether pages fetched with a login are left out
   * @param gzip whether files of lines are packed
   * @param maxBytes after which a file of lines ends, before it is packed
   */
  public record MarkdownOptions(
      boolean lines,
      Collection<String> disallowed,
      boolean publicOnly,
      boolean gzip,
      long maxBytes) {}

  /**
   * Exports into a new folder, completely or not at all; needs no lock.
   *
   * @param rows writes the pages of the index to a sequence file: URL, and its fields as JSON
   * @return one line for people
   * @throws OrbException (failed) if the crawl has no content for any of the pages, or the folder
   *     exists
   */
  public static String run(
      Configuration conf,
      CrawlDir crawl,
      Path out,
      MarkdownOptions options,
      ConsumerRaisingIOE<Path> rows,
      Console console)
      throws IOException {
    List<Path> segments = SegmentsJob.fetched(crawl);
    var form =
        new MarkdownJob.Form(
            options.lines(),
            List.copyOf(options.disallowed()),
            options.publicOnly(),
            options.gzip(),
            options.maxBytes());
    try (ExportFolder folder = new ExportFolder(conf, out)) {
      Path table = folder.staging("rows");
      rows.accept(new Path(table, "part-r-00000"));
      Path job = folder.staging("job");
      Counters counters = MarkdownJob.run(conf, crawl, table, segments, form, job, console);
      Files.delete(folder.fs(), table);
      Path pages = new Path(job, MarkdownJob.PAGES);
      if (!folder.fs().exists(pages)) {
        throw OrbException.failed(
            "nothing to export: the segments in "
                + crawl.root()
                + " have no page of the index that may be exported");
      }
      List<Path> made = new ArrayList<>();
      for (FileStatus file : Files.list(folder.fs(), pages)) {
        made.add(file.getPath());
      }
      made.sort(null);
      for (int i = 0; i < made.size(); i++) {
        String name = made.get(i).getName();
        String numbered = String.format(Locale.ROOT, "pages-%05d", i);
        Files.rename(
            conf,
            made.get(i),
            folder.staging(options.lines() ? numbered + name.substring(name.indexOf('.')) : name));
      }
      Files.delete(folder.fs(), job);
      return summary(counters, out, folder.commit());
    }
  }

  private static String summary(Counters counters, Path out, long bytes) {
    StringBuilder left = new StringBuilder();
    add(left, counters, MarkdownCounter.WITHOUT_CONTENT, "whose content is in no segment");
    add(left, counters, MarkdownCounter.UNPARSABLE, "whose newest version cannot be parsed");
    add(left, counters, MarkdownCounter.DISALLOWED, "whose newest version its owner disallows");
    add(
        left,
        counters,
        MarkdownCounter.WITH_LOGIN,
        "fetched with a login since the index was built");
    long cut = counters.findCounter(CutCounter.PAGES).getValue();
    return String.format(
        Locale.ROOT,
        "%s exported to %s (%.1f MB)%s%s",
        Count.of(counters.findCounter(MarkdownCounter.PAGES).getValue(), "page"),
        Console.safe(out.toString()),
        bytes / 1e6,
        cut == 0 ? "" : "; " + Count.of(cut, "page") + " of these cut by a limit (field partial)",
        left);
  }

  private static void add(StringBuilder left, Counters counters, MarkdownCounter fate, String why) {
    long pages = counters.findCounter(fate).getValue();
    if (pages > 0) {
      left.append("; omitted: ").append(Count.of(pages, "page")).append(' ').append(why);
    }
  }
}
