package org.orbweaver.webgraph.runs;

import java.io.IOException;
import java.util.function.BiConsumer;
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

  @ArgGroup private Selected selected = new Selected();

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  private static final class Selected {
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
    return selected.top == null && selected.url == null && !selected.dump;
  }

  public boolean json() {
    return json;
  }

  /** True if the top pages are to be shown, by default or by number. */
  public boolean isTop() {
    return selected.url == null && !selected.dump;
  }

  /** The number of pages to show. */
  public int top(int byDefault) {
    return selected.top == null ? byDefault : selected.top;
  }

  /**
   * Prints the scores of the selected pages: as text, or as JSON objects of URL and score.
   *
   * @param by the score, from those in each list
   * @param name of the score, in JSON
   * @param before text printed before each score
   * @throws OrbException (failed) if the selected page is not in the graph
   */
  void show(
      Console console,
      ScoreReader scores,
      ToDoubleFunction<double[]> by,
      String name,
      String before)
      throws IOException {
    RecordPrinter out = new RecordPrinter(console, json);
    BiConsumer<String, Double> print =
        (url, score) ->
            out.row(new Fields().with("url", url).with(name, score), before + "%2$.9g  %1$s");
    if (isTop()) {
      scores.top(top(DEFAULT_TOP), by).forEach(page -> print.accept(page.url(), page.score()));
    } else {
      rows(scores, (url, row) -> print.accept(url, by.applyAsDouble(row)));
    }
  }

  /** Visits the selected page, or all. */
  public void rows(ScoreReader scores, ScoreReader.NamedVisitor visitor) throws IOException {
    if (selected.dump) {
      scores.forEachNamed(visitor);
      return;
    }
    double[] row = scores.of(selected.url);
    if (row == null) {
      throw OrbException.failed(Console.safe(selected.url) + " is not in the ranked graph");
    }
    visitor.visit(selected.url, row);
  }
}
