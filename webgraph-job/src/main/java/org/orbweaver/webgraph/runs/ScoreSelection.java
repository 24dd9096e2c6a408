package org.orbweaver.webgraph.runs;

import java.io.IOException;
import java.util.function.ToDoubleFunction;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.RecordPrinter;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options of the commands that show scores: the selection of pages, and the output format. */
public final class ScoreSelection {
  private static final int DEFAULT_TOP = 10;

  @ArgGroup private What what = new What();

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  private static final class What {
    @Option(names = "--top", paramLabel = "N", description = "Maximum pages per list, best first.")
    @Range(from = 1)
    private Integer top;

    @Option(names = "--url", paramLabel = "URL", description = "One page.")
    private String url;

    @Option(names = "--dump", description = "Every page.")
    private boolean dump;
  }

  /** True if nothing was selected. */
  public boolean isEmpty() {
    return what.top == null && what.url == null && !what.dump;
  }

  public boolean json() {
    return json;
  }

  /** True if the top pages are to be shown, by default or by number. */
  public boolean isTop() {
    return what.url == null && !what.dump;
  }

  /** The number of pages to show. */
  public int top(int byDefault) {
    return what.top == null ? byDefault : what.top;
  }

  /** Receives a page and its score. */
  public interface Printer {
    void print(String url, double score);
  }

  /**
   * Shows the selected pages.
   *
   * @param by the score, from those in each list
   * @throws OrbException (failed) if the selected page is not in the graph
   */
  public void show(ScoreReader scores, ToDoubleFunction<double[]> by, Printer printer)
      throws IOException {
    if (isTop()) {
      scores.top(top(DEFAULT_TOP), by).forEach(page -> printer.print(page.url(), page.score()));
    } else {
      rows(scores, (url, row) -> printer.print(url, by.applyAsDouble(row)));
    }
  }

  /** Visits the selected page, or all. */
  public void rows(ScoreReader scores, ScoreReader.NamedVisitor visitor) throws IOException {
    if (what.dump) {
      scores.forEachNamed(visitor);
      return;
    }
    double[] row = scores.of(what.url);
    if (row == null) {
      throw OrbException.failed(Console.safe(what.url) + " is not in the ranked graph");
    }
    visitor.visit(what.url, row);
  }

  /**
   * Prints a score: as text, or as a JSON object of URL and score.
   *
   * @param name of the score, in JSON
   * @param before text printed before the score
   */
  public void print(Console console, String name, String before, String url, double score) {
    RecordPrinter out = new RecordPrinter(console, json);
    out.row(new Fields().with("url", url).with(name, score), before + "%2$.9g  %1$s");
  }
}
