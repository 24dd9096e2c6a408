package org.orbweaver.hits.cli;

import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.hits.job.HitsPhase;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ReadRunCommand;
import org.orbweaver.webgraph.runs.ScoreReader;
import picocli.CommandLine.Command;

/** {@code read hits DIR}: shows a run. */
@Command(
    name = "hits",
    description = "Show a HITS run: settings, top authorities and hubs, or one page.",
    footer = {
      "  orb read hits crawl                      settings, and the top ten of each",
      "  orb read hits crawl --top 100 --json",
      "  orb read hits crawl --url http://example.org/"
    })
public final class ReadHitsCommand extends ReadRunCommand {

  @Override
  protected void read(CrawlDir crawl) throws IOException {
    Path run = Rankings.run(crawl, crawl.hits(), runName(), "hits");
    if (selection.isEmpty() && !selection.json()) {
      describe(Rankings.readMeta(crawl.fs(), run));
    }
    try (ScoreReader scores = HitsPhase.scores(conf(), crawl, run)) {
      list(scores, 0, HitsPhase.AUTHORITIES, "authority");
      list(scores, 1, HitsPhase.HUBS, "hub");
    }
  }

  private void list(ScoreReader scores, int list, String title, String name) throws IOException {
    if (selection.isTop() && !selection.json()) {
      console().line(title + ":");
    }
    String before = String.format(Locale.ROOT, "%-9s ", name);
    show(scores, pair -> pair[list], name, before);
  }
}
