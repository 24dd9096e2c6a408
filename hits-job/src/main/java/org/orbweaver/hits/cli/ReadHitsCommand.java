package org.orbweaver.hits.cli;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.hits.job.HitsPhase;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ScoreReader;
import org.orbweaver.webgraph.runs.ScoreSelection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code read hits DIR}: shows a run. */
@Command(
    name = "hits",
    description = "Show a HITS run: settings, top authorities and hubs, or one page.",
    footer = {
      "  orb read hits crawl                      settings, and the top ten of each",
      "  orb read hits crawl --top 100 --json",
      "  orb read hits crawl --url http://example.org/"
    })
public final class ReadHitsCommand extends CrawlDirCommand {

  @Mixin private ScoreSelection selection = new ScoreSelection();

  @Option(
      names = "--run",
      paramLabel = "NAME",
      description = "Run to read (default: the newest plain run).")
  private String runName;

  @Override
  protected int run() throws IOException {
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    Path run = Rankings.run(crawl, crawl.hits(), Optional.ofNullable(runName), "hits");
    if (selection.isEmpty() && !selection.json()) {
      Rankings.readMeta(crawl.fs(), run)
          .forEach((field, value) -> console().linef("%-12s %s", field, value));
    }
    try (ScoreReader scores = HitsPhase.scores(conf(), crawl, run)) {
      list(scores, 0, HitsPhase.AUTHORITIES, "authority");
      list(scores, 1, HitsPhase.HUBS, "hub");
    }
    return ExitCode.OK.code();
  }

  private void list(ScoreReader scores, int list, String title, String name) throws IOException {
    if (selection.isTop() && !selection.json()) {
      console().line(title + ":");
    }
    String before = String.format(Locale.ROOT, "%-9s ", name);
    selection.show(
        scores,
        pair -> pair[list],
        (url, score) -> selection.print(console(), name, before, url, score));
  }
}
