package org.orbweaver.crawler.why;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.why.Fate;
import org.orbweaver.common.why.Fate.Standing;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.url.NormalizationSteps;
import org.orbweaver.crawler.url.UrlFilters;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.plugin.UrlDecision;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code read url U...}: shows the effect of the URL rules and filters on URLs. */
@Command(
    name = "url",
    description = {
      "Show how the URL rules and filters treat URLs.",
      "Each step: the form of the WHATWG URL standard, each rule that changes it, and what each"
          + " filter decides, with file and line. Needs no crawl and no network.",
      "Exits with 0 if all URLs are accepted, with 1 if not, and with 2 if FILE cannot be read."
    },
    footer = {
      "  orb read url 'https://example.org/a/../b?utm_source=x'",
      "  orb read url --file urls.txt --json",
      "  orb read url https://example.org/ -D urlnormalizer.regex.file=my-rules.xml"
    })
public final class ReadUrlCommand extends BaseCommand {
  @Parameters(paramLabel = "URL", arity = "0..*", description = "URLs.")
  private List<String> urls = List.of();

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "A file with a URL per line; - for standard input.")
  private Path file;

  @Option(names = "--json", description = "Print JSON, one object per line.")
  private boolean json;

  private UrlNormalizer normalizer;
  private UrlFilters filters;
  private boolean allAccepted = true;

  @Override
  protected List<String> settingFaults() {
    return UrlRules.faults(conf());
  }

  @Override
  protected int run() {
    if (urls.isEmpty() && file == null) {
      throw OrbException.usage("expected a URL, or --file FILE");
    }
    normalizer = UrlRules.normalizer(conf());
    filters = UrlRules.filters(conf());
    urls.forEach(this::show);
    if (file != null) {
      boolean standardInput = file.toString().equals("-");
      try (InputStream in = standardInput ? System.in : Files.newInputStream(file)) {
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
            .lines()
            .filter(line -> !line.isBlank())
            .forEach(this::show);
      } catch (IOException e) {
        throw OrbException.usage(Failure.reason(e));
      }
    }
    return allAccepted ? ExitCode.OK.code() : ExitCode.FAILED.code();
  }

  private void show(String asked) {
    UrlHistory history = new UrlHistory(conf(), null, asked, Clock.systemUTC().millis());
    Fate fate = fate(history);
    history.conclude(fate);
    allAccepted &= fate.standing() == Standing.PAGE;
    history.print(console(), json);
  }

  private Fate fate(UrlHistory history) {
    UrlNormalizer.Trace trace = normalizer.trace(history.asked());
    if (trace.url() == null) {
      NormalizationSteps.Refusal refusal = trace.refusal(history.asked());
      return Fate.of(Standing.OUTSIDE, refusal.cause(), "Refused: the URL " + refusal.sentence());
    }
    history.url(trace.url());
    Timeline.spelling(history, "normalized", trace, filters);
    UrlDecision decision = filters.decision(trace.url());
    return decision.accepted()
        ? Fate.of(Standing.PAGE, "accepted", "Accepted by " + decision)
        : Fate.of(Standing.OUTSIDE, "filter", "Refused by the URL filter (" + decision + ")");
  }
}
