package org.orbweaver.pagerank.cli;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.common.text.RecordPrinter;
import org.orbweaver.pagerank.job.PublishedRun;
import org.orbweaver.pagerank.spam.SpamMass;
import org.orbweaver.pagerank.spam.Suspects;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ReadRunCommand;
import org.orbweaver.webgraph.runs.ScoreReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code read spam-mass DIR}: pages whose rank does not come from trusted pages. */
@Command(
    name = "spam-mass",
    description = {
      "Show how much rank comes from untrusted pages; list suspects.",
      "",
      "A page's mass is the part of its PageRank that does not come from trusted pages; each"
          + " suspect is listed with the reason. Compares the newest PageRank with the newest"
          + " TrustRank of the same graph; create them by 'orb pagerank DIR' and 'orb trustrank"
          + " DIR --seeds FILE'. A page that no trust reaches has relative mass 1, whether it"
          + " is spam or only far from the seeds: look before you act."
    },
    footer = {
      "  orb read spam-mass crawl",
      "  orb read spam-mass crawl --min-mass 0.9 --min-rank 20 --top 500 --json",
      "  orb read spam-mass crawl --url http://example.org/",
      "  orb read spam-mass crawl --dump > mass.tsv      URL, rank, trust, mass, relative mass"
    })
public final class ReadSpamMassCommand extends ReadRunCommand {
  private static final int SHOWN_SOURCES = 5;
  private static final int DEFAULT_TOP = 100;

  @Option(
      names = "--min-mass",
      paramLabel = "M",
      defaultValue = "0.98",
      description = "Minimum relative mass of a suspect, up to 1 (default: ${DEFAULT-VALUE}).")
  @Range(to = 1)
  private double minMass;

  @Option(
      names = "--min-rank",
      paramLabel = "R",
      defaultValue = "10",
      description =
          "Minimum rank of a suspect, in multiples of the rank of a page without inlinks (default:"
              + " ${DEFAULT-VALUE}).")
  @Range(from = 0)
  private double minRank;

  @Option(
      names = "--good-share",
      paramLabel = "G",
      defaultValue = "0.85",
      description = "Assumed share of good pages, above 0, at most 1 (default: ${DEFAULT-VALUE}).")
  private double good;

  @Option(
      names = "--trust",
      paramLabel = "NAME",
      description = "TrustRank run (default: the newest).")
  private String trustName;

  @Override
  protected void checkOptions() {
    if (!(good > 0 && good <= 1)) {
      throw OrbException.usage(
          "--good-share: expected a number above 0, at most 1, got '" + good + "'");
    }
  }

  @Override
  protected void read(CrawlDir crawl) throws IOException {
    PublishedRun ranks =
        PublishedRun.open(crawl, crawl.pageRanks(), runName(), "pagerank")
            .requireUniform()
            .requireLinear();
    PublishedRun trusts =
        PublishedRun.open(crawl, crawl.trustRanks(), Optional.ofNullable(trustName), "trustrank")
            .requireLinear();
    ranks.requireSameSystem(trusts);
    SpamMass mass = new SpamMass(ranks.solution(), trusts.solution(), good);
    GraphDir graph = Rankings.graph(conf(), crawl, Optional.of(ranks.build()));
    try (ScoreReader scores = PublishedRun.scores(conf(), graph, List.of(ranks, trusts))) {
      if (!selection.isTop()) {
        selection.rows(scores, (url, pair) -> print(url, mass.of(pair[0], pair[1])));
      } else {
        Suspects.Limits limits = new Suspects.Limits(minMass, minRank, selection.top(DEFAULT_TOP));
        List<Suspects.Suspect> suspects = new Suspects(graph, scores, mass, ranks, limits).find();
        suspects.forEach(this::print);
        console()
            .infof(
                "%s: relative mass at least %s, rank at least %s times the minimum",
                Count.of(suspects.size(), "suspect"), minMass, minRank);
      }
    }
  }

  private static Fields fields(String url, SpamMass.PageMass figures) {
    return new Fields()
        .with("url", url)
        .with("pagerank", figures.rank())
        .with("trust", figures.trust())
        .with("mass", figures.mass())
        .with("relativeMass", figures.relative());
  }

  private void print(String url, SpamMass.PageMass figures) {
    new RecordPrinter(console(), selection.json())
        .row(fields(url, figures), "%1$s\t%2$.9g\t%3$.9g\t%4$.9g\t%5$.6f");
  }

  private void print(Suspects.Suspect suspect) {
    List<Suspects.Source> sources = suspect.sources().stream().limit(SHOWN_SOURCES).toList();
    SpamMass.PageMass figures = suspect.figures();
    if (selection.json()) {
      console()
          .line(
              Json.line(
                  fields(suspect.url(), figures)
                      .with("timesLeast", suspect.times())
                      .with("inLinks", suspect.links())
                      .with("hosts", suspect.sources().size())
                      .with("shareWithoutTrust", suspect.withoutTrust())
                      .with("sources", sources)
                      .with("reason", reason(suspect))));
      return;
    }
    console()
        .linef(
            "mass %.3e  relative %.4f  rank %.3e (%.0f times the minimum)  trust %.3e  inlinks %d "
                + " %s",
            figures.mass(),
            figures.relative(),
            figures.rank(),
            suspect.times(),
            figures.trust(),
            suspect.links(),
            Console.safe(suspect.url()));
    console().line("    " + Console.safe(reason(suspect)));
    for (Suspects.Source source : sources) {
      console()
          .linef(
              "    %5.1f %%  %s  %d pages, relative mass of the host %.4f",
              100 * source.share(),
              Console.safe(source.host()),
              source.pages(),
              source.relativeMass());
    }
  }

  private String reason(Suspects.Suspect suspect) {
    return String.format(
        Locale.ROOT,
        "%.2f %% of its rank comes from trusted pages; %.1f %% comes straight from %s without"
            + " trust, of %d that link to it",
        Math.max(0, 100 * (1 - suspect.figures().relative())),
        100 * suspect.withoutTrust(),
        Count.of(
            suspect.sources().stream().filter(host -> host.relativeMass() >= minMass).count(),
            "host"),
        suspect.sources().size());
  }
}
