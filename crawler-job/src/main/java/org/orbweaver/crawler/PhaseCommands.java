package org.orbweaver.crawler;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.dedup.DedupPhase;
import org.orbweaver.crawler.dedup.LearnedParameters;
import org.orbweaver.crawler.dedup.near.NearPhase;
import org.orbweaver.crawler.fetch.FetchSettings;
import org.orbweaver.crawler.generate.GeneratePhase;
import org.orbweaver.crawler.generate.ListOptions;
import org.orbweaver.crawler.links.LinksPhase;
import org.orbweaver.crawler.render.RenderPhase;
import org.orbweaver.crawler.update.UpdatePhase;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that run one phase on a crawl and print its result on one line. */
public final class PhaseCommands {
  private PhaseCommands() {}

  private abstract static class PhaseCommand extends CrawlDirCommand {
    /** Runs the phase; returns its result, one line for people. */
    abstract String run(Session session) throws Exception;

    @Override
    protected final int run() throws Exception {
      String name = getClass().getAnnotation(Command.class).name();
      try (Session session = Session.open(conf(), dir, console(), name)) {
        console().line(run(session));
      }
      return ExitCode.OK.code();
    }
  }

  @Command(
      name = "generate",
      description = "Create a segment with a fetch list: due URLs, highest score first.",
      footer = {
        "  orb generate crawl                  all URLs due",
        "  orb generate crawl --top-n 1000     the 1000 with the highest scores",
        "  orb generate crawl --parts 4        four fetch tasks; a host is in one of them",
        "  orb generate crawl --add-days 7     also URLs due within a week",
        "  orb generate crawl -D generate.max.count=50   at most 50 URLs per host"
      })
  static final class Generate extends PhaseCommand {
    @Mixin private ListOptions list;

    @Override
    protected List<String> settingFaults() {
      return GeneratePhase.settingFaults(conf());
    }

    @Override
    String run(Session session) throws Exception {
      return new GeneratePhase().run(session, list.options()).summary();
    }
  }

  @Command(
      name = "render",
      description = {
        "Render pages in a browser, so that their scripts run, and keep what they gain by it.",
        "Off unless orbweaver.render or a site's 'render' says otherwise. Each request of a page is"
            + " made by the crawler, as any other: politely, and by robots.txt."
      },
      footer = {
        "  orb render crawl -D orbweaver.render=auto   pages made by scripts, and pages like them",
        "  orb render crawl 20260401120000             of this segment"
      })
  static final class Render extends PhaseCommand {
    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "SEGMENT",
        description =
            "Segment to render. Default: the oldest that is parsed and not in the crawldb yet.")
    private String segment;

    @Override
    protected List<String> settingFaults() {
      return FetchSettings.faults(conf());
    }

    @Override
    String run(Session session) throws Exception {
      return new RenderPhase().run(session, segment).summary();
    }
  }

  @Command(
      name = "update",
      description = "Update the crawldb from segments: states, schedules, new URLs.",
      footer = {
        "  orb update crawl                            all parsed segments that are not in it yet",
        "  orb update crawl --segment 20260401120000   this segment",
        "  orb update crawl -D db.update.additions.allowed=false   no new URLs"
      })
  static final class Update extends PhaseCommand {
    @Option(
        names = "--segment",
        paramLabel = "S",
        description =
            "Segment to update from; repeatable. Default: all that are parsed and not in it yet.")
    private List<String> segments = new ArrayList<>();

    @Override
    String run(Session session) throws Exception {
      return new UpdatePhase()
          .run(session, new UpdatePhase.UpdateOptions(segments, false))
          .summary();
    }
  }

  @Command(
      name = "dedup",
      description = {
        "Mark pages with duplicate content.",
        "Of pages with the same content one is kept, as orbweaver.duplicates.keep says; by default"
            + " the one with the highest score, then https, then the shortest URL, then the newest"
            + " version in the URL. Unlike in Nutch, the fetch time does not count by default, so"
            + " the same crawl gives the same index wherever it runs.",
        "--near groups pages with nearly the same main content instead, as orb crawl does before"
            + " it builds the index. They stay in the index, and search folds them.",
        "--propose writes rules for URL parameters that never change the content, in the format of"
            + " Nutch's regex-normalize.xml, for you to look over and use."
      },
      footer = {
        "  orb dedup crawl          exact duplicates in the crawldb",
        "  orb dedup crawl --near   near-duplicates of the pages parsed since it ran last",
        "  orb dedup crawl --propose rules.xml"
      })
  static final class Dedup extends PhaseCommand {
    @ArgGroup private DedupKind what = new DedupKind();

    private static final class DedupKind {
      @Option(names = "--near", description = "Group near-duplicates instead.")
      private boolean near;

      @Option(
          names = "--propose",
          paramLabel = "FILE",
          description = "Write rules for URL parameters instead.")
      private Path rules;
    }

    @Override
    String run(Session session) throws Exception {
      if (what.near) {
        return new NearPhase().run(session).summary();
      }
      if (what.rules != null) {
        int rules = LearnedParameters.propose(session, what.rules);
        return Count.of(rules, "rule") + " proposed in " + what.rules;
      }
      long marked = new DedupPhase().run(session);
      return marked == 0 ? "no new duplicates" : "marked " + Count.of(marked, "duplicate");
    }
  }

  @Command(
      name = "links",
      description = "Update the linkdb: the inlinks of each URL with their anchor text.",
      footer = {
        "  orb links crawl             add the segments parsed since the last update",
        "  orb links crawl --rebuild   rebuild it from all segments"
      })
  static final class Links extends PhaseCommand {
    @Option(names = "--rebuild", description = "Rebuild the linkdb from all segments.")
    private boolean rebuild;

    @Override
    String run(Session session) throws Exception {
      return new LinksPhase().run(session, rebuild).summary();
    }
  }
}
