package org.orbweaver.index;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OutputFile;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.index.search.KnownItems;
import org.orbweaver.index.search.KnownItems.Quality;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.Weight;
import org.orbweaver.index.search.Weights;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tune DIR}: what each part of the ranking is worth, and better weights. */
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
final class TuneCommand extends OrbCommand {
  /** What a weight is multiplied by, one after the other. */
  private static final float[] FACTORS = {0f, 0.6f, 1.6f};

  private static final int PASSES = 2;

  /** Less is chance. */
  private static final double GAIN = 0.0005;

  @Parameters(paramLabel = "DIR", description = "The crawl directory.")
  private String dir;

  @Option(names = "--titles", paramLabel = "N", description = "Titles asked (default: 100).")
  @Range(from = 1, to = 100_000)
  private int titles = 100;

  @Option(
      names = "--anchors",
      paramLabel = "N",
      description = "Texts of links asked (default: 500).")
  @Range(from = 1, to = 100_000)
  private int anchors = 500;

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
      items = new KnownItems(index, titles, anchors, seed);
      console().linef("%d titles, %d texts of links", items.titleCount(), items.anchorCount());
      console().line("                   titles: MRR  first  in 3   links: MRR  first  in 3");
      row("all parts", weights);
      if (misses) {
        for (boolean ofTitles : new boolean[] {true, false}) {
          items.misses(weights, ofTitles).forEach(line -> console().line(Console.safe(line)));
        }
      }
      for (Weight weight : Weight.values()) {
        row("no " + weight, weights.with(weight, 0));
      }
      if (out != null) {
        tune(weights);
      }
    }
    return ExitCode.OK.code();
  }

  private void row(String name, Weights weights) throws IOException {
    Quality title = items.ask(weights, true, 0, 1);
    Quality link = items.ask(weights, false, 0, 1);
    console()
        .linef(
            "%-18s      %6.4f %5.1f %% %5.1f %%   %6.4f %5.1f %% %5.1f %%",
            name,
            title.mrr(),
            100 * title.first(),
            100 * title.first3(),
            link.mrr(),
            100 * link.first(),
            100 * link.first3());
  }

  private double half(Weights weights, int which) throws IOException {
    return (items.ask(weights, true, which, 2).mrr() + items.ask(weights, false, which, 2).mrr())
        / 2;
  }

  private void tune(Weights start) throws IOException {
    Weights best = start;
    double value = half(best, 0);
    for (int pass = 0; pass < PASSES; pass++) {
      for (Weight weight : Weight.values()) {
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
