package org.orbweaver.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.io.SequenceFile;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.store.Steps;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.dedup.near.NearPhase;
import org.orbweaver.crawler.dedup.near.PageSketch;
import org.orbweaver.crawler.duplicate.Sketch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the chain of jobs that groups near-duplicates; called by {@code scripts/bench dedup}.
 */
@Command(
    name = "dedup",
    description = {
      "Measure the grouping of near-duplicates at two sizes.",
      "Group the near-duplicates of 2.5 and 10 million made-up pages, each in a JVM with 768 MB of"
          + " heap, and print the CPU time per million pages and its growth. Exits with 1 if it"
          + " grows by more than a tenth, or if less than 99 of 100 near-duplicates are found.",
      "Of ten pages two are versions of another page, and one is the same as a thousandth of all."
    },
    footer = {"  scripts/bench dedup", "  scripts/bench dedup --divide 100"})
public final class DedupBenchCommand extends Bench {
  private static final int SMALL = 2_500_000;
  private static final int LARGE = 10_000_000;
  private static final double MOST_GROWTH = 1.1;
  private static final double LEAST_FOUND = .99;
  private static final List<String> HEAP = List.of("-Xmx768m");

  @Option(
      names = "--divide",
      paramLabel = "N",
      description = "Divide both sizes by N, for a try. Default: ${DEFAULT-VALUE}.")
  @Range(from = 1)
  private int divide = 1;

  @Override
  protected void measure() throws Exception {
    Figures figures = new Figures();
    double small = measure("Small", SMALL / divide, figures);
    double large = measure("Large", LARGE / divide, figures);
    figures.add("growth", "growth", "%.2f", large / small).atMost("growth", MOST_GROWTH);
    report(figures);
  }

  /** CPU seconds per million pages. */
  private double measure(String size, int pages, Figures figures) throws Exception {
    Path own = Files.createDirectory(folder().resolve("pages-" + pages));
    String program = NearProgram.class.getName();
    String count = Integer.toString(pages);
    double millions = pages / 1e6;
    java(HEAP, program, own.toString(), count, "write");
    try (MeasuredProcess join = java(HEAP, program, own.toString(), count, "join")) {
      CrawlDir crawl = CrawlDir.open(conf(), own.resolve("crawl").toString());
      List<StepRecord> steps = Steps.readHistory(crawl);
      StepRecord near = steps.get(steps.size() - 1);
      double found = (double) near.count("members") / NearProgram.members(pages);
      figures
          .add(
              "pages" + size,
              String.format(Locale.ROOT, "%,d pages: CPU s per million", pages),
              "%.1f",
              join.cpuSeconds() / millions)
          .add("seconds" + size, "  seconds per million", "%.1f", join.seconds() / millions)
          .add(
              "pairs" + size,
              "  pairs compared per page",
              "%.2f",
              (double) near.count("pairs") / pages)
          .add("memory" + size, "  peak memory, MB", "%.0f", join.peakResident() / 1e6)
          .add("found" + size, "  share of near-duplicates found", "%.4f", found)
          .atLeast("found" + size, LEAST_FOUND);
      return join.cpuSeconds() / millions;
    } finally {
      FileUtil.fullyDelete(own.toFile());
    }
  }

  /** The program that runs in its own processes. */
  static final class NearProgram {
    private static final int FILES = 8;
    private static final int SHORTEST = 150;
    private static final int MOST_MORE = 200;

    /** Of ten pages, these two are versions of the one before. */
    private static final int VERSIONS = 2;

    private NearProgram() {}

    /**
     * Runs.
     *
     * @param args {@code FOLDER PAGES write|join}
     */
    public static void main(String[] args) throws Exception {
      Configuration conf = new Configuration();
      Path folder = Path.of(args[0]);
      if (args[2].equals("write")) {
        write(conf, folder, Integer.parseInt(args[1]));
        return;
      }
      conf.set("hadoop.tmp.dir", folder.resolve("hadoop").toString());
      CrawlDir crawl = CrawlDir.create(conf, folder.resolve("crawl").toString());
      try (Session session =
          Session.at(conf, crawl, Console.silent(), "bench", Clock.systemUTC())) {
        new NearPhase()
            .run(
                session,
                List.of(new org.apache.hadoop.fs.Path(folder.resolve("sketches").toUri())),
                List.of());
      }
    }

    /** Number of pages that have a near-duplicate. */
    static long members(int pages) {
      // In each ten: one page with two versions, and one of a thousand near-identical pages.
      return pages / 10 * (1L + VERSIONS + 1);
    }

    private static void write(Configuration conf, Path folder, int pages) throws IOException {
      for (int file = 0; file < FILES; file++) {
        Path part = folder.resolve("sketches/part-r-0000" + file);
        try (SequenceFile.Writer out =
            StoreFiles.sequenceFile(
                conf, new org.apache.hadoop.fs.Path(part.toUri()), PageSketch.class)) {
          for (int i = file * 10; i < pages; i += i % 10 == 9 ? 10 * FILES - 9 : 1) {
            String url = "http://host" + i % 997 + ".test/page/" + i;
            Sketch sketch = Sketch.of(text(i, pages)).orElseThrow();
            out.append(PageSketch.id(url), new PageSketch(url, 0, sketch.toBytes()));
          }
        }
      }
    }

    /**
     * Of each ten pages, the first three are versions of one text; the last is near-identical in
     * groups of a thousand.
     */
    private static String text(int page, int pages) {
      int place = page % 10;
      int version = place <= VERSIONS ? place : 0;
      long seed = place == 9 ? -1 - page / 10 % Math.max(1, pages / 10_000) : page - version;
      Random random = new Random(seed);
      int words = SHORTEST + random.nextInt(MOST_MORE);
      int changed = version == 0 ? -1 : words / 2 + version;
      StringBuilder text = new StringBuilder(words * 7);
      for (int i = 0; i < words; i++) {
        int word = random.nextInt(100_000);
        text.append(Integer.toString(i == changed ? word + 100_000 : word, 36)).append(' ');
      }
      return text.toString();
    }
  }
}
