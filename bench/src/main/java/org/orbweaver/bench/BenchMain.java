package org.orbweaver.bench;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.bench.crash.CrashBenchCommand;
import org.orbweaver.bench.recrawl.RecrawlSimulationCommand;
import org.orbweaver.common.AllowForbidden;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.cli.OrbMain;
import org.orbweaver.common.text.Console;
import org.orbweaver.orb.Logs;

/** The program of {@code scripts/bench}: a command for each benchmark, and the simulation. */
public final class BenchMain {
  private static final String PROGRAM = "scripts/bench";

  private BenchMain() {}

  @AllowForbidden("a command ends the process with its exit status")
  public static void main(String[] args) {
    Logs.toFile();
    System.exit(OrbMain.run(PROGRAM, args, commands(), List.of()));
  }

  /** Runs one command line; for tests. */
  public static int run(String[] args, Console console, Configuration conf) {
    return OrbMain.run(PROGRAM, args, commands(), List.of(), console, conf);
  }

  private static List<BaseCommand> commands() {
    return List.of(
        new ChaosBenchCommand(),
        new CrashBenchCommand(),
        new CrawlBenchCommand(),
        new DedupBenchCommand(),
        new ExportBenchCommand(),
        new FetchBenchCommand(),
        new FrontierBenchCommand(),
        new IndexBenchCommand(),
        new MazeBenchCommand(),
        new RankBenchCommand(),
        new RecrawlSimulationCommand(),
        new RenderBenchCommand(),
        new ScaleBenchCommand(),
        new SearchBenchCommand(),
        new ServeBenchCommand(),
        new SignatureBenchCommand(),
        new SoakBenchCommand(),
        new WarcBenchCommand());
  }
}
