package org.orbweaver.crawler.plan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.PartReader;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.RecordPrinter;
import org.orbweaver.crawler.fetch.FetchSettings;
import org.orbweaver.crawler.fetch.task.FetchPolicy;
import org.orbweaver.crawler.generate.GeneratePhase;
import org.orbweaver.crawler.generate.ListOptions;
import org.orbweaver.crawler.generate.ListPreview;
import org.orbweaver.crawler.plan.HostsOfListJob.HostPlan;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code plan DIR}. */
@Command(
    name = "plan",
    description = {
      "Show the next round without running it.",
      "Prints its URLs per host, what is left out and why, and the minimum time that politeness"
          + " requires. The fetch list is the one that 'generate' would make now with the same"
          + " options. Nothing is fetched, and nothing is written to DIR."
    },
    footer = {
      "  orb plan crawl                      the next round, with all URLs due",
      "  orb plan crawl --top-n 1000         with the 1000 highest scores",
      "  orb plan crawl --urls | head        the URLs, in list order",
      "  orb plan crawl --all --json         every host, one JSON object per line",
      "  orb plan crawl -D fetcher.server.delay=1   with another politeness delay"
    })
public final class PlanCommand extends CrawlDirCommand {
  @Mixin private ListOptions list;

  @ArgGroup private PlanParts what;

  private static final class PlanParts {
    @Option(
        names = "--hosts",
        paramLabel = "N",
        description = "Number of hosts to show, slowest first. Default: 10.")
    @Range(from = 0)
    private Integer hosts;

    @Option(names = "--all", description = "List only the hosts, all of them, sorted by name.")
    private boolean all;

    @Option(names = "--urls", description = "List only the URLs.")
    private boolean urls;
  }

  @Option(names = "--json", description = "Print JSON, one object per line.")
  private boolean json;

  private static final int HOSTS_SHOWN = 10;

  @Override
  protected List<String> settingFaults() {
    List<String> faults = new ArrayList<>(GeneratePhase.settingFaults(conf()));
    faults.addAll(FetchSettings.faults(conf()));
    return faults;
  }

  @Override
  protected int run() throws IOException {
    int shown = what == null || what.hosts == null ? HOSTS_SHOWN : what.hosts;
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    Path work = JobRunner.workFolder(conf(), crawl.fs(), "plan");
    FileSystem fs = work.getFileSystem(conf());
    try {
      ListPreview preview =
          ListPreview.make(conf(), crawl, console(), WallClock.clock(), list.options(), work);
      if (preview.counts().listed() > 0 && what != null && what.urls) {
        urls(preview.list());
        return ExitCode.OK.code();
      }
      Plan plan = Plan.of(conf(), preview.parts(), shown);
      long delayMs = FetchPolicy.of(conf(), "", 0).politeness().delay().delayMs();
      PlanView view = new PlanView(new RecordPrinter(console(), json), delayMs);
      boolean all = what != null && what.all;
      if (preview.counts().listed() > 0) {
        Path hosts =
            HostsOfListJob.run(
                conf(), crawl, console(), preview.now(), preview.list(), new Path(work, "hosts"));
        try (PartReader<HostPlan> reader = new PartReader<>(conf(), hosts, HostPlan.class)) {
          while (reader.next()) {
            var host = new Plan.PlannedHost(reader.key().toString(), reader.value());
            plan.add(host);
            if (all) {
              view.host(host);
            }
          }
        }
      }
      if (!all) {
        view.print(preview, plan, PendingRound.of(crawl), shown);
      }
      if (preview.counts().listed() > 0) {
        return ExitCode.OK.code();
      }
      throw OrbException.nothingToDo("nothing to fetch: " + preview.leftOut().whyNone());
    } finally {
      fs.delete(work, true);
    }
  }

  private void urls(Path folder) throws IOException {
    Configuration conf = conf();
    RecordPrinter printer = new RecordPrinter(console(), json);
    for (Path part : Parts.of(folder.getFileSystem(conf), folder)) {
      try (PartReader<CrawlDatum> reader = new PartReader<>(conf, part, CrawlDatum.class)) {
        while (reader.next()) {
          String url = reader.key().toString();
          CrawlDatum datum = reader.value();
          printer.row(
              new Fields()
                  .with("url", url)
                  .with("score", datum.getScore())
                  .with("status", CrawlDatum.getStatusName(datum.getStatus()))
                  .with("part", Parts.number(part)),
              "%1$s");
        }
      }
    }
  }
}
