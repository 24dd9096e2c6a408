package org.orbweaver.crawler.markdown;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.ExportFolder;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.corpus.CorpusRecipe;
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

  private static final String LEFT = "; left out by reason: ";

  private MarkdownExport() {}

  /**
   * The options of an export.
   *
   * @param lines whether pages are lines of JSON in files of bounded size, not files of their own
   * @param disallowed words of usage, such as {@code ai-train:n}, whose pages are left out
   * @param publicOnly whether pages fetched with a login are left out
   * @param gzip whether files of lines are packed
   * @param maxBytes after which a file of lines ends, before it is packed
   * @param corpus which pages are taken, as plain text; null: all, as Markdown
   */
  public record MarkdownOptions(
      boolean lines,
      Collection<String> disallowed,
      boolean publicOnly,
      boolean gzip,
      long maxBytes,
      CorpusRecipe corpus) {}

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
            options.maxBytes(),
            Optional.ofNullable(options.corpus()));
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
                + " have no page of the index that may be exported"
                + left(counters));
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
      if (form.isCorpus()) {
        try (OutputStream file = folder.create("counts.json")) {
          file.write((Json.pretty(counts(counters, form)) + "\n").getBytes(UTF_8));
        }
      }
      return summary(counters, out, folder.commit());
    }
  }

  private static String summary(Counters counters, Path out, long bytes) {
    long cut = counters.findCounter(CutCounter.PAGES).getValue();
    return String.format(
        Locale.ROOT,
        "%s exported to %s (%.1f MB)%s%s",
        Count.of(counters.findCounter(MarkdownCounter.PAGES).getValue(), "page"),
        Console.safe(out.toString()),
        bytes / 1e6,
        cut == 0 ? "" : "; " + Count.of(cut, "page") + " of these cut by a limit (field partial)",
        left(counters));
  }

  /** Why pages are left out, most of them first in a corpus. */
  private static String left(Counters counters) {
    StringBuilder left = new StringBuilder();
    add(left, counters, MarkdownCounter.WITHOUT_CONTENT, "whose content is in no segment");
    add(left, counters, MarkdownCounter.UNPARSABLE, "whose newest version cannot be parsed");
    add(left, counters, MarkdownCounter.DISALLOWED, "whose newest version its owner disallows");
    add(
        left,
        counters,
        MarkdownCounter.WITH_LOGIN,
        "fetched with a login since the index was built");
    StreamSupport.stream(counters.getGroup(MarkdownJob.LEFT_OUT).spliterator(), false)
        .sorted(Comparator.comparingLong(Counter::getValue).reversed())
        .forEach(
            reason ->
                left.append(left.indexOf(LEFT) < 0 ? LEFT : ", ")
                    .append(reason.getValue())
                    .append(' ')
                    .append(reason.getName()));
    return left.toString();
  }

  /** Pages of the index, kept and left out, each by one reason, and by what recipe. */
  private static Fields counts(Counters counters, MarkdownJob.Form form) {
    Map<String, Long> left = new TreeMap<>();
    counters.getGroup(MarkdownJob.LEFT_OUT).forEach(one -> left.put(one.getName(), one.getValue()));
    for (MarkdownCounter fate : MarkdownCounter.values()) {
      if (fate != MarkdownCounter.PAGES && fate != MarkdownCounter.NOT_IN_CORPUS) {
        left.merge(
            fate.name().toLowerCase(Locale.ROOT), counters.findCounter(fate).getValue(), Long::sum);
      }
    }
    left.values().removeIf(pages -> pages == 0);
    long kept = counters.findCounter(MarkdownCounter.PAGES).getValue();
    CorpusRecipe corpus = form.corpus().orElseThrow();
    return new Fields()
        .with("pages", kept + left.values().stream().mapToLong(Long::longValue).sum())
        .with("kept", kept)
        .with("leftOut", left)
        .with("preset", corpus.preset().toString())
        .with("languages", corpus.languages())
        .with("nearDuplicates", corpus.duplicates())
        .with("sample", corpus.sample())
        .with("disallowed", form.disallowed());
  }

  private static void add(StringBuilder left, Counters counters, MarkdownCounter fate, String why) {
    long pages = counters.findCounter(fate).getValue();
    if (pages > 0) {
      left.append("; omitted: ").append(Count.of(pages, "page")).append(' ').append(why);
    }
  }
}
