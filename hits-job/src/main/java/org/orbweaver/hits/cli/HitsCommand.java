package org.orbweaver.hits.cli;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.hits.job.FocusedRun;
import org.orbweaver.hits.job.GraphLinks;
import org.orbweaver.hits.job.HitsKeys;
import org.orbweaver.hits.job.HitsPhase;
import org.orbweaver.hits.job.QuerySource;
import org.orbweaver.hits.job.SalsaPhase;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.runs.RankOptions;
import org.orbweaver.webgraph.runs.RankingRun;
import org.orbweaver.webgraph.runs.Rankings;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hits DIR}: hubs and authorities of the newest graph, or around a query or a page. */
@Command(
    name = "hits",
    description = {
      "Find hubs and authorities by HITS.",
      "",
      "Ranks the whole newest graph, the surroundings of a query's results, or those of a page's"
          + " inlinks (similar pages). On a whole graph HITS favours the most tightly linked"
          + " community. A run that does not converge is published, exits 0 and says so. To"
          + " resume an interrupted run, repeat the command.",
      "",
      "--query and --similar only print. Their limits (200 root pages, 50 inlinks per page, 8 links"
          + " per host, none within a host) are settings: orbweaver.hits.*."
    },
    footer = {
      "  orb hits crawl",
      "  orb hits crawl --iterations 20",
      "  orb hits crawl --salsa",
      "  orb hits crawl --query \"search engine\" --top 20",
      "  orb hits crawl --query jaguar --clusters 3 --json",
      "  orb hits crawl --query jaguar --weighted --hublets",
      "  orb hits crawl --similar http://example.org/",
      "  orb read hits crawl --top 20"
    })
public final class HitsCommand extends CrawlDirCommand {

  private static final int DEFAULT_TOP = 10;

  private final QuerySource.Opener search;

  @ArgGroup private Focus focus;

  @Mixin private RankOptions how = new RankOptions();

  @Option(
      names = "--salsa",
      description = "Also compute SALSA; on a whole graph, SALSA instead of HITS.")
  private boolean salsa;

  @Option(
      names = "--weighted",
      description = "With --query: weigh a link by 1 + the number of query words in its anchor.")
  private boolean weighted;

  @Option(
      names = "--hublets",
      description =
          "With --query: split pages with many links into hublets, and drop unrelated ones.")
  private boolean hublets;

  @Option(
      names = "--clusters",
      paramLabel = "K",
      description =
          "With --query or --similar: show both ends of the first K eigenvectors, such as the"
              + " senses of an ambiguous query.")
  @Range(from = 1)
  private Integer clusters;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "With --query or --similar: maximum pages per list (default: 10).")
  @Range(from = 1)
  private Integer top;

  @Option(names = "--json", description = "With --query or --similar: print JSON lines.")
  private boolean json;

  private static final class Focus {
    @Option(
        names = "--query",
        paramLabel = "QUERY",
        description = "Rank around the results of this search, in the syntax of 'orb search'.")
    private String query;

    @Option(
        names = "--similar",
        paramLabel = "URL",
        description = "Find pages similar to this one, through the pages that link to it.")
    private String similar;
  }

  HitsCommand(QuerySource.Opener search) {
    this.search = search;
  }

  @Override
  protected int run() throws IOException {
    boolean byQuery = focus != null && focus.query != null;
    refuse(!byQuery && weighted, "--weighted", "--query");
    refuse(!byQuery && hublets, "--hublets", "--query");
    refuse(focus == null && clusters != null, "--clusters", "--query or --similar");
    refuse(focus == null && top != null, "--top", "--query or --similar ('orb read hits' has it)");
    refuse(focus == null && json, "--json", "--query or --similar ('orb read hits' has it)");
    refuse(focus != null && how.hasMode(), "--mode", "a whole graph");
    Configuration conf = how.applyTo(conf(), HitsKeys.TOLERANCE);
    if (focus == null) {
      wholeGraph(conf);
    } else {
      focused(conf);
    }
    return ExitCode.OK.code();
  }

  private static void refuse(boolean wrong, String option, String with) {
    if (wrong) {
      throw OrbException.usage(option + " requires " + with);
    }
  }

  private void wholeGraph(Configuration conf) throws IOException {
    try (Session session = Session.open(conf, dir, console(), "hits")) {
      RankingRun result =
          salsa
              ? new SalsaPhase().run(session, how.build())
              : new HitsPhase().run(session, how.build(), how.iterations());
      console().line(result.summary());
      Map<String, String> meta =
          Rankings.readMeta(session.dir().fs(), new Path(session.dir().hits(), result.run()));
      meta.forEach(
          (field, value) -> {
            if (field.startsWith(HitsPhase.NOTE)) {
              console().info(value);
            }
          });
    }
  }

  private void focused(Configuration conf) throws IOException {
    CrawlDir crawl = CrawlDir.open(conf, dir);
    GraphDir graph = Rankings.graph(conf, crawl, how.build());
    FocusedRun.Options options =
        new FocusedRun.Options(
            how.iterations().orElse(0), weighted, hublets, clusters == null ? 0 : clusters, salsa);
    int most = top == null ? DEFAULT_TOP : top;
    try (GraphLinks links = new GraphLinks(graph);
        QuerySource source = source(conf, crawl)) {
      FocusedRun run = new FocusedRun(conf, crawl, graph, links, options);
      FocusedRun.Result result =
          focus.query != null ? run.query(focus.query, source) : run.similar(focus.similar, most);
      FocusedReport.Titles titles = source == null ? url -> Optional.empty() : source::title;
      new FocusedReport(console(), links, titles, most, json, result).print();
    }
  }

  /** The search engine; null for similar pages of a crawl without an index. */
  private QuerySource source(Configuration conf, CrawlDir crawl) throws IOException {
    if (focus.query == null && crawl.latest(crawl.indexes()).isEmpty()) {
      return null;
    }
    try {
      return search.open(conf, crawl);
    } catch (OrbException e) {
      if (focus.query == null) {
        return null; // titles only
      }
      throw e;
    }
  }
}
