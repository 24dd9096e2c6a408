package org.orbweaver.hits;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.Json;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.webgraph.kernel.Rankings;
import org.orbweaver.webgraph.kernel.ScoreReader;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code read hits DIR}: looks into a run. */
@Command(
    name = "hits",
    description = "Show a HITS run: settings, top authorities and hubs, or one page.",
    footer = {
      "  orb read hits crawl                      settings, and the top ten of each",
      "  orb read hits crawl --top 100 --json",
      "  orb read hits crawl --url http://example.org/"
    })
public final class ReadHitsCommand extends OrbCommand {

  private static final int DEFAULT_TOP = 10;

  @Parameters(paramLabel = "DIR", description = "Crawl directory.")
  private String dir;

  @ArgGroup private What what = new What();

  @Option(
      names = "--run",
      paramLabel = "NAME",
      description = "Run to read (default: the newest plain run).")
  private String runName;

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  private static final class What {
    @Option(names = "--top", paramLabel = "N", description = "Top N authorities and top N hubs.")
    @Range(from = 1)
    private Integer top;

    @Option(names = "--url", paramLabel = "URL", description = "Both scores of one page.")
    private String url;

    @Option(names = "--dump", description = "All authorities, then all hubs.")
    private boolean dump;
  }

  @Override
  protected int run() throws IOException {
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    Path run = Rankings.run(crawl, crawl.hits(), Optional.ofNullable(runName), "hits");
    if (what.top == null && what.url == null && !what.dump && !json) {
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
    if (what.url != null) {
      double[] pair = scores.of(what.url);
      if (pair == null) {
        throw OrbException.failed(Console.safe(what.url) + " is not in the ranked graph");
      }
      print(name, what.url, pair[list]);
    } else if (what.dump) {
      scores.forEachNamed((url, pair) -> print(name, url, pair[list]));
    } else {
      if (!json) {
        console().line(title + ":");
      }
      int count = what.top == null ? DEFAULT_TOP : what.top;
      for (ScoreReader.Scored page : scores.top(count, pair -> pair[list])) {
        print(name, page.url(), page.score());
      }
    }
  }

  private void print(String name, String url, double score) {
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("url", url);
      line.put(name, score);
      console().line(Json.line(line));
    } else {
      console().linef("%-9s %.9g  %s", name, score, Console.safe(url));
    }
  }
}
