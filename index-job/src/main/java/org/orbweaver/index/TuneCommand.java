package org.orbweaver.index;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.lucene.util.IOFunction;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.cli.OutputFile;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.eval.KnownItems;
import org.orbweaver.index.eval.KnownItems.Quality;
import org.orbweaver.index.eval.KnownItems.QuerySource;
import org.orbweaver.index.query.ScorePart;
import org.orbweaver.index.query.Weights;
import org.orbweaver.index.search.SearchIndex;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tune DIR}: measures the worth of each part of the ranking and finds better weights. */
@Command(
    name = "tune",
    description = {
      "Measure the ranking by queries whose answer is known, drawn from the index: titles, and"
          + " texts of links, each hidden from the index while it is asked.",
      "Prints the mean reciprocal rank with all parts of the ranking and without each. With --out,"
          + " also improves the weights by coordinate ascent on one half of the queries, and prints"
          + " what that is worth on the other. '-conf FILE' makes orb search use them."
    },
    footer = {"  orb tune crawl", "  orb tune crawl --titles 200 --anchors 500 --out weights.xml"})
final class TuneCommand extends CrawlDirCommand {
  /** The factors by which a weight is multiplied, in turn. */
  private static final float[] FACTORS = {0f, 0.6f, 1.6f};

  private static final int PASSES = 2;

  /** A smaller gain is chance. */
  private static final double GAIN = 0.0005;

  @Option(names = "--titles", paramLabel = "N", description = "Titles asked (default: 100).")
  @Range(from = 1, to = 100_000)
  private int titles = 100;

  @Option(
      names = "--anchors",
      paramLabel = "N",
      description = "Texts of links asked (default: 500).")
  @Range(from = 1, to = 100_000)
  private int anchors = 500;

  @Option(
      names = "--judged",
      paramLabel = "FILE",
      description =
          "Ask the queries of this file, too: a query and URLs that answer it, separated by tabs.")
  private Path judged;

  @Option(names = "--seed", paramLabel = "N", description = "Draws other queries (default: 1).")
  private long seed = 1;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write tuned weights as a configuration file.")
  private Path out;

  @Option(names = "--overwrite", description = "Replace the file of --out.")
  private boolean overwrite;

  @Option(names = "--misses", description = "List the queries whose page is not first.")
  private boolean misses;

  private KnownItems items;

  @Override
  protected int run() throws Exception {
    if (out != null) {
      OutputFile.check(out, overwrite);
    }
    Weights weights = Weights.parse(IndexKeys.WEIGHTS.get(conf()));
    try (SearchIndex index = SearchIndex.openLatest(conf(), CrawlDir.open(conf(), dir))) {
      items = new KnownItems(index, titles, anchors, seed, judged());
      console()
          .linef(
              "%-18s%s",
              "MRR, first, in 3",
              each(
                  source -> String.format(Locale.ROOT, " %6d %-14s", items.count(source), source)));
      row("all parts", weights);
      if (misses) {
        each(
            source -> {
              items.misses(weights, source).forEach(line -> console().line(Console.safe(line)));
              return "";
            });
      }
      for (ScorePart weight : ScorePart.values()) {
        row("no " + weight, weights.with(weight, 0));
      }
      if (out != null) {
        tune(weights);
      }
    }
    return ExitCode.OK.code();
  }

  private List<String> judged() throws IOException {
    try {
      return judged == null ? List.of() : Files.readAllLines(judged);
    } catch (NoSuchFileException e) {
      throw OrbException.usage("no file " + judged + " (--judged)");
    } catch (CharacterCodingException e) {
      throw OrbException.failed(judged + " is not in UTF-8; convert it", e);
    }
  }

  private String each(IOFunction<QuerySource, String> column) throws IOException {
    StringBuilder columns = new StringBuilder();
    for (QuerySource source : QuerySource.values()) {
      if (items.count(source) > 0) {
        columns.append(column.apply(source));
      }
    }
    return columns.toString();
  }

  private void row(String name, Weights weights) throws IOException {
    console()
        .linef(
            "%-18s%s",
            name,
            each(
                source -> {
                  Quality quality = items.ask(weights, source, 0, 1);
                  return String.format(
                      Locale.ROOT,
                      " %6.4f %5.1f%% %5.1f%%",
                      quality.mrr(),
                      100 * quality.first(),
                      100 * quality.first3());
                }));
  }

  private double half(Weights weights, int which) throws IOException {
    double sum = 0;
    int sources = 0;
    for (QuerySource source : QuerySource.values()) {
      sum += items.ask(weights, source, which, 2).mrr();
      sources += items.count(source) > which ? 1 : 0;
    }
    return sum / Math.max(1, sources);
  }

  private void tune(Weights start) throws IOException {
    Weights best = start;
    double value = half(best, 0);
    for (int pass = 0; pass < PASSES; pass++) {
      for (ScorePart weight : ScorePart.values()) {
        for (float factor : FACTORS) {
          Weights tried = best.with(weight, best.of(weight) * factor);
          double reached = half(tried, 0);
          if (reached > value + GAIN) {
            best = tried;
            value = reached;
            console().infof("%s: MRR %.4f", best, value);
          }
        }
      }
    }
    Configuration tuned = new Configuration(false);
    tuned.set(IndexKeys.WEIGHTS.name(), best.toString());
    StringWriter xml = new StringWriter();
    tuned.writeXml(xml);
    OutputFile.write(out, xml.toString(), overwrite);
    row("tuned", best);
    console()
        .linef(
            "held-out half: MRR %.4f before, %.4f tuned; wrote %s",
            half(start, 1), half(best, 1), out);
    console().line(best.toString());
  }
}
