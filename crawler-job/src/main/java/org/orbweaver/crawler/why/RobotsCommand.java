package org.orbweaver.crawler.why;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.RecordPrinter;
import org.orbweaver.crawler.conf.RobotsAgents;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.robots.RobotsRules;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.crawler.why.CrawlerWhy.KnownRobots;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command {@code read robots FILE --agent A --url U}: shows the decision of a robots.txt on a
 * URL.
 */
@Command(
    name = "robots",
    description = {
      "Check whether a robots.txt file allows a URL.",
      "Exits with 0 if it does, with 1 if not, and with 2 if FILE cannot be read."
    },
    footer = {"  orb read robots robots.txt --agent mybot --url http://example.org/private/x"})
public final class RobotsCommand extends BaseCommand {
  @Parameters(paramLabel = "FILE", description = "A local robots.txt file.")
  private Path file;

  @Option(
      names = "--agent",
      paramLabel = "A",
      description = "The crawler's name. Default: http.agent.name, then http.robots.agents.")
  private String agent;

  @Option(
      names = "--url",
      paramLabel = "U",
      required = true,
      description = "A URL, or a path that begins with '/'.")
  private String url;

  @Option(names = "--json", description = "Print one line of JSON.")
  private boolean json;

  @Override
  protected int run() {
    byte[] content;
    try (InputStream in = Files.newInputStream(file)) {
      // One byte more than its parser reads, so that a cut line is recognised.
      content = in.readNBytes(RobotsRules.MAX_BYTES + 1);
    } catch (IOException e) {
      // Not 1, which means that the URL is disallowed.
      throw OrbException.usage(Failure.reason(e));
    }
    String normal = normalize(url);
    List<String> agents = agent == null ? RobotsAgents.of(conf()) : List.of(agent);
    RobotsRules rules = RobotsRules.parse(content, agents);
    RobotsRules.Decision decision = rules.decision(normal);
    boolean byRule = decision.byRule();
    String rule = " by line " + decision.line() + ", \"" + decision.rule() + '"';
    String verdict =
        (decision.allowed() ? "allowed" : "disallowed")
            + (byRule ? rule : ": " + decision.reason())
            + KnownRobots.crawlDelay(rules.crawlDelayMs());
    new RecordPrinter(console(), json)
        .row(
            new Fields()
                .with("url", normal)
                .with("agent", agents.get(0))
                .with("allowed", decision.allowed())
                .with("rule", byRule ? decision.rule() : null)
                .with("line", byRule ? decision.line() : null)
                .with("crawlDelayMs", rules.crawlDelayMs()),
            () -> console().line(Console.safe(verdict)));
    return decision.allowed() ? ExitCode.OK.code() : ExitCode.FAILED.code();
  }

  /** The URL as a crawl spells it before matching it against robots.txt. */
  private String normalize(String url) {
    UrlNormalizer normalizer = UrlRules.normalizer(conf());
    String root = "http://localhost/";
    String normal = url.startsWith("/") ? normalizer.resolve(root, url) : normalizer.normalize(url);
    if (normal == null) {
      throw OrbException.usage("--url: expected an http or https URL, got '" + url + "'");
    }
    return normal;
  }
}
