package org.orbweaver.orb;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.AllowForbidden;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.cli.OrbMain;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.why.WhySource;
import org.orbweaver.crawler.CrawlerCommands;
import org.orbweaver.hits.cli.HitsCommands;
import org.orbweaver.index.IndexCommands;
import org.orbweaver.orb.crawl.CrawlCommand;
import org.orbweaver.orb.crawl.Exports;
import org.orbweaver.orb.crawl.RecrawlCommand;
import org.orbweaver.orb.demo.DemoCommand;
import org.orbweaver.orb.doctor.DoctorCommand;
import org.orbweaver.orb.identity.IdentityCommand;
import org.orbweaver.orb.report.LiveReport;
import org.orbweaver.orb.report.ReportCommand;
import org.orbweaver.pagerank.cli.PageRankCommands;
import org.orbweaver.plugin.OrbCommand;
import org.orbweaver.plugin.loader.PluginSet;
import org.orbweaver.plugin.loader.Provided;
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

  /** The command line for picocli, to document and complete it; nothing is run. */
  public static CommandLine commandLine() {
    return OrbMain.commandLine("orb", commands(), readers());
  }

  private static List<OrbCommand> commands() {
    return PluginSet.of(List.of())
        .all((plugin, settings) -> plugin.commands(), name -> null)
        .stream()
        .map(Provided::part)
        .toList();
  }

  /** The commands of Orbweaver, in the order of help. */
  static List<OrbCommand> own() {
    List<OrbCommand> all =
        new ArrayList<>(
            List.of(
                new CrawlCommand(),
                new RecrawlCommand(),
                new DemoCommand(),
                new WhyCommand(whySources())));
    all.addAll(CrawlerCommands.all());
    all.addAll(WebGraphCommands.all());
    all.addAll(PageRankCommands.all(IndexQuerySource::topic));
    all.addAll(HitsCommands.all(IndexQuerySource::open));
    all.addAll(
        IndexCommands.all(
            Exports::run,
            (conf, dir) -> new LiveReport(conf, dir, whySources(), WallClock.clock())));
    all.addAll(
        List.of(
            new ConfigCommand(),
            new PluginsCommand(),
            new ReportCommand(),
            new IdentityCommand(),
            new DoctorCommand()));
    return all;
  }

  /** The sources of {@code orb why}, in the order of a round. */
  private static List<WhySource> whySources() {
    return joined(
        CrawlerCommands.why(), PageRankCommands.why(), HitsCommands.why(), IndexCommands.why());
  }

  private static List<BaseCommand> readers() {
    return joined(
        List.of(new ReadSettingsCommand()),
        CrawlerCommands.readers(),
        WebGraphCommands.readers(),
        PageRankCommands.readers(),
        HitsCommands.readers(),
        IndexCommands.readers());
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // the list is only read
  private static <T> List<T> joined(List<? extends T>... lists) {
    return Stream.of(lists).<T>flatMap(List::stream).toList();
  }
}
