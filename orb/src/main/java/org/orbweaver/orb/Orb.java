package org.orbweaver.orb;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.AllowForbidden;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbMain;
import org.orbweaver.common.why.WhySource;
import org.orbweaver.crawler.CrawlerCommands;
import org.orbweaver.hits.HitsCommands;
import org.orbweaver.index.IndexCommands;
import org.orbweaver.orb.bench.CrawlBenchCommand;
import org.orbweaver.orb.bench.FetchBenchCommand;
import org.orbweaver.orb.bench.FrontierBenchCommand;
import org.orbweaver.orb.bench.ParseBenchCommand;
import org.orbweaver.orb.bench.RankBenchCommand;
import org.orbweaver.orb.bench.ScaleBenchCommand;
import org.orbweaver.orb.demo.DemoCommand;
import org.orbweaver.orb.doctor.DoctorCommand;
import org.orbweaver.pagerank.cli.PageRankCommands;
import org.orbweaver.webgraph.WebGraphCommands;
import picocli.CommandLine;

/** The {@code orb} command: the phases of all modules, and the whole path in one. */
public final class Orb {
  private Orb() {}

  @AllowForbidden("a command ends the process with its exit status")
  public static void main(String[] args) {
    Logs.toFile();
    System.exit(OrbMain.run("orb", args, commands(), readers()));
  }

  /** Runs one command line; for tests. */
  public static int run(String[] args, Console console, Configuration conf) {
    return OrbMain.run("orb", args, commands(), readers(), console, conf);
  }

  /** The command line as picocli sees it, to document and complete it; nothing is run. */
  public static CommandLine commandLine() {
    return OrbMain.commandLine("orb", commands(), readers());
  }

  private static List<OrbCommand> commands() {
    List<OrbCommand> all = new ArrayList<>();
    all.add(new CrawlCommand());
    all.add(new RecrawlCommand());
    all.add(new DemoCommand());
    all.add(new WhyCommand(whySources()));
    all.addAll(CrawlerCommands.all());
    all.addAll(WebGraphCommands.all());
    all.addAll(PageRankCommands.all(new IndexTopics()));
    all.addAll(HitsCommands.all(IndexQuerySource::open));
    all.addAll(IndexCommands.all());
    all.add(new DoctorCommand());
    all.add(new CrawlBenchCommand());
    all.add(new FetchBenchCommand());
    all.add(new FrontierBenchCommand());
    all.add(new ParseBenchCommand());
    all.add(new RankBenchCommand());
    all.add(new ScaleBenchCommand());
    all.add(new ReferenceCommand());
    return all;
  }

  /** What {@code orb why} asks, in the order of a round. */
  private static List<WhySource> whySources() {
    List<WhySource> all = new ArrayList<>();
    all.addAll(CrawlerCommands.why());
    all.addAll(PageRankCommands.why());
    all.addAll(HitsCommands.why());
    all.addAll(IndexCommands.why());
    return all;
  }

  private static List<OrbCommand> readers() {
    List<OrbCommand> all = new ArrayList<>();
    all.add(new ReadSettingsCommand());
    all.addAll(CrawlerCommands.readers());
    all.addAll(WebGraphCommands.readers());
    all.addAll(PageRankCommands.readers());
    all.addAll(HitsCommands.readers());
    all.addAll(IndexCommands.readers());
    return all;
  }
}
