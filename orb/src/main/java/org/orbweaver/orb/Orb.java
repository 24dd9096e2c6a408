package org.orbweaver.orb;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.AllowForbidden;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbMain;
import org.orbweaver.crawler.CrawlerCommands;
import org.orbweaver.hits.HitsCommands;
import org.orbweaver.index.IndexCommands;
import org.orbweaver.orb.bench.FetchBenchCommand;
import org.orbweaver.orb.bench.FrontierBenchCommand;
import org.orbweaver.orb.bench.RankBenchCommand;
import org.orbweaver.orb.demo.DemoCommand;
import org.orbweaver.pagerank.PageRankCommands;
import org.orbweaver.webgraph.WebGraphCommands;

/** The {@code orb} command: the phases of all modules, and the whole path in one. */
public final class Orb {
  private Orb() {}

  @AllowForbidden("a command ends the process with its exit status")
  public static void main(String[] args) {
    Logs.toFile();
    System.exit(run(args, Console.system(), new Configuration()));
  }

  /** Runs one command line; for {@link #main} and for tests. */
  public static int run(String[] args, Console console, Configuration conf) {
    return OrbMain.run("orb", args, commands(), readers(), console, conf);
  }

  private static List<OrbCommand> commands() {
    List<OrbCommand> all = new ArrayList<>();
    all.add(new CrawlCommand());
    all.add(new DemoCommand());
    all.addAll(CrawlerCommands.all());
    all.addAll(WebGraphCommands.all());
    all.addAll(PageRankCommands.all(new IndexTopics()));
    all.addAll(HitsCommands.all(IndexQuerySource::open));
    all.addAll(IndexCommands.all());
    all.add(new BenchCommand());
    all.add(new FetchBenchCommand());
    all.add(new FrontierBenchCommand());
    all.add(new RankBenchCommand());
    all.add(new ReferenceCommand());
    return all;
  }

  private static List<OrbCommand> readers() {
    List<OrbCommand> all = new ArrayList<>();
    all.addAll(CrawlerCommands.readers());
    all.addAll(WebGraphCommands.readers());
    all.addAll(PageRankCommands.readers());
    all.addAll(HitsCommands.readers());
    all.addAll(IndexCommands.readers());
    return all;
  }
}
