package org.orbweaver.pagerank;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.Json;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.webgraph.kernel.Rankings;
import org.orbweaver.webgraph.kernel.ScoreReader;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code read pagerank DIR}: looks into a run. */
@Command(
    name = "pagerank",
    description = "Show a PageRank run: its settings, scores and convergence.",
    footer = {
      "  orb read pagerank crawl                      settings, and the top ten pages",
      "  orb read pagerank crawl --top 100 --json",
      "  orb read pagerank crawl --url http://example.org/",
      "  orb read pagerank crawl --topic sports --top 20"
    })
public class ReadPageRankCommand extends OrbCommand {

  private static final int DEFAULT_TOP = 10;

  @Parameters(paramLabel = "DIR", description = "Crawl directory.")
  private String dir;

  @ArgGroup private What what = new What();

  @Option(
      names = "--run",
      paramLabel = "NAME",
      description = "Run to read (default: the newest plain run).")
  private String runName;

  @Option(names = "--topic", paramLabel = "NAME", description = "Topic to read.")
  private String topic;

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  private static final class What {
    @Option(names = "--top", paramLabel = "N", description = "The N pages of the highest rank.")
    private Integer top;

    @Option(names = "--url", paramLabel = "URL", description = "The rank of one page.")
    private String url;

    @Option(names = "--dump", description = "Rank of every page.")
    private boolean dump;

    @Option(names = "--history", description = "Change and mass per iteration.")
    private boolean history;

    boolean isEmpty() {
      return top == null && url == null && !dump && !history;
    }
  }

  /** Where the runs are. */
  Path store(CrawlDir crawl) {
    return crawl.pageRanks();
  }

  /** The command that makes the runs, and what JSON calls their scores. */
  String ranking() {
    return "pagerank";
  }

  @Override
  protected int run() throws IOException {
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    Optional<String> name = Optional.ofNullable(runName);
    Path whole =
        topic == null
            ? Rankings.run(crawl, store(crawl), name, ranking())
            : Rankings.runWithTopics(crawl, store(crawl), name, List.of(topic), ranking());
    if (what.isEmpty() && topic == null && !json) {
      describe(crawl, whole);
    }
    Path run = topic(crawl, whole);
    if (run == null) {
      return ExitCode.OK.code();
    }
    if (what.history) {
      history(crawl, run);
      return ExitCode.OK.code();
    }
    ScoreReader scores = new ScoreReader(conf(), new Path(run, PageRankPhase.SCORES));
    if (what.url != null) {
      OptionalDouble score = scores.score(what.url);
      print(
          what.url,
          score.orElseThrow(
              () -> OrbException.failed(Console.safe(what.url) + " is not in the ranked graph")));
    } else if (what.dump) {
      scores.forEach(this::print);
    } else {
      if (what.top != null && what.top < 1) {
        throw OrbException.usage("--top: expected a number from 1, got '" + what.top + "'");
      }
      if (what.top == null && !json && !run.equals(whole)) {
        describe(crawl, run);
      }
      for (ScoreReader.Scored page : scores.top(what.top == null ? DEFAULT_TOP : what.top)) {
        print(page.url(), page.score());
      }
    }
    return ExitCode.OK.code();
  }

  private void describe(CrawlDir crawl, Path run) throws IOException {
    Rankings.readMeta(crawl.fs(), run)
        .forEach((field, value) -> console().linef("%-15s %s", field, value));
  }

  /** Where the scores and the history lie; null when nothing more than the run itself is asked. */
  private Path topic(CrawlDir crawl, Path run) throws IOException {
    String names = Rankings.readMeta(crawl.fs(), run).get("topics");
    if (names == null) {
      if (topic != null) {
        throw OrbException.failed(run + " has no topics");
      }
      return run;
    }
    List<String> topics = List.of(names.split(" ", -1));
    if (topic == null && topics.size() > 1) {
      if (what.isEmpty()) {
        return null;
      }
      if (what.history) {
        return run;
      }
      throw OrbException.usage(run + " has the topics " + names + ": name one with --topic");
    }
    if (topic != null && !topics.contains(topic)) {
      throw OrbException.failed(run + " has no topic " + Console.safe(topic) + "; it has " + names);
    }
    return new Path(new Path(run, PageRankPhase.TOPICS), topic == null ? topics.get(0) : topic);
  }

  private void print(String url, double score) {
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("url", url);
      line.put(ranking(), score);
      console().line(Json.line(line));
    } else {
      console().linef("%.9g  %s", score, Console.safe(url));
    }
  }

  private void history(CrawlDir crawl, Path run) throws IOException {
    List<String[]> lines = Rankings.readHistory(crawl.fs(), run);
    String[] names = lines.get(0);
    for (String[] fields : lines.subList(json ? 1 : 0, lines.size())) {
      if (json) {
        Map<String, Object> line = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i++) {
          line.put(names[i], Double.valueOf(fields[i]));
        }
        console().line(Json.line(line));
      } else {
        console().line(String.join("  ", fields));
      }
    }
  }
}
